"""`check_bot`: does a bot keep the rules for bots? It plays whole games on every seat, and decides some positions again."""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from time import thread_time
from typing import Any

from trapezi import bots
from trapezi.bots import Bot, Budget, Observation, SignallingBot
from trapezi.core.game import Game
from trapezi.core.match import Match
from trapezi.core.random import Stream, branch
from trapezi.testing.fault import Fault, described

TOLERANCE = 0.1  # seconds of CPU time by which a bot may exceed its budget
TIMED_DECISIONS = 6
LENGTH = 60  # about the number of decisions in a game

MakeBot = Callable[[], Bot]
Ask = Callable[[Bot, Observation, Stream], int | None]


@dataclass
class BotReport:
    """How much was checked."""

    games: int = 0
    decisions: int = 0
    signals: int = 0
    repeated: int = 0  # decisions that fresh bots made again
    resampled: int = 0  # of these, positions in which something hidden was replaced
    timed: int = 0


def check_bot(
    bot: str | MakeBot,
    game: Game[Any],
    *,
    games: int = 1,
    seed: int = 0,
    positions: float = 4,
    every_decision: bool = True,
    milliseconds: int = 20,
) -> BotReport:
    """Play games with a bot (a name, a class or a function that makes one) on every seat; raise `Fault` for a broken promise.

    - Every move is legal, and the bot changes nothing that it is given.
    - A fresh bot makes the same decision again with the same seed. A bot with a budget must have one in simulations.
    - The bot decides from its view alone: if only hidden things differ, it decides the same.
    - All of this holds for signals too, if the bot gives any.
    - A bot that takes a budget keeps to milliseconds.

    `positions` is the average number of decisions per game that are made again. With `every_decision=False` the bot makes only
    those, and chance plays the rest: for bots that think long.

    >>> import trapezi
    >>> check_bot("chance", trapezi.game("qwixx", players=2)).games
    1
    """
    make: MakeBot = partial(bots.make, bot, game.name) if isinstance(bot, str) else bot
    report = BotReport()
    for n in range(games):
        _play(make, game, seed * 1_000_003 + n, positions / LENGTH, every_decision, report)
        report.games += 1
    timed = _with_budget(bot, game, Budget(milliseconds=milliseconds))
    if timed is not None:
        _check_time(timed, game, seed, milliseconds, report)
    return report


def _play(make: MakeBot, game: Game[Any], seed: int, rate: float, every_decision: bool, report: BotReport) -> None:
    match, rng = Match(game, seed), branch(seed, 1 << 41)
    players = [make() for _ in range(game.players)]

    def repeats() -> bool:
        return rng.below(1 << 20) < rate * (1 << 20)

    while not match.state.over:
        for seat, player in enumerate(players):
            if isinstance(player, SignallingBot):
                _give_signals(make, player, match, seat, repeats(), rng, report)
        for seat in sorted(match.state.deciders):
            key = rng.next64()
            if repeats():
                _repeat(make, _decision, match, seat, key, rng, report)
            if every_decision:
                move = _decision(players[seat], Observation(match.state, seat, Stream(key)), Stream(key))
                report.decisions += 1
            else:
                move = match.state.choose(seat, rng)
            match.play(seat, move)


def _give_signals(make: MakeBot, player: Bot, match: Match, seat: int, repeat: bool, rng: Stream, report: BotReport) -> None:
    """Play a bot's signals until it has no more; the rules bound their number."""
    while match.state.optional(seat):
        key = rng.next64()
        if repeat:
            _repeat(make, _signal, match, seat, key, rng, report)
        signal = _signal(player, Observation(match.state, seat, Stream(key)), Stream(key))
        if signal is None:
            return
        report.signals += 1
        match.play(seat, signal)


def _repeat(make: MakeBot, ask: Ask, match: Match, seat: int, key: int, rng: Stream, report: BotReport) -> None:
    """Let fresh bots make one decision or signal again, also with everything hidden replaced."""
    report.repeated += 1
    event = len(match.events)

    def need(condition: bool, what: str, advice: str) -> None:
        if not condition:
            raise Fault(
                f"{match.game!r}, seed {match.seed}, event {event}, seat {seat}", what, advice, seed=match.seed, event=event
            )

    observation = Observation(match.state, seat, Stream(key))
    view = observation.view
    first = ask(make(), observation, Stream(key))
    unchanged = Observation(match.state, seat, Stream(key)).view == view == observation.sample.view(seat)
    need(unchanged, "the bot changed what it was given", "Play only in `observation.resample(rng)` or in a clone")
    again = ask(make(), Observation(match.state, seat, Stream(key)), Stream(key))
    need(again == first, f"the bot decides {first}, then {again} with the same seed", "Use no randomness except `rng`")
    for _ in range(2):
        other = match.state.resample(seat, rng)
        report.resampled += other != match.state
        again = ask(make(), Observation(other, seat, Stream(key)), Stream(key))
        what = f"the bot decides {first}, but {again} when only what it cannot know is different"
        need(again == first, what, "Decide from `observation.view`, or average over `observation.resample`")


def _called(observation: Observation, call: Callable[[], Any]) -> Any:
    """Return what a bot answers; report its own errors as faults."""
    try:
        return call()
    except Fault:
        raise
    except Exception as error:
        raise Fault(
            f"{observation.game!r}, seat {observation.seat}", described(error)[0], "Let the bot answer every position"
        ) from error


def _decision(bot: Bot, observation: Observation, rng: Stream) -> int:
    move = _called(observation, lambda: bot.decide(observation, rng))
    if type(move) is not int or move not in observation.legal:
        what = f"the bot decides {move!r}, which is not legal; legal moves are {observation.legal}"
        raise Fault(f"{observation.game!r}, seat {observation.seat}", what, "Return one of `observation.legal`")
    return move


def _signal(bot: Bot, observation: Observation, rng: Stream) -> int | None:
    if not isinstance(bot, SignallingBot):
        return None
    signal: int | None = _called(observation, lambda: bot.signal(observation, rng))
    if signal is not None and (type(signal) is not int or signal not in observation.optional):
        what = f"the bot signals {signal!r}, which is not allowed; allowed are {observation.optional}"
        raise Fault(f"{observation.game!r}, seat {observation.seat}", what, "Return one of `observation.optional`, or None")
    return signal


def _with_budget(bot: str | MakeBot, game: Game[Any], budget: Budget) -> MakeBot | None:
    """Return the same bot with another budget, or None if it takes none."""
    if isinstance(bot, str):
        plain = bot.partition("@")[0]
        if plain in bots.LEVELS or not bots.takes_budget(bots.find_class(plain, game.name)):
            return None
        return partial(bots.make, f"{plain}@{budget.milliseconds}ms", game.name)
    return partial(bot, budget=budget) if isinstance(bot, type) and bots.takes_budget(bot) else None


def _check_time(make: MakeBot, game: Game[Any], seed: int, milliseconds: int, report: BotReport) -> None:
    """Measure the first decisions of a game in CPU time, without garbage collection, so that a busy machine does not matter."""
    match, rng = Match(game, seed), branch(seed, 1 << 42)
    players = [make() for _ in range(game.players)]
    while not match.state.over and report.timed < TIMED_DECISIONS:
        for seat in sorted(match.state.deciders):
            observation = Observation(match.state, seat, rng)
            collects = gc.isenabled()
            gc.disable()
            try:
                begin = thread_time()
                move = _decision(players[seat], observation, rng)
                seconds = thread_time() - begin
            finally:
                if collects:
                    gc.enable()
            if seconds > milliseconds / 1000 + TOLERANCE:
                what = f"the bot takes {seconds * 1000:.0f} ms with a budget of {milliseconds} ms"
                event = len(match.events)
                raise Fault(
                    f"{game!r}, seed {seed}, event {event}", what, "Look at `Clock` while thinking", seed=seed, event=event
                )
            match.play(seat, move)
            report.timed += 1
