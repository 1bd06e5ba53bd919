"""The rules of Silver & Gold, clauses SG-1 to SG-8: cards, set-up, expeditions and marks."""

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
def test_the_47_treasure_cards_are_worth_as_many_points_as_they_have_squares() -> None:
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
def test_a_card_whose_points_are_not_its_squares_is_rejected(deck: Any) -> None:
    cards = deck("grey oo")
    cards["treasure"][0]["points"] = 3
    with pytest.raises(BadDeck) as error:
        trapezi.game("silver_gold", players=2, deck=cards)
    assert error.value.reason.params == {"where": "treasure[0].points", "value": "3", "squares": 2}


# -- SG-2: set-up ------------------------------------------------------------------------------------------------------


def dealt(players: int = 2, **options: Any) -> Any:
    match = trapezi.game("silver_gold", players=players, **options).match(by_hand=True)
    for card in range(1, 4 * players + 1):
        match.play(NATURE, f"treasure {card}")
    return match


@pytest.mark.clause("SG-2")
@pytest.mark.parametrize(("players", "pile"), [(2, 39), (3, 37), (4, 35)])
def test_each_player_keeps_two_of_four_cards(players: int, pile: int) -> None:
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
def test_others_learn_only_which_dealt_cards_were_kept() -> None:
    match = dealt()
    match.play(0, "keep 1 2")
    match.play(1, "keep 3 4")
    entries = match.history(1, full=True)
    assert ["card" in entry.description for entry in entries[:4]] == [False] * 4
    assert [entry.description["card"]["id"] for entry in entries[4:8]] == [5, 6, 7, 8]
    assert (entries[9].seat, entries[9].description.keys()) == (0, {"kind", "cards"})
    assert [card["id"] for card in entries[9].description["cards"]] == [1, 2]


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
def test_a_used_expedition_card_does_not_come_again_and_is_not_shown(deal_game: Any, deck: Any) -> None:
    game = deal_game((1, 2), (3, 4), deck=deck())
    game.turn("L4")
    assert game.table()["expedition"]["design"] == "L4"
    game.finish_marking()
    assert game.match.state.chance().count == 7
    with pytest.raises(IllegalMove, match="no-such-card"):
        game.nature("expedition 7")
    game.turn("O4")
    view = game.match.state.view(0)
    assert view["board"]["expedition"]["design"] == "O4"
    assert view["board"]["turn"] == 2
    assert "L4" not in str(view)


# -- SG-4: the pattern -------------------------------------------------------------------------------------------------


@pytest.mark.clause("SG-4")
def test_an_l_fits_turned_and_mirrored(deal_game: Any, deck: Any) -> None:
    game = deal_game((1, 2), (3, 4), deck=deck())
    game.turn("L4")
    lying = ("a1 b1 c1 c2", "a1 b1 c1 a2", "a1 a2 b2 c2", "c1 a2 b2 c2")
    standing = ("a1 b1 a2 a3", "a1 b1 b2 b3", "a1 a2 a3 b3", "b1 b2 a3 b3")
    for squares in lying + standing:
        assert game.why_not(0, f"left {squares}") is None
        assert game.why_not(1, f"right {squares}") is None
    assert sum(len(text.split()) == 5 for text in game.texts(0)) == 2 * 48


@pytest.mark.clause("SG-4")
def test_the_pattern_is_marked_whole_and_nothing_but_the_pattern(deal_game: Any, deck: Any) -> None:
    game = deal_game((1, 2), (3, 4), deck=deck())
    game.turn("I3")
    assert game.why_not(0, "left a1 b1") == "silver_gold.not-the-pattern"
    assert game.why_not(0, "left a1 b1 a2") == "silver_gold.not-the-pattern"
    assert game.match.game._parse("left a1 b2 c3") is None
    game.mark(0, "left b1 b2 b3")
    game.finish_marking()
    assert game.seat(0)["cards"][0]["marked"] == [1, 5, 9]


@pytest.mark.clause("SG-4")
def test_only_unmarked_squares_of_one_card_are_marked(deal_game: Any, deck: Any) -> None:
    game = deal_game((1, 2), (3, 4), deck=deck("grey oo/o."))
    game.turn("I2")
    assert game.why_not(0, "left a2 b2") == "silver_gold.no-square"
    game.mark(0, "right a1 b1")
    game.finish_marking()
    game.turn("I3")
    assert game.why_not(0, "right b1 c1 d1") == "silver_gold.already-marked"
    assert game.why_not(0, "right a2 b2 c2") is None
    game.mark(0, "right a2 b2 c2")
    game.finish_marking()
    assert [card["marked"] for card in game.seat(0)["cards"]] == [[], [0, 1, 4, 5, 6]]


@pytest.mark.clause("SG-4")
def test_marks_are_unseen_until_all_have_marked(deal_game: Any, deck: Any) -> None:
    game = deal_game((1, 2), (3, 4), deck=deck("grey CP/oo"), display=(5, 6, 7, 8))
    game.turn("I2")
    before = game.match.state.view(1)
    game.mark(0, "left a1 b1")
    after = game.match.state.view(1)
    assert (before.pop("deciders"), after.pop("deciders")) == ([0, 1], [1])
    assert after == before
    assert game.table(0)["draft"] == [[0, 1], []]
    assert game.table(0)["owed"] == 0
    game.mark(1, "left d4")
    assert game.seat(0)["cards"][0]["marked"] == [0, 1]
    assert game.match.state.scores == [2, 0]


# -- SG-5: one square instead ------------------------------------------------------------------------------------------


@pytest.mark.clause("SG-5")
def test_one_square_of_either_card_may_be_marked_though_the_pattern_fits(deal_game: Any, deck: Any) -> None:
    game = deal_game((1, 2), (3, 4), deck=deck())
    game.turn("O4")
    assert len(game.singles(0)) == 32
    game.mark(0, "right d4")
    game.mark(1, "left a1")
    assert [[card["marked"] for card in game.seat(seat)["cards"]] for seat in (0, 1)] == [[[], [15]], [[0], []]]
    assert game.table()["phase"] == "turning"


@pytest.mark.clause("SG-5")
def test_a_player_who_cannot_mark_the_pattern_must_mark_one_square(deal_game: Any, deck: Any) -> None:
    game = deal_game((1, 2), (3, 4), deck=deck("grey oo", "grey o/o"))
    game.turn("I3")
    assert game.texts(0) == ["left a1", "left b1", "right a1", "right a2"]
    game.mark(1, "left a1")
    assert game.match.state.deciders == {0}


@pytest.mark.clause("SG-5")
def test_a_player_without_free_squares_marks_nothing(deal_game: Any, deck: Any) -> None:
    game = deal_game((1, 2), (3, 4), deck=deck(*["grey o"] * 16, size=16))
    rng = trapezi.Stream(1)
    while not game.match.state.over:
        seat = min(game.match.state.deciders)
        before = game.table()
        bare = [s for s in (0, 1) if before["seats"][s]["cards"] == [None, None]]
        assert before["phase"] != "marking" or not game.match.state.deciders & set(bare)
        game.match.play(seat, game.match.state.choose(seat, rng))
    assert sum(len(game.seat(seat)["completed"]) for seat in (0, 1)) == 16
    assert bare == [0, 1]


# -- SG-6: X -----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("SG-6")
def test_an_x_asks_for_one_more_square_on_either_card(deal_game: Any, deck: Any) -> None:
    game = deal_game((1, 2), (3, 4), deck=deck("grey Xooo/oooo"))
    game.turn("I2")
    game.mark(0, "left a1 b1")
    assert game.table(0)["draft"] == [[0, 1], []]
    assert game.table(0)["owed"] == 1
    assert game.match.state.deciders == {0, 1}
    assert game.why_not(0, "left c1 d1") == "silver_gold.one-square"
    assert len(game.texts(0)) == 6 + 16
    game.mark(0, "right c3")
    assert game.match.state.deciders == {1}
    game.finish_marking()
    assert [card["marked"] for card in game.seat(0)["cards"]] == [[0, 1], [10]]


@pytest.mark.clause("SG-6")
def test_x_squares_chain_and_each_counts(deal_game: Any, deck: Any) -> None:
    game = deal_game((1, 2), (3, 4), deck=deck("grey XXX./oooo"))
    game.turn("I2")
    game.mark(0, "left a1 b1")
    assert game.table(0)["owed"] == 2
    game.mark(0, "left c1")
    assert game.table(0)["owed"] == 2
    game.mark(0, "left a2")
    assert game.table(0)["owed"] == 1
    game.mark(0, "right a1")
    assert game.match.state.deciders == {1}


@pytest.mark.clause("SG-6")
def test_an_x_marked_as_a_single_square_asks_for_one_more_too(deal_game: Any, deck: Any) -> None:
    game = deal_game((1, 2), (3, 4), deck=deck("grey Xooo/oooo"))
    game.turn("O4")
    game.mark(0, "left a1")
    assert game.table(0)["owed"] == 1


@pytest.mark.clause("SG-6")
def test_a_card_completed_meanwhile_is_not_replaced_before_settling(deal_game: Any, deck: Any) -> None:
    game = deal_game((1, 2), (3, 4), deck=deck("grey oX"))
    game.turn("I2")
    game.mark(0, "left a1 b1")
    assert all(text.startswith("right") for text in game.texts(0))
    game.mark(0, "right a1")
    game.mark(1, "left a1")
    assert game.table()["settling"] == 0


@pytest.mark.clause("SG-6")
def test_symbols_count_however_their_square_was_marked(deal_game: Any, deck: Any) -> None:
    game = deal_game((1, 2), (3, 4), deck=deck("grey XXX./CPoo"))
    game.turn("I3")
    game.mark(0, "left a1 b1 c1", "left a2", "left b2", "left c2")
    game.finish_marking()
    assert (game.seat(0)["coins"], game.seat(0)["palms"]) == (1, [1, None, None, None])


@pytest.mark.clause("SG-6")
def test_bonuses_lapse_when_no_square_is_left(deal_game: Any, deck: Any) -> None:
    game = deal_game((1, 2), (3, 4), deck=deck("grey oX", "grey X"))
    game.turn("I2")
    game.mark(0, "left a1 b1", "right a1")
    assert game.match.state.deciders == {1}
    game.finish_marking()
    assert len(game.seat(0)["completed"]) == 2


# -- SG-7 and SG-8: coins and palms ------------------------------------------------------------------------------------


@pytest.mark.clause("SG-7")
def test_each_coin_crosses_a_box_and_coins_beyond_twelve_count_nothing(deal_game: Any, deck: Any) -> None:
    game = deal_game((1, 2), (3, 4), deck=deck("grey CCCC/CCCC/CCCC/CCCC"))
    boxes = []
    for design, squares in (("I3", "a1 b1 c1"), ("O4", "a2 b2 a3 b3"), ("L4", "d1 d2 d3 c3"), ("I3", "b4 c4 d4"), ("I2", "a4")):
        game.turn(design)
        game.mark(0, f"left {squares}")
        game.finish_marking()
        boxes.append(game.seat(0)["coins"])
    assert boxes == [3, 7, 11, 12, 12]
    assert game.seat(0)["trophies"] == [6, 5, 4]


@pytest.fixture
def palm(deal_game: Any, deck: Any) -> Any:
    def scored(display: tuple[str, ...], own: str = BIG, other: str = BIG) -> int:
        """Return what a palm scores while these cards are in the display."""
        cards = deck("grey Po/oo", own, other, BIG, *display)
        game = deal_game((1, 2), (3, 4), deck=cards, display=tuple(range(5, 5 + len(display))))
        game.turn("I2")
        points = game.table()["palm"]
        game.mark(0, "left a1 b1")
        game.finish_marking()
        assert game.seat(0)["palms"] == [points, None, None, None]
        assert game.match.state.scores == [points, 0]
        return points

    return scored


@pytest.mark.clause("SG-8")
def test_a_palm_with_two_palms_on_the_display_scores_three(palm: Any) -> None:
    assert palm(("grey Po", "grey oo", "grey oP")) == 3
    assert palm(("grey Po", "grey oPP", "grey PPP", "grey P")) == 8
    assert palm(()) == 1


@pytest.mark.clause("SG-8")
def test_palms_on_the_cards_of_players_do_not_count(palm: Any) -> None:
    assert palm(("grey Po",), own="grey PPPP", other="grey PPPP") == 2


@pytest.mark.clause("SG-8")
def test_four_palms_are_entered_and_a_fifth_scores_nothing(deal_game: Any, deck: Any) -> None:
    game = deal_game((1, 2), (3, 4), deck=deck("grey PPPP/PPoo"))
    entered = []
    for design, squares in (("I3", "a1 b1 c1"), ("I2", "d1"), ("V3", "a2")):
        game.turn(design)
        game.mark(0, f"left {squares}")
        game.finish_marking()
        entered.append(game.seat(0)["palms"])
    assert entered == [[1, 1, 1, None], [1, 1, 1, 1], [1, 1, 1, 1]]
    assert game.match.state.scores == [4, 0]
