"""The rules of the Qwixx card game, clause by clause: cards, the three steps of a turn, discards, misses and turn order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import trapezi
from trapezi import NATURE, SPECTATOR
from trapezi.core.errors import IllegalMove
from trapezi.core.random import branch

Deal = Callable[..., Any]
RED, YELLOW, GREEN, BLUE = range(4)


# -- QC-1, QC-2: cards and set-up --------------------------------------------------------------------------------------


@pytest.mark.clause("QC-1")
def test_there_are_44_cards_and_each_is_equally_likely() -> None:
    match = trapezi.game("qwixx_cards", players=2).match(by_hand=True)
    match.play(NATURE, "begin 0")
    chance = match.state.chance()
    colours = ("red", "yellow", "green", "blue")
    assert {match.game.text(o) for o in chance} == {f"draw {colour} {n}" for colour in colours for n in range(2, 13)}
    assert {chance.probability(o) for o in chance} == {1 / 44}


@pytest.mark.clause("QC-1")
def test_numbers_are_public_and_colours_are_known_to_the_owner_alone(deal: Deal) -> None:
    table = deal("r2 y3 g4 b5", "r6 y7 g8 b9", display="r10 y11 g12 b12", top="r3")
    for seat, hidden in ((0, 1), (1, 0), (SPECTATOR, 0), (SPECTATOR, 1)):
        look = table.state.view(seat)["board"]
        assert [card["number"] for card in look["hands"][hidden]] == ([2, 3, 4, 5] if hidden == 0 else [6, 7, 8, 9])
        assert {card["colour"] for card in look["hands"][hidden]} == {None}
        assert (look["display"], look["top"]) == ([10, 11, 12, 12], 3)
    assert table.hand(0) == ["red 2", "yellow 3", "green 4", "blue 5"]


@pytest.mark.clause("QC-1")
def test_the_player_who_takes_a_card_sees_its_colour_and_the_others_its_number(deal: Deal) -> None:
    table = deal(display="b9")
    table.take(1)
    assert table.hand(0)[4] == "blue 9"
    assert table.board["hands"][0][4] == {"number": 9, "colour": None}
    histories = [[entry.description for entry in table.match.history(viewer)] for viewer in (0, 1, SPECTATOR)]
    assert [next(e for e in events if e["kind"] == "take")["cards"][0]["colour"] for events in histories] == ["blue", None, None]
    draws = [[e for e in events if e["kind"] == "draw"] for events in histories]
    assert all(e["card"]["colour"] is None for e in draws[2])
    assert [e["seat"] for e in draws[1] if e["card"]["colour"] is not None] == [1, 1, 1, 1]


@pytest.mark.clause("QC-1")
def test_played_cards_are_seen_by_all(deal: Deal) -> None:
    table = deal("g3 g9").passing().play("g3 g9")
    for seat in (0, 1, SPECTATOR):
        last = table.state.view(seat)["board"]["last"]
        assert last["cards"] == [{"number": 3, "colour": "green"}, {"number": 9, "colour": "green"}]


@pytest.mark.clause("QC-2")
@pytest.mark.parametrize(("players", "left"), [(2, 32), (3, 28), (4, 24), (5, 20)])
def test_four_cards_each_four_on_display_and_the_rest_is_the_draw_pile(deal: Deal, players: int, left: int) -> None:
    for jokers in (False, True):
        look = deal(players=players, jokers=jokers).board
        assert [len(hand) for hand in look["hands"]] == [4] * players
        assert len(look["display"]) == 4
        assert look["top"] is not None
        assert (look["pile"], look["discards"]) == (left + 11 * jokers, 0)


@pytest.mark.clause("QC-2")
def test_whenever_a_player_is_asked_the_display_has_four_cards() -> None:
    for seed in range(10):
        state, rng = trapezi.game("qwixx_cards", players=5).start(), branch(seed, 0)
        while not state.over:
            seat = min(state.deciders)
            look = state.view(SPECTATOR)["board"]
            assert seat == NATURE or (None not in look["display"] and look["top"] is not None)
            state.play(seat, state.choose(seat, rng))


# -- QC-5, QC-6: take, and a number for everyone -----------------------------------------------------------------------


@pytest.mark.clause("QC-5")
def test_an_11_is_taken_and_an_8_fills_its_place(deal: Deal) -> None:
    table = deal(display="r5 b11 y6 g7", top="y8")
    table.match.play(0, "take 2")
    table.draw(number=4)
    assert table.board["display"] == [5, 8, 6, 7]
    assert table.hand(0)[4] == "blue 11"
    assert table.board["top"] == 4


@pytest.mark.clause("QC-5")
def test_a_player_takes_exactly_enough_cards_for_a_hand_of_five(deal: Deal) -> None:
    table = deal("r2 r6 r11", "y3 y9")
    assert table.may(0) == {"take 1", "take 2", "take 3", "take 4"}
    assert table.rejection(0, "take 1 2") == "take"
    table.passing().play("r2 r6 r11").passing().play("y3 y9")
    assert table.may(0) == {"take 1 2 3", "take 1 2 4", "take 1 3 4", "take 2 3 4"}
    table.passing().match.play(0, "play 1")
    assert table.may(1) == {f"take {a} {b}" for a in range(1, 5) for b in range(a + 1, 5)}
    table.passing()
    assert [len(hand) for hand in table.board["hands"]] == [4, 5]


@pytest.mark.clause("QC-5")
def test_all_cards_are_taken_together_before_one_refill(deal: Deal) -> None:
    table = deal("r2 r6 r11", display="y2 y3 y4 y5").passing().play("r2 r6 r11")
    table.passing().match.play(1, "play 1")
    left = table.board["display"][1]
    table.match.play(0, "take 1 3 4")
    assert len(table.hand(0)) == 5
    assert table.board["display"][1] == left
    for refilled in (2, 3):
        assert table.state.deciders == {NATURE}
        table.draw()
        assert 4 - table.board["display"].count(None) in (refilled + 1, 4)
    table.draw()
    assert table.state.deciders == {0, 1}


@pytest.mark.clause("QC-5")
def test_taking_cards_cannot_be_taken_back_because_colours_were_seen(deal: Deal) -> None:
    table = deal()
    table.match.play(0, "take 1")
    assert not table.match.can_take_back(0)


@pytest.mark.clause("QC-6")
def test_a_4_is_announced_three_cross_it_and_one_does_not(deal: Deal) -> None:
    table = deal(players=4, display="r5 b11 y6 g7", top="y8")
    table.match.play(0, "take 2")
    table.draw(number=4)
    assert table.state.deciders == {0, 1, 2, 3}
    for seat in range(4):
        assert table.may(seat) == {"red 4", "yellow 4", "green 4", "blue 4", "pass"}
    assert table.rejection(1, "red 8") == "not-announced"
    table.choose("yellow 4", "red 4", "yellow 4", "pass")
    assert [table.crossed(seat, YELLOW) for seat in range(4)] == [[4], [], [4], []]
    assert table.crossed(1, RED) == [4]
    assert table.state.scores == [1, 1, 1, 0]


@pytest.mark.clause("QC-6")
def test_choices_are_hidden_until_everybody_has_chosen(deal: Deal) -> None:
    table = deal(players=3).take(number=6)
    table.match.play(1, "blue 6")
    for seat in (0, 2, SPECTATOR):
        assert table.state.view(seat)["board"]["choice"] is None
        assert table.state.view(seat)["board"]["choices"] is None
    assert table.state.view(1)["board"]["choice"] == table.match.game.parse("blue 6")
    assert table.crossed(1, BLUE) == []
    assert table.state.scores == [0, 0, 0]
    assert table.instead(1) == {"red 6", "yellow 6", "green 6", "pass"}
    assert table.instead(0) == table.instead(SPECTATOR) == set()
    table.match.play(0, "pass")
    table.match.play(2, "pass")
    assert table.crossed(1, BLUE) == [6]
    assert table.instead(1) == set(), "a revealed choice is final"


@pytest.mark.clause("QC-6")
def test_the_announced_card_stays_where_it_is(deal: Deal) -> None:
    table = deal("r2").take(number=6)
    before = table.board
    table.choose("red 6", "pass").play("r2")
    assert (table.board["top"], table.board["pile"], table.board["display"]) == (6, before["pile"], before["display"])
    table.take(1)
    assert table.board["display"][0] == 6


# -- QC-7: play --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("QC-7")
def test_only_the_active_player_plays_and_must_play_a_card(deal: Deal) -> None:
    table = deal(players=3, begin=1).passing()
    assert table.state.deciders == {1}
    assert table.rejection(1, "pass") == "play"
    assert all(text.startswith("play ") for text in table.may(1))
    assert {f"play {slot}" for slot in range(1, 6)} <= table.may(1)


@pytest.mark.clause("QC-7")
@pytest.mark.parametrize("played", ["r2 r6 r11", "y3 y9", "g10 g9 g4", "b8 b7"])
def test_two_or_three_cards_of_one_colour_may_have_any_numbers(deal: Deal, played: str) -> None:
    table = deal(played).passing()
    assert table.why_not(played) is None
    table.play(played)
    assert table.board["discards"] == len(played.split())


@pytest.mark.clause("QC-7")
def test_cards_of_different_colours_are_not_played_together(deal: Deal) -> None:
    table = deal("r2 r6 y7 b8").passing()
    assert table.why_not("r2 y7") == "different-colours"
    assert table.why_not("r2 r6 b8") == "different-colours"
    assert table.why_not("y7 b8", "b8") == "different-colours"


@pytest.mark.clause("QC-7")
def test_at_most_three_cards_are_played(deal: Deal) -> None:
    table = deal("r2 r3 r4 r5").passing()
    assert max(len(text.split(" cross ")[0].split()) - 1 for text in table.may(0)) == 3
    assert table.match.game._parse("play 1 2 3 4") is None


@pytest.mark.clause("QC-7")
def test_numbers_are_crossed_in_the_colour_of_the_cards(deal: Deal) -> None:
    table = deal("r5 y9").passing()
    assert table.why_not("r5", "r5", "yellow") == "not-that-colour"
    assert table.why_not("r5", "r5") is None
    table.play("r5", "r5")
    assert table.crossed(0, RED) == [5]
    assert table.crossed(0, YELLOW) == []


@pytest.mark.clause("QC-7")
def test_green_11_9_and_3_are_played_and_11_and_9_crossed(deal: Deal) -> None:
    table = deal("g11 g9 g3").passing().play("g11 g9 g3", "g11 g9")
    assert table.crossed(0, GREEN) == [11, 9]
    assert table.board["discards"] == 3
    assert len(table.hand(0)) == 2


@pytest.mark.clause("QC-7")
def test_none_one_or_several_of_the_shown_numbers_are_crossed(deal: Deal) -> None:
    table = deal("b8 b7").passing()
    both = {text for text in table.may(0) if text.startswith("play 1 2")}
    assert both == {"play 1 2"} | {f"play 1 2 cross {crossed} blue" for crossed in ("1", "2", "1 2")}


@pytest.mark.clause("QC-7")
def test_only_what_is_right_of_the_last_cross_can_be_crossed(deal: Deal) -> None:
    table = deal("y4 y6 y9").all_cross("yellow", 3, 6).passing()
    assert table.why_not("y4", "y4") == "skipped"
    assert table.why_not("y6", "y6") == "already-crossed"
    assert table.why_not("y4 y9", "y4 y9") == "skipped"
    assert table.why_not("y4 y9", "y9") is None


@pytest.mark.clause("QC-7")
def test_playing_in_a_completed_colour_is_allowed_but_crosses_nothing(deal: Deal) -> None:
    table = deal("r7 r8").all_cross("red", 2, 3, 4, 5, 6, 12).passing()
    assert table.why_not("r7 r8") is None
    assert table.why_not("r7", "r7") == "row-complete"


# -- QC-10: discards ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("QC-10")
def test_all_cards_played_are_discarded_crossed_or_not(deal: Deal) -> None:
    table = deal("g11 g9 g3").passing().play("g11 g9 g3", "g9")
    assert table.board["discards"] == 3
    assert {"green 11", "green 9", "green 3"}.isdisjoint(table.hand(0))
    table.match.play(1, "take 1")
    assert {"green 11", "green 9", "green 3"}.isdisjoint(table.pile())


@pytest.mark.clause("QC-10")
def test_the_discards_lie_face_down_and_a_view_shows_only_their_number(deal: Deal) -> None:
    views = []
    for first in ("r2", "b2"):
        table = deal("r2 b2").passing().play(first)
        assert table.board["last"]["cards"][0]["colour"] == ("red" if first == "r2" else "blue")
        table.passing().match.play(1, "play 1")
        views.append([table.state.view(seat) for seat in (1, SPECTATOR)])
    assert views[0] == views[1]
    assert views[0][0]["board"]["discards"] == 2


@pytest.mark.clause("QC-10")
@pytest.mark.parametrize("players", [4, 5])
def test_when_the_last_card_leaves_the_discards_become_the_draw_pile(players: int) -> None:
    """Play random games that play as many cards as they can, and repeat the bookkeeping of every refill here."""
    middle = 0
    for seed in range(40):
        state, rng = trapezi.game("qwixx_cards", players=players).start(), branch(seed, 7)
        discarded: set[tuple[int, str]] = set()
        while not state.over:
            seat = min(state.deciders)
            look = state.view(SPECTATOR)["board"]
            if look["phase"] != "take":
                legal = state.legal(seat)
                state.play(seat, legal[-1 - rng.below(3) % len(legal)] if look["phase"] == "play" else state.choose(seat, rng))
                if look["phase"] == "play":
                    discarded |= {(c["number"], c["colour"]) for c in state.view(SPECTATOR)["board"]["last"]["cards"]}
                continue
            left, discards = look["pile"], look["discards"]
            assert discards == len(discarded)
            state.play(seat, state.choose(seat, rng))
            for n in range(look["take"]):
                left -= 1
                if left == 0:
                    middle += n + 1 < look["take"]
                    left, discards = discards, 0
                    listed = [state.game.describe(outcome)["card"] for outcome in state.chance()]
                    assert {(card["number"], card["colour"]) for card in listed} == discarded
                    discarded = set()
                state.play(NATURE, state.choose(NATURE, rng))
            after = state.view(SPECTATOR)["board"]
            assert (after["pile"], after["discards"]) == (left, discards)
            assert after["display"].count(None) == 0
    assert middle > 0


# -- QC-11: misses -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("QC-11")
def test_an_active_player_who_crosses_nothing_takes_a_miss(deal: Deal) -> None:
    table = deal(players=3).passing()
    assert {m["preview"]["points"] for m in table.state.view(0)["moves"] if not m["description"]["crossed"]} == {-5}
    table.match.play(0, "play 1")
    assert table.misses() == [1, 0, 0]
    assert table.state.scores == [-5, 0, 0]


@pytest.mark.clause("QC-11")
def test_a_cross_in_step_2_avoids_the_miss(deal: Deal) -> None:
    table = deal().turn(7, "red 7", "pass")
    assert table.misses() == [0, 0]


@pytest.mark.clause("QC-11")
def test_a_cross_in_step_3_avoids_the_miss(deal: Deal) -> None:
    table = deal("r7").passing().play("r7", "r7")
    assert table.misses() == [0, 0]


@pytest.mark.clause("QC-11")
def test_the_others_never_take_a_miss(deal: Deal) -> None:
    table = deal(players=4)
    for active in range(4):
        table.turn(5 + active, *["pass"] * active, f"blue {5 + active}", *["pass"] * (3 - active))
    assert table.misses() == [0, 0, 0, 0]


# -- QC-15: turn order -------------------------------------------------------------------------------------------------


@pytest.mark.clause("QC-15")
@pytest.mark.parametrize("players", range(2, 6))
def test_the_first_active_player_is_drawn_by_lot(players: int) -> None:
    game = trapezi.game("qwixx_cards", players=players)
    chance = game.start().chance()
    assert [game.text(outcome) for outcome in chance] == [f"begin {seat}" for seat in range(players)]
    assert {chance.probability(outcome) for outcome in chance} == {1 / players}
    with pytest.raises(IllegalMove, match="draw-lots"):
        game.start().play(NATURE, game.parse("draw red 7"))


@pytest.mark.clause("QC-15")
def test_turns_go_clockwise_after_the_first_player(deal: Deal) -> None:
    table = deal(players=3, begin=1)
    seen = []
    for number in (5, 6, 7, 8):
        seen.append(table.active)
        assert table.state.deciders == {table.active}
        table.turn(number, *[f"red {number}"] * 3)
    assert seen == [1, 2, 0, 1]
