"""`check_bot`: does a bot keep to what a bot may do? Whole games with it on every seat, looked at closely."""

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
from trapezi.testing.fault import Fault

SLACK = 0.1  # seconds of processor time that a bot may take to come to an end

Make = Callable[[], Bot]
Ask = Callable[[Bot, Observation, Stream], int | None]


@dataclass
class BotReport:
    """What was looked at."""

    games: int = 0
    decisions: int = 0
    signals: int = 0
    looks: int = 0  # decisions that were asked for again
    swapped: int = 0  # of these, how often something hidden was really swapped
    timed: int = 0


def check_bot(
    bot: str | Make,
    game: Game[Any],
    *,
    games: int = 1,
    seed: int = 0,
    looks: float = 4,
    whole: bool = True,
    milliseconds: int = 20,
) -> BotReport:
    """Plays games with a bot (a name, a class, or whatever makes one) on every seat; `Fault` says what it did wrong.

    - Every move is legal, and what the bot was given is as it was.
    - A fresh bot decides the same again with the same seed; one with a budget in simulations must, so give it one.
    - It decides from its view alone: with all that it may not know swapped, it decides the same.
    - All this is true of its signals too, if it gives any.
    - One that takes a budget keeps to milliseconds too.

    `looks` is how many decisions of each game are asked for again, on average. A bot that thinks long may decide only those
    (`whole=False`); chance decides the others.

    >>> import trapezi
    >>> check_bot("chance", trapezi.game("qwixx", players=2)).games
    1
    """
    make: Make = partial(bots.make, bot, game.name) if isinstance(bot, str) else bot
    report = BotReport()
    for n in range(games):
        _play(make, game, seed * 1_000_003 + n, looks, whole, report)
        report.games += 1
    timed = _with_budget(bot, game, Budget(milliseconds=milliseconds))
    if timed is not None:
        _time(timed, game, seed, milliseconds, report)
    return report


def _play(make: Make, game: Game[Any], seed: int, looks: float, whole: bool, report: BotReport) -> None:
    match, rng = Match(game, seed), branch(seed, 1 << 41)
    players = [make() for _ in range(game.players)]
    length = 60
    while not match.state.over:
        for seat, player in enumerate(players):
            if isinstance(player, SignallingBot):
                _speak(make, player, match, seat, rng.below(length) < looks, rng, report)
        for seat in sorted(match.state.deciders):
            key = rng.next64()
            if rng.below(length) < looks:
                _look(make, _decision, match, seat, key, rng, report)
            if whole:
                move = _decision(players[seat], Observation(match.state, seat, Stream(key)), Stream(key))
                report.decisions += 1
            else:
                move = match.state.choose(seat, rng)
            match.play(seat, move)


def _speak(make: Make, player: Bot, match: Match, seat: int, look: bool, rng: Stream, report: BotReport) -> None:
    """Lets a bot say what it has to say; the law bounds how much."""
    while match.state.optional(seat):
        key = rng.next64()
        if look:
            _look(make, _signal, match, seat, key, rng, report)
        said = _signal(player, Observation(match.state, seat, Stream(key)), Stream(key))
        if said is None:
            return
        report.signals += 1
        match.play(seat, said)


def _look(make: Make, ask: Ask, match: Match, seat: int, key: int, rng: Stream, report: BotReport) -> None:
    """One decision or signal again and again, each time by a fresh bot."""
    report.looks += 1
    where = f"{match.game!r}, event {len(match.events)}, seat {seat}"
    observation = Observation(match.state, seat, Stream(key))
    view = observation.view
    first = ask(make(), observation, Stream(key))
    if Observation(match.state, seat, Stream(key)).view != view or observation.sample.view(seat) != view:
        raise Fault(f"{where}: the bot changed what it was given")
    if ask(make(), Observation(match.state, seat, Stream(key)), Stream(key)) != first:
        raise Fault(f"{where}: the bot decides otherwise with the same seed")
    for _ in range(2):
        other = match.state.resample(seat, rng)
        report.swapped += other != match.state
        if ask(make(), Observation(other, seat, Stream(key)), Stream(key)) != first:
            raise Fault(f"{where}: the bot decides otherwise when only what it cannot know is different")


def _decision(bot: Bot, observation: Observation, rng: Stream) -> int:
    move = bot.decide(observation, rng)
    if type(move) is not int or move not in observation.legal:
        raise Fault(f"{observation.game!r}, seat {observation.seat}: {move!r} is not legal; legal are {observation.legal}")
    return move


def _signal(bot: Bot, observation: Observation, rng: Stream) -> int | None:
    said = bot.signal(observation, rng) if isinstance(bot, SignallingBot) else None
    if said is not None and (type(said) is not int or said not in observation.optional):
        raise Fault(
            f"{observation.game!r}, seat {observation.seat}: {said!r} is not an allowed signal; allowed: {observation.optional}"
        )
    return said


def _with_budget(bot: str | Make, game: Game[Any], budget: Budget) -> Make | None:
    """The same bot with another budget, if it takes one."""
    if isinstance(bot, str):
        plain = bot.partition("@")[0]
        if plain in bots.LEVELS or not bots.takes_budget(bots.find_class(plain, game.name)):
            return None
        return partial(bots.make, f"{plain}@{budget.milliseconds}ms", game.name)
    return partial(bot, budget=budget) if isinstance(bot, type) and bots.takes_budget(bot) else None


def _time(make: Make, game: Game[Any], seed: int, milliseconds: int, report: BotReport) -> None:
    """The first decisions of a game, by the processor's clock: a busy machine is nobody's fault, nor is Python's own tidying."""
    match, rng = Match(game, seed), branch(seed, 1 << 42)
    players = [make() for _ in range(game.players)]
    while not match.state.over and report.timed < 6:
        for seat in sorted(match.state.deciders):
            observation = Observation(match.state, seat, rng)
            tidying = gc.isenabled()
            gc.disable()
            try:
                begun = thread_time()
                move = _decision(players[seat], observation, rng)
                took = thread_time() - begun
            finally:
                if tidying:
                    gc.enable()
            if took > milliseconds / 1000 + SLACK:
                raise Fault(f"{game!r}, event {len(match.events)}: {took * 1000:.0f} ms of a budget of {milliseconds}")
            match.play(seat, move)
            report.timed += 1
