"""In a match, chance follows from a seed, moves can be taken back, and earlier positions can be visited."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import trapezi
from trapezi import NATURE, SPECTATOR
from trapezi.core.errors import CannotTakeBack, IllegalMove
from trapezi.core.history import without_taken_back
from trapezi.core.log import first_event_not_from_seed, log_lines
from trapezi.core.match import Match


def qwixx(players: int = 3, seed: int = 7) -> Match:
    return trapezi.game("qwixx", players=players).match(seed=seed)


@given(st.integers())
def test_a_seed_always_gives_the_same_chance(seed: int) -> None:
    assert qwixx(seed=seed).events == qwixx(seed=seed).events


def test_without_a_seed_each_match_is_its_own() -> None:
    game = trapezi.game("qwixx", players=2)
    assert len({game.match().seed for _ in range(5)}) == 5


def test_by_hand_nature_waits_for_dice_to_be_typed() -> None:
    match = trapezi.game("qwixx", players=2).match(by_hand=True)
    assert match.state.deciders == {NATURE}
    match.play(NATURE, "roll 1 2 3 4 5 6")
    assert match.state.deciders == {0, 1}


def test_a_pending_choice_is_taken_back_although_another_seat_chose_later() -> None:
    match = qwixx()
    before = match.state.data()
    match.play(0, "pass")
    match.play(1, "pass")
    match.take_back(0)
    assert match.state.deciders == {0, 2}
    match.take_back(1)
    assert match.state.data() == before


def test_revealed_decisions_cannot_be_taken_back() -> None:
    match = qwixx()
    for seat in range(3):
        match.play(seat, "pass")
    for seat in range(3):
        with pytest.raises(CannotTakeBack):
            match.take_back(seat)


def test_nobody_can_take_back_an_outcome_of_chance() -> None:
    match = qwixx(players=1)
    for seat in (NATURE, 0, 5, "0", None):
        with pytest.raises(CannotTakeBack):
            match.take_back(seat)  # type: ignore[arg-type]


def test_in_solitaire_the_first_action_can_be_taken_back_during_the_second() -> None:
    match = qwixx(players=1)
    before = match.state.data()
    match.play(0, "pass")
    match.take_back(0)
    assert match.state.data() == before


def test_a_take_back_cannot_reroll() -> None:
    straight, hesitant = qwixx(players=1), qwixx(players=1)
    for match in (straight, hesitant):
        match.play(0, match.state.legal(0)[0])
    hesitant.take_back(0)
    hesitant.play(0, hesitant.state.legal(0)[0])
    for match in (straight, hesitant):
        match.play(0, "pass")
    assert straight.state == hesitant.state
    assert len(hesitant.record) == len(straight.record) + 2
    assert first_event_not_from_seed(hesitant) is None


def test_dice_that_the_seed_does_not_give_are_detected() -> None:
    match = Match(trapezi.game("qwixx", players=2), 7, by_hand=True)
    match.play(NATURE, "roll 1 1 1 1 1 1")
    assert first_event_not_from_seed(match) == 0


def test_a_pending_decision_is_in_the_history_of_its_own_seat_only() -> None:
    match = qwixx(players=2)
    match.play(0, "pass")
    assert [entry.description for entry in match.history(0)][1:] == [{"kind": "pass"}]
    assert len(match.history(1)) == len(match.history(SPECTATOR)) == 1
    match.play(1, "pass")
    assert [(entry.seat, entry.description) for entry in match.history(1)][1:] == [(1, {"kind": "pass"}), (0, {"kind": "pass"})]
    assert [entry.seat for entry in match.history(SPECTATOR)][1:] == [0, 1]


def test_a_take_back_that_everyone_saw_is_an_entry_of_its_own() -> None:
    match = qwixx(players=1)
    match.play(0, "pass")
    match.take_back(0)
    entries = match.history(SPECTATOR)
    assert [(entry.n, entry.seat, entry.take_back) for entry in entries[1:]] == [(1, 0, None), (2, 0, 1)]
    assert without_taken_back(entries) == entries[:1]


def test_a_hidden_decision_that_was_taken_back_leaves_no_trace_for_others() -> None:
    match = qwixx(players=2)
    before = match.history(1)
    match.play(0, "pass")
    match.take_back(0)
    assert match.history(1) == before
    assert [entry.take_back for entry in match.history(0)] == [None, None, 1]


def test_every_earlier_position_can_be_visited() -> None:
    match = qwixx(players=2)
    match.play(0, "pass")
    assert match.state_after(0) == match.game.start()
    assert match.state_after(2) == match.state
    with pytest.raises(IllegalMove):
        match.state_after(3)


def test_a_seed_must_be_a_number() -> None:
    with pytest.raises(trapezi.TrapeziError, match="not-a-seed"):
        trapezi.game("qwixx", players=2).match(seed="seven")  # type: ignore[arg-type]


def test_an_illegal_move_leaves_no_line_in_the_log() -> None:
    match = qwixx()
    lines = log_lines(match)
    with pytest.raises(IllegalMove):
        match.play(0, "red 12")
    assert log_lines(match) == lines


def test_a_game_copies_a_deck_given_by_value() -> None:
    content = trapezi.game("the_game", players=2).options.deck.deck.content
    mine = {**content, "commands": dict(content["commands"])}
    match = trapezi.game("the_game", players=2, deck=mine).match(seed=1)
    before = log_lines(match)
    mine["commands"]["stop"], mine["commands"]["skull"] = mine["commands"]["skull"], mine["commands"]["stop"]
    assert log_lines(match) == before
    assert trapezi.replay(before).state == match.state
    assert hash(match.game.options) == hash(match.game.options)
