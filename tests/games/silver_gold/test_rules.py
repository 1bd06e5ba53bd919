"""The legal marks of Silver & Gold are those that a brute-force search finds with names of squares instead of bits."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.properties import examples

import trapezi
from trapezi import NATURE

Squares = frozenset[tuple[int, int]]

PLAIN = {"id": 0, "colour": "grey", "points": 16, "seal": None, "grid": ["oooo"] * 4}
TURNS = ((1, 0, 0, 1), (0, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, 0), (-1, 0, 0, 1), (0, 1, 1, 0), (1, 0, 0, -1), (0, -1, -1, 0))
DESIGNS = {
    "I2": ["oo"],
    "I3": ["ooo"],
    "V3": ["oo", ".o"],
    "T4": ["ooo", ".o."],
    "L4": ["ooo", "..o"],
    "O4": ["oo", "oo"],
}


def game(*grids: list[str], pattern: list[str]) -> Any:
    """Return a game whose deck begins with these cards and has only one pattern."""
    cards = [dict(PLAIN, grid=list(grid), points=sum(c != "." for row in grid for c in row)) for grid in grids]
    treasure = [dict(card, id=n) for n, card in enumerate([*cards, *[PLAIN] * (16 - len(cards))], 1)]
    deck = {
        "game": "silver_gold",
        "name": "made",
        "provenance": {"ours": "all of it"},
        "seal_points": {"purple": 2, "orange": 2, "green": 1, "grey": 1},
        "expedition": [{"name": "only", "count": 8, "grid": pattern}],
        "treasure": treasure,
    }
    return trapezi.game("silver_gold", players=2, deck=deck)


def marking(left: list[str], right: list[str], pattern: list[str]) -> Any:
    """Return a position in which seat 0 is about to mark this pattern on these two cards."""
    match = game(left, right, pattern=pattern).match(by_hand=True)
    for card in (1, 2, 3, 4, 5, 6, 7, 8):
        match.play(NATURE, f"treasure {card}")
    match.play(0, "keep 1 2")
    match.play(1, "keep 1 2")
    for card in (9, 10, 11, 12):
        match.play(NATURE, f"treasure {card}")
    match.play(NATURE, "expedition 1")
    return match.state


def ways(grid: list[str], pattern: list[str]) -> set[Squares]:
    """Return every way to lay the whole pattern on squares of a grid, found by trying."""
    there = {(x, y) for y, row in enumerate(grid) for x, c in enumerate(row) if c != "."}
    shape = [(x, y) for y, row in enumerate(pattern) for x, c in enumerate(row) if c == "o"]
    found = set()
    for a, b, c, d in TURNS:
        for dx in range(-4, 8):
            for dy in range(-4, 8):
                laid = frozenset((a * x + b * y + dx, c * x + d * y + dy) for x, y in shape)
                if laid <= there:
                    found.add(laid)
    return found | {frozenset([square]) for square in there}


def text(slot: str, squares: Squares) -> str:
    return " ".join([slot, *("abcd"[x] + "1234"[y] for y, x in sorted((y, x) for x, y in squares))])


def texts(left: list[str], right: list[str], pattern: list[str]) -> set[str]:
    return {text("left", way) for way in ways(left, pattern)} | {text("right", way) for way in ways(right, pattern)}


def grids(letters: str) -> st.SearchStrategy[list[str]]:
    rows = st.integers(1, 4).flatmap(lambda n: st.lists(st.text(letters, min_size=n, max_size=n), min_size=1, max_size=4))
    return rows.filter(lambda grid: any(c != "." for row in grid for c in row))


@examples(60)
@given(grids("oXCP."), grids("oX."), grids("o."))
def test_the_legal_marks_are_those_found_by_brute_force(left: list[str], right: list[str], pattern: list[str]) -> None:
    state = marking(left, right, pattern)
    legal = state.legal(0)
    assert legal == sorted(legal)
    assert {state.game.text(move) for move in legal} == texts(left, right, pattern)
    allowed = [move for move in state.game.moves if state.is_legal(0, move)]
    assert allowed == legal


@examples(30)
@given(grids("oX."), grids("oX."), st.sampled_from(sorted(DESIGNS)), st.integers(0, 2**32))
def test_choose_picks_from_the_legal_marks_in_their_order(left: list[str], right: list[str], design: str, seed: int) -> None:
    state = marking(left, right, DESIGNS[design])
    rng = trapezi.Stream(seed)
    while 0 in state.deciders:
        legal = state.legal(0)
        k = trapezi.Stream(rng.key, rng.counter).below(len(legal))
        move = state.choose(0, rng)
        assert move == legal[k]
        state.play(0, move)


# -- perft: the number of ways to mark, bonuses included ------------------------------------------------------------


def count_by_playing(state: Any) -> int:
    """Return the number of sequences of marks of seat 0."""
    if 0 not in state.deciders:
        return 1
    total = 0
    for move in state.legal(0):
        then = state.clone()
        then.play(0, move)
        total += count_by_playing(then)
    return total


def count_by_squares(left: list[str], right: list[str], pattern: list[str]) -> int:
    """Return the number of sequences of marks of seat 0, computed from letters and squares alone."""
    grids = (left, right)
    free = frozenset((slot, x, y) for slot in (0, 1) for y, row in enumerate(grids[slot]) for x, c in enumerate(row) if c != ".")

    def crosses(squares: Any) -> int:
        return sum(grids[slot][y][x] == "X" for slot, x, y in squares)

    def bonuses(free: frozenset[Any], owed: int) -> int:
        if owed == 0 or not free:
            return 1
        return sum(bonuses(free - {square}, owed - 1 + crosses([square])) for square in free)

    total = 0
    for slot in (0, 1):
        for way in ways(grids[slot], pattern):
            laid = frozenset((slot, x, y) for x, y in way)
            total += bonuses(free - laid, crosses(laid))
    return total


@pytest.mark.parametrize(
    ("left", "right", "design", "number"),
    [
        (["oooo"] * 4, ["oooo"] * 4, "L4", 32 + 96),
        (["oooo"] * 4, ["oooo"] * 4, "O4", 32 + 18),
        (["Xo", "oo"], ["oX"], "V3", None),
        (["XooX", "oo.o", "...."], ["o.oC", "oPoX"], "I2", None),
        (["X..C", "o..o", "oooo", "CooC"], ["P..X", "oooo", "ooCo"], "T4", None),
    ],
)
def test_the_number_of_ways_to_mark_is_as_computed(left: list[str], right: list[str], design: str, number: int | None) -> None:
    found = count_by_playing(marking(left, right, DESIGNS[design]))
    assert found == count_by_squares(left, right, DESIGNS[design])
    assert number in (None, found)


@examples(15)
@given(grids("ooX."), grids("oooX."), st.sampled_from(sorted(DESIGNS)))
def test_the_number_of_ways_to_mark_any_cards_is_as_computed(left: list[str], right: list[str], design: str) -> None:
    if sum(row.count("X") for row in left + right) <= 2:
        assert count_by_playing(marking(left, right, DESIGNS[design])) == count_by_squares(left, right, DESIGNS[design])


# -- previews ----------------------------------------------------------------------------------------------------------


def scores_without_trophies(state: Any) -> list[int]:
    """Return the points of all seats without those for trophies, because trophies depend on the turn order."""
    lines = [state.score_lines(seat) for seat in range(state.players)]
    return [sum(line.points for line in sheet if line.reason.key != "silver_gold.score.trophy") for sheet in lines]


def moment(state: Any) -> tuple[Any, ...]:
    table = state.view(trapezi.SPECTATOR)["board"]
    return table["phase"], table["round"], table["turn"]


@examples(20)
@given(st.integers(0, 2**32))
def test_previews_add_up_to_the_points_scored_when_marks_are_revealed(seed: int) -> None:
    rng = trapezi.Stream(seed)
    match = trapezi.game("silver_gold", players=2).match(seed=seed)
    gain = [0, 0]
    while not match.state.over:
        seat = min(match.state.deciders)
        move = match.state.choose(seat, rng)
        before, then = scores_without_trophies(match.state), moment(match.state)
        gain[seat] += match.state.preview(seat, move)["points"]
        match.play(seat, move)
        if moment(match.state) == then:
            assert scores_without_trophies(match.state) == before
        else:
            assert scores_without_trophies(match.state) == [before[0] + gain[0], before[1] + gain[1]]
            gain = [0, 0]


def sheet_of(state: Any, seat: int) -> tuple[int, list[int], int]:
    """Return coins, palm boxes and the number of completed cards."""
    own = state.view(trapezi.SPECTATOR)["board"]["seats"][seat]
    return own["coins"], [box for box in own["palms"] if box], len(own["completed"])


@examples(20)
@given(st.integers(0, 2**32))
def test_only_its_player_sees_what_a_draft_will_pay(seed: int) -> None:
    rng = trapezi.Stream(seed)
    match = trapezi.game("silver_gold", players=2).match(seed=seed)
    while not match.state.over:
        seat = min(match.state.deciders)
        before, marking = match.state.clone(), match.state.view(seat)["board"]["phase"] == "marking"
        move = match.state.choose(seat, rng)
        preview = match.state.preview(seat, move)
        match.play(seat, move)
        if not marking:
            continue
        earlier = before.view(seat)["board"]["gain"]
        gained = {name: earlier[name] + preview[name] for name in earlier}
        gained["completed"].sort()
        if moment(match.state) == moment(before):
            assert match.state.view(seat)["board"]["gain"] == gained
            assert match.state.view(trapezi.SPECTATOR)["board"]["gain"] is None
        else:
            coins, palms, completed = sheet_of(before, seat)
            now = (coins + gained["coins"], palms + gained["palms"], completed + len(gained["completed"]))
            assert sheet_of(match.state, seat) == now
