"""The rules of Sideboards, clauses SB-9 to SB-13: solo games, four cards, the end, an empty pile, and what players know."""

from __future__ import annotations

import json
from typing import Any

import pytest

import trapezi
from trapezi.core.errors import BadOption, IllegalMove
from trapezi.core.match import Match
from trapezi.core.random import Stream
from trapezi.core.special_seats import NATURE

SPECTATOR = -2
GOALS = {"colour_goal": 1, "handle_goal": 8, "row_goal": 17}


def begin(players: int, *cards: int, **options: Any) -> Match:
    match = trapezi.game("sideboards", players=players, **GOALS, **options).match(by_hand=True)
    deal(match, *cards)
    return match


def deal(match: Match, *cards: int) -> None:
    for card in cards:
        match.play(NATURE, f"draw {card}")


def deal_any(match: Match) -> None:
    while match.state.is_on_turn(NATURE):
        match.play(NATURE, next(iter(match.state.chance())))


def all_play(match: Match, text: str) -> None:
    for seat in sorted(match.state.deciders):
        match.play(seat, text)


def board_view(match: Match, seat: int = SPECTATOR) -> dict[str, Any]:
    shown: dict[str, Any] = match.state.view(seat)["board"]
    return shown


def hand(match: Match, seat: int) -> list[int]:
    return list(board_view(match, seat)["hand"])


def known(match: Match, viewer: int, seat: int) -> list[int]:
    return list(board_view(match, viewer)["known"]["hands"][seat])


def play_randomly(players: int, seed: int, **options: Any) -> Match:
    match = trapezi.game("sideboards", players=players, **options).match(seed=seed)
    rng = Stream(seed)
    while not match.state.over:
        for seat in sorted(match.state.deciders):
            match.play(seat, match.state.choose(seat, rng))
    return match


# -- SB-9: alone -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("SB-9")
def test_alone_the_other_card_is_discarded_and_two_are_drawn() -> None:
    match = begin(1, 1, 2, 3)
    match.play(0, "start 1 2 straight straight")
    assert board_view(match)["discards"] == 1
    deal(match, 4, 5)
    assert hand(match, 0) == [4, 5]
    match.play(0, "lay 2 left turned")
    assert board_view(match)["discards"] == 2
    deal(match, 6, 7)
    assert hand(match, 0) == [6, 7]


@pytest.mark.clause("SB-9")
def test_alone_the_exchange_card_works_as_with_others() -> None:
    match = begin(1, 1, 2, 3)
    match.play(0, "start 1 2 straight straight")
    deal(match, 4, 5)
    assert match.state.score_lines(0)[-1].points == 1
    match.play(0, "exchange")
    deal(match, 6, 7)
    assert match.state.score_lines(0)[-1].points == 0
    assert hand(match, 0) == [6, 7]
    assert board_view(match)["discards"] == 3
    match.play(0, "lay 1 left straight")
    assert board_view(match)["discards"] == 4


@pytest.mark.clause("SB-9")
def test_alone_the_game_ends_with_eight_cards_and_a_rank() -> None:
    match = play_randomly(1, 3)
    assert len(board_view(match)["seats"][0]["board"]) == 8
    assert match.state.result is not None
    assert 1 <= match.state.result.facts["rank"] <= 6


# -- SB-10: four cards -------------------------------------------------------------------------------------------------


@pytest.mark.clause("SB-10")
def test_with_four_cards_two_are_laid_two_passed_and_one_is_drawn() -> None:
    match = begin(2, 1, 2, 3, 4, 11, 12, 13, 14, four_cards=True)
    assert len(match.state.legal(0)) == 4 * 3 * 2 * 2
    match.play(0, "start 4 1 straight turned")
    match.play(1, "start 1 2 straight straight")
    assert [card["number"] for card in board_view(match)["seats"][0]["board"]] == [4, 1]
    deal(match, 21, 22)
    assert hand(match, 0) == [13, 14, 21]
    assert hand(match, 1) == [2, 3, 22]


@pytest.mark.clause("SB-10")
def test_with_four_cards_one_of_three_is_laid_and_two_are_passed() -> None:
    match = begin(2, 1, 2, 3, 4, 11, 12, 13, 14, four_cards=True)
    all_play(match, "start 1 2 straight straight")
    deal(match, 21, 22)
    assert len(match.state.legal(0)) == 3 * 2 * 2
    match.play(0, "lay 3 right straight")
    match.play(1, "lay 1 right straight")
    deal(match, 31, 32)
    assert hand(match, 0) == [4, 22, 31]
    assert hand(match, 1) == [13, 14, 32]


@pytest.mark.clause("SB-10")
def test_with_four_cards_there_is_no_exchange_and_no_point_for_it() -> None:
    match = begin(2, 1, 2, 3, 4, 11, 12, 13, 14, four_cards=True)
    all_play(match, "start 1 2 straight straight")
    deal(match, 21, 22)
    assert [seat["exchange"] for seat in board_view(match)["seats"]] == [False, False]
    with pytest.raises(IllegalMove) as rejected:
        match.play(0, "exchange")
    assert rejected.value.reason.key == "sideboards.no-exchange-card"
    assert all("change" not in line.reason.key for line in match.state.score_lines(0))


@pytest.mark.clause("SB-10")
def test_with_four_cards_the_last_two_are_discarded() -> None:
    match = play_randomly(3, 8, four_cards=True)
    assert [len(seat["board"]) for seat in board_view(match)["seats"]] == [8, 8, 8]
    assert board_view(match)["discards"] == 2 * 3


@pytest.mark.clause("SB-10")
def test_four_cards_need_two_players_or_more() -> None:
    with pytest.raises(BadOption) as rejected:
        trapezi.game("sideboards", players=1, four_cards=True)
    assert rejected.value.reason.key == "sideboards.four-cards-alone"


# -- SB-11: the winner -------------------------------------------------------------------------------------------------


@pytest.mark.clause("SB-11")
def test_the_highest_total_wins_and_equal_totals_share() -> None:
    shared = 0
    for seed in range(60):
        state = play_randomly(3, seed).state
        assert state.result is not None
        best = max(state.scores)
        assert state.result.winners == tuple(seat for seat in range(3) if state.scores[seat] == best)
        shared += len(state.result.winners) > 1
    assert shared > 0


# -- SB-12: the deck ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("SB-12")
@pytest.mark.parametrize("players", range(2, 7))
def test_each_player_uses_nine_cards_and_ten_with_four(players: int) -> None:
    for four_cards, each in ((False, 9), (True, 10)):
        match = begin(players, four_cards=four_cards)
        deal_any(match)
        all_play(match, "start 1 2 straight straight")
        while not match.state.over:
            deal_any(match)
            all_play(match, "lay 1 right straight")
        assert board_view(match)["pile"] == 60 - each * players


@pytest.mark.clause("SB-12")
def test_exchanges_discard_first_and_are_dealt_clockwise_two_each() -> None:
    match = begin(3, 1, 2, 3, 11, 12, 13, 21, 22, 23)
    all_play(match, "start 1 2 straight straight")
    deal(match, 31, 32, 33)
    match.play(2, "exchange")
    match.play(0, "exchange")
    assert board_view(match)["discards"] == 0
    match.play(1, "lay 1 right straight")
    assert board_view(match)["discards"] == 4
    assert board_view(match)["drawing"] == 0
    deal(match, 41, 42)
    assert board_view(match)["drawing"] == 2
    deal(match, 43, 44)
    assert (hand(match, 0), hand(match, 2)) == ([41, 42], [43, 44])
    assert match.state.deciders == {0, 2}


@pytest.mark.clause("SB-12")
def test_ordinary_draws_go_clockwise_from_the_first_seat() -> None:
    match = begin(3, 1, 2, 3, 11, 12, 13, 21, 22, 23)
    all_play(match, "start 1 2 straight straight")
    for seat in range(3):
        assert board_view(match)["drawing"] == seat
        deal(match, 31 + seat)


def all_exchanged() -> tuple[Match, list[list[int]]]:
    """Return a match of six players before the last turn, and the cards that each player has discarded. All have exchanged.

    They need 66 cards, so the pile is empty.
    """
    match = begin(6)
    deal_any(match)
    all_play(match, "start 1 2 straight straight")
    deal_any(match)
    discarded = [hand(match, seat) for seat in range(6)]
    all_play(match, "exchange")
    deal_any(match)
    for _ in range(4):
        all_play(match, "lay 1 right straight")
        deal_any(match)
    assert board_view(match)["pile"] == 0
    all_play(match, "lay 1 right straight")
    return match, discarded


@pytest.mark.clause("SB-12")
def test_the_discards_become_the_new_pile_when_it_is_empty() -> None:
    match, discarded = all_exchanged()
    assert board_view(match)["discards"] == 12
    again = [match.game.describe(outcome)["card"] for outcome in match.state.chance()]
    assert again == sorted(card for cards in discarded for card in cards)
    deal(match, again[0])
    assert (board_view(match)["pile"], board_view(match)["discards"]) == (11, 0)


@pytest.mark.clause("SB-13")
def test_nobody_follows_a_card_into_a_new_pile() -> None:
    match, discarded = all_exchanged()
    assert set(discarded[3]) <= set(board_view(match, 3)["known"]["discards"])
    deal(match, discarded[3][0])
    assert discarded[3][0] in hand(match, 0)
    assert discarded[3][0] not in known(match, 3, 0)
    assert (board_view(match, 3)["discards"], board_view(match, 3)["known"]["discards"]) == (0, [])


@pytest.mark.clause("SB-12")
def test_a_card_in_the_discards_is_not_drawn_before_the_pile_is_empty() -> None:
    match = begin(1, 1, 2, 3)
    match.play(0, "start 1 2 straight straight")
    with pytest.raises(IllegalMove) as rejected:
        match.play(NATURE, "draw 3")
    assert rejected.value.reason.key == "sideboards.not-in-the-pile"


# -- SB-13: knowledge --------------------------------------------------------------------------------------------------


@pytest.mark.clause("SB-13")
def test_hands_and_draws_are_secret() -> None:
    match = begin(2, 1, 2, 3, 11, 12, 13)
    assert hand(match, 0) == [1, 2, 3]
    for viewer in (1, SPECTATOR):
        text = json.dumps(match.state.view(viewer)["board"]["seats"][0])
        assert '"number"' not in text
        assert match.history(viewer)[0].description == {"kind": "drawn", "to": 0}
    assert match.history(0)[0].description == {"kind": "drawn", "to": 0, "card": 1}


@pytest.mark.clause("SB-13")
def test_a_passed_card_is_followed_until_it_is_laid() -> None:
    match = begin(3, 1, 2, 3, 11, 12, 13, 21, 22, 23)
    all_play(match, "start 1 2 straight straight")
    deal(match, 31, 32, 33)
    assert (known(match, 0, 1), known(match, 0, 2)) == ([3], [])
    assert known(match, SPECTATOR, 1) == []
    match.play(0, "lay 2 right straight")
    match.play(1, "lay 2 right straight")  # Seat 1 lays card 32, so it passes on card 3.
    match.play(2, "lay 2 right straight")
    deal(match, 41, 42, 43)
    assert (known(match, 0, 1), known(match, 0, 2)) == ([23], [3])
    assert known(match, 1, 2) == [3]
    match.play(0, "lay 1 right straight")
    match.play(1, "lay 1 right straight")
    match.play(2, "lay 1 right straight")  # Seat 2 lays card 3.
    deal(match, 51, 52, 53)
    assert known(match, 1, 2) == [42]


@pytest.mark.clause("SB-13")
def test_a_player_knows_the_discards_that_they_have_held() -> None:
    match = begin(3, 1, 2, 3, 11, 12, 13, 21, 22, 23)
    all_play(match, "start 1 2 straight straight")
    deal(match, 31, 32, 33)
    match.play(0, "lay 1 right straight")
    match.play(1, "exchange")
    match.play(2, "lay 1 right straight")
    held = {seat: board_view(match, seat)["known"]["discards"] for seat in (0, 1, 2, SPECTATOR)}
    assert held == {0: [3], 1: [3, 32], 2: [], SPECTATOR: []}


@pytest.mark.clause("SB-13")
@pytest.mark.parametrize("seed", range(6))
def test_resampling_agrees_with_everything_that_a_seat_knows(seed: int) -> None:
    """Hidden cards change places; the view stays the same."""
    players = seed % 5 + 2
    match = trapezi.game("sideboards", players=players, four_cards=seed == 5).match(seed=seed)
    rng = Stream(seed)
    moved = 0
    while not match.state.over:
        seat = min(match.state.deciders)
        for viewer in (seat, SPECTATOR):
            view = match.state.view(viewer)
            other = match.state.resample(viewer, rng)
            assert other.view(viewer) == view
            moved += other != match.state
        match.play(seat, match.state.choose(seat, rng))
    assert moved > 10
