"""The rules of Sideboards, clauses SB-1 to SB-5: how cards are dealt, laid, passed on and exchanged."""

from __future__ import annotations

import copy
from itertools import permutations
from typing import Any

import pytest

import trapezi
from trapezi.core.errors import BadDeck, BadOption, IllegalMove
from trapezi.core.match import Match
from trapezi.core.random import Stream
from trapezi.core.special_seats import NATURE
from trapezi.games.sideboards.deck import DECKS
from trapezi.games.sideboards.goal_constants import COLOURS, HANDLES

SPECTATOR = -2


def begin(players: int = 2, *hands: tuple[int, ...], **options: Any) -> Match:
    """Return a match with fixed goals in which these cards were dealt by hand."""
    goals = {} if "goals" in options else {"colour_goal": 1, "handle_goal": 8, "row_goal": 17}
    match = trapezi.game("sideboards", players=players, **{**goals, **options}).match(by_hand=True)
    for hand in hands:
        deal(match, *hand)
    return match


def deal(match: Match, *cards: int) -> None:
    for card in cards:
        match.play(NATURE, f"draw {card}")


def deal_any(match: Match) -> None:
    """Deal the lowest cards of the pile to the seats that draw now."""
    while match.state.is_on_turn(NATURE):
        match.play(NATURE, next(iter(match.state.chance())))


def board_view(match: Match, seat: int = SPECTATOR) -> dict[str, Any]:
    shown: dict[str, Any] = match.state.view(seat)["board"]
    return shown


def hand(match: Match, seat: int) -> list[int]:
    return list(board_view(match, seat)["hand"])


def board(match: Match, seat: int) -> list[tuple[int, bool]]:
    return [(card["number"], card["turned"]) for card in board_view(match)["seats"][seat]["board"]]


def lay(match: Match, seat: int, card: int, end: str = "right", turn: str = "straight") -> None:
    match.play(seat, f"lay {hand(match, seat).index(card) + 1} {end} {turn}")


def start_any(match: Match) -> None:
    for seat in sorted(match.state.deciders):
        match.play(seat, "start 1 2 straight straight")
    deal_any(match)


def lay_any(match: Match) -> None:
    for seat in sorted(match.state.deciders):
        match.play(seat, "lay 1 right straight")
    deal_any(match)


def shipped() -> dict[str, Any]:
    return copy.deepcopy(DECKS.load_shipped_deck("sideboards-1").deck.content)


# -- SB-1: cards and goals ---------------------------------------------------------------------------------------------


@pytest.mark.clause("SB-1")
def test_every_card_has_five_colours_and_three_different_handles() -> None:
    for card in shipped()["cards"]:
        words = [drawer.split() for drawer in card["drawers"]]
        assert sorted(word[0] for word in words) == sorted(COLOURS)
        assert sorted(word[1] for word in words if len(word) == 2) == sorted(HANDLES)


@pytest.mark.clause("SB-1")
def test_every_colour_order_exists_once_up_to_a_half_turn() -> None:
    orders = [tuple(drawer.split()[0] for drawer in card["drawers"]) for card in shipped()["cards"]]
    assert len(orders) == 60
    assert {*orders, *(order[::-1] for order in orders)} == set(permutations(COLOURS))


@pytest.mark.clause("SB-1")
def test_goals_come_in_three_groups_and_get_harder() -> None:
    deck = DECKS.load_shipped_deck("sideboards-1").deck
    assert [deck.goal_data(n)["of"] for n in (1, 7, 8, 14)] == ["colour", "colour", "handle", "handle"]
    assert all("runs" in deck.goal_data(n) for n in range(15, 31))
    worth = [deck.goal_data(n)["points"] for n in range(1, 15)]
    assert worth[:7] == sorted(set(worth[:7]))
    assert worth[7:] == sorted(set(worth[7:]))
    assert 9 in worth[7:]
    assert deck.goal_data(8)["pattern"] == [[0, 0], [1, 1]]
    assert (deck.goal_data(8)["points"], len(deck.goal_data(3)["pattern"]), deck.goal_data(3)["points"]) == (3, 3, 4)


@pytest.mark.clause("SB-1")
@pytest.mark.parametrize(
    ("place", "value", "key"),
    [
        (("game",), "qwixx", "common.deck.other-game"),
        (("name",), " ", "common.deck.label"),
        (("cards",), [], "sideboards.deck.length"),
        (("cards", 4, "number"), 6, "sideboards.deck.number"),
        (("cards", 4, "drawers"), ["red"], "sideboards.deck.length"),
        (("cards", 4, "drawers", 0), "green", "sideboards.deck.drawer"),
        (("cards", 4, "drawers", 0), "red knob", "sideboards.deck.drawer"),
        (("cards", 4, "drawers"), ["red", "red", "pink bar", "black flower", "orange square"], "sideboards.deck.colours"),
        (("cards", 4, "drawers"), ["red", "turquoise bar", "pink bar", "black", "orange square"], "sideboards.deck.handles"),
        (("cards", 4, "drawers"), shipped()["cards"][0]["drawers"][::-1], "sideboards.deck.same-colours"),
        (("goals", 0, "points"), 0, "sideboards.deck.points"),
        (("goals", 0, "points"), True, "common.deck.wrong-kind"),
        (("goals", 0, "pattern"), [[0, 0]], "sideboards.deck.columns"),
        (("goals", 0, "pattern"), [[0, 0], [0, 1]], "sideboards.deck.columns"),
        (("goals", 0, "pattern"), [[0, 0], [1, 5]], "sideboards.deck.cell"),
        (("goals", 0, "pattern"), [[0, 0], [8, 1]], "sideboards.deck.cell"),
        (("upside_down",), "flipped", "sideboards.deck.upside-down"),
        (("goals", 0, "pattern"), [[0, 1], [1, 0], [2, 0]], "sideboards.deck.same-goal"),  # the pattern of goal 2, upside down
        (("goals", 14, "of"), "handle", "sideboards.deck.of"),
        (("goals", 19, "of"), "red", "sideboards.deck.same-goal"),
        (("goals", 16, "runs"), 2, "sideboards.deck.runs"),
        (("goals", 16, "rows"), [1, 2], "sideboards.deck.rows"),
        (("goals", 26, "rows"), [4, 4], "sideboards.deck.rows"),
        (("goals", 26, "rows"), [2, 3], "sideboards.deck.same-goal"),
        (("sets", 0), [8, 1, 15], "sideboards.deck.set"),
        (("solo_ranks",), [0, 30, 20, 40, 50, 60], "sideboards.deck.ranks"),
    ],
)
def test_a_deck_that_cannot_be_played_with_is_rejected(place: tuple[Any, ...], value: Any, key: str) -> None:
    deck = shipped()
    at = deck
    for step in place[:-1]:
        at = at[step]
    at[place[-1]] = value
    with pytest.raises(BadDeck) as rejected:
        trapezi.game("sideboards", players=2, deck=deck)
    assert rejected.value.reason.key == key


# -- SB-2: set-up ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("SB-2")
def test_goals_that_nobody_chose_are_drawn_one_per_group() -> None:
    match = trapezi.game("sideboards", players=2).match(by_hand=True)
    for group, goal in ((range(1, 8), 5), (range(8, 15), 9), (range(15, 31), 30)):
        assert [match.game.text(outcome) for outcome in match.state.chance()] == [f"goal {n}" for n in group]
        match.play(NATURE, f"goal {goal}")
    assert [goal["number"] for goal in board_view(match)["goals"].values()] == [5, 9, 30]
    assert board_view(match)["phase"] == "drawing"


@pytest.mark.clause("SB-2")
def test_all_goals_or_some_may_be_chosen() -> None:
    match = trapezi.game("sideboards", players=2, handle_goal=9, row_goal="20").match(by_hand=True)
    match.play(NATURE, "goal 2")
    assert [goal["number"] for goal in board_view(match)["goals"].values()] == [2, 9, 20]
    for n, goals in enumerate(shipped()["sets"], 1):
        shown = board_view(begin(2, goals=f"set-{n}"))["goals"]
        assert [goal["number"] for goal in shown.values()] == goals


@pytest.mark.clause("SB-2")
def test_a_recommended_set_leaves_nothing_to_choose() -> None:
    with pytest.raises(BadOption) as rejected:
        trapezi.game("sideboards", players=2, goals="set-1", row_goal=20)
    assert rejected.value.reason.key == "sideboards.goal-and-set"
    with pytest.raises(BadOption):
        trapezi.game("sideboards", players=2, colour_goal=8)


@pytest.mark.clause("SB-2")
@pytest.mark.parametrize("players", range(1, 7))
def test_everybody_gets_three_cards_and_an_exchange_card(players: int) -> None:
    match = begin(players)
    deal(match, *range(1, 3 * players + 1))
    assert match.state.deciders == set(range(players))
    assert [seat["cards"] for seat in board_view(match)["seats"]] == [3] * players
    assert [seat["exchange"] for seat in board_view(match)["seats"]] == [True] * players
    assert hand(match, 0) == [1, 2, 3]
    assert hand(match, players - 1) == [3 * players - 2, 3 * players - 1, 3 * players]


# -- SB-3: the first turn ----------------------------------------------------------------------------------------------


@pytest.mark.clause("SB-3")
def test_two_of_three_cards_are_laid_in_any_order_and_turn() -> None:
    match = begin(2, (10, 20, 30), (40, 50, 60))
    assert len(match.state.legal(0)) == 3 * 2 * 2 * 2
    match.play(0, "start 3 1 turned straight")
    match.play(1, "start 1 2 straight turned")
    assert board(match, 0) == [(30, True), (10, False)]
    assert board(match, 1) == [(40, False), (50, True)]


@pytest.mark.clause("SB-3")
def test_a_turned_card_shows_its_drawers_upside_down() -> None:
    match = begin(2, (10, 20, 30), (40, 50, 60))
    printed = shipped()["cards"][9]["drawers"]
    match.play(0, "start 1 2 turned straight")
    match.play(1, "start 1 2 straight straight")
    laid = board_view(match)["seats"][0]["board"][0]
    seen = board_view(match)["cards"][laid["number"] - 1][:: -1 if laid["turned"] else 1]
    assert seen == printed[::-1]


@pytest.mark.clause("SB-3")
def test_the_third_card_goes_to_the_left_neighbour_and_everybody_draws_one() -> None:
    match = begin(3, (1, 2, 3), (11, 12, 13), (21, 22, 23))
    for seat in range(3):
        match.play(seat, "start 1 2 straight straight")
    deal(match, 31, 32, 33)
    assert [hand(match, seat) for seat in range(3)] == [[23, 31], [3, 32], [13, 33]]


@pytest.mark.clause("SB-3")
def test_the_first_turn_lays_two_and_not_one() -> None:
    match = begin(2, (1, 2, 3), (11, 12, 13))
    with pytest.raises(IllegalMove) as rejected:
        match.play(0, "lay 1 right straight")
    assert rejected.value.reason.key == "sideboards.start-first"
    with pytest.raises(IllegalMove) as rejected:
        match.play(0, "start 1 4 straight straight")
    assert rejected.value.reason.key == "sideboards.no-such-card"
    start_any(match)
    with pytest.raises(IllegalMove) as rejected:
        match.play(0, "start 1 2 straight straight")
    assert rejected.value.reason.key == "sideboards.already-started"


# -- SB-4: six further turns -------------------------------------------------------------------------------------------


def after_first_turn() -> Match:
    """Return a match of three players after the first turn: they have laid 1 and 2, 11 and 12, 21 and 22."""
    match = begin(3, (1, 2, 3), (11, 12, 13), (21, 22, 23))
    for seat in range(3):
        match.play(seat, "start 1 2 straight straight")
    deal(match, 31, 32, 33)
    return match


@pytest.mark.clause("SB-4")
def test_a_card_goes_to_the_left_or_right_end_straight_or_turned() -> None:
    match = after_first_turn()
    assert [match.game.text(move) for move in match.state.legal(0) if "lay" in match.game.text(move)] == [
        f"lay {slot} {end} {turn}" for slot in (1, 2) for end in ("left", "right") for turn in ("straight", "turned")
    ]
    lay(match, 0, 31, "left", "turned")
    lay(match, 1, 3, "right", "straight")
    lay(match, 2, 33, "left", "straight")
    assert board(match, 0) == [(31, True), (1, False), (2, False)]
    assert board(match, 1) == [(11, False), (12, False), (3, False)]
    assert board(match, 2) == [(33, False), (21, False), (22, False)]


@pytest.mark.clause("SB-4")
def test_when_all_have_laid_the_other_card_goes_left_and_everybody_draws() -> None:
    match = after_first_turn()
    lay(match, 0, 31)
    lay(match, 1, 3)
    assert match.state.deciders == {2}
    lay(match, 2, 33)
    deal(match, 41, 42, 43)
    assert [hand(match, seat) for seat in range(3)] == [[13, 41], [23, 42], [32, 43]]


@pytest.mark.clause("SB-4")
def test_choices_are_secret_until_all_are_in() -> None:
    match = begin(2, (1, 2, 3), (11, 12, 13))
    before = match.state.view(1)
    match.play(0, "start 3 1 turned straight")
    after = match.state.view(1)
    assert {**after, "deciders": [0, 1]} == before
    assert all(entry.seat != 0 for entry in match.history(1))
    assert board_view(match, 0)["choice"] == match.game.parse("start 3 1 turned straight")
    match.take_back(0)
    match.play(0, "start 1 2 straight straight")
    match.play(1, "start 1 2 straight straight")
    assert not match.can_take_back(0)
    own, other = [entry.description for entry in match.history(1)[-2:]]
    assert other == {"kind": "started", "cards": [1, 2], "turned": [False, False]}
    assert own == {"kind": "started", "cards": [11, 12], "turned": [False, False]}


@pytest.mark.clause("SB-4")
def test_laid_cards_never_move_or_turn() -> None:
    match = trapezi.game("sideboards", players=3).match(seed=4)
    rng = Stream(4)
    while not match.state.over:
        before = [board(match, seat) for seat in range(3)]
        for seat in sorted(match.state.deciders):
            match.play(seat, match.state.choose(seat, rng))
        for seat in range(3):
            after = board(match, seat)
            assert before[seat] in (after, after[1:], after[:-1], [])
    assert all(len(board(match, seat)) == 8 for seat in range(3))


@pytest.mark.clause("SB-4")
def test_in_the_last_turn_nothing_is_passed_or_drawn() -> None:
    match = begin(2)
    deal_any(match)
    start_any(match)
    for turn in range(2, 8):
        assert board_view(match)["turn"] == turn
        assert not match.state.over
        lay_any(match)
    assert match.state.over
    assert [len(board(match, seat)) for seat in range(2)] == [8, 8]
    assert board_view(match)["discards"] == 2
    assert board_view(match)["pile"] == 60 - 2 * 9
    assert [hand(match, seat) for seat in range(2)] == [[], []]


# -- SB-5: the exchange card -------------------------------------------------------------------------------------------


@pytest.mark.clause("SB-5")
def test_an_exchange_discards_both_cards_and_draws_two() -> None:
    match = after_first_turn()
    lay(match, 0, 31)
    match.play(1, "exchange")
    lay(match, 2, 33)
    assert hand(match, 1) == []
    assert board_view(match)["discards"] == 2
    deal(match, 51, 52)
    assert hand(match, 1) == [51, 52]
    assert match.state.deciders == {1}
    lay(match, 1, 52, "left")
    assert board(match, 1) == [(52, False), (11, False), (12, False)]
    assert [seat["exchange"] for seat in board_view(match)["seats"]] == [True, False, True]
    assert [seat["cards"] for seat in board_view(match)["seats"]] == [1, 1, 1]
    deal(match, 41, 42, 43)
    assert hand(match, 2) == [43, 51]


@pytest.mark.clause("SB-5")
def test_the_choices_of_the_others_stay_face_down_during_an_exchange() -> None:
    match = after_first_turn()
    lay(match, 0, 31, "left", "turned")
    lay(match, 1, 3)
    match.play(2, "exchange")
    deal(match, 51, 52)
    assert board(match, 0) == [(1, False), (2, False)]
    laid = {"kind": "laid", "card": 31, "end": "left", "turned": True}
    assert {"kind": "exchange"} in [entry.description for entry in match.history(0)]
    assert laid in [entry.description for entry in match.history(0)]
    assert laid not in [entry.description for viewer in (1, 2) for entry in match.history(viewer)]
    assert not match.can_take_back(0)
    lay(match, 2, 51)
    assert board(match, 0) == [(31, True), (1, False), (2, False)]
    assert all(laid in [entry.description for entry in match.history(viewer)] for viewer in (1, 2))


@pytest.mark.clause("SB-5")
def test_an_exchange_is_secret_until_all_have_decided() -> None:
    match = after_first_turn()
    before = match.state.view(1)
    match.play(0, "exchange")
    assert {**match.state.view(1), "deciders": [0, 1, 2]} == before
    assert all(entry.seat != 0 for entry in match.history(1)[-1:])


@pytest.mark.clause("SB-5")
def test_the_exchange_card_can_be_used_once() -> None:
    match = after_first_turn()
    match.play(0, "exchange")
    lay(match, 1, 3)
    lay(match, 2, 33)
    deal(match, 51, 52)
    with pytest.raises(IllegalMove) as rejected:
        match.play(0, "exchange")
    assert rejected.value.reason.key == "sideboards.exchange-used"
    lay(match, 0, 51)
    deal_any(match)
    assert "exchange" not in [match.game.text(move) for move in match.state.legal(0)]
    assert "exchange" in [match.game.text(move) for move in match.state.legal(1)]


@pytest.mark.clause("SB-5")
def test_the_exchange_card_can_be_used_from_the_second_to_the_last_turn() -> None:
    match = begin(2)
    deal_any(match)
    with pytest.raises(IllegalMove) as rejected:
        match.play(0, "exchange")
    assert rejected.value.reason.key == "sideboards.exchange-too-early"
    start_any(match)
    for _ in range(2, 7):
        assert match.state.why_not(0, match.game.parse("exchange")) is None
        lay_any(match)
    assert board_view(match)["turn"] == 7
    match.play(0, "exchange")
    match.play(1, "lay 1 right straight")
    deal_any(match)
    match.play(0, "lay 1 right straight")
    assert match.state.over


@pytest.mark.clause("SB-5")
def test_an_unused_exchange_card_is_worth_a_point() -> None:
    match = after_first_turn()
    match.play(0, "exchange")
    lay(match, 1, 3)
    lay(match, 2, 33)
    deal_any(match)
    lay_any(match)
    last = [match.state.score_lines(seat)[-1] for seat in range(3)]
    assert [line.points for line in last] == [0, 1, 1]
    assert [line.reason.key.split(".")[-1] for line in last] == ["exchanged", "unused", "unused"]
    assert all(sum(line.points for line in match.state.score_lines(s)) == match.state.score(s) for s in range(3))
