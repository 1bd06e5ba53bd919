"""Silver & Gold by its clauses, SG-8 to SG-14: settling, the end of a round, score and ties."""

from __future__ import annotations

from typing import Any

import pytest

import trapezi
from trapezi import SPECTATOR

EIGHT = [{"name": "W8", "count": 8, "grid": ["oooo", "oooo"]}]
TWELVE = [{"name": "W12", "count": 8, "grid": ["oooo", "oooo", "oooo"]}]
ROW = "left a1 b1 c1 d1 a2 b2 c2 d2"


# -- SG-8: palms count the display as it is now ------------------------------------------------------------------------


@pytest.mark.clause("SG-8")
def test_a_palm_counts_the_display_as_it_lies_when_it_is_marked(sit: Any, deck: Any) -> None:
    evening = sit((1, 2), (3, 4), deck=deck("grey oo", "grey Poo", "grey oo", "grey P", "grey PPo", "grey oP"), display=(5, 6))
    assert evening.table()["palm"] == 4
    evening.turn("I2")
    evening.mark(0, "left a1 b1")
    evening.mark(1, "right a1")
    evening.take(0, "take 1")
    evening.take(1, "take 3")
    assert evening.seat(1)["palms"][0] == 4
    evening.turn("I3")
    evening.mark(0, "right a1")
    evening.idle()
    assert evening.seat(0)["palms"][0] == 2


# -- SG-9: trophies ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("SG-9")
@pytest.mark.parametrize(("first", "won"), [(0, [6, 5]), (1, [5, 6])])
def test_the_first_full_coin_row_takes_six_and_the_next_five(sit: Any, deck: Any, first: int, won: list[int]) -> None:
    evening = sit((1, 2), (3, 4), deck=deck("grey CCo/CCo", "grey o", "grey CCo/CCo"), first=first)
    evening.turn("O4")
    evening.mark(0, "left a1 b1 a2 b2")
    evening.mark(1, "left a1 b1 a2 b2")
    assert [evening.seat(seat)["trophies"] for seat in (0, 1)] == [[won[0], None, None], [won[1], None, None]]
    assert evening.table()["trophies"] == [4, 3, 2, 1]
    assert evening.match.state.scores == [4 + won[0], 4 + won[1]]


@pytest.mark.clause("SG-9")
def test_a_row_completed_this_turn_is_paid_once(sit: Any, deck: Any) -> None:
    evening = sit((1, 2), (3, 4), deck=deck("grey CCo/CCC"))
    evening.turn("O4")
    evening.mark(0, "left a1 b1 a2 b2")
    evening.idle()
    evening.turn("I2")
    evening.mark(0, "left c2")
    evening.idle()
    assert evening.seat(0)["trophies"] == [6, None, None]


@pytest.mark.clause("SG-9")
def test_two_rows_take_two_trophies_the_higher_first(sit: Any, deck: Any) -> None:
    evening = sit((1, 2), (3, 4), deck=deck("grey CCCC/CCCC/oooo", expedition=EIGHT))
    evening.turn()
    evening.mark(0, ROW)
    evening.idle()
    assert evening.seat(0)["trophies"] == [6, 5, None]


@pytest.mark.clause("SG-9")
def test_after_six_trophies_there_are_none(sit: Any, deck: Any) -> None:
    coins = "grey CCCC/CCCC/CCCC/oooo"
    evening = sit((1, 4), (2, 5), (3, 6), deck=deck(coins, coins, coins, expedition=TWELVE), first=1)
    evening.turn()
    for seat in range(3):
        evening.mark(seat, ROW + " a3 b3 c3 d3")
    assert [evening.seat(seat)["trophies"] for seat in range(3)] == [[0, 0, 0], [6, 5, 4], [3, 2, 1]]
    assert evening.match.state.scores == [12, 27, 18]


@pytest.mark.clause("SG-9")
def test_trophies_wait_for_those_who_settle_earlier(sit: Any, deck: Any) -> None:
    evening = sit((1, 2), (3, 4), deck=deck("grey oo", "grey o", "grey CCo/CCo"))
    evening.turn("O4")
    evening.mark(1, "left a1 b1 a2 b2")
    evening.mark(0, "right a1")
    assert evening.table()["settling"] == 0
    assert evening.seat(1)["trophies"] == [None, None, None]
    evening.take(0, "take 1")
    assert evening.seat(1)["trophies"] == [6, None, None]


# -- SG-9: new cards ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("SG-9")
def test_a_completed_card_is_set_aside_and_replaced_from_the_display(sit: Any, deck: Any) -> None:
    evening = sit((1, 2), (3, 4), deck=deck("orange oo"), display=(5, 6, 7, 8))
    evening.turn("I2")
    evening.mark(0, "left a1 b1")
    evening.mark(1, "left a1")
    assert [card["id"] for card in evening.seat(0)["completed"]] == [1]
    assert evening.match.state.scores == [2, 0]
    assert evening.texts(0) == ["take 1", "take 2", "take 3", "take 4", "take pile"]
    evening.match.play(0, "take 3")
    assert evening.held(0) == [7, 2]
    assert evening.seat(0)["cards"][0]["marked"] == []
    assert evening.display() == [5, 6, None, 8]
    assert evening.why_not(1, "take 1") == "move.not-your-turn"
    evening.nature("treasure 9")
    assert evening.display() == [5, 6, 9, 8]
    assert evening.table()["phase"] == "turning"


@pytest.mark.clause("SG-9")
def test_or_by_the_unseen_top_of_the_pile(sit: Any, deck: Any) -> None:
    evening = sit((1, 2), (3, 4), deck=deck("orange oo"), display=(5, 6, 7, 8))
    evening.turn("I2")
    evening.mark(0, "left a1 b1")
    evening.mark(1, "left a1")
    evening.match.play(0, "take pile")
    assert evening.match.state.chance().count == evening.table()["pile"] == 40 - 8
    evening.nature("treasure 11")
    assert evening.held(0) == [11, 2]
    assert evening.display() == [5, 6, 7, 8]
    assert evening.table()["phase"] == "turning"


@pytest.mark.clause("SG-9")
def test_taking_is_compulsory(sit: Any, deck: Any) -> None:
    evening = sit((1, 2), (3, 4), deck=deck("orange oo"))
    evening.turn("I2")
    evening.mark(0, "left a1 b1")
    evening.mark(1, "left a1")
    assert evening.match.state.deciders == {0}
    assert evening.why_not(0, "right a1") == "silver_gold.take-a-card-first"


@pytest.mark.clause("SG-9")
def test_two_completed_cards_are_replaced_one_after_the_other_with_no_refill_between(sit: Any, deck: Any) -> None:
    evening = sit((1, 2), (3, 4), deck=deck("grey oX", "grey o"), display=(5, 6, 7, 8))
    evening.turn("I2")
    evening.mark(0, "left a1 b1", "right a1")
    evening.mark(1, "left a1")
    evening.match.play(0, "take 2")
    assert evening.held(0) == [6, None]
    assert evening.texts(0) == ["take 1", "take 3", "take 4", "take pile"]
    assert evening.why_not(0, "take 2") == "silver_gold.place-empty"
    evening.match.play(0, "take 1")
    assert evening.held(0) == [6, 5]
    evening.nature("treasure 9")
    assert evening.table()["phase"] == "opening"
    evening.nature("treasure 10")
    assert evening.display() == [9, 10, 7, 8]


@pytest.mark.clause("SG-9")
def test_the_card_drawn_first_is_seen_before_the_second_is_taken(sit: Any, deck: Any) -> None:
    evening = sit((1, 2), (3, 4), deck=deck("grey oX", "grey o"), display=(5, 6, 7, 8))
    evening.turn("I2")
    evening.mark(0, "left a1 b1", "right a1")
    evening.mark(1, "left a1")
    evening.take(0, "take pile", 9)
    assert evening.held(0) == [9, None]
    assert evening.match.state.deciders == {0}


@pytest.mark.clause("SG-9")
def test_players_settle_in_turn_order_and_the_next_finds_a_full_display(sit: Any, deck: Any) -> None:
    small = ["grey oo"] * 3
    evening = sit((1, 4), (2, 5), (3, 6), deck=deck(*small), display=(7, 8, 9, 10), first=1)
    evening.turn("I2")
    for seat in range(3):
        evening.mark(seat, "left a1 b1")
    order = []
    for card in (11, 12, 13):
        order.append(evening.table()["settling"])
        evening.match.play(order[-1], "take 1")
        assert evening.match.state.deciders == {trapezi.NATURE}
        evening.nature(f"treasure {card}")
    assert order == [1, 2, 0]
    assert [evening.held(seat)[0] for seat in order] == [7, 11, 12]
    assert evening.display() == [13, 8, 9, 10]


@pytest.mark.clause("SG-9")
def test_on_the_last_turn_trophies_are_settled_and_no_cards_taken(sit: Any, deck: Any) -> None:
    evening = sit((1, 5), (2, 6), deck=deck("grey CC/CC", "grey CC/CC"))
    for _ in range(27):
        evening.pass_turn()
    assert (evening.table()["round"], evening.table()["turn"]) == (4, 6)
    before = evening.match.state.scores
    evening.turn("O4")
    evening.mark(0, "left a1 b1 a2 b2")
    evening.mark(1, "left a1 b1 a2 b2")
    assert evening.match.state.over
    assert [seat["trophies"][0] for seat in evening.table()["seats"]] == [5, 6]
    assert [seat["cards"][0] for seat in evening.table()["seats"]] == [None, None]
    assert evening.match.state.scores == [before[0] + 4 + 4 + 5, before[1] + 4 + 4 + 6]


# -- SG-10: empty piles ------------------------------------------------------------------------------------------------


@pytest.mark.clause("SG-10")
def test_the_display_shrinks_and_at_last_players_go_on_with_fewer_cards(sit: Any, deck: Any) -> None:
    evening = sit((1, 2), (3, 4), deck=deck(*["grey o"] * 16, size=16))
    left = []
    for _ in range(6):
        evening.turn()
        evening.mark(0, "left a1")
        evening.mark(1, "left a1")
        while evening.table()["phase"] == "taking":
            taking = evening.table()["settling"]
            assert ("take pile" in evening.texts(taking)) == (evening.table()["pile"] > 0)
            if evening.table()["pile"] == 0:
                assert evening.why_not(taking, "take pile") == "silver_gold.pile-empty"
            evening.take(taking, evening.texts(taking)[0])
        left.append((evening.table()["pile"], sum(card is not None for card in evening.display())))
    assert left == [(6, 4), (4, 4), (2, 4), (0, 4), (0, 2), (0, 0)]
    evening.turn()
    evening.mark(0, "left a1")
    evening.mark(1, "left a1")
    assert evening.table()["phase"] == "turning"
    assert evening.held(0)[0] is None
    evening.turn()
    assert evening.texts(0) == ["right a1"]


# -- SG-11 and SG-14: turns and rounds ---------------------------------------------------------------------------------


@pytest.mark.clause("SG-11")
def test_the_start_player_changes_clockwise_after_each_turn_and_across_rounds(sit: Any, deck: Any) -> None:
    evening = sit((1, 2), (3, 4), (5, 6), deck=deck(), first=2)
    starters = []
    for _ in range(15):
        starters.append(evening.table()["starter"])
        evening.pass_turn()
    assert starters == [2, 0, 1] * 5


@pytest.mark.clause("SG-14")
def test_after_seven_turns_the_round_is_ticked_and_all_eight_are_shuffled(sit: Any, deck: Any) -> None:
    evening = sit((1, 2), (3, 4), deck=deck("grey Co/oo/oo", "grey oooo/oooo/oooo/oooo"))
    evening.turn("I2")
    evening.mark(0, "left a1 b1")
    evening.idle()
    for _ in range(5):
        evening.pass_turn()
    assert (evening.table()["round"], evening.table()["turn"]) == (1, 6)
    assert evening.match.state.chance().count == 2
    before = evening.match.state.view(SPECTATOR)["board"]
    evening.turn()
    evening.mark(0, "right a1")
    evening.mark(1, "right a1")
    after = evening.match.state.view(SPECTATOR)["board"]
    assert (after["round"], after["turn"], after["expedition"]) == (2, 0, None)
    assert evening.match.state.chance().count == 8
    for seat in (0, 1):
        marked = before["seats"][seat]["cards"][1]["marked"]
        before["seats"][seat]["cards"][1]["marked"] = sorted([0, *marked])
    assert after["seats"] == before["seats"]
    for name in ("display", "pile", "trophies"):
        assert after[name] == before[name]


# -- SG-12: score ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("SG-12")
def test_six_cards_two_seals_nine_coins_two_trophies_and_three_palms_are_95(sit: Any, deck: Any) -> None:
    cards = deck(
        "purple+orange PPXX/XXXX/XXXX/Xo..",
        "orange PXXX/XXXX/XXXo",
        "orange CCCX/XXXX/XXXo",
        "green+grey CCCX/XXXX/Xo..",
        "grey CCCX/XXXo",
        "grey XXXX/XXXo",
        "grey CC/CC",
        "grey CCC/.C.",
        "grey P",
    )
    evening = sit((1, 30), (8, 7), display=(2, 9), deck=cards)

    def turn(design: str, first: str, second: str | None = None, *settling: tuple[int, str, int | None]) -> None:
        evening.turn(design)
        evening.mark(0, first)
        evening.chain(0)
        if second:
            evening.mark(1, second)
        evening.idle()
        for step in settling:
            evening.take(*step)

    # two palms at three; the other wins 6
    turn("O4", "left a1 b1 a2 b2", "right a1 b1 a2 b2", (0, "take 1", None), (1, "take 4", None))
    turn("V3", "left a1")  # a palm at two
    turn("V3", "left b1", None, (0, "take pile", 3))
    turn("I3", "left a1 b1 c1")
    turn("I3", "left d1", None, (0, "take pile", 4))
    turn("I2", "right d4")
    turn("L4", "right c4")
    turn("I3", "left a1 b1 c1")  # 5
    turn("T4", "left d1", "left a1 b1 c1 b2", (0, "take pile", 5), (1, "take 4", None))  # the other wins 4
    turn("I3", "left a1 b1 c1")  # 3
    turn("V3", "left d1", None, (0, "take pile", 6))
    turn("V3", "left a1", None, (0, "take 4", None))
    seat = evening.seat(0)
    assert [card["points"] for card in seat["completed"]] == [14, 12, 12, 10, 8, 8]
    assert (seat["coins"], seat["trophies"], seat["palms"]) == (9, [5, 3, None], [3, 3, 2, None])
    lines = [(line.points, line.reason.key.split(".")[-1]) for line in evening.match.state.score_lines(0)]
    assert lines == [
        (9, "coins"),
        *[(5, "trophy"), (3, "trophy")],
        *[(3, "palm"), (3, "palm"), (2, "palm")],
        *[(14, "card"), (12, "card"), (12, "card"), (10, "card"), (8, "card"), (8, "card")],
        *[(4, "seal"), (2, "seal")],
    ]
    assert evening.match.state.score(0) == 95


@pytest.mark.clause("SG-12")
def test_an_orange_card_gives_twelve_points_once_it_is_complete(sit: Any) -> None:
    evening = sit((17, 25), (26, 27), deck="silver-gold-1")  # Co.. oPoo oooo ..oX
    for design, squares in (("I2", "a1 b1"), ("T4", "a3 b3 c3 b2"), ("V3", "c2 d2 d3")):
        evening.turn(design)
        evening.mark(0, f"left {squares}")
        evening.idle()
    coins_and_palms = evening.match.state.score(0)
    evening.turn("L4")
    evening.mark(0, "left a2")
    evening.idle()
    assert evening.match.state.score(0) == coins_and_palms
    evening.turn("I3")
    evening.mark(0, "left d4", "left c4")
    evening.idle()
    assert evening.match.state.score(0) == coins_and_palms + 12


@pytest.mark.clause("SG-12")
@pytest.mark.parametrize(("colour", "each"), [("purple", 2), ("orange", 2), ("green", 1), ("grey", 1)])
def test_every_seal_counts_on_its_own_for_completed_cards_of_its_colour(sit: Any, deck: Any, colour: str, each: int) -> None:
    other = "green" if colour != "green" else "grey"
    evening = sit((1, 2), (7, 8), deck=deck(f"{other}+{colour} o", f"{colour}+{colour} o", f"{colour} o", f"{other}+{colour} oo"))
    totals = []
    for slot, card in (("left", 3), ("right", 30), ("left", 4)):
        evening.turn()
        evening.mark(0, f"{slot} a1")
        evening.idle()
        totals.append(evening.match.state.score(0))
        evening.take(0, "take pile", card)
    assert totals == [1, 2 + 2 * each, 3 + 2 * 2 * each]


# -- SG-13: ties -------------------------------------------------------------------------------------------------------


def ended(evening: Any) -> Any:
    while not evening.match.state.over:
        evening.pass_turn()
    return evening.match.state.result


@pytest.mark.clause("SG-13")
def test_a_tie_goes_to_more_completed_cards(sit: Any, deck: Any) -> None:
    evening = sit((1, 10), (2, 11), deck=deck("green oo", "grey o", "grey o"))
    evening.turn("I2")
    evening.mark(0, "left a1 b1")
    evening.mark(1, "left a1")
    evening.take(0, "take 1")
    evening.take(1, "take pile", 3)
    evening.turn("I3")
    evening.mark(1, "left a1")
    evening.idle()
    evening.take(1, "take 1")
    assert evening.match.state.scores == [2, 2]
    outcome = ended(evening)
    assert evening.match.state.scores[0] == evening.match.state.scores[1]
    assert (outcome.winners, outcome.decided_by) == ((1,), 1)


@pytest.mark.clause("SG-13")
@pytest.mark.parametrize(
    ("colours", "winners", "decided_by"),
    [
        (("orange", "green"), (1,), 2),
        (("purple", "orange"), (1,), 3),
        (("grey", "purple"), (1,), 4),
        (("purple", "green"), (1,), 2),
        (("purple", "purple"), (0, 1), 0),
        (("grey", "grey"), (0, 1), 0),
    ],
)
def test_then_to_more_green_then_orange_then_purple_cards(
    sit: Any, deck: Any, colours: tuple[str, str], winners: tuple[int, ...], decided_by: int
) -> None:
    evening = sit((1, 10), (2, 11), deck=deck(f"{colours[0]} oo", f"{colours[1]} oo"))
    evening.turn("I2")
    evening.mark(0, "left a1 b1")
    evening.mark(1, "left a1 b1")
    evening.take(0, "take 1")
    evening.take(1, "take 1")
    outcome = ended(evening)
    assert evening.match.state.scores[0] == evening.match.state.scores[1]
    assert (outcome.winners, outcome.decided_by) == (winners, decided_by)
