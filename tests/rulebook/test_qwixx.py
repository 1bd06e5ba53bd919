"""The rules of Qwixx, clause by clause."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rulebook.sheet_table import SheetTable

import trapezi
from trapezi import NATURE
from trapezi.core.errors import IllegalMove

RED, YELLOW, GREEN, BLUE = range(4)


class Table(SheetTable):
    """A table where the dice are entered by hand."""

    def __init__(self, players: int = 2, **options: Any) -> None:
        self.match = trapezi.game("qwixx", players=players, **options).match(by_hand=True)

    def roll(self, *dice: int | str) -> Table:
        self.match.play(NATURE, "roll " + " ".join(map(str, dice)))
        return self

    def white(self, *choices: str) -> Table:
        for seat, choice in enumerate(choices):
            self.match.play(seat, choice)
        return self

    def colour(self, choice: str = "pass") -> Table:
        self.match.play(self.board["active"], choice)
        return self

    def turn(self, dice: str, *choices: str) -> Table:
        """Play a whole turn: roll the dice, then play a choice per seat and the active player's second choice."""
        return self.roll(*dice.split()).white(*choices[:-1]).colour(choices[-1])

    def dice_of(self, seat: int, text: str) -> list[list[int]]:
        """Return the pairs of dice that make a move: 0 and 1 are white, then red, yellow, green, blue."""
        return self.state.preview(seat, self.match.game.parse(text))["dice"]

    def default(self, seat: int) -> str:
        """Return the move that the table makes for a seat when its time is up."""
        return self.match.game.text(self.state.default_move(seat) or 0)

    def why_not(self, seat: int, text: str) -> str | None:
        reason = self.state.why_not(seat, self.match.game.parse(text))
        return reason.key if reason else None


def whites(number: int, coloured: str = "1 1 1 1") -> str:
    """Return a roll whose white dice add up to a number."""
    low = min(6, number - 1)
    return f"{low} {number - low} {coloured}"


def all_cross(table: Table, colour: str, *numbers: int) -> Table:
    """Play a turn for each number: the white dice add up to it, and all players cross it in the row of this colour."""
    for number in numbers:
        table.turn(whites(number), *[f"{colour} {number}"] * table.match.game.players, "pass")
    return table


# -- QX-1, QX-2: the sheet and its order -------------------------------------------------------------------------------


@pytest.mark.clause("QX-1")
def test_red_and_yellow_run_up_green_and_blue_run_down() -> None:
    cells = trapezi.game("qwixx", players=2).layout.cells  # type: ignore[attr-defined]
    up, down = list(range(2, 13)), list(range(12, 1, -1))
    for row, numbers in enumerate([up, up, down, down]):
        assert cells[row * 11 : row * 11 + 11] == [(row, number) for number in numbers]


@pytest.mark.clause("QX-2")
def test_after_red_5_and_7_the_red_2_3_4_and_6_are_dead() -> None:
    for number in (2, 3, 4, 6):
        table = all_cross(Table(players=1), "red", 5, 7).roll(*whites(number).split())
        assert table.why_not(0, f"red {number}") == "qwixx.skipped"
        assert f"yellow {number}" in table.may(0)


@pytest.mark.clause("QX-2")
def test_with_yellow_at_10_only_11_and_12_are_left() -> None:
    table = all_cross(Table(players=1), "yellow", 3, 4, 5, 6, 10)
    sheet = table.board["sheets"][0]["rows"][YELLOW]
    assert [position + 2 for position in sheet["open"]] == [11, 12]


@pytest.mark.clause("QX-2")
def test_green_goes_on_to_the_right_of_6_and_blue_of_10() -> None:
    table = all_cross(all_cross(Table(players=1), "green", 6), "blue", 10)
    assert "green 5" in table.roll(*whites(5).split()).may(0)
    assert table.white("green 5").colour().roll(*whites(7).split()).may(0) == {"red 7", "yellow 7", "blue 7", "pass"}
    assert table.white("pass").colour().roll(*whites(11).split()).why_not(0, "blue 11") == "qwixx.skipped"


@pytest.mark.clause("QX-2")
def test_any_number_of_cells_may_be_skipped_and_a_cell_is_crossed_once() -> None:
    table = all_cross(Table(players=1), "red", 11)
    assert table.crossed(0, RED) == [11]
    assert table.roll(*whites(11).split()).why_not(0, "red 11") == "qwixx.already-crossed"


# -- QX-3, QX-4, QX-5: the dice and the two actions --------------------------------------------------------------------


@pytest.mark.clause("QX-3")
def test_six_dice_are_rolled_each_outcome_equally_likely() -> None:
    chance = Table().state.chance()
    assert chance.count == 6**6
    rolls = [Table().match.game.describe(outcome) for outcome in list(chance)[:: 6**3 - 1]]
    assert {roll["white"][0] for roll in rolls} == {roll["blue"] for roll in rolls} == set(range(1, 7))
    assert chance.probability(next(iter(chance))) == pytest.approx(1 / 46656)


@pytest.mark.clause("QX-4")
def test_white_4_and_1_let_everyone_cross_a_5() -> None:
    table = Table(players=4).roll(4, 1, 2, 3, 5, 6)
    assert table.state.deciders == {0, 1, 2, 3}
    for seat in range(4):
        assert table.may(seat) == {"red 5", "yellow 5", "green 5", "blue 5", "pass"}
    table.white("red 5", "yellow 5", "pass", "pass")
    assert table.crossed(0, RED) == table.crossed(1, YELLOW) == [5]
    assert not any(table.crossed(seat, row) for seat in (2, 3) for row in range(4))


@pytest.mark.clause("QX-4")
def test_choices_are_made_in_secret_and_revealed_together() -> None:
    table = Table(players=3).roll(4, 1, 2, 3, 5, 6)
    before = table.state.view(1)
    table.match.play(0, "red 5")
    table.match.play(2, "blue 5")
    after = table.state.view(1)
    assert after["board"] == before["board"]
    assert table.state.view(0)["board"]["choice"] == table.match.game.parse("red 5")
    assert table.instead(0) == {"yellow 5", "green 5", "blue 5", "pass"}
    assert table.instead(1) == set()
    table.match.play(1, "pass")
    assert table.instead(0) == set(), "a revealed choice is final"
    assert table.crossed(0, RED) == table.crossed(2, BLUE) == [5]


@pytest.mark.clause("QX-5")
def test_white_4_and_blue_6_make_blue_10() -> None:
    table = Table().roll(4, 1, 2, 3, 5, 6).white("pass", "pass")
    assert table.state.deciders == {0}
    assert table.may(0) == {"red 6", "red 3", "yellow 7", "yellow 4", "green 9", "green 6", "blue 10", "blue 7", "pass"}
    table.colour("blue 10")
    assert table.crossed(0, BLUE) == [10]


@pytest.mark.clause("QX-5")
def test_action_two_follows_the_crosses_of_action_one_and_ignores_the_white_sum() -> None:
    table = Table().roll(4, 3, 1, 3, 5, 6).white("red 7", "pass")
    assert "red 5" not in table.may(0), "left of the 7 that was just crossed"
    assert table.why_not(0, "yellow 8") == "qwixx.not-rolled"
    assert table.why_not(1, "yellow 7") == "common.move.not-your-turn"


@pytest.mark.clause("QX-5")
def test_the_view_lists_the_sums_and_a_preview_the_dice_that_make_them() -> None:
    table = Table().roll(4, 1, 2, 3, 5, 6)
    assert table.board["sums"] == {"white": 5, "red": [6, 3], "yellow": [7, 4], "green": [9, 6], "blue": [10, 7]}
    assert table.dice_of(1, "blue 5") == [[0, 1]]
    table.white("pass", "pass")
    assert table.dice_of(0, "blue 10") == [[0, 5]]
    assert table.dice_of(0, "red 3") == [[1, 2]]
    assert table.dice_of(0, "pass") == []
    assert table.colour().roll(4, 4, 2, 3, 5, 6).white("pass", "pass").dice_of(1, "red 6") == [[0, 2], [1, 2]]


# -- QX-6: misses ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("QX-6")
def test_an_active_player_who_crosses_nothing_takes_a_miss_and_others_never() -> None:
    table = Table(players=3).turn("4 1 2 3 5 6", "pass", "pass", "pass", "pass")
    assert table.misses() == [1, 0, 0]
    assert table.state.scores == [-5, 0, 0]


@pytest.mark.clause("QX-6")
def test_one_cross_in_either_action_saves_from_the_miss() -> None:
    table = Table().turn("4 1 2 3 5 6", "red 5", "pass", "pass").turn("4 1 2 3 5 6", "pass", "pass", "blue 10")
    assert table.misses() == [0, 0]


@pytest.mark.clause("QX-4", "QX-5")
def test_when_time_is_up_a_pass_that_costs_nothing_is_made() -> None:
    table = Table().roll(4, 1, 2, 3, 5, 6)
    assert [table.default(0), table.default(1)] == ["pass", "pass"]
    assert table.white("red 5", "pass").default(0) == "pass"


@pytest.mark.clause("QX-6")
def test_when_time_is_up_a_cross_is_made_rather_than_a_miss() -> None:
    table = all_cross(Table(players=1), "yellow", 2, 3, 4)  # the fourth cross in yellow scores four points, any other one
    assert table.roll(1, 2, 6, 6, 6, 6).white("pass").default(0) == "yellow 7"
    assert table.colour("yellow 7").misses()[0] == 0


@pytest.mark.clause("QX-6")
def test_when_time_is_up_and_nothing_fits_the_miss_is_taken() -> None:
    table = Table(players=1)
    for colour, number in (("red", 11), ("yellow", 11), ("green", 3), ("blue", 3)):
        all_cross(table, colour, number)
    assert table.roll(3, 3, 1, 1, 4, 4).white("pass").may(0) == {"pass"}
    assert table.default(0) == "pass"


# -- QX-7, QX-8, QX-9: locks -------------------------------------------------------------------------------------------


@pytest.mark.clause("QX-7")
def test_the_last_number_needs_five_crosses_before() -> None:
    assert Table(players=1).roll(6, 6, 1, 1, 1, 1).why_not(0, "red 12") == "qwixx.needs-five"
    four = all_cross(Table(players=1), "red", 2, 3, 4, 5).roll(6, 6, 1, 1, 1, 1)
    assert four.why_not(0, "red 12") == "qwixx.needs-five"
    five = all_cross(Table(players=1), "red", 2, 3, 4, 5, 6).roll(6, 6, 1, 1, 1, 1)
    assert "red 12" in five.may(0)


@pytest.mark.clause("QX-7")
def test_the_lock_counts_as_a_cross() -> None:
    table = all_cross(Table(players=1), "red", 2, 3, 4, 5, 6).turn("6 6 1 1 1 1", "red 12", "pass")
    assert table.lock(0, RED)
    assert table.state.score_lines(0)[RED].reason.params["crosses"] == 7
    assert table.state.scores == [28]


@pytest.mark.clause("QX-7")
def test_a_cross_of_action_one_counts_for_the_last_number_in_action_two() -> None:
    table = all_cross(Table(players=1), "red", 2, 3, 4, 5)
    table.turn("6 1 6 1 1 1", "red 7", "red 12")
    assert table.crossed(0, RED) == [2, 3, 4, 5, 7, 12]
    assert table.lock(0, RED)


@pytest.mark.clause("QX-8")
def test_crossing_green_2_with_its_lock_removes_the_green_die() -> None:
    table = all_cross(Table(players=2), "green", 12, 11, 10, 9, 8)
    table.turn("1 1 5 5 5 5", "pass", "green 2", "pass")
    assert table.lock(1, GREEN)
    assert table.board["closed"] == [GREEN]
    assert table.state.chance().count == 6**5
    with pytest.raises(IllegalMove):
        table.roll(1, 1, 1, 1, 1, 1)
    table.roll(1, 1, 1, 1, "-", 1)
    assert table.why_not(0, "green 2") == "qwixx.row-closed"


@pytest.mark.clause("QX-8")
def test_everyone_who_crosses_the_last_number_together_gets_the_lock() -> None:
    table = all_cross(Table(players=3), "red", 2, 3, 4, 5, 6)
    table.roll(6, 6, 1, 1, 1, 1).white("red 12", "red 12", "blue 12")
    assert [table.lock(seat, RED) for seat in range(3)] == [True, True, False]
    assert table.board["closed"] == [RED]


@pytest.mark.clause("QX-8")
def test_a_player_with_fewer_than_five_crosses_gets_neither_number_nor_lock() -> None:
    table = Table(players=2)
    for number in (2, 3, 4, 5, 6):
        table.turn(whites(number), f"red {number}", f"red {number}" if number < 4 else f"yellow {number}", "pass")
    table.roll(6, 6, 1, 1, 1, 1)
    assert table.why_not(1, "red 12") == "qwixx.needs-five"
    table.white("red 12", "pass")
    assert [table.lock(0, RED), table.lock(1, RED)] == [True, False]
    assert table.crossed(1, RED) == [2, 3]


@pytest.mark.clause("QX-9")
def test_a_row_closed_in_action_one_cannot_be_used_in_action_two() -> None:
    table = all_cross(Table(players=2), "red", 2, 3, 4, 5, 6)  # seat 1 is active now
    table.roll(6, 6, 5, 1, 1, 1).white("red 12", "pass")
    assert table.state.deciders == {1}
    assert table.board["dice"]["red"] == 0
    assert table.why_not(1, "red 11") == "qwixx.row-closed"
    assert not any(text.startswith("red") for text in table.may(1))


@pytest.mark.clause("QX-9", "QX-13")
def test_the_die_of_a_row_closed_in_action_one_is_gone_for_other_rows_too() -> None:
    table = Table(players=1, sheet="mixed-colours")
    for text in ("blue 12", "blue 11", "green 10", "yellow 9", "yellow 8"):
        table.turn(whites(int(text.split()[1])), text, "pass")
    assert "green 7" in table.roll(1, 1, 6, 6, 6, 6).white("red 2").may(0)
    table.colour().roll(1, 1, 6, 6, 6, 6).white("green 2")
    assert "green 7" not in table.may(0)


# -- QX-10: the end ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("QX-10")
def test_the_fourth_miss_ends_the_game_at_once() -> None:
    table = Table(players=1)
    for _ in range(3):
        table.turn("1 1 1 1 1 1", "pass", "pass")
    assert not table.state.over
    table.turn("1 1 1 1 1 1", "pass", "pass")
    assert table.state.over
    assert table.state.scores == [-20]
    assert str(table.state.result.reason) == "qwixx.over.misses seat=0"


def almost_two_locks(players: int) -> Table:
    """Return a table where green is closed and everybody has five crosses in red and in yellow."""
    table = all_cross(Table(players=players), "green", 12, 11, 10, 9, 8)
    table.turn("1 1 5 5 5 5", *["green 2"] * players, "pass")
    for colour in ("red", "yellow"):
        for number in (2, 3, 4, 5, 6):
            table.turn(whites(number, "1 1 - 1"), *[f"{colour} {number}"] * players, "pass")
    return table


@pytest.mark.clause("QX-10")
def test_two_rows_can_close_together_when_one_is_closed_already() -> None:
    table = almost_two_locks(4).roll(6, 6, 1, 1, "-", 1).white("pass", "red 12", "yellow 12", "pass")
    assert table.board["closed"] == [RED, YELLOW, GREEN]
    assert table.state.over
    assert table.state.result is not None
    assert str(table.state.result.reason) == "qwixx.over.rows rows=3"
    assert table.lock(1, RED)
    assert table.lock(2, YELLOW)


@pytest.mark.clause("QX-10")
def test_two_rows_closed_in_action_one_skip_action_two_and_its_miss() -> None:
    table = almost_two_locks(2)
    active = table.board["active"]
    choices = ["pass", "pass"]
    choices[1 - active] = "red 12"
    table.roll(6, 6, 1, 1, "-", 1).white(*choices)
    assert table.state.over
    assert table.misses() == [0, 0]


@pytest.mark.clause("QX-10")
def test_the_second_row_closed_in_action_two_ends_the_game_too() -> None:
    table = almost_two_locks(1).roll(6, 3, 6, 1, "-", 1).white("pass").colour("red 12")
    assert table.state.over


@pytest.mark.clause("QX-10")
def test_one_closed_row_does_not_end_the_game() -> None:
    table = all_cross(Table(players=1), "red", 2, 3, 4, 5, 6).turn("6 6 1 1 1 1", "red 12", "pass")
    assert not table.state.over


# -- QX-11: score ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("QX-11")
def test_four_three_seven_and_eight_crosses_and_two_misses_make_70() -> None:
    table = Table(players=1)
    all_cross(table, "red", 2, 3, 4, 5)
    all_cross(table, "yellow", 2, 3, 4)
    all_cross(table, "green", 12, 11, 10, 9, 8, 7, 6)
    all_cross(table, "blue", 12, 11, 10, 9, 8, 7, 6, 5)
    table.turn("1 1 1 1 1 1", "pass", "pass").turn("1 1 1 1 1 1", "pass", "pass")
    assert [line.points for line in table.state.score_lines(0)] == [10, 6, 28, 36, -10]
    assert table.state.scores == [70]


@pytest.mark.clause("QX-11")
def test_a_row_pays_1_3_6_10_and_so_on_to_78() -> None:
    table, paid = Table(players=1), []
    for number in range(2, 12):
        paid.append(all_cross(table, "red", number).state.scores[0])
    table.roll(6, 6, 1, 1, 1, 1).white("red 12")
    assert [*paid, table.state.scores[0]] == [1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 78]


@pytest.mark.clause("QX-11")
def test_the_highest_total_wins_and_equal_totals_share_the_win() -> None:
    shared = almost_two_locks(2).roll(6, 6, 1, 1, "-", 1).white("red 12", "red 12")
    assert shared.state.result is not None
    assert shared.state.result.winners == (0, 1)
    won = almost_two_locks(2).roll(6, 6, 1, 1, "-", 1).white("pass", "red 12")
    assert won.state.result is not None
    assert won.state.result.ranks == (2, 1)


# -- QX-12: turns ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("QX-12")
def test_the_active_role_passes_clockwise_from_the_first_player() -> None:
    table, active = Table(players=3, first=2), []
    for _ in range(4):
        active.append(table.board["active"])
        table.turn("4 1 1 1 1 1", "pass", "pass", "pass", "pass")
    assert active == [2, 0, 1, 2]


@pytest.mark.clause("QX-12")
def test_a_single_player_is_always_active() -> None:
    table = Table(players=1).turn("4 1 1 1 1 1", "red 5", "pass")
    assert table.board["active"] == 0
    assert table.roll(4, 1, 1, 1, 1, 1).state.deciders == {0}


# -- QX-13: mixed sheets -----------------------------------------------------------------------------------------------


@pytest.mark.clause("QX-13")
@pytest.mark.parametrize("sheet", ["mixed-colours", "mixed-numbers"])
def test_a_mixed_sheet_has_every_number_once_per_colour_and_once_per_row(sheet: str) -> None:
    cells = trapezi.game("qwixx", players=2, sheet=sheet).layout.cells  # type: ignore[attr-defined]
    assert sorted(cells) == [(colour, number) for colour in range(4) for number in range(2, 13)]
    for row in range(4):
        assert sorted(number for _, number in cells[row * 11 : row * 11 + 11]) == list(range(2, 13))


@pytest.mark.clause("QX-13")
def test_on_mixed_colours_action_two_crosses_that_colour_wherever_it_stands() -> None:
    table = Table(players=1, sheet="mixed-colours").roll(4, 3, 1, 1, 3, 1).white("pass")
    green_7 = table.match.game.parse("green 7")
    assert table.match.game.describe(green_7)["row"] == 0
    assert table.may(0) == {"red 5", "red 4", "yellow 5", "yellow 4", "green 7", "green 6", "blue 5", "blue 4", "pass"}
    table.colour("green 7")
    table.roll(2, 2, 6, 6, 6, 6)
    assert table.why_not(0, "yellow 4") == "qwixx.skipped", "left of it in the first row"


@pytest.mark.clause("QX-13")
def test_on_mixed_numbers_order_is_the_place_in_the_row() -> None:
    table = Table(players=1, sheet="mixed-numbers").turn("6 5 1 1 1 1", "red 11", "pass").roll(1, 2, 1, 1, 1, 1)
    assert "red 3" in table.may(0)
    assert table.white("red 3").colour().roll(4, 5, 1, 1, 1, 1).why_not(0, "red 9") == "qwixx.skipped"


@pytest.mark.clause("QX-13")
def test_the_lock_of_a_mixed_row_needs_five_crosses_and_removes_its_own_die() -> None:
    table = Table(players=1, sheet="mixed-colours")
    for text in ("blue 12", "blue 11", "green 10", "yellow 9"):
        table.turn(whites(int(text.split()[1])), text, "pass")
    assert table.roll(1, 1, 6, 6, 6, 6).why_not(0, "green 2") == "qwixx.needs-five"
    table.white("red 2").colour().turn(whites(8), "yellow 8", "pass").turn("1 1 6 6 6 6", "green 2", "pass")
    assert table.board["closed"] == [2]
    assert table.board["dice"]["green"] == 0
    assert table.board["sums"]["green"] is None
    table.roll(4, 3, 1, 1, "-", 1)
    assert "green 7" in table.may(0), "cells of that colour in open rows still take the white sum"
