"""In every position of The Game, resampling, stored data, previews and the reasons why moves are illegal agree with the rules."""

from __future__ import annotations

import json
import pickle
import random
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.properties import examples

import trapezi
from trapezi.core.log import log_lines
from trapezi.core.random import Stream, branch
from trapezi.core.state import State
from trapezi.games.the_game import notation
from trapezi.games.the_game.game import TheGame

CASES = dict(TheGame.configurations())


def random_position(game: Any, rng: random.Random, steps: int) -> State:
    """Return a position after a number of random events, including signals. Cards are laid carefully, so that games last."""
    state = game.start()
    for _ in range(steps):
        if state.over:
            break
        seat = min(state.deciders)
        if seat == trapezi.NATURE:
            state.play(seat, state.sample_chance(branch(rng.getrandbits(32), 0)))
            continue
        talker = rng.randrange(state.players)
        if rng.random() < 0.2 and state.optional(talker):
            state.play(talker, rng.choice(state.optional(talker)))
            continue
        worth = {m: state.preview(seat, m) for m in state.legal(seat)}
        safe = [m for m, p in worth.items() if not p.get("losing") and not p.get("short")]
        state.play(seat, min(safe or worth, key=lambda m: worth[m].get("distance", 0) + rng.random() * 8))
    return state


positions = st.builds(
    lambda name, seed, steps: random_position(CASES[name], random.Random(seed), steps),
    st.sampled_from(sorted(CASES)),
    st.integers(0, 2**32),
    st.integers(0, 220),
)


@given(positions, st.integers(0, 2**63))
@examples(80)
def test_a_resampled_state_looks_the_same_to_the_seat(state: State, key: int) -> None:
    for seat in (*range(state.players), trapezi.SPECTATOR):
        again = state.resample(seat, Stream(key))
        assert json.dumps(again.view(seat)) == json.dumps(state.view(seat))
        assert again.scores == state.scores


@given(positions)
@examples(80)
def test_data_and_pickle_restore_the_state(state: State) -> None:
    data = json.loads(json.dumps(state.data()))
    again = state.game.restore(data)
    for copy in (again, pickle.loads(pickle.dumps(state)), state.clone()):
        assert copy == state
        for seat in range(state.players):
            assert copy.view(seat) == state.view(seat)


@given(positions)
@examples(80)
def test_every_card_is_in_one_place(state: State) -> None:
    tables = [state.view(seat)["board"] for seat in range(state.players)]
    held = [card["card"] for table in tables for card in table["hand"]]
    assert len(held) == len(set(held)) == sum(tables[0]["sizes"])
    assert not set(held) & set(tables[0]["gone"])
    assert len(held) + len(tables[0]["gone"]) + tables[0]["draw_pile"] == 98
    assert state.scores == [len(tables[0]["gone"])] * state.players


@given(positions)
@examples(80)
def test_exactly_the_placements_marked_as_losing_break_a_command(state: State) -> None:
    for seat in state.deciders - {trapezi.NATURE}:
        for move in state.legal(seat):
            mark = state.preview(seat, move)
            then = state.clone()
            then.play(seat, move)
            broken = then.over and str(then.final_result().reason).split()[0].endswith((".skull", ".three", ".together"))
            if mark.get("losing"):
                assert then.over
            else:
                assert not broken
            assert mark["points"] == then.score(seat) - state.score(seat)


@given(positions)
@examples(40)
def test_every_rejected_move_has_a_reason(state: State) -> None:
    before = state.data()
    for seat in range(state.players):
        allowed = {*state.legal(seat), *state.optional(seat)}
        for move in state.game.moves:
            reason = state.why_not(seat, move)
            assert (reason is None) == (move in allowed)
    assert state.data() == before


def test_every_move_and_outcome_has_a_text_of_its_own() -> None:
    game = trapezi.game("the_game", players=3, first=0)
    everything = [*game.moves, *game.outcomes]
    texts = [game.text(move) for move in everything]
    assert len(set(texts)) == len(everything)
    assert [game.parse(text.upper()) for text in texts] == everything
    for text in ("", "1 up 1", "100 up 1", "02 up 1", "37 up 3", "draw 1", "draw", "signal", "signal up 1 hold", "end end"):
        assert game._parse(text) is None


def test_a_log_with_signals_replays() -> None:
    match = trapezi.game("the_game", players=2, first=0).match(seed=11)
    match.play(1, "signal up 1 hands-off")
    match.play(1, "signal skull avoid")
    match.play(1, "signal down 1 good")
    match.take_back(1)
    for _ in range(40):
        if match.state.over:
            break
        (seat,) = match.state.deciders
        match.play(seat, match.state.legal(seat)[0])
    assert trapezi.replay(log_lines(match)).state == match.state


def test_the_end_cannot_be_taken_back_because_it_shows_all_hands() -> None:
    for seed in range(30):
        match = trapezi.game("the_game", players=2, first=0).match(seed=seed)
        while not match.state.over:
            (seat,) = match.state.deciders
            match.play(seat, match.state.legal(seat)[0])
        assert not any(match.can_take_back(seat) for seat in range(2))


# -- what a seat can infer: the active player holds a hand with which the game is not lost -----------------------------


def fits(card: int, tops: list[int]) -> list[int]:
    ways = [card > tops[0] or card == tops[0] - 10, card > tops[1] or card == tops[1] - 10]
    ways += [card < tops[2] or card == tops[2] + 10, card < tops[3] or card == tops[3] + 10]
    return [pile for pile, way in enumerate(ways) if way]


def reaches(hand: set[int], tops: list[int], least: int) -> bool:
    if least == 0:
        return True
    for card in hand:
        for pile in fits(card, tops):
            if reaches(hand - {card}, [*tops[:pile], card, *tops[pile + 1 :]], least - 1):
                return True
    return False


@pytest.mark.parametrize("laid", [0, 1])
def test_resampling_draws_evenly_from_the_hands_that_can_be_held(laid: int) -> None:
    """The piles are at 98, 97, 4 and 3, and it is the turn of an opponent, who must lay at least three cards."""
    game = trapezi.game("the_game", players=2, first=0, mode="plain", expert=True)
    match = game.match(by_hand=True)
    hands = [[97, 98, 3, 4, 60, 61, 62], [99, 88, 89, 14, 20, 21, 22]]
    for k in range(14):
        match.play(-1, f"draw {hands[k % 2][k // 2]}")
    for text in ("98 up 1", "97 up 2", "3 down 1", "4 down 2", "end"):
        match.play(0, text)
    for card in (63, 64, 65, 66):
        match.play(-1, f"draw {card}")
    if laid:
        match.play(1, "88 up 1")
    tops, before = ([88, 97, 3, 4], {88}) if laid else ([98, 97, 3, 4], set())
    seen: dict[frozenset[int], int] = {}
    for k in range(300):
        sample = match.state.resample(0, branch(5, k))
        hand = frozenset(card["card"] for card in sample.view(1)["board"]["hand"])
        seen[hand] = seen.get(hand, 0) + 1
        assert len(hand) == 7 - laid
        assert reaches(set(hand) | before, [98, 97, 3, 4], 3)
        assert any(fits(card, tops) for card in hand)
        assert not hand & {98, 97, 3, 4, 60, 61, 62, 63, 64, 65, 66}
    assert len(seen) > 250


def test_resampling_finds_every_possible_hand_and_no_other() -> None:
    """Near the end of a plain game of three, when few cards are left for the two other hands."""
    rng = random.Random(2)
    game = trapezi.game("the_game", players=3, first=0, mode="plain")
    state = None
    while state is None:
        state = late_position(game, rng)
    table = state.view(0)["board"]
    pool = {card["card"] for seat in (1, 2) for card in state.view(seat)["board"]["hand"]}
    active = table["active"]
    tops = [pile["top"] for pile in table["piles"]]
    size = table["sizes"][active]
    wanted = {frozenset(h) for h in combinations(pool, size) if reaches(set(h), tops, 1)}
    seen: dict[frozenset[int], int] = {}
    for k in range(60 * len(wanted)):
        sample = state.resample(0, branch(9, k))
        hand = frozenset(card["card"] for card in sample.view(active)["board"]["hand"])
        seen[hand] = seen.get(hand, 0) + 1
    assert set(seen) == wanted
    assert min(seen.values()) > 30
    assert max(seen.values()) < 90


def late_position(game: Any, rng: random.Random) -> State | None:
    """Return a late position at the start of another seat's turn, or None if the game was lost before."""
    state = game.start()
    while not state.over:
        seat = min(state.deciders)
        if seat == trapezi.NATURE:
            tops = [pile["top"] for pile in state.visible_board(0)["piles"]]
            outcomes = [o - notation.DRAW for o in state.chance()]
            near = min((c for c in outcomes if c > max(tops[:2])), default=outcomes[0])
            far = max((c for c in outcomes if c < min(tops[2:])), default=outcomes[-1])
            state.play(seat, notation.DRAW + rng.choice([near, far]))
            continue
        table = state.visible_board(seat)
        late = table["draw_pile"] == 0 and table["turn"]["laid"] == 0 and seat != 0
        if late and min(table["sizes"][1:]) >= 2 and sum(table["sizes"][1:]) <= 6:
            return state
        legal = state.legal(seat)
        places = [m for m in legal if m != 400]
        end = legal[-1] == 400
        state.play(seat, 400 if end else min(places, key=lambda m: state.preview(seat, m)["distance"]))
    return None


# -- perft -------------------------------------------------------------------------------------------------------------


def perft(state: State, depth: int) -> int:
    """Return the number of sequences of this many decisions; the lowest card is drawn each time."""
    while state.deciders == {trapezi.NATURE}:
        state = state.clone()
        state.play(trapezi.NATURE, state.chance_outcome(0))
    if depth == 0 or state.over:
        return 1
    seat = min(state.deciders)
    total = 0
    for move in state.legal(seat):
        then = state.clone()
        then.play(seat, move)
        total += perft(then, depth - 1)
    return total


Cards = tuple[int, ...]


def ways(hand: frozenset[int], others: frozenset[int], unseen: Cards, tops: Cards, laid: int, depth: int) -> int:
    """Return the perft number of a game for two players without commands, computed by a second implementation."""
    if laid == 0 and not reaches(set(hand), list(tops), 2):
        return 1
    if depth == 0:
        return 1
    places = [(card, pile) for card in hand for pile in fits(card, list(tops))]
    if laid == 1 and not places:
        return 1
    total = 0
    for card, pile in places:
        total += ways(hand - {card}, others, unseen, (*tops[:pile], card, *tops[pile + 1 :]), laid + 1, depth - 1)
    if laid >= 2:
        n = 7 - len(hand)
        total += ways(others, hand | set(unseen[:n]), unseen[n:], tops, 0, depth - 1)
    return total


def test_perft_of_the_plain_game() -> None:
    state = trapezi.game("the_game", players=2, first=0, mode="plain").start()
    dealt: list[list[int]] = [[], []]
    for k, card in enumerate((48, 52, 38, 42, 58, 62, 90, 91, 95, 10, 9, 6, 5, 96)):
        state.play(trapezi.NATURE, notation.DRAW + card)
        dealt[k % 2].append(card)
    unseen = tuple(card for card in range(2, 100) if card not in dealt[0] + dealt[1])
    for depth in range(5):
        wanted = ways(frozenset(dealt[0]), frozenset(dealt[1]), unseen, (1, 1, 100, 100), 0, depth)
        assert perft(state, depth) == wanted
    assert [perft(state, depth) for depth in range(4)] == [1, 28, 596, 9960]


# -- take-backs --------------------------------------------------------------------------------------------------------


def test_a_card_laid_in_a_team_cannot_be_taken_back_to_show_the_hand() -> None:
    match = trapezi.game("the_game", players=2, first=0).match(seed=0)
    (seat,) = match.state.deciders
    match.play(seat, match.state.legal(seat)[0])
    assert not match.can_take_back(seat)
    alone = trapezi.game("the_game", players=1).match(seed=0)
    alone.play(0, alone.state.legal(0)[0])
    assert alone.can_take_back(0)


def test_the_history_says_what_a_card_was_laid_on() -> None:
    match = trapezi.game("the_game", players=2, first=0, mode="plain").match(seed=0)
    (seat,) = match.state.deciders
    card = match.state.view(seat)["board"]["hand"][0]["card"]
    match.play(seat, f"{card} up 1")
    description = match.history(1 - seat)[-1].description
    assert description == {"kind": "lay", "card": card, "command": None, "fire": False, "pile": 0, "on": 1, "trick": False}
