"""The rules of Sideboards, clauses SB-6 to SB-9: how many points a sideboard scores.

A sideboard is drawn as a picture, a word per drawer: the letter of its colour (red, turquoise, pink, orange, black) and its
handle: `*` flower, `#` square, `=` bar, nothing if it is bare. Pictures without any handles are about colours only.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

import pytest

import trapezi
from trapezi.core.match import Match
from trapezi.core.state import State
from trapezi.games.sideboards.deck import DECKS

LETTERS = {"r": "red", "t": "turquoise", "p": "pink", "o": "orange", "b": "black"}
HANDLES = {"*": " flower", "#": " square", "=": " bar", "": ""}
SHIPPED: dict[str, Any] = DECKS.load_shipped_deck("sideboards-1").deck.content

Board = list[list[str]]  # the drawers of each column from top to bottom


def columns(picture: str) -> Board:
    rows = [line.split() for line in picture.strip().split("\n")]
    assert len(rows) == 5
    drawn = [[LETTERS[word[0]] + HANDLES[word[1:]] for word in column] for column in zip(*rows, strict=True)]
    return [column if " " in "".join(column) else shipped(column) for column in drawn]


def shipped(colours: list[str]) -> list[str]:
    """Return the card of the shipped deck with these colours, straight or turned. Pictures without handles use it."""
    drawers: list[str] = SHIPPED["cards"][card_of(SHIPPED, colours)]["drawers"]
    return drawers if drawers[0].startswith(colours[0]) else drawers[::-1]


def sideboards(*runs: Sequence[dict[int, str]]) -> list[Board]:
    """Yield sideboards of shipped cards that have these colours in these rows, and no other runs of colours."""
    boards: list[Board] = []
    used: set[int] = set()
    for wanted in runs:
        board: Board = []
        for fixed in wanted:
            for i, card in enumerate(SHIPPED["cards"]):
                lying = [d for d in (card["drawers"], card["drawers"][::-1]) if i not in used and suits(d, fixed, board)]
                if lying:
                    board.append(lying[0])
                    used.add(i)
                    break
            else:
                raise AssertionError("no such card is left")
        boards.append(board)
    return boards


def suits(drawers: list[str], fixed: dict[int, str], board: Board) -> bool:
    colours = [drawer.split()[0] for drawer in drawers]
    before = [drawer.split()[0] for drawer in board[-1]] if board else [""] * 5
    return all(colours[row] == fixed[row] if row in fixed else colours[row] != before[row] for row in range(5))


def deck_for(boards: Sequence[Board], patterns: dict[int, list[int]], points: dict[int, int]) -> dict[str, Any]:
    """Return the shipped deck with changed patterns. Each given card replaces the card with the same colours."""
    deck = copy.deepcopy(SHIPPED)
    for drawers in (card for board in boards for card in board):
        card = deck["cards"][card_of(deck, drawers)]
        upright = card["drawers"][0].split()[0] == drawers[0].split()[0]
        card["drawers"] = drawers if upright else drawers[::-1]
    for number, rows in patterns.items():
        deck["goals"][number - 1]["pattern"] = [[column, row] for column, row in enumerate(rows)]
    for number, worth in points.items():
        deck["goals"][number - 1]["points"] = worth
    return deck


def card_of(deck: dict[str, Any], drawers: list[str]) -> int:
    """Return the index of the card with these colours, upright or turned."""
    colours = [drawer.split()[0] for drawer in drawers]
    for i, card in enumerate(deck["cards"]):
        if colours in ([d.split()[0] for d in card["drawers"]], [d.split()[0] for d in card["drawers"]][::-1]):
            return i
    raise AssertionError(drawers)


def lay_boards(
    *pictures: str | Board,
    goals: tuple[int, int, int] = (1, 8, 17),
    patterns: dict[int, list[int]] | None = None,
    points: dict[int, int] | None = None,
    cells: dict[int, list[list[int]]] | None = None,
    **settings: Any,
) -> State:
    """Return a game in which each player has laid the sideboard of a picture, card by card to the right, without exchanges."""
    boards = [columns(board) if isinstance(board, str) else board for board in pictures]
    deck = deck_for(boards, patterns or {}, points or {}) | settings
    for number, pattern in (cells or {}).items():
        deck["goals"][number - 1]["pattern"] = pattern
    colour, handle, row = goals
    game = trapezi.game("sideboards", players=len(boards), deck=deck, colour_goal=colour, handle_goal=handle, row_goal=row)
    match = game.match(by_hand=True)
    wanted = [[card_of(deck, drawers) + 1 for drawers in board] for board in boards]
    assert len({n for board in wanted for n in board}) == sum(map(len, wanted)), "a card is drawn twice"
    others = iter([n for n in range(1, 61) if not any(n in board for board in wanted)])
    for board in wanted:
        for card in (*board[:2], next(others)):
            match.play(-1, f"draw {card}")
    for seat, drawn in enumerate(boards):
        slots = [slot(match, seat, n) for n in wanted[seat][:2]]
        turns = [turn(deck, n, drawers) for n, drawers in zip(wanted[seat], drawn[:2], strict=False)]
        match.play(seat, f"start {slots[0]} {slots[1]} {turns[0]} {turns[1]}")
    for at in range(2, len(boards[0])):
        for board in wanted:
            match.play(-1, f"draw {board[at]}")
            if len(boards) == 1:
                match.play(-1, f"draw {next(others)}")
        for seat, drawn in enumerate(boards):
            match.play(seat, f"lay {slot(match, seat, wanted[seat][at])} right {turn(deck, wanted[seat][at], drawn[at])}")
    return match.state


def slot(match: Match, seat: int, number: int) -> int:
    return match.state.view(seat)["board"]["hand"].index(number) + 1


def turn(deck: dict[str, Any], number: int, drawers: list[str]) -> str:
    return "straight" if deck["cards"][number - 1]["drawers"] == drawers else "turned"


def points(state: State, line: str, seat: int = 0) -> int:
    return next(each.points for each in state.score_lines(seat) if each.reason.key == f"sideboards.score.{line}")


def count_of(state: State, line: str, what: str, seat: int = 0) -> int:
    return next(each.reason.params[what] for each in state.score_lines(seat) if each.reason.key == f"sideboards.score.{line}")


EXAMPLE = """
    r   r=  r*
    t=  p#  b
    p*  t   o#
    o   b*  t
    b#  o   p=
"""
LINES = {3: [0, 1, 2], 8: [0, 1]}  # goal 3: three drawers in a falling line; goal 8: two drawers that touch at a corner

# -- SB-6: colour and handle goals -------------------------------------------------------------------------------------


@pytest.mark.clause("SB-6")
@pytest.mark.clause("SB-7")
def test_the_example_counts_one_colour_three_handles_and_three_red_drawers() -> None:
    state = lay_boards(EXAMPLE, goals=(3, 8, 19), patterns=LINES, points={3: 4, 8: 3})
    assert (count_of(state, "colour", "sets"), points(state, "colour")) == (1, 4)
    assert (count_of(state, "handle", "sets"), points(state, "handle")) == (3, 9)
    assert (count_of(state, "row", "drawers"), points(state, "row")) == (3, 6)


@pytest.mark.clause("SB-6")
def test_the_square_bottom_left_counts_only_with_a_card_at_its_left() -> None:
    new = ["b*", "t", "r", "o#", "p="]
    rows = [line.split() for line in EXAMPLE.strip().split("\n")]
    at_left = "\n".join(" ".join([drawer, *row]) for drawer, row in zip(new, rows, strict=True))
    at_right = "\n".join(" ".join([*row, drawer]) for drawer, row in zip(new, rows, strict=True))
    assert count_of(lay_boards(at_left, goals=(3, 8, 19), patterns=LINES), "handle", "sets") == 4
    assert count_of(lay_boards(at_right, goals=(3, 8, 19), patterns=LINES), "handle", "sets") == 3


@pytest.mark.clause("SB-6")
def test_each_set_has_one_colour_and_different_sets_may_differ() -> None:
    """Red, turquoise, pink and black each go down by one row."""
    state = lay_boards(
        """
        r   o
        t   r
        p   t
        b   p
        o   b
        """,
        patterns={1: [0, 1], 8: [0, 2]},
    )
    assert count_of(state, "colour", "sets") == 4
    assert matched_cells(state, "colour") == [
        [[0, 0], [1, 1]],
        [[0, 1], [1, 2]],
        [[0, 2], [1, 3]],
        [[0, 3], [1, 4]],
    ]


@pytest.mark.clause("SB-6")
def test_a_pattern_may_be_mirrored_top_to_bottom_but_not_left_to_right() -> None:
    assert red_sets(PICTURES["as drawn"]) == [[[0, 0], [1, 1], [2, 1]]]
    assert red_sets(PICTURES["mirrored top to bottom"]) == [[[0, 1], [1, 0], [2, 0]]]
    assert red_sets(PICTURES["mirrored left to right"]) == []
    assert red_sets(PICTURES["rotated"]) == []


@pytest.mark.clause("SB-6")
def test_a_deck_may_rotate_patterns_instead_of_mirroring_them() -> None:
    assert red_sets(PICTURES["as drawn"], upside_down="rotated") == [[[0, 0], [1, 1], [2, 1]]]
    assert red_sets(PICTURES["rotated"], upside_down="rotated") == [[[0, 0], [1, 0], [2, 1]]]
    assert red_sets(PICTURES["mirrored top to bottom"], upside_down="rotated") == []
    assert red_sets(PICTURES["mirrored top to bottom"], upside_down="mirrored") == [[[0, 1], [1, 0], [2, 0]]]


@pytest.mark.clause("SB-6")
def test_a_rotated_pattern_with_an_empty_column_is_rotated_too() -> None:
    """Red lies in rows 1, 1, 2 and 3 of columns 0, 1, 2 and 3: the pattern needs columns 0, 1 and 3, or rotated 0, 2 and 3."""
    board = sideboards([{1: "red"}, {0: "red"}, {2: "red"}, {3: "red"}])
    pattern = [[0, 0], [1, 1], [3, 2]]
    rotated = lay_boards(*board, goals=(2, 8, 19), cells={2: pattern}, upside_down="rotated")
    mirrored = lay_boards(*board, goals=(2, 8, 19), cells={2: pattern})
    assert red_cells(rotated, board[0]) == [[[0, 1], [2, 2], [3, 3]]]
    assert red_cells(mirrored, board[0]) == []


@pytest.mark.clause("SB-6")
def test_sets_with_an_empty_column_may_interleave() -> None:
    """Red lies in one row: the pattern of columns 0 and 2 fits twice into four columns, with 0 and 2, and with 1 and 3."""
    board = sideboards([{0: "red"}, {0: "red"}, {0: "red"}, {0: "red"}])
    state = lay_boards(*board, goals=(1, 8, 19), cells={1: [[0, 0], [2, 0]]})
    assert red_cells(state, board[0]) == [[[0, 0], [2, 0]], [[1, 0], [3, 0]]]


PICTURES = {
    "as drawn": "r t b   t r r   p p t   o b p   b o o",
    "mirrored top to bottom": "t r r   r t b   p p t   o b p   b o o",
    "mirrored left to right": "t t r   r r t   p p b   o b p   b o o",
    "rotated": "r r t   t b r   p p b   o t p   b o o",
}


def red_sets(words: str, **settings: Any) -> list[list[list[int]]]:
    """Return the red sets for a pattern that steps down by one row and then stays level."""
    picture = "\n".join(words.split("   "))
    state = lay_boards(picture, goals=(2, 8, 17), patterns={2: [0, 1, 1]}, **settings)
    sets = matched_cells(state, "colour")
    return [cells for cells in sets if picture_at(picture, cells) == {"r"}]


def red_cells(state: State, board: Board) -> list[list[list[int]]]:
    sets = matched_cells(state, "colour")
    return [cells for cells in sets if all(board[c][r].startswith("red") for c, r in cells)]


def matched_cells(state: State, kind: str) -> list[list[list[int]]]:
    """Return the column and the row of each drawer of the sets or runs that count for a goal of the first seat."""
    sets = state.view(0)["board"]["seats"][0]["matched"][kind]
    return [[[cell // 5, cell % 5] for cell in cells] for cells in sets]


def picture_at(picture: str, cells: list[list[int]]) -> set[str]:
    rows = [line.split() for line in picture.strip().split("\n")]
    return {rows[row][column][0] for column, row in cells}


@pytest.mark.clause("SB-6")
def test_a_drawer_counts_once_per_goal() -> None:
    """Red goes down, up and down: three pairs, of which two share no drawer."""
    zigzag = sideboards([{0: "red"}, {1: "red"}, {0: "red"}, {1: "red"}])
    for length, sets in ((2, 1), (3, 1), (4, 2)):
        state = lay_boards(zigzag[0][:length], patterns={1: [0, 1], 8: [0, 2]})
        matched = matched_cells(state, "colour")
        red = [cells for cells in matched if all(zigzag[0][c][r].startswith("red") for c, r in cells)]
        assert len(red) == sets


@pytest.mark.clause("SB-6")
def test_the_best_choice_of_sets_counts() -> None:
    """Red forms three in a line from the first, the second and the fourth column on. The second set overlaps both others."""
    line = [{0: "red"}, {1: "red"}, {2: "red"}, {3: "red"}, {2: "red"}, {1: "red"}]
    state = lay_boards(*sideboards(line), goals=(3, 8, 19), patterns={3: [0, 1, 2]})
    matched = matched_cells(state, "colour")
    assert [[0, 0], [1, 1], [2, 2]] in matched
    assert [[3, 3], [4, 2], [5, 1]] in matched


@pytest.mark.clause("SB-6")
def test_a_drawer_may_count_for_all_three_goals() -> None:
    state = lay_boards(
        """
        r#  r#
        t*  p=
        p=  t*
        o   b
        b   o
        """,
        patterns={1: [0, 0], 8: [0, 0]},
        goals=(1, 8, 19),
    )
    assert [matched_cells(state, kind) for kind in ("colour", "handle", "row")] == 3 * [[[[0, 0], [1, 0]]]]


@pytest.mark.clause("SB-6")
def test_handles_of_different_shapes_make_no_set() -> None:
    state = lay_boards(
        """
        r#  b
        t   p*
        p*  t
        o   o=
        b=  r#
        """,
        patterns={8: [0, 1], 9: [0, 3]},
    )
    assert count_of(state, "handle", "sets") == 2  # one set of flowers, and one set of bars a row below
    assert points(state, "handle") == 2 * SHIPPED["goals"][7]["points"]


# -- SB-7: row goals ---------------------------------------------------------------------------------------------------

RUNS = """
    r#  r#  t   r#  r#
    t*  p   p*  p=  o*
    p   t*  r#  t*  t
    o=  b=  b=  o   b=
    b   o   o   b   p
"""


@pytest.mark.clause("SB-7")
@pytest.mark.parametrize(
    ("goal", "drawers"),
    [
        (15, 3 + 2),  # Pink in the second row, and one of the many runs of two.
        (16, 3 + 2),  # Bars in the fourth row, and squares in the first row.
        (17, 3),
        (18, 3),
        (19, 2),  # Only the longest run of red drawers counts: one of the two runs in the first row.
        (20, 2),
        (21, 3),
        (22, 2),
        (23, 2),
        (24, 1),  # No two flowers are neighbours in a row.
        (25, 2),
        (26, 3),  # A drawer without a handle separates the fourth bar from the run of three.
        (27, 2 + 2),  # This goal counts the first and the fourth row.
        (28, 2 + 3),
        (29, 3 + 2),  # This goal counts the second and the third row.
        (30, 1 + 1),
    ],
)
def test_row_goals_count_the_longest_runs(goal: int, drawers: int) -> None:
    state = lay_boards(RUNS, goals=(1, 8, goal))
    assert count_of(state, "row", "drawers") == drawers
    assert points(state, "row") == 2 * drawers
    assert sum(len(cells) for cells in matched_cells(state, "row")) == drawers


@pytest.mark.clause("SB-7")
def test_the_two_longest_runs_may_lie_in_one_row_and_have_one_colour() -> None:
    state = lay_boards(*sideboards([{0: "red"}, {0: "red"}, {1: "red"}, {0: "red"}, {0: "red"}]), goals=(1, 8, 15))
    assert count_of(state, "row", "drawers") == 4
    assert matched_cells(state, "row") == [[[0, 0], [1, 0]], [[3, 0], [4, 0]]]


@pytest.mark.clause("SB-7")
def test_a_long_run_is_one_run_and_a_single_drawer_is_one_too() -> None:
    state = lay_boards(*sideboards([{0: "red"}] * 4), goals=(1, 8, 15))
    assert count_of(state, "row", "drawers") == 4 + 1


@pytest.mark.clause("SB-7")
def test_the_deck_says_which_rows_go_with_which_goal() -> None:
    board = columns(RUNS)
    deck = deck_for([board], {}, {})
    assert [deck["goals"][n - 1]["rows"] for n in (27, 28, 29, 30)] == [[1, 4], [1, 4], [2, 3], [2, 3]]
    state = lay_boards(RUNS, goals=(1, 8, 29))
    assert state.view(0)["board"]["goals"]["row"]["rows"] == [1, 2]


# -- SB-8: the row bonus -----------------------------------------------------------------------------------------------


def bonuses(*runs: int) -> list[int]:
    """Return the row bonus of each player if the sideboards of the players have red runs of these lengths."""
    longest = max(runs)
    wanted = [[{0: "red"}] * run + [{1 + at % 2: "red"} for at in range(longest - run)] for run in runs]
    state = lay_boards(*sideboards(*wanted), goals=(1, 8, 19))
    assert [count_of(state, "row", "drawers", seat) for seat in range(len(runs))] == list(runs)
    return [points(state, "bonus", seat) for seat in range(len(runs))]


@pytest.mark.clause("SB-8")
def test_two_players_compete_for_four_points() -> None:
    assert bonuses(2, 1) == [4, 0]
    assert bonuses(2, 3) == [0, 4]


@pytest.mark.clause("SB-8")
def test_three_players_compete_for_eight_and_four() -> None:
    assert bonuses(1, 3, 2) == [0, 8, 4]


@pytest.mark.clause("SB-8")
def test_four_players_compete_for_eight_four_and_two() -> None:
    assert bonuses(4, 3, 2, 1) == [8, 4, 2, 0]


@pytest.mark.clause("SB-8")
def test_six_players_compete_for_the_same() -> None:
    assert bonuses(1, 2, 4, 3, 2, 1) == [0, 2, 8, 4, 2, 0]


@pytest.mark.clause("SB-8")
def test_two_tied_for_the_longest_take_eight_each_and_the_next_takes_four() -> None:
    assert bonuses(3, 2, 3) == [8, 4, 8]


@pytest.mark.clause("SB-8")
def test_ties_at_every_place_take_the_full_bonus() -> None:
    assert bonuses(2, 2) == [4, 4]
    assert bonuses(3, 3, 2, 2, 1, 1) == [8, 8, 4, 4, 2, 2]


@pytest.mark.clause("SB-8")
def test_a_player_without_a_counted_drawer_takes_no_bonus() -> None:
    """Handles in the first and fourth row: the second player has none there."""
    state = lay_boards(
        """
        r#  r#
        t*  p
        p   t*
        o   b
        b=  o=
        """,
        """
        p   t
        r#  r#
        t*  b*
        b   o
        o=  p=
        """,
        """
        o   b
        r#  r#
        b*  o*
        p   t
        t=  p=
        """,
        goals=(1, 8, 28),
    )
    assert [count_of(state, "row", "drawers", seat) for seat in range(3)] == [2, 0, 0]
    assert [points(state, "bonus", seat) for seat in range(3)] == [8, 0, 0]


@pytest.mark.clause("SB-8")
def test_the_bonus_goes_by_drawers_of_both_runs_together() -> None:
    """Two runs of two beat one run of three and a single drawer in the given rows."""
    state = lay_boards(
        *sideboards([{0: "red", 3: "pink"}, {0: "red", 3: "pink"}, {1: "red", 3: "pink"}], [{0: "black"}] * 3),
        goals=(1, 8, 27),
    )
    assert [count_of(state, "row", "drawers", seat) for seat in range(2)] == [5, 4]
    assert [points(state, "bonus", seat) for seat in range(2)] == [4, 0]


# -- SB-9: alone -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("SB-9")
@pytest.mark.parametrize(("run", "bonus"), [(3, 0), (4, 2), (5, 2), (6, 4), (7, 4), (8, 8)])
def test_alone_a_single_run_takes_the_bonus_of_the_highest_step(run: int, bonus: int) -> None:
    wanted = [{0: "red"}] * run + [{1 + at % 2: "red"} for at in range(8 - run)]
    for goal in (17, 19):
        state = lay_boards(*sideboards(wanted), goals=(1, 8, goal))
        assert count_of(state, "row", "drawers") == run
        assert points(state, "solo-bonus") == bonus


@pytest.mark.clause("SB-9")
@pytest.mark.parametrize(("runs", "bonus"), [((4, 2), 0), ((4, 3), 2), ((5, 3), 2), ((6, 3), 4), ((7, 3), 4), ((8, 3), 8)])
def test_alone_two_runs_together_need_more_drawers(runs: tuple[int, int], bonus: int) -> None:
    red, pink = runs
    wanted: list[dict[int, str]] = [{0 if at < red else 1 + at % 2: "red"} for at in range(8)]
    wanted = [{**fixed, 3: "pink"} if at < pink else fixed for at, fixed in enumerate(wanted)]
    for goal in (15, 27):
        state = lay_boards(*sideboards(wanted), goals=(1, 8, goal))
        assert count_of(state, "row", "drawers") == red + pink
        assert points(state, "solo-bonus") == bonus


@pytest.mark.clause("SB-9")
def test_alone_the_points_give_a_rank_from_the_lowest_to_the_highest() -> None:
    board = sideboards([{0: "red"}] * 8)[0]
    low = lay_boards(board, goals=(1, 8, 20), points={1: 1, 8: 1}).result
    high = lay_boards(board, goals=(1, 8, 19), points={1: 30, 8: 30}, patterns={8: [0, 1], 1: [0, 1]}).result
    for outcome, rank in ((low, 1), (high, 6)):
        assert outcome is not None
        assert outcome.facts == {"rank": rank, "of": 6}
        assert outcome.verdict is not None
        assert outcome.verdict.key == f"sideboards.rank.{rank}"
