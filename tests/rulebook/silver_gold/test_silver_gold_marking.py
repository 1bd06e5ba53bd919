"""Silver & Gold by its clauses, SG-1 to SG-8: cards, set-up, expeditions and marks."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import trapezi
from trapezi import NATURE, SPECTATOR
from trapezi.core.errors import BadDeck, IllegalMove

BIG = "grey oooo/oooo/oooo/oooo"


def standard(players: int = 2) -> Any:
    return trapezi.game("silver_gold", players=players)


# -- SG-1: cards -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("SG-1")
def test_there_are_47_treasure_cards_worth_as_many_points_as_they_have_squares() -> None:
    cards = [standard().describe(move)["card"] for move in standard().outcomes if standard().describe(move)["kind"] == "treasure"]
    squares = [sum(letter in "oXCP" for row in card["grid"] for letter in row) for card in cards]
    assert [card["points"] for card in cards] == squares
    faces = Counter((card["colour"], card["points"]) for card in cards)
    assert faces == {("purple", 14): 12, ("orange", 12): 12, ("green", 10): 12, ("grey", 8): 11}
    assert sum(card["seal"] is not None for card in cards) == 12


@pytest.mark.clause("SG-1")
def test_eight_expedition_cards_show_six_designs() -> None:
    cards = [standard().describe(move) for move in standard().outcomes if standard().describe(move)["kind"] == "expedition"]
    assert Counter(card["design"] for card in cards) == {"I2": 1, "I3": 2, "V3": 2, "T4": 1, "L4": 1, "O4": 1}
    shapes = {card["design"]: sorted(map(tuple, card["pattern"])) for card in cards}
    assert shapes["I2"] == [(0, 0), (1, 0)]
    assert shapes["I3"] == [(0, 0), (1, 0), (2, 0)]
    assert shapes["V3"] == [(0, 0), (1, 0), (1, 1)]
    assert shapes["T4"] == [(0, 0), (1, 0), (1, 1), (2, 0)]
    assert shapes["L4"] == [(0, 0), (1, 0), (2, 0), (2, 1)]
    assert shapes["O4"] == [(0, 0), (0, 1), (1, 0), (1, 1)]


@pytest.mark.clause("SG-1")
def test_a_card_whose_points_are_not_its_squares_is_refused(deck: Any) -> None:
    cards = deck("grey oo")
    cards["treasure"][0]["points"] = 3
    with pytest.raises(BadDeck) as error:
        trapezi.game("silver_gold", players=2, deck=cards)
    assert error.value.reason.params == {"where": "treasure[0].points", "value": 3, "squares": 2}


# -- SG-2: set-up ------------------------------------------------------------------------------------------------------


def dealt(players: int = 2, **options: Any) -> Any:
    match = trapezi.game("silver_gold", players=players, **options).match(by_hand=True)
    for card in range(1, 4 * players + 1):
        match.play(NATURE, f"treasure {card}")
    return match


@pytest.mark.clause("SG-2")
@pytest.mark.parametrize(("players", "pile"), [(2, 39), (3, 37), (4, 35)])
def test_four_cards_each_of_which_two_are_kept(players: int, pile: int) -> None:
    match = dealt(players)
    for seat in range(players):
        assert [card["id"] for card in match.state.view(seat)["board"]["hand"]] == [4 * seat + n for n in (1, 2, 3, 4)]
        assert len(match.state.legal(seat)) == 6
    for seat in range(players):
        match.play(seat, "keep 2 4")
    for card in range(40, 44):
        match.play(NATURE, f"treasure {card}")
    table = match.state.view(0)["board"]
    assert [[card["id"] for card in seat["cards"]] for seat in table["seats"]] == [[4 * s + 2, 4 * s + 4] for s in range(players)]
    assert [card["id"] for card in table["display"]] == [40, 41, 42, 43]
    assert table["pile"] == pile
    assert table["phase"] == "turning"


@pytest.mark.clause("SG-2")
def test_returned_cards_are_shuffled_in_and_kept_ones_are_not() -> None:
    match = dealt()
    match.play(0, "keep 1 2")
    match.play(1, "keep 1 3")
    can_come = {match.game.text(outcome) for outcome in match.state.chance()}
    assert can_come == {f"treasure {n}" for n in range(1, 48)} - {"treasure 1", "treasure 2", "treasure 5", "treasure 7"}


@pytest.mark.clause("SG-2")
def test_only_its_player_sees_a_hand_and_choices_are_revealed_together() -> None:
    match = dealt()
    assert match.state.view(SPECTATOR)["board"]["hand"] is None
    before = match.state.view(1)
    match.play(0, "keep 1 2")
    after = match.state.view(1)
    assert (before.pop("deciders"), after.pop("deciders")) == ([0, 1], [1])
    assert after == before
    assert match.state.view(0)["board"]["choice"] == [0, 1]
    match.play(1, "keep 3 4")
    assert [card["id"] for card in match.state.view(1)["board"]["seats"][0]["cards"]] == [1, 2]


@pytest.mark.clause("SG-2")
def test_of_the_deal_others_learn_only_what_was_kept() -> None:
    match = dealt()
    match.play(0, "keep 1 2")
    match.play(1, "keep 3 4")
    told = match.history(1, full=True)
    assert ["card" in event.description for event in told[:4]] == [False] * 4
    assert [event.description["card"]["id"] for event in told[4:8]] == [5, 6, 7, 8]
    assert (told[9].seat, told[9].description.keys()) == (0, {"kind", "cards"})
    assert [card["id"] for card in told[9].description["cards"]] == [1, 2]


@pytest.mark.clause("SG-2")
def test_the_start_player_is_chosen() -> None:
    assert dealt(3, first=2).state.view(0)["board"]["starter"] == 2
    assert dealt(3).state.view(0)["board"]["starter"] == 0


# -- SG-3: rounds ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("SG-3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_four_rounds_of_seven_different_expedition_cards(players: int) -> None:
    match = standard(players).match(seed=players)
    rng = trapezi.Stream(players)
    while not match.state.over:
        seat = min(match.state.deciders)
        match.play(seat, match.state.choose(seat, rng))
    turned = [text for _, move in match.events if (text := match.game.text(move)).startswith("expedition")]
    assert len(turned) == 28
    assert all(len(set(turned[n : n + 7])) == 7 for n in (0, 7, 14, 21))


@pytest.mark.clause("SG-3")
def test_a_used_expedition_card_does_not_come_again_and_is_not_shown(sit: Any, deck: Any) -> None:
    evening = sit((1, 2), (3, 4), deck=deck())
    evening.turn("L4")
    assert evening.table()["expedition"]["design"] == "L4"
    evening.idle()
    assert evening.match.state.chance().count == 7
    with pytest.raises(IllegalMove, match="no-such-card"):
        evening.nature("expedition 7")
    evening.turn("O4")
    view = evening.match.state.view(0)
    assert view["board"]["expedition"]["design"] == "O4"
    assert view["board"]["turn"] == 2
    assert "L4" not in str(view)


# -- SG-4: the pattern -------------------------------------------------------------------------------------------------


@pytest.mark.clause("SG-4")
def test_an_l_fits_turned_and_mirrored(sit: Any, deck: Any) -> None:
    evening = sit((1, 2), (3, 4), deck=deck())
    evening.turn("L4")
    lying = ("a1 b1 c1 c2", "a1 b1 c1 a2", "a1 a2 b2 c2", "c1 a2 b2 c2")
    standing = ("a1 b1 a2 a3", "a1 b1 b2 b3", "a1 a2 a3 b3", "b1 b2 a3 b3")
    for squares in lying + standing:
        assert evening.why_not(0, f"left {squares}") is None
        assert evening.why_not(1, f"right {squares}") is None
    assert sum(len(text.split()) == 5 for text in evening.texts(0)) == 2 * 48


@pytest.mark.clause("SG-4")
def test_the_pattern_is_marked_whole_and_nothing_but_the_pattern(sit: Any, deck: Any) -> None:
    evening = sit((1, 2), (3, 4), deck=deck())
    evening.turn("I3")
    assert evening.why_not(0, "left a1 b1") == "silver_gold.not-the-pattern"
    assert evening.why_not(0, "left a1 b1 a2") == "silver_gold.not-the-pattern"
    assert evening.match.game._parse("left a1 b2 c3") is None
    evening.mark(0, "left b1 b2 b3")
    evening.idle()
    assert evening.seat(0)["cards"][0]["marked"] == [1, 5, 9]


@pytest.mark.clause("SG-4")
def test_only_unmarked_squares_of_one_card_are_marked(sit: Any, deck: Any) -> None:
    evening = sit((1, 2), (3, 4), deck=deck("grey oo/o."))
    evening.turn("I2")
    assert evening.why_not(0, "left a2 b2") == "silver_gold.no-square"
    evening.mark(0, "right a1 b1")
    evening.idle()
    evening.turn("I3")
    assert evening.why_not(0, "right b1 c1 d1") == "silver_gold.already-marked"
    assert evening.why_not(0, "right a2 b2 c2") is None
    evening.mark(0, "right a2 b2 c2")
    evening.idle()
    assert [card["marked"] for card in evening.seat(0)["cards"]] == [[], [0, 1, 4, 5, 6]]


@pytest.mark.clause("SG-4")
def test_marks_are_unseen_until_all_have_marked(sit: Any, deck: Any) -> None:
    evening = sit((1, 2), (3, 4), deck=deck("grey CP/oo"), display=(5, 6, 7, 8))
    evening.turn("I2")
    before = evening.match.state.view(1)
    evening.mark(0, "left a1 b1")
    after = evening.match.state.view(1)
    assert (before.pop("deciders"), after.pop("deciders")) == ([0, 1], [1])
    assert after == before
    assert evening.table(0)["draft"] == [[0, 1], []]
    assert evening.table(0)["owed"] == 0
    evening.mark(1, "left d4")
    assert evening.seat(0)["cards"][0]["marked"] == [0, 1]
    assert evening.match.state.scores == [2, 0]


# -- SG-5: one square instead ------------------------------------------------------------------------------------------


@pytest.mark.clause("SG-5")
def test_one_square_of_either_card_may_be_marked_though_the_pattern_fits(sit: Any, deck: Any) -> None:
    evening = sit((1, 2), (3, 4), deck=deck())
    evening.turn("O4")
    assert len(evening.singles(0)) == 32
    evening.mark(0, "right d4")
    evening.mark(1, "left a1")
    assert [[card["marked"] for card in evening.seat(seat)["cards"]] for seat in (0, 1)] == [[[], [15]], [[0], []]]
    assert evening.table()["phase"] == "turning"


@pytest.mark.clause("SG-5")
def test_who_cannot_mark_the_pattern_marks_one_square_and_nobody_marks_nothing(sit: Any, deck: Any) -> None:
    evening = sit((1, 2), (3, 4), deck=deck("grey oo", "grey o/o"))
    evening.turn("I3")
    assert evening.texts(0) == ["left a1", "left b1", "right a1", "right a2"]
    evening.mark(1, "left a1")
    assert evening.match.state.deciders == {0}


@pytest.mark.clause("SG-5")
def test_who_has_no_square_left_owes_nothing(sit: Any, deck: Any) -> None:
    evening = sit((1, 2), (3, 4), deck=deck(*["grey o"] * 16, size=16))
    rng = trapezi.Stream(1)
    while not evening.match.state.over:
        seat = min(evening.match.state.deciders)
        before = evening.table()
        bare = [s for s in (0, 1) if before["seats"][s]["cards"] == [None, None]]
        assert before["phase"] != "marking" or not evening.match.state.deciders & set(bare)
        evening.match.play(seat, evening.match.state.choose(seat, rng))
    assert sum(len(evening.seat(seat)["completed"]) for seat in (0, 1)) == 16
    assert bare == [0, 1]


# -- SG-6: X -----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("SG-6")
def test_an_x_asks_for_one_more_square_on_either_card(sit: Any, deck: Any) -> None:
    evening = sit((1, 2), (3, 4), deck=deck("grey Xooo/oooo"))
    evening.turn("I2")
    evening.mark(0, "left a1 b1")
    assert evening.table(0)["draft"] == [[0, 1], []]
    assert evening.table(0)["owed"] == 1
    assert evening.match.state.deciders == {0, 1}
    assert evening.why_not(0, "left c1 d1") == "silver_gold.one-square"
    assert len(evening.texts(0)) == 6 + 16
    evening.mark(0, "right c3")
    assert evening.match.state.deciders == {1}
    evening.idle()
    assert [card["marked"] for card in evening.seat(0)["cards"]] == [[0, 1], [10]]


@pytest.mark.clause("SG-6")
def test_x_squares_chain_and_each_counts(sit: Any, deck: Any) -> None:
    evening = sit((1, 2), (3, 4), deck=deck("grey XXX./oooo"))
    evening.turn("I2")
    evening.mark(0, "left a1 b1")
    assert evening.table(0)["owed"] == 2
    evening.mark(0, "left c1")
    assert evening.table(0)["owed"] == 2
    evening.mark(0, "left a2")
    assert evening.table(0)["owed"] == 1
    evening.mark(0, "right a1")
    assert evening.match.state.deciders == {1}


@pytest.mark.clause("SG-6")
def test_an_x_marked_alone_asks_too(sit: Any, deck: Any) -> None:
    evening = sit((1, 2), (3, 4), deck=deck("grey Xooo/oooo"))
    evening.turn("O4")
    evening.mark(0, "left a1")
    assert evening.table(0)["owed"] == 1


@pytest.mark.clause("SG-6")
def test_a_card_completed_meanwhile_is_not_replaced_before_settling(sit: Any, deck: Any) -> None:
    evening = sit((1, 2), (3, 4), deck=deck("grey oX"))
    evening.turn("I2")
    evening.mark(0, "left a1 b1")
    assert all(text.startswith("right") for text in evening.texts(0))
    evening.mark(0, "right a1")
    evening.mark(1, "left a1")
    assert evening.table()["settling"] == 0


@pytest.mark.clause("SG-6")
def test_symbols_act_however_their_square_was_marked(sit: Any, deck: Any) -> None:
    evening = sit((1, 2), (3, 4), deck=deck("grey XXX./CPoo"))
    evening.turn("I3")
    evening.mark(0, "left a1 b1 c1", "left a2", "left b2", "left c2")
    evening.idle()
    assert (evening.seat(0)["coins"], evening.seat(0)["palms"]) == (1, [1, None, None, None])


@pytest.mark.clause("SG-6")
def test_bonuses_lapse_when_no_square_is_left(sit: Any, deck: Any) -> None:
    evening = sit((1, 2), (3, 4), deck=deck("grey oX", "grey X"))
    evening.turn("I2")
    evening.mark(0, "left a1 b1", "right a1")
    assert evening.match.state.deciders == {1}
    evening.idle()
    assert len(evening.seat(0)["completed"]) == 2


# -- SG-7 and SG-8: coins and palms ------------------------------------------------------------------------------------


@pytest.mark.clause("SG-7")
def test_each_coin_crosses_a_box_and_beyond_twelve_nothing(sit: Any, deck: Any) -> None:
    evening = sit((1, 2), (3, 4), deck=deck("grey CCCC/CCCC/CCCC/CCCC"))
    boxes = []
    for design, squares in (("I3", "a1 b1 c1"), ("O4", "a2 b2 a3 b3"), ("L4", "d1 d2 d3 c3"), ("I3", "b4 c4 d4"), ("I2", "a4")):
        evening.turn(design)
        evening.mark(0, f"left {squares}")
        evening.idle()
        boxes.append(evening.seat(0)["coins"])
    assert boxes == [3, 7, 11, 12, 12]
    assert evening.seat(0)["trophies"] == [6, 5, 4]


@pytest.fixture
def palm(sit: Any, deck: Any) -> Any:
    def scored(display: tuple[str, ...], own: str = BIG, other: str = BIG) -> int:
        """What a palm scores with these cards on the display."""
        cards = deck("grey Po/oo", own, other, BIG, *display)
        evening = sit((1, 2), (3, 4), deck=cards, display=tuple(range(5, 5 + len(display))))
        evening.turn("I2")
        worth = evening.table()["palm"]
        evening.mark(0, "left a1 b1")
        evening.idle()
        assert evening.seat(0)["palms"] == [worth, None, None, None]
        assert evening.match.state.scores == [worth, 0]
        return worth

    return scored


@pytest.mark.clause("SG-8")
def test_a_palm_with_two_palms_on_the_display_scores_three(palm: Any) -> None:
    assert palm(("grey Po", "grey oo", "grey oP")) == 3
    assert palm(("grey Po", "grey oPP", "grey PPP", "grey P")) == 8
    assert palm(()) == 1


@pytest.mark.clause("SG-8")
def test_palms_before_players_do_not_count(palm: Any) -> None:
    assert palm(("grey Po",), own="grey PPPP", other="grey PPPP") == 2


@pytest.mark.clause("SG-8")
def test_four_palms_are_entered_and_a_fifth_scores_nothing(sit: Any, deck: Any) -> None:
    evening = sit((1, 2), (3, 4), deck=deck("grey PPPP/PPoo"))
    entered = []
    for design, squares in (("I3", "a1 b1 c1"), ("I2", "d1"), ("V3", "a2")):
        evening.turn(design)
        evening.mark(0, f"left {squares}")
        evening.idle()
        entered.append(evening.seat(0)["palms"])
    assert entered == [[1, 1, 1, None], [1, 1, 1, 1], [1, 1, 1, 1]]
    assert evening.match.state.scores == [4, 0]
