"""The rules of Silver & Gold, clauses SG-8 to SG-14: trophies and new cards after marking, the end of a round, score and ties."""

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
def test_a_palm_counts_the_display_as_it_lies_when_it_is_marked(deal_game: Any, deck: Any) -> None:
    game = deal_game((1, 2), (3, 4), deck=deck("grey oo", "grey Poo", "grey oo", "grey P", "grey PPo", "grey oP"), display=(5, 6))
    assert game.table()["palm"] == 4
    game.turn("I2")
    game.mark(0, "left a1 b1")
    game.mark(1, "right a1")
    game.take(0, "take 1")
    game.take(1, "take 3")
    assert game.seat(1)["palms"][0] == 4
    game.turn("I3")
    game.mark(0, "right a1")
    game.finish_marking()
    assert game.seat(0)["palms"][0] == 2


# -- SG-9: trophies ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("SG-9")
@pytest.mark.parametrize(("first", "won"), [(0, [6, 5]), (1, [5, 6])])
def test_the_first_full_coin_row_takes_six_and_the_next_five(deal_game: Any, deck: Any, first: int, won: list[int]) -> None:
    game = deal_game((1, 2), (3, 4), deck=deck("grey CCo/CCo", "grey o", "grey CCo/CCo"), first=first)
    game.turn("O4")
    game.mark(0, "left a1 b1 a2 b2")
    game.mark(1, "left a1 b1 a2 b2")
    assert [game.seat(seat)["trophies"] for seat in (0, 1)] == [[won[0], None, None], [won[1], None, None]]
    assert game.table()["trophies"] == [4, 3, 2, 1]
    assert game.match.state.scores == [4 + won[0], 4 + won[1]]


@pytest.mark.clause("SG-9")
def test_a_row_completed_this_turn_is_paid_once(deal_game: Any, deck: Any) -> None:
    game = deal_game((1, 2), (3, 4), deck=deck("grey CCo/CCC"))
    game.turn("O4")
    game.mark(0, "left a1 b1 a2 b2")
    game.finish_marking()
    game.turn("I2")
    game.mark(0, "left c2")
    game.finish_marking()
    assert game.seat(0)["trophies"] == [6, None, None]


@pytest.mark.clause("SG-9")
def test_two_rows_take_two_trophies_the_higher_first(deal_game: Any, deck: Any) -> None:
    game = deal_game((1, 2), (3, 4), deck=deck("grey CCCC/CCCC/oooo", expedition=EIGHT))
    game.turn()
    game.mark(0, ROW)
    game.finish_marking()
    assert game.seat(0)["trophies"] == [6, 5, None]


@pytest.mark.clause("SG-9")
def test_after_six_trophies_none_are_left(deal_game: Any, deck: Any) -> None:
    coins = "grey CCCC/CCCC/CCCC/oooo"
    game = deal_game((1, 4), (2, 5), (3, 6), deck=deck(coins, coins, coins, expedition=TWELVE), first=1)
    game.turn()
    for seat in range(3):
        game.mark(seat, ROW + " a3 b3 c3 d3")
    assert [game.seat(seat)["trophies"] for seat in range(3)] == [[0, 0, 0], [6, 5, 4], [3, 2, 1]]
    assert game.match.state.scores == [12, 27, 18]


@pytest.mark.clause("SG-9")
def test_trophies_are_awarded_only_when_a_player_settles(deal_game: Any, deck: Any) -> None:
    game = deal_game((1, 2), (3, 4), deck=deck("grey oo", "grey o", "grey CCo/CCo"))
    game.turn("O4")
    game.mark(1, "left a1 b1 a2 b2")
    game.mark(0, "right a1")
    assert game.table()["settling"] == 0
    assert game.seat(1)["trophies"] == [None, None, None]
    game.take(0, "take 1")
    assert game.seat(1)["trophies"] == [6, None, None]


# -- SG-9: new cards ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("SG-9")
def test_a_completed_card_is_set_aside_and_replaced_from_the_display(deal_game: Any, deck: Any) -> None:
    game = deal_game((1, 2), (3, 4), deck=deck("orange oo"), display=(5, 6, 7, 8))
    game.turn("I2")
    game.mark(0, "left a1 b1")
    game.mark(1, "left a1")
    assert [card["id"] for card in game.seat(0)["completed"]] == [1]
    assert game.match.state.scores == [2, 0]
    assert game.texts(0) == ["take 1", "take 2", "take 3", "take 4", "take pile"]
    game.match.play(0, "take 3")
    assert game.held(0) == [7, 2]
    assert game.seat(0)["cards"][0]["marked"] == []
    assert game.display() == [5, 6, None, 8]
    assert game.why_not(1, "take 1") == "common.move.not-your-turn"
    game.nature("treasure 9")
    assert game.display() == [5, 6, 9, 8]
    assert game.table()["phase"] == "turning"


@pytest.mark.clause("SG-9")
def test_a_completed_card_may_be_replaced_by_the_hidden_top_of_the_pile(deal_game: Any, deck: Any) -> None:
    game = deal_game((1, 2), (3, 4), deck=deck("orange oo"), display=(5, 6, 7, 8))
    game.turn("I2")
    game.mark(0, "left a1 b1")
    game.mark(1, "left a1")
    game.match.play(0, "take pile")
    assert game.match.state.chance().count == game.table()["pile"] == 40 - 8
    game.nature("treasure 11")
    assert game.held(0) == [11, 2]
    assert game.display() == [5, 6, 7, 8]
    assert game.table()["phase"] == "turning"


@pytest.mark.clause("SG-9")
def test_taking_is_compulsory(deal_game: Any, deck: Any) -> None:
    game = deal_game((1, 2), (3, 4), deck=deck("orange oo"))
    game.turn("I2")
    game.mark(0, "left a1 b1")
    game.mark(1, "left a1")
    assert game.match.state.deciders == {0}
    assert game.why_not(0, "right a1") == "silver_gold.take-a-card-first"


@pytest.mark.clause("SG-9")
def test_two_completed_cards_are_replaced_before_the_display_is_refilled(deal_game: Any, deck: Any) -> None:
    game = deal_game((1, 2), (3, 4), deck=deck("grey oX", "grey o"), display=(5, 6, 7, 8))
    game.turn("I2")
    game.mark(0, "left a1 b1", "right a1")
    game.mark(1, "left a1")
    game.match.play(0, "take 2")
    assert game.held(0) == [6, None]
    assert game.texts(0) == ["take 1", "take 3", "take 4", "take pile"]
    assert game.why_not(0, "take 2") == "silver_gold.place-empty"
    game.match.play(0, "take 1")
    assert game.held(0) == [6, 5]
    game.nature("treasure 9")
    assert game.table()["phase"] == "opening"
    game.nature("treasure 10")
    assert game.display() == [9, 10, 7, 8]


@pytest.mark.clause("SG-9")
def test_the_card_drawn_first_is_seen_before_the_second_is_taken(deal_game: Any, deck: Any) -> None:
    game = deal_game((1, 2), (3, 4), deck=deck("grey oX", "grey o"), display=(5, 6, 7, 8))
    game.turn("I2")
    game.mark(0, "left a1 b1", "right a1")
    game.mark(1, "left a1")
    game.take(0, "take pile", 9)
    assert game.held(0) == [9, None]
    assert game.match.state.deciders == {0}


@pytest.mark.clause("SG-9")
def test_players_settle_in_turn_order_and_the_next_finds_a_full_display(deal_game: Any, deck: Any) -> None:
    small = ["grey oo"] * 3
    game = deal_game((1, 4), (2, 5), (3, 6), deck=deck(*small), display=(7, 8, 9, 10), first=1)
    game.turn("I2")
    for seat in range(3):
        game.mark(seat, "left a1 b1")
    order = []
    for card in (11, 12, 13):
        order.append(game.table()["settling"])
        game.match.play(order[-1], "take 1")
        assert game.match.state.deciders == {trapezi.NATURE}
        game.nature(f"treasure {card}")
    assert order == [1, 2, 0]
    assert [game.held(seat)[0] for seat in order] == [7, 11, 12]
    assert game.display() == [13, 8, 9, 10]


@pytest.mark.clause("SG-9")
def test_on_the_last_turn_trophies_are_settled_and_no_cards_taken(deal_game: Any, deck: Any) -> None:
    game = deal_game((1, 5), (2, 6), deck=deck("grey CC/CC", "grey CC/CC"))
    for _ in range(27):
        game.pass_turn()
    assert (game.table()["round"], game.table()["turn"]) == (4, 6)
    before = game.match.state.scores
    game.turn("O4")
    game.mark(0, "left a1 b1 a2 b2")
    game.mark(1, "left a1 b1 a2 b2")
    assert game.match.state.over
    assert [seat["trophies"][0] for seat in game.table()["seats"]] == [5, 6]
    assert [seat["cards"][0] for seat in game.table()["seats"]] == [None, None]
    assert game.match.state.scores == [before[0] + 4 + 4 + 5, before[1] + 4 + 4 + 6]


# -- SG-10: empty piles ------------------------------------------------------------------------------------------------


@pytest.mark.clause("SG-10")
def test_the_display_shrinks_and_at_last_players_go_on_with_fewer_cards(deal_game: Any, deck: Any) -> None:
    game = deal_game((1, 2), (3, 4), deck=deck(*["grey o"] * 16, size=16))
    left = []
    for _ in range(6):
        game.turn()
        game.mark(0, "left a1")
        game.mark(1, "left a1")
        while game.table()["phase"] == "taking":
            taking = game.table()["settling"]
            assert ("take pile" in game.texts(taking)) == (game.table()["pile"] > 0)
            if game.table()["pile"] == 0:
                assert game.why_not(taking, "take pile") == "silver_gold.pile-empty"
            game.take(taking, game.texts(taking)[0])
        left.append((game.table()["pile"], sum(card is not None for card in game.display())))
    assert left == [(6, 4), (4, 4), (2, 4), (0, 4), (0, 2), (0, 0)]
    game.turn()
    game.mark(0, "left a1")
    game.mark(1, "left a1")
    assert game.table()["phase"] == "turning"
    assert game.held(0)[0] is None
    game.turn()
    assert game.texts(0) == ["right a1"]


# -- SG-11 and SG-14: turns and rounds ---------------------------------------------------------------------------------


@pytest.mark.clause("SG-11")
def test_the_start_player_changes_clockwise_after_each_turn_and_across_rounds(deal_game: Any, deck: Any) -> None:
    game = deal_game((1, 2), (3, 4), (5, 6), deck=deck(), first=2)
    starters = []
    for _ in range(15):
        starters.append(game.table()["starter"])
        game.pass_turn()
    assert starters == [2, 0, 1] * 5


@pytest.mark.clause("SG-14")
def test_after_seven_turns_the_round_is_ticked_and_all_eight_are_shuffled(deal_game: Any, deck: Any) -> None:
    game = deal_game((1, 2), (3, 4), deck=deck("grey Co/oo/oo", "grey oooo/oooo/oooo/oooo"))
    game.turn("I2")
    game.mark(0, "left a1 b1")
    game.finish_marking()
    for _ in range(5):
        game.pass_turn()
    assert (game.table()["round"], game.table()["turn"]) == (1, 6)
    assert game.match.state.chance().count == 2
    before = game.match.state.view(SPECTATOR)["board"]
    game.turn()
    game.mark(0, "right a1")
    game.mark(1, "right a1")
    after = game.match.state.view(SPECTATOR)["board"]
    assert (after["round"], after["turn"], after["expedition"]) == (2, 0, None)
    assert game.match.state.chance().count == 8
    for seat in (0, 1):
        marked = before["seats"][seat]["cards"][1]["marked"]
        before["seats"][seat]["cards"][1]["marked"] = sorted([0, *marked])
    assert after["seats"] == before["seats"]
    for name in ("display", "pile", "trophies"):
        assert after[name] == before[name]


# -- SG-12: score ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("SG-12")
def test_six_cards_two_seals_nine_coins_two_trophies_and_three_palms_are_95(deal_game: Any, deck: Any) -> None:
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
    game = deal_game((1, 30), (8, 7), display=(2, 9), deck=cards)

    def turn(design: str, first: str, second: str | None = None, *settling: tuple[int, str, int | None]) -> None:
        game.turn(design)
        game.mark(0, first)
        game.chain(0)
        if second:
            game.mark(1, second)
        game.finish_marking()
        for step in settling:
            game.take(*step)

    # Seat 0 marks two palms for 3 points each; seat 1 wins the trophy 6.
    turn("O4", "left a1 b1 a2 b2", "right a1 b1 a2 b2", (0, "take 1", None), (1, "take 4", None))
    turn("V3", "left a1")  # a palm for 2 points
    turn("V3", "left b1", None, (0, "take pile", 3))
    turn("I3", "left a1 b1 c1")
    turn("I3", "left d1", None, (0, "take pile", 4))
    turn("I2", "right d4")
    turn("L4", "right c4")
    turn("I3", "left a1 b1 c1")  # seat 0 wins the trophy 5
    turn("T4", "left d1", "left a1 b1 c1 b2", (0, "take pile", 5), (1, "take 4", None))  # seat 1: trophy 4
    turn("I3", "left a1 b1 c1")  # seat 0 wins the trophy 3
    turn("V3", "left d1", None, (0, "take pile", 6))
    turn("V3", "left a1", None, (0, "take 4", None))
    seat = game.seat(0)
    assert [card["points"] for card in seat["completed"]] == [14, 12, 12, 10, 8, 8]
    assert (seat["coins"], seat["trophies"], seat["palms"]) == (9, [5, 3, None], [3, 3, 2, None])
    lines = [(line.points, line.reason.key.split(".")[-1]) for line in game.match.state.score_lines(0)]
    assert lines == [
        (9, "coins"),
        *[(5, "trophy"), (3, "trophy")],
        *[(3, "palm"), (3, "palm"), (2, "palm")],
        *[(14, "card"), (12, "card"), (12, "card"), (10, "card"), (8, "card"), (8, "card")],
        *[(4, "seal"), (2, "seal")],
    ]
    assert game.match.state.score(0) == 95


@pytest.mark.clause("SG-12")
def test_an_orange_card_gives_twelve_points_once_it_is_complete(deal_game: Any) -> None:
    game = deal_game((17, 25), (26, 27), deck="silver-gold-1")  # the grid of card 17: Co.. oPoo oooo ..oX
    for design, squares in (("I2", "a1 b1"), ("T4", "a3 b3 c3 b2"), ("V3", "c2 d2 d3")):
        game.turn(design)
        game.mark(0, f"left {squares}")
        game.finish_marking()
    coins_and_palms = game.match.state.score(0)
    game.turn("L4")
    game.mark(0, "left a2")
    game.finish_marking()
    assert game.match.state.score(0) == coins_and_palms
    game.turn("I3")
    game.mark(0, "left d4", "left c4")
    game.finish_marking()
    assert game.match.state.score(0) == coins_and_palms + 12


@pytest.mark.clause("SG-12")
@pytest.mark.parametrize(("colour", "each"), [("purple", 2), ("orange", 2), ("green", 1), ("grey", 1)])
def test_each_seal_counts_separately_for_completed_cards_of_its_colour(deal_game: Any, deck: Any, colour: str, each: int) -> None:
    other = "green" if colour != "green" else "grey"
    game = deal_game(
        (1, 2), (7, 8), deck=deck(f"{other}+{colour} o", f"{colour}+{colour} o", f"{colour} o", f"{other}+{colour} oo")
    )
    totals = []
    for slot, card in (("left", 3), ("right", 30), ("left", 4)):
        game.turn()
        game.mark(0, f"{slot} a1")
        game.finish_marking()
        totals.append(game.match.state.score(0))
        game.take(0, "take pile", card)
    assert totals == [1, 2 + 2 * each, 3 + 2 * 2 * each]


# -- SG-13: ties -------------------------------------------------------------------------------------------------------


def final_result(game: Any) -> Any:
    while not game.match.state.over:
        game.pass_turn()
    return game.match.state.result


@pytest.mark.clause("SG-13")
def test_a_tie_goes_to_more_completed_cards(deal_game: Any, deck: Any) -> None:
    game = deal_game((1, 10), (2, 11), deck=deck("green oo", "grey o", "grey o"))
    game.turn("I2")
    game.mark(0, "left a1 b1")
    game.mark(1, "left a1")
    game.take(0, "take 1")
    game.take(1, "take pile", 3)
    game.turn("I3")
    game.mark(1, "left a1")
    game.finish_marking()
    game.take(1, "take 1")
    assert game.match.state.scores == [2, 2]
    result = final_result(game)
    assert game.match.state.scores[0] == game.match.state.scores[1]
    assert (result.winners, result.decided_by) == ((1,), 1)


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
def test_a_further_tie_goes_to_more_green_then_orange_then_purple_cards(
    deal_game: Any, deck: Any, colours: tuple[str, str], winners: tuple[int, ...], decided_by: int
) -> None:
    game = deal_game((1, 10), (2, 11), deck=deck(f"{colours[0]} oo", f"{colours[1]} oo"))
    game.turn("I2")
    game.mark(0, "left a1 b1")
    game.mark(1, "left a1 b1")
    game.take(0, "take 1")
    game.take(1, "take 1")
    result = final_result(game)
    assert game.match.state.scores[0] == game.match.state.scores[1]
    assert (result.winners, result.decided_by) == (winners, decided_by)
