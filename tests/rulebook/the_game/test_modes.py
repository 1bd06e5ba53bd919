"""The rules of The Game, clause by clause: the modes, and who begins."""

from __future__ import annotations

import pytest
from tests.rulebook.the_game.by_hand import alone, begin, do, last_cards, losing, lost, offered, rejected, seen

import trapezi
from trapezi.core.errors import BadOption
from trapezi.games.the_game.command_bits import NAMES as COMMANDS

# -- TG-20: who begins -------------------------------------------------------------------------------------------------


@pytest.mark.clause("TG-20")
def test_the_agreed_player_begins_and_play_goes_clockwise() -> None:
    match = begin([2, 3], [4, 5], [6, 8], first=1)
    assert match.state.deciders == {1}
    do(match, "4 up 1", "5 up 1", "end", "draw 80", "draw 79")
    assert match.state.deciders == {2}
    do(match, "6 up 1", "8 up 1", "end", "draw 83", "draw 82")
    assert match.state.deciders == {0}


# -- TG-21: modes ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("TG-21")
def test_extreme_is_the_default_and_plain_ignores_commands() -> None:
    assert seen(begin([], []))["commands"] == list(COMMANDS)
    match = do(begin([9, 14, 20, 3], [], mode="plain"), "9 up 1", "14 up 1", "20 up 1", "3 up 2")
    assert "end" in offered(match)
    assert [pile["command"] for pile in seen(match)["piles"]] == [None] * 4


@pytest.mark.clause("TG-21")
@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_has_a_switch(command: str) -> None:
    match = begin([], [], **{command: False})
    assert seen(match)["commands"] == [name for name in COMMANDS if name != command]
    with pytest.raises(BadOption) as error:
        trapezi.game("the_game", players=2, mode="plain", **{command: False})
    assert str(error.value.reason) == f"the_game.plain-has-no-commands option={command}"


@pytest.mark.clause("TG-21")
def test_expert_needs_three_cards_while_the_draw_pile_lasts() -> None:
    match = do(begin([2, 3, 4], [], expert=True), "2 up 1", "3 up 1")
    assert rejected(match, "end") == "the_game.end.minimum missing=1"
    assert "end" in offered(do(match, "4 up 1"))
    match = do(begin([2, 9], [], expert=True), "2 up 1", "9 up 1")  # The 9 is a stop, which ends the turn after two cards.
    assert match.state.deciders == {trapezi.NATURE}
    match = alone([f"{card} up 1" for card in range(2, 100)], stop_before=5, mode="plain", expert=True)
    assert (seen(match)["draw_pile"], "end" in offered(match)) == (0, True)


@pytest.mark.clause("TG-21")
@pytest.mark.parametrize("card", [22, 33, 44, 55, 66, 77])
def test_a_fire_card_must_be_covered_by_the_next_player(card: int) -> None:
    match = do(begin([2, card], [3, 4, 78], on_fire=True, mode="plain"), "2 up 2", f"{card} up 1")
    assert "end" in offered(match)  # The player who laid the fire card need not cover it.
    do(match, "end", "draw 97", "draw 96")
    assert seen(match)["turn"]["cover"] == [0]
    do(match, "3 up 2", "4 up 2")
    assert rejected(match, "end") == "the_game.end.fire"
    assert "end" in offered(do(match, "78 up 1"))


@pytest.mark.clause("TG-21")
def test_a_fire_card_that_the_next_player_cannot_cover_loses() -> None:
    match = do(begin([2, 77], [3, 4, 5, 6, 8, 10, 12], on_fire=True), "2 up 2", "77 up 1", "end", "draw 97", "draw 96")
    assert lost(match) == "the_game.lost.fire"
    match = do(begin([2, 77], [3, 4, 5, 6, 8, 10, 67], on_fire=True), "2 up 2", "77 up 1", "end", "draw 97", "draw 96")
    assert not losing(match, "3 up 2")
    assert losing(match, "67 up 2")
    assert lost(do(match, "67 up 2")) == "the_game.lost.fire"


@pytest.mark.clause("TG-21")
def test_a_stop_on_another_pile_does_not_cover_the_fire_card() -> None:
    match = do(begin([2, 33], [45, 46], on_fire=True), "2 up 2", "33 up 1", "end", "draw 97", "draw 96")
    assert losing(match, "45 up 2")
    assert not losing(match, "45 up 1")
    assert lost(do(match, "45 up 2")) == "the_game.lost.fire"


@pytest.mark.clause("TG-21")
def test_a_fire_card_on_a_fire_card_must_be_covered_in_the_next_turn() -> None:
    match = do(begin([2, 33], [44, 3], [], on_fire=True), "2 up 2", "33 up 1", "end", "draw 97", "draw 96")
    do(match, "44 up 1", "3 up 2")
    assert seen(match)["turn"]["cover"] == []
    do(match, "end", "draw 95", "draw 94")
    assert seen(match)["turn"]["cover"] == [0]


@pytest.mark.clause("TG-21")
def test_in_a_solo_game_the_fire_card_is_covered_in_the_next_turn() -> None:
    match = do(begin([2, 33, 34, 3, 4], on_fire=True, mode="plain"), "2 up 2", "33 up 1", "end", "draw 97", "draw 96")
    do(match, "3 up 2", "4 up 2")
    assert rejected(match, "end") == "the_game.end.fire"
    assert "end" in offered(do(match, "34 up 1"))


@pytest.mark.clause("TG-21")
def test_a_fire_card_laid_as_the_last_card_needs_no_cover() -> None:
    match = do(last_cards("99 up 1", "77 down 1", on_fire=True, mode="plain"), "99 up 1", "77 down 1")
    assert match.state.result is not None
    assert match.state.result.won


@pytest.mark.clause("TG-21")
def test_the_modes_combine() -> None:
    match = do(begin([2, 33, 3], [14, 46, 4, 5], on_fire=True, expert=True), "2 up 2", "3 up 2", "33 up 1", "end")
    do(match, "draw 97", "draw 96", "draw 95", "14 down 1", "4 down 1")
    assert rejected(match, "end") == "the_game.end.minimum missing=1"
    assert "end" in offered(do(match, "46 up 1"))
