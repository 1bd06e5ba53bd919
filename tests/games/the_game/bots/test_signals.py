"""Bots of The Game give useful signals and respect the signals of other players."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

import trapezi
from trapezi.bots import Budget, Observation
from trapezi.core.match import Match
from trapezi.core.random import Stream
from trapezi.games.the_game.bots.expert import Expert, Silent
from trapezi.games.the_game.bots.greedy import Greedy
from trapezi.games.the_game.bots.signals import swap_cards_to_match_signals
from trapezi.lab.lineup import BotFailed, Lineup, bot_streams
from trapezi.testing import Fault, check_bot

QUIET = [card for card in range(41, 64) if card not in (44, 55)]


def dealt(*hands: list[int], **options: Any) -> Match:
    """Return a plain game with these cards in hand. Each hand is filled up with cards from the middle."""
    match = trapezi.game("the_game", players=len(hands), mode="plain", first=0, **options).match(by_hand=True)
    full = {1: 8, 2: 7}.get(len(hands), 6)
    middle = iter(QUIET)
    filled = [[*hand, *islice(middle, full - len(hand))] for hand in hands]
    for k in range(full * len(hands)):
        match.play(trapezi.NATURE, f"draw {filled[k % len(hands)].pop(0)}")
    return match


def signal_text(match: Match, seat: int, bot: type[Expert] = Expert) -> str | None:
    signal = bot().signal(Observation(match.state, seat, Stream(1)), Stream(2))
    return None if signal is None else match.game.text(signal)


@pytest.mark.parametrize(("card", "signal"), [(10, "trick"), (21, "hands-off"), (22, "hands-off"), (24, "good"), (30, None)])
def test_the_expert_signals_what_it_can_do_on_a_pile(card: int, signal: str | None) -> None:
    match = dealt([20, 90], [card, 2])
    match.play(0, "20 up 1")
    match.play(1, "signal up 2 hands-off")  # A signal about the 2 uses up the other ascending pile.
    assert signal_text(match, 1) == (f"signal up 1 {signal}" if signal else None)


def test_no_signal_in_the_own_turn_none_twice_and_none_in_a_silent_team() -> None:
    match = dealt([20, 90, 3], [10])
    match.play(0, "20 up 1")
    assert signal_text(match, 0) is None
    assert signal_text(match, 1, Silent) is None
    match.play(1, "signal up 1 trick")
    assert signal_text(match, 1) is None


def test_a_seat_that_signals_a_trick_holds_its_card_in_every_sampled_position() -> None:
    match = dealt([20, 90], [10], [11])
    match.play(0, "20 up 1")
    match.play(1, "signal up 1 trick")
    match.play(2, "signal down 1 hands-off")  # Seat 2 must therefore hold the 98 or the 99.
    rng, before = Stream(3), match.state.view(0)
    for _ in range(20):
        world = match.state.resample(0, rng)
        swap_cards_to_match_signals(world, 0, rng)  # type: ignore[arg-type]
        assert 10 in hand(world, 1)
        assert {98, 99} & hand(world, 2)
        assert world.view(0) == before, "what the seat knows must not change"


def hand(state: trapezi.State, seat: int) -> set[int]:
    return {card["card"] for card in state.view(seat)["board"]["hand"]}


def test_a_pile_is_left_to_the_player_who_asked_for_it() -> None:
    match = dealt([20, 21, 97, 4], [10])
    match.play(0, "20 up 1")
    alone = Greedy().decide(Observation(match.state, 0, Stream(1)), Stream(1))
    assert match.game.text(alone) == "21 up 1"
    match.play(1, "signal up 1 trick")
    for bot in (Greedy(), Expert(Budget(simulations=60))):
        move = match.game.text(bot.decide(Observation(match.state, 0, Stream(1)), Stream(1)))
        assert not move.endswith("up 1"), bot


@pytest.mark.parametrize("mode", ["plain", "extreme"])
def test_signals_are_legal_few_and_depend_only_on_what_the_seat_knows(mode: str) -> None:
    report = check_bot("expert@6", trapezi.game("the_game", players=3, mode=mode), games=2, positions=3, every_decision=False)
    assert report.signals > 0


class Talkative(Greedy):
    """Gives the first legal signal as long as there is one."""

    def signal(self, observation: Observation, rng: Stream) -> int | None:
        return observation.optional[0]


class Inconsistent(Greedy):
    """Gives a different signal each time."""

    asked = 0

    def signal(self, observation: Observation, rng: Stream) -> int | None:
        Inconsistent.asked += 1
        return observation.optional[Inconsistent.asked % len(observation.optional)]


class IllegalSignals(Greedy):
    """Gives illegal signals."""

    def signal(self, observation: Observation, rng: Stream) -> int | None:
        return observation.game.moves[-1] + 1


def test_the_rules_limit_the_signals_of_a_bot_that_never_stops() -> None:
    game = trapezi.game("the_game", players=2, mode="plain")
    assert 0 < check_bot(Talkative, game).signals < 98 * 8  # at most 98 turns with a signal per pile and seat


@pytest.mark.parametrize("bot", [Inconsistent, IllegalSignals])
def test_check_bot_finds_inconsistent_and_illegal_signals(bot: type[Greedy]) -> None:
    with pytest.raises(Fault):
        check_bot(bot, trapezi.game("the_game", players=2, mode="plain"), games=3, positions=30)


class Signalling(Greedy):
    """The greedy player with the expert's signals."""

    def signal(self, observation: Observation, rng: Stream) -> int | None:
        return Expert().signal(observation, rng)


def test_signals_are_given_in_simulated_games_and_stored_in_their_logs() -> None:
    match = trapezi.game("the_game", players=3, first=0, mode="plain").match(seed=4)
    Lineup([f"{__name__}:Signalling", "greedy", "greedy"], "the_game").play_match(match, bot_streams(3, 4))
    signals = [seat for seat, move in match.events if move in match.game.signals]
    assert len(signals) > 5
    assert set(signals) == {0}


def test_an_illegal_signal_fails_the_bot() -> None:
    state = trapezi.game("the_game", players=2, first=0, mode="plain").start()
    with pytest.raises(BotFailed):
        Lineup([f"{__name__}:IllegalSignals", "greedy"], "the_game").play_game(state, 1)
