"""The rules of the Qwixx card game, clause by clause: crosses, score, the end, and jokers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import trapezi
from trapezi import NATURE

Deal = Callable[..., Any]
RED, YELLOW, GREEN, BLUE = range(4)


# -- QC-3, QC-4: the sheet ---------------------------------------------------------------------------------------------


@pytest.mark.clause("QC-3")
def test_red_and_yellow_run_up_green_and_blue_run_down(deal: Deal) -> None:
    game = trapezi.game("qwixx_cards", players=2)
    up, down = list(range(2, 13)), list(range(12, 1, -1))
    cells = [game.describe(cell) for cell in range(44)]
    assert [cell["number"] for cell in cells] == [*up, *up, *down, *down]
    table = deal().turn(6, "red 6", "green 6")
    assert [up[position] for position in table.board["sheets"][0]["rows"][RED]["open"]] == [7, 8, 9, 10, 11]
    assert [down[position] for position in table.board["sheets"][1]["rows"][GREEN]["open"]] == [5, 4, 3]


@pytest.mark.clause("QC-3")
def test_after_red_5_and_7_the_red_2_3_4_and_6_are_dead(deal: Deal) -> None:
    for number in (2, 3, 4, 6):
        table = deal().all_cross("red", 5, 7).take(number=number)
        assert table.rejection(0, f"red {number}") == "skipped"
        assert f"yellow {number}" in table.may(0)


@pytest.mark.clause("QC-3")
def test_a_number_is_crossed_once(deal: Deal) -> None:
    assert deal().all_cross("blue", 8).take(number=8).rejection(1, "blue 8") == "already-crossed"


@pytest.mark.clause("QC-3")
@pytest.mark.parametrize(("colour", "before", "last"), [("red", (2, 3, 4, 5, 6), 12), ("green", (12, 11, 9, 8, 7), 2)])
def test_the_last_number_needs_five_crosses(deal: Deal, colour: str, before: tuple[int, ...], last: int) -> None:
    four = deal().all_cross(colour, *before[:4]).take(number=last)
    assert four.rejection(0, f"{colour} {last}") == "needs-five"
    five = deal().all_cross(colour, *before).take(number=last)
    assert f"{colour} {last}" in five.may(0)


@pytest.mark.clause("QC-3")
def test_the_lock_counts_as_a_cross(deal: Deal) -> None:
    table = deal(begin=1).all_cross("red", 2, 3, 4, 5, 6).turn(12, "red 12", "pass")
    assert (table.lock(0, RED), table.lock(1, RED)) == (True, False)
    assert table.state.scores == [7 * 8 // 2, 5 * 6 // 2]


@pytest.mark.clause("QC-4")
def test_a_completed_green_row_stays_open_for_the_others(deal: Deal) -> None:
    table = deal(players=3).all_cross("green", 12, 11, 10, 9, 8).turn(2, "pass", "pass", "green 2").take(number=7)
    assert [table.lock(seat, GREEN) for seat in range(3)] == [False, False, True]
    assert [f"green {7}" in table.may(seat) for seat in range(3)] == [True, True, False]
    assert table.rejection(2, "green 7") == "row-complete"


@pytest.mark.clause("QC-4")
def test_a_second_player_completes_the_same_row_later_and_gets_a_lock_too(deal: Deal) -> None:
    table = deal().all_cross("red", 2, 3, 4, 5, 6).turn(12, "red 12", "pass").turn(12, "pass", "red 12")
    assert table.lock(0, RED)
    assert table.lock(1, RED)
    assert not table.state.over


# -- QC-8, QC-9: several crosses in one step ---------------------------------------------------------------------------


@pytest.mark.clause("QC-8")
def test_4_5_and_7_may_be_crossed_together(deal: Deal) -> None:
    table = deal("r4 r5 r7").passing().play("r4 r5 r7", "r4 r5 r7")
    assert table.crossed(0, RED) == [4, 5, 7]


@pytest.mark.clause("QC-8")
def test_2_4_6_cannot_all_be_crossed_but_two_neighbours_or_one_can(deal: Deal) -> None:
    table = deal("y2 y4 y6").passing()
    assert table.why_not("y2 y4 y6", "y2 y4 y6") == "gap"
    assert table.why_not("y2 y4 y6", "y2 y6") == "gap"
    for crossed in ("y2 y4", "y4 y6", "y2", "y4", "y6"):
        assert table.why_not("y2 y4 y6", crossed) is None


@pytest.mark.clause("QC-8")
def test_two_numbers_skipped_between_two_crosses_are_too_many(deal: Deal) -> None:
    table = deal("g9 g6 g5").passing()
    assert table.why_not("g9 g6", "g9 g6") == "gap"
    assert table.why_not("g9 g6 g5", "g9 g5") == "gap"
    assert table.why_not("g9 g6 g5", "g6 g5") is None


@pytest.mark.clause("QC-8")
def test_the_gap_before_the_first_cross_does_not_count(deal: Deal) -> None:
    table = deal("b7 b6 b4").all_cross("blue", 12, 11).passing().play("b7 b6 b4", "b7 b6 b4")
    assert table.crossed(0, BLUE) == [12, 11, 7, 6, 4]


@pytest.mark.clause("QC-8")
def test_equal_numbers_give_one_cross(deal: Deal) -> None:
    table = deal("r7 j7 r8", jokers=True).passing()
    assert table.why_not("r7 j7", "r7 j7") == "same-number"
    assert table.why_not("r7 j7", "j7", "red") == "same-number"
    pairs = {text for text in table.may(0) if text.startswith("play 1 2 cross")}
    assert pairs == {"play 1 2 cross 1 red"}
    assert table.why_not("j7", "j7", "red") is None
    table.play("r7 j7 r8", "r7 r8")
    assert table.crossed(0, RED) == [7, 8]
    assert table.board["discards"] == 3


@pytest.mark.clause("QC-9")
def test_with_four_crosses_10_11_and_12_of_red_are_crossed_together(deal: Deal) -> None:
    table = deal("r10 r11 r12").all_cross("red", 2, 3, 4, 5).passing().play("r10 r11 r12", "r10 r11 r12")
    assert table.crossed(0, RED) == [2, 3, 4, 5, 10, 11, 12]
    assert table.lock(0, RED)
    assert table.state.scores[0] == 8 * 9 // 2


@pytest.mark.clause("QC-9")
def test_the_crosses_of_the_same_step_count_towards_the_five(deal: Deal) -> None:
    table = deal("r11 r12", "r9 r10").all_cross("red", 2, 3, 4, 5).passing()
    assert table.why_not("r12", "r12") == "needs-five"
    assert table.why_not("r11 r12", "r12") == "needs-five"
    assert table.why_not("r11 r12", "r11 r12") is None


@pytest.mark.clause("QC-9")
def test_the_last_number_needs_five_even_with_the_crosses_of_the_step(deal: Deal) -> None:
    table = deal("g4 g3 g2").all_cross("green", 12, 11).passing()
    assert table.why_not("g4 g3 g2", "g4 g3 g2") == "needs-five"
    table = deal("g4 g3 g2", begin=1).all_cross("green", 12, 11, 10).passing()
    assert table.why_not("g4 g3 g2", "g4 g3 g2") is None


@pytest.mark.clause("QC-9")
def test_a_cross_of_step_2_counts_in_step_3(deal: Deal) -> None:
    table = deal("y12").all_cross("yellow", 2, 3, 4, 5).take(number=6).choose("yellow 6", "pass")
    assert table.why_not("y12", "y12") is None


# -- QC-12: the end ----------------------------------------------------------------------------------------------------


def one_short(deal: Deal, **options: Any) -> Any:
    """Return a table where everybody has completed red and has five crosses in yellow."""
    return deal(**options).all_cross("red", 2, 3, 4, 5, 6, 12).all_cross("yellow", 2, 3, 4, 5, 6)


@pytest.mark.clause("QC-12")
def test_a_second_completed_row_in_step_2_ends_the_game_at_once(deal: Deal) -> None:
    table = one_short(deal).take(number=12)
    assert table.active == 1
    table.choose("yellow 12", "pass")
    assert table.state.over
    assert table.misses() == [0, 0]
    assert len(table.hand(1)) == 5
    assert table.state.result.winners == (0,)


@pytest.mark.clause("QC-12")
def test_several_players_complete_rows_in_the_same_step_2(deal: Deal) -> None:
    table = one_short(deal, players=3).take(number=12).choose("yellow 12", "pass", "yellow 12")
    assert table.state.over
    assert [table.lock(seat, YELLOW) for seat in range(3)] == [True, False, True]
    assert str(table.state.result.reason) == "qwixx_cards.over.rows seat=[0, 2]"


@pytest.mark.clause("QC-12")
def test_a_second_completed_row_in_step_3_ends_the_game(deal: Deal) -> None:
    table = one_short(deal, begin=1).passing()
    assert not table.state.over
    table = one_short(lambda **options: deal("y12", begin=1, **options)).passing().play("y12", "y12")
    assert table.state.over
    assert table.misses() == [0, 0]


@pytest.mark.clause("QC-12")
def test_rows_completed_by_different_players_do_not_end_the_game(deal: Deal) -> None:
    table = deal()
    for number in (2, 3, 4, 5, 6, 12):
        table.turn(number, f"red {number}", f"yellow {number}")
    assert (table.lock(0, RED), table.lock(1, YELLOW)) == (True, True)
    assert not table.state.over


@pytest.mark.clause("QC-12")
def test_the_fourth_miss_ends_the_game_at_once(deal: Deal) -> None:
    table = deal()
    for n in range(7):
        assert not table.state.over
        assert table.misses() == [(n + 1) // 2, n // 2]
        table.passing().match.play(n % 2, "play 5")
    assert table.misses() == [4, 3]
    assert table.state.over
    assert str(table.state.result.reason) == "qwixx_cards.over.misses seat=0"
    assert table.state.result.winners == (1,)


# -- QC-13: score ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("QC-13")
@pytest.mark.parametrize("n", range(1, 11))
def test_a_row_with_n_crosses_pays_the_sum_up_to_n(deal: Deal, n: int) -> None:
    table = deal().all_cross("blue", *range(12, 12 - n, -1))
    assert table.state.scores == [n * (n + 1) // 2] * 2


@pytest.mark.clause("QC-13")
def test_a_whole_row_with_its_lock_pays_78(deal: Deal) -> None:
    assert deal().all_cross("red", *range(2, 13)).state.scores == [78, 78]


@pytest.mark.clause("QC-13")
def test_four_three_seven_and_eight_crosses_and_two_misses_make_70(deal: Deal) -> None:
    table = deal()
    rows = {"red": [2, 3, 4, 5], "yellow": [2, 3, 4], "green": [12, 11, 10, 9, 8, 7, 6], "blue": [12, 11, 10, 9, 8, 7, 6, 5]}
    for colour, numbers in rows.items():
        table.all_cross(colour, *numbers)
    for _ in range(4):
        table.passing().match.play(table.active, "play 5")
    assert [line.points for line in table.state.score_lines(0)] == [10, 6, 28, 36, -10]
    assert table.state.scores == [70, 70]


@pytest.mark.clause("QC-13")
def test_equal_totals_share_the_win(deal: Deal) -> None:
    table = one_short(deal, players=3).take(number=12).choose("yellow 12", "pass", "yellow 12")
    assert table.state.scores[0] == table.state.scores[2] > table.state.scores[1]
    assert table.state.result.winners == (0, 2)
    assert table.state.result.ranks == (1, 3, 1)


# -- QC-14: jokers -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("QC-14")
def test_eleven_jokers_are_shuffled_in() -> None:
    game = trapezi.game("qwixx_cards", players=2, jokers=True)
    state = game.start()
    state.play(NATURE, game.parse("begin 0"))
    drawn = [game.text(outcome) for outcome in state.chance()]
    assert len(drawn) == 55
    assert [text for text in drawn if "joker" in text] == [f"draw joker {number}" for number in range(2, 13)]


@pytest.mark.clause("QC-14")
def test_a_joker_has_its_number_and_any_one_colour(deal: Deal) -> None:
    table = deal("j7", jokers=True).passing()
    alone = {text for text in table.may(0) if text.split(" cross ")[0] == "play 1"}
    assert alone == {"play 1", *(f"play 1 cross 1 {colour}" for colour in ("red", "yellow", "green", "blue"))}
    table.play("j7", "j7", "green")
    assert [table.crossed(0, row) for row in range(4)] == [[], [], [7], []]


@pytest.mark.clause("QC-14")
def test_a_joker_joins_cards_of_one_colour_and_crosses_there(deal: Deal) -> None:
    table = deal("r4 j5 r7 b6", jokers=True).passing()
    assert table.why_not("r4 j5", "j5", "blue") == "not-that-colour"
    assert table.why_not("r4 j5 b6") == "different-colours"
    assert table.why_not("j5 b6", "j5", "blue") is None
    table.play("r4 j5 r7", "r4 j5 r7", "red")
    assert table.crossed(0, RED) == [4, 5, 7]
    assert table.board["last"]["colour"] == "red"


@pytest.mark.clause("QC-14")
def test_a_joker_counts_for_the_gap_rule(deal: Deal) -> None:
    table = deal("y2 j4 y6 j9", jokers=True).passing()
    assert table.why_not("y2 j4 y6", "y2 j4 y6", "yellow") == "gap"
    assert table.why_not("y2 j4", "y2 j4", "yellow") is None
    assert table.why_not("y6 j9", "y6 j9", "yellow") == "gap"


@pytest.mark.clause("QC-14")
def test_several_jokers_alone_take_one_colour_together(deal: Deal) -> None:
    table = deal("j9 j8 j10", jokers=True).passing()
    assert len([text for text in table.may(0) if text.startswith("play 1 2 3")]) == 1 + 4 * 7
    table.play("j9 j8 j10", "j9 j8 j10", "blue")
    assert table.crossed(0, BLUE) == [10, 9, 8]


@pytest.mark.clause("QC-14")
def test_on_the_back_a_joker_looks_like_any_other_card(deal: Deal) -> None:
    looks = [deal(card, "y2 y3 y4 y5", jokers=True).state.view(1)["board"]["hands"][0][0] for card in ("j7", "b7")]
    assert looks == [{"number": 7, "colour": None}] * 2
    table = deal("j7", display="j8", top="j9", jokers=True)
    assert (table.board["display"][0], table.board["top"]) == (8, 9)
    assert table.hand(0)[0] == "joker 7"


@pytest.mark.clause("QC-14")
def test_a_joker_on_top_of_the_pile_announces_its_number(deal: Deal) -> None:
    table = deal(jokers=True)
    table.match.play(0, "take 1")
    table.draw("joker 6")
    assert table.may(1) == {"red 6", "yellow 6", "green 6", "blue 6", "pass"}
