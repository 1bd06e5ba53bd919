"""The rules of Sideboards agree with a second implementation, which stores cards as lists of words and counts by brute force."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.properties import examples

import trapezi
from trapezi.core.random import Stream
from trapezi.core.special_seats import NATURE
from trapezi.core.state import State
from trapezi.games.sideboards.deck import DECKS, move_to_top_left
from trapezi.games.sideboards.goal_constants import COLOURS, HANDLES
from trapezi.games.sideboards.goal_matching import GoalMatcher

DECK = DECKS.load_shipped_deck("sideboards-1").deck
PRINTED = [[drawer.partition(" ")[::2] for drawer in card["drawers"]] for card in DECK.content["cards"]]
GOALS: dict[int, dict[str, Any]] = {goal["number"]: goal for goal in DECK.content["goals"]}

Column = list[tuple[str, str]]  # the colour and the handle of each of five drawers
Cells = frozenset[tuple[int, int]]


def lying(card: int, turned: bool) -> Column:
    return PRINTED[card - 1][::-1] if turned else PRINTED[card - 1]


# -- counting by trying everything -------------------------------------------------------------------------------------


def sets_by_force(board: list[Column], kind: int, pattern: list[list[int]], rotated: bool = False) -> int:
    """Return how often a pattern, as drawn or upside down, fits at most if no drawer is used twice (SB-6)."""
    total = 0
    height, last = max(row for _, row in pattern), max(column for column, _ in pattern)
    forms = [pattern, [[last - c if rotated else c, height - r] for c, r in pattern]]
    for mark in (COLOURS, HANDLES)[kind]:
        places: set[Cells] = set()
        for form in forms:
            for left in range(len(board)):
                for top in range(5):
                    cells = frozenset((left + c, top + r) for c, r in form)
                    if all(c < len(board) and r < 5 and board[c][r][kind] == mark for c, r in cells):
                        places.add(cells)
        total += max(
            n
            for n in range(len(places) + 1)
            for choice in combinations(places, n)
            if len(frozenset().union(*choice)) == sum(map(len, choice))
        )
    return total


def drawers_by_force(board: list[Column], goal: dict[str, Any]) -> int:
    """Return how many drawers are in the runs that the goal counts (SB-7)."""
    kind = 0 if goal["of"] in ("colour", *COLOURS) else 1
    wanted = (COLOURS, HANDLES)[kind] if goal["of"] in ("colour", "handle") else (goal["of"],)
    n = len(board)
    runs: list[tuple[int, int]] = []  # the row and the length of each run
    for row in range(5):
        marks = [column[row][kind] for column in board]
        for a in range(n):
            for b in range(a + 1, n + 1):
                alike = marks[a] in wanted and set(marks[a:b]) == {marks[a]}
                if alike and (a == 0 or marks[a - 1] != marks[a]) and (b == n or marks[b] != marks[a]):
                    runs.append((row, b - a))
    if "rows" in goal:
        return sum(max((length for at, length in runs if at == row - 1), default=0) for row in goal["rows"])
    return sum(sorted((length for _, length in runs), reverse=True)[: goal["runs"]])


def bonuses_by_force(counts: list[int], goal: dict[str, Any]) -> list[int]:
    """Return the row bonus of each seat (SB-8, SB-9)."""
    if len(counts) == 1:
        steps = (4, 6, 8) if goal["runs"] == 1 else (7, 9, 11)
        return [sum(worth for step, worth in zip(steps, (2, 2, 4), strict=True) if counts[0] >= step)]
    prizes = {2: [4], 3: [8, 4]}.get(len(counts), [8, 4, 2])
    won = dict(zip(sorted({n for n in counts if n}, reverse=True), prizes, strict=False))
    return [won.get(n, 0) for n in counts]


def faces(choices: list[tuple[int, bool]]) -> int:
    board = 0
    for column, (card, turned) in enumerate(choices):
        board |= ((card - 1) * 2 + turned) << 7 * column
    return board


PATTERNS = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 4)), min_size=2, max_size=4, unique_by=lambda cell: cell[0])
BOARDS = st.lists(st.tuples(st.integers(1, 60), st.booleans()), min_size=1, max_size=8, unique_by=lambda face: face[0])


@examples(600)
@given(kind=st.integers(0, 1), pattern=PATTERNS, rotated=st.booleans(), choices=BOARDS)
def test_the_packing_is_the_largest_there_is(
    kind: int, pattern: list[tuple[int, int]], rotated: bool, choices: list[tuple[int, bool]]
) -> None:
    cards = GoalMatcher(DECK.matcher.cards, [(kind, 1, move_to_top_left(pattern))], rotated)
    board = [lying(card, turned) for card, turned in choices]
    expected = sets_by_force(board, kind, [list(cell) for cell in move_to_top_left(pattern)], rotated)
    assert cards.count_disjoint_sets(faces(choices), len(choices), 1) == expected
    found = cards.counted_set_cells(faces(choices), len(choices), 1)
    assert len(found) == expected
    assert len({cell for cells in found for cell in cells}) == expected * len(pattern)
    for cells in found:
        assert len({board[cell // 5][cell % 5][kind] for cell in cells}) == 1


@examples(300)
@given(goal=st.integers(15, 30), choices=BOARDS)
def test_the_runs_are_the_longest_there_are(goal: int, choices: list[tuple[int, bool]]) -> None:
    board = [lying(card, turned) for card, turned in choices]
    expected = drawers_by_force(board, GOALS[goal])
    assert DECK.matcher.count_drawers_in_runs(faces(choices), len(choices), goal) == expected
    found = DECK.matcher.counted_run_cells(faces(choices), len(choices), goal)
    assert len({cell for cells in found for cell in cells}) == expected


# -- the whole game a second time ---------------------------------------------------------------------------------------


class Referee:
    """A second implementation of the rules that stores a position in plain lists."""

    def __init__(self, players: int, four: bool) -> None:
        self.players, self.four = players, four
        self.goals: list[int] = []
        self.boards: list[list[tuple[int, bool]]] = [[] for _ in range(players)]
        self.hands: list[list[int]] = [[] for _ in range(players)]
        self.pile = set(range(1, 61))
        self.discards: set[int] = set()
        self.cards = [not four] * players
        self.queue = [seat for seat in range(players) for _ in range(4 if four else 3)]
        self.asked: set[int] = set()
        self.choices: dict[int, list[str]] = {}
        self.exchanging = False
        self.over = False

    def copy(self) -> Referee:
        new = Referee(self.players, self.four)
        new.goals, new.boards, new.hands = self.goals[:], [b[:] for b in self.boards], [h[:] for h in self.hands]
        new.pile, new.discards, new.cards = set(self.pile), set(self.discards), self.cards[:]
        new.queue, new.asked, new.choices = self.queue[:], set(self.asked), dict(self.choices)
        new.exchanging, new.over = self.exchanging, self.over
        return new

    def legal(self, seat: int) -> set[str]:
        turns, hand = ("straight", "turned"), range(1, len(self.hands[seat]) + 1)
        if not self.boards[seat]:
            return {f"start {i} {j} {a} {b}" for i in hand for j in hand if i != j for a in turns for b in turns}
        layings = {f"lay {i} {end} {turn}" for i in hand for end in ("left", "right") for turn in turns}
        return layings | ({"exchange"} if self.cards[seat] and not self.exchanging else set())

    def drawable(self) -> set[int]:
        return self.pile or self.discards

    def event(self, seat: int, text: str) -> None:
        words = text.split()
        if words[0] == "goal":
            self.goals.append(int(words[1]))
        elif words[0] == "draw":
            self.draw(int(words[1]))
        else:
            self.choices[seat] = words
            self.asked.remove(seat)
            if not self.asked:
                self.together()

    def draw(self, card: int) -> None:
        if not self.pile:
            self.pile, self.discards = self.discards, set()
        self.pile.remove(card)
        seat = self.queue.pop(0)
        self.hands[seat] = sorted([*self.hands[seat], card])
        if not self.queue:
            self.asked = set(range(self.players)) - set(self.choices)

    def together(self) -> None:
        changing = [seat for seat in range(self.players) if self.choices[seat] == ["exchange"]]
        for seat in changing:
            self.discards |= set(self.hands[seat])
            self.hands[seat] = []
            self.cards[seat] = False
            del self.choices[seat]
        if changing:
            self.exchanging = True
            self.queue = [seat for seat in changing for _ in range(2)]
            return
        for seat, words in self.choices.items():
            self.lay_cards(seat, words)
        self.choices, self.exchanging = {}, False
        left = self.hands
        if len(self.boards[0]) == 8 or self.players == 1:
            self.discards |= {card for hand in left for card in hand}
            self.hands = [[] for _ in left]
        else:
            self.hands = [left[seat - 1] for seat in range(self.players)]
        self.over = len(self.boards[0]) == 8
        self.queue = [] if self.over else [seat for seat in range(self.players) for _ in range(2 if self.players == 1 else 1)]

    def lay_cards(self, seat: int, words: list[str]) -> None:
        hand = self.hands[seat]
        if words[0] == "start":
            first, second = hand[int(words[1]) - 1], hand[int(words[2]) - 1]
            self.boards[seat] = [(first, words[3] == "turned"), (second, words[4] == "turned")]
        else:
            face = (hand[int(words[1]) - 1], words[3] == "turned")
            self.boards[seat].insert(0 if words[2] == "left" else len(self.boards[seat]), face)
        self.hands[seat] = [card for card in hand if card not in dict(self.boards[seat])]

    def scores(self) -> list[int]:
        unused = [int(card) for card in self.cards]
        if not self.boards[0]:
            return unused
        boards = [[lying(card, turned) for card, turned in board] for board in self.boards]
        colour, handle, row = (GOALS[goal] for goal in self.goals)
        counts = [drawers_by_force(board, row) for board in boards]
        bonuses = bonuses_by_force(counts, row)
        return [
            colour["points"] * sets_by_force(board, 0, colour["pattern"])
            + handle["points"] * sets_by_force(board, 1, handle["pattern"])
            + 2 * counts[seat]
            + bonuses[seat]
            + unused[seat]
            for seat, board in enumerate(boards)
        ]

    def check(self, state: State) -> None:
        """Assert that the position of the rules agrees with this one."""
        game = state.game
        assert state.over == self.over
        assert state.deciders == (set() if self.over else self.asked or {NATURE})
        board = state.view(-2)["board"]
        assert (board["pile"], board["discards"]) == (len(self.pile), len(self.discards))
        for seat in range(self.players):
            sideboard = board["seats"][seat]
            assert [(card["number"], card["turned"]) for card in sideboard["board"]] == self.boards[seat]
            assert state.visible_board(seat)["hand"] == self.hands[seat]
            legal = {game.text(move) for move in state.legal(seat)}
            assert legal == (self.legal(seat) if seat in self.asked else set())
        if state.deciders == {NATURE} and len(self.goals) == 3:
            assert [game.describe(outcome)["card"] for outcome in state.chance()] == sorted(self.drawable())


@pytest.mark.parametrize(("players", "four"), [(1, False), *((n, four) for n in range(2, 7) for four in (False, True))])
def test_a_second_implementation_plays_the_same_games(players: int, four: bool) -> None:
    game = trapezi.game("sideboards", players=players, four_cards=four)
    for seed in range(4):
        state, referee, rng = game.start(), Referee(players, four), Stream(seed, players)
        while not state.over:
            seat = max(state.deciders)
            move = state.choose(seat, rng)
            state.play(seat, move)
            referee.event(seat, game.text(move))
            referee.check(state)
            if not referee.asked or referee.over:
                assert state.scores == referee.scores()


# -- perft -------------------------------------------------------------------------------------------------------------


def perft(state: State, depth: int) -> tuple[int, int]:
    """Return the number of sequences of `depth` decisions, with the lowest cards drawn, and the sum of points at their ends."""
    while state.is_on_turn(NATURE):
        state.play(NATURE, state.chance_outcome(0))
    if depth == 0:
        return 1, sum(state.scores)
    seat = min(state.deciders)
    ways = points = 0
    for move in state.legal(seat):
        then = state.clone()
        then.play(seat, move)
        found = perft(then, depth - 1)
        ways, points = ways + found[0], points + found[1]
    return ways, points


def perft_by_force(referee: Referee, depth: int, worth: dict[str, int]) -> tuple[int, int]:
    while not referee.asked:
        referee.draw(min(referee.drawable()))
    if depth == 0:
        key = f"{referee.boards} {referee.cards}"
        if key not in worth:
            worth[key] = sum(referee.scores())
        return 1, worth[key]
    seat = min(referee.asked)
    ways = points = 0
    for text in referee.legal(seat):
        then = referee.copy()
        then.event(seat, text)
        found = perft_by_force(then, depth - 1, worth)
        ways, points = ways + found[0], points + found[1]
    return ways, points


@pytest.mark.parametrize(
    ("players", "four", "depth", "ways"),
    [
        (1, False, 1, 24),
        (1, False, 2, 24 * 9),  # laying a card, or the exchange
        (1, False, 3, 24 * (8 * 9 + 1 * 8)),
        (2, False, 2, 24 * 24),
        (2, True, 2, 48 * 48),
        (3, False, 2, 24 * 24),  # The third player has not chosen yet.
        (2, False, 3, 24 * 24 * 9),
    ],
)
def test_decision_sequences_and_their_points_are_those_of_brute_force(players: int, four: bool, depth: int, ways: int) -> None:
    game = trapezi.game("sideboards", players=players, four_cards=four, colour_goal=1, handle_goal=8, row_goal=15)
    referee = Referee(players, four)
    referee.goals = [1, 8, 15]
    found = perft(game.start(), depth)
    assert found[0] == ways
    assert found == perft_by_force(referee, depth, {})
