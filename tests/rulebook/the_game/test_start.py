"""The rules of The Game, clause TG-20: after the deal, the players agree who begins."""

from __future__ import annotations

from itertools import product

import pytest
from tests.rulebook.the_game.by_hand import begin, do, rejected, seen

import trapezi
from trapezi.core.match import Match


def dealt(*hands: list[int]) -> Match:
    """Return a match in which the hands have just been dealt, and nobody has said anything."""
    return begin(*hands, first="agreed", mode="plain")


def say(match: Match, *wishes: str) -> Match:
    """Make seat 0 say the first wish, seat 1 the second, and so on."""
    for seat, wish in enumerate(wishes):
        match.play(seat, f"start {wish}")
    return match


@pytest.mark.clause("TG-20")
def test_everybody_knows_their_hand_before_anybody_says_who_begins() -> None:
    match = dealt([3, 5], [98, 97], [])
    assert match.state.deciders == {0, 1, 2}
    assert [card["card"] for card in seen(match, 1)["hand"]][-2:] == [97, 98]
    assert seen(match)["phase"] == "starting"
    assert seen(match)["active"] is None
    for seat in range(3):
        assert [match.game.text(move) for move in match.state.legal(seat)] == ["start yes", "start maybe", "start no"]


@pytest.mark.clause("TG-20")
@pytest.mark.parametrize("wishes", list(product(("yes", "maybe", "no"), repeat=3)))
def test_the_strongest_wish_begins_and_among_equals_the_first_clockwise(wishes: tuple[str, ...]) -> None:
    match = say(dealt([3, 5], [98, 97], [20, 21]), *wishes)
    strongest = min(wishes, key=["yes", "maybe", "no"].index)
    assert match.state.deciders == {wishes.index(strongest)}
    assert seen(match)["active"] == wishes.index(strongest)


@pytest.mark.clause("TG-20")
def test_play_goes_on_clockwise_from_whoever_begins() -> None:
    match = say(dealt([90, 91], [20, 21], [3, 5]), "no", "no", "yes")
    do(match, "3 up 1", "5 up 1", "end", "draw 30", "draw 31")
    assert match.state.deciders == {0}


@pytest.mark.clause("TG-20")
def test_nobody_sees_a_wish_before_everybody_has_said_theirs() -> None:
    match, silent = dealt([3, 5], [98, 97], [20, 21]), dealt([3, 5], [98, 97], [20, 21])
    match.play(1, "start yes")
    assert seen(match, 1)["wish"] == "yes"
    for viewer in (0, 2, trapezi.SPECTATOR):
        assert seen(match, viewer) == seen(silent, viewer)
        assert [entry for entry in match.history(viewer) if entry.seat == 1] == []
    match.play(0, "start no")
    match.play(2, "start no")
    assert [entry.description for entry in match.history(0)][-3:] == [
        {"kind": "start", "wish": wish} for wish in ("no", "yes", "no")
    ]


@pytest.mark.clause("TG-20")
def test_a_wish_can_be_changed_until_everybody_has_said_theirs() -> None:
    match = dealt([3, 5], [98, 97])
    match.play(0, "start yes")
    match.take_back(0)
    match.play(0, "start no")
    match.play(1, "start maybe")
    assert match.state.deciders == {1}
    assert not match.can_take_back(0)


@pytest.mark.clause("TG-20")
def test_a_lone_player_is_not_asked() -> None:
    match = begin([3, 5], first="agreed")
    assert match.state.deciders == {0}
    assert seen(match)["phase"] == "turn"


@pytest.mark.clause("TG-20")
def test_nobody_is_asked_if_the_table_names_the_seat_that_begins() -> None:
    match = begin([], [3, 5], first=1)
    assert match.state.deciders == {1}
    assert rejected(match, "start yes") == "the_game.started"


@pytest.mark.clause("TG-20")
def test_no_card_can_be_laid_before_it_is_decided_who_begins() -> None:
    match = dealt([3, 5], [])
    assert rejected(match, "3 up 1", seat=0) == "the_game.not-started"
    assert rejected(match, "end", seat=0) == "the_game.not-started"


@pytest.mark.clause("TG-8")
@pytest.mark.clause("TG-20")
def test_players_may_signal_before_the_first_turn() -> None:
    match = dealt([3, 5], [98])
    assert not match.state.talk_forbidden()
    match.play(1, "signal down 1 hands-off")
    assert rejected(match, "signal down 1 good", seat=1) == "the_game.hush.said"
    say(match, "yes", "no")
    assert seen(match)["signals"][1]["piles"][2] == "hands-off", "the signal still stands in the first turn"
    match.play(1, "signal down 1 good")


@pytest.mark.clause("TG-20")
def test_the_table_decides_for_nobody_when_time_is_up() -> None:
    match = dealt([3, 5], [])
    assert [match.state.default_move(seat) for seat in range(2)] == [None, None], "a cooperative game pauses"
