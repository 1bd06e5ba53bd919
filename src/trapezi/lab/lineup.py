"""Whole games with bots on the seats, each in its own way: policies in the compiled loop, all others by what they see."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import index
from typing import Any, TypeVar

from trapezi import bots
from trapezi.bots import Bot, Observation, SignallingBot
from trapezi.bots.policy import Policy, rollout
from trapezi.core.errors import TrapeziError
from trapezi.core.match import Match
from trapezi.core.random import Stream, branch
from trapezi.core.seats import NATURE
from trapezi.core.state import State
from trapezi.lab.time_limit import TooSlow, Watch, limit_of

MINDS = 0x7472_6170_657A_6921  # what bots do comes from other streams than dice and cards
HOUSE = "trapezi."

Answer = TypeVar("Answer")


class BotFailed(TrapeziError):
    """A bot that raised something, made a move that it may not make, or gave no answer; `seat` is where it sits."""


def of_the_house(bot: Bot) -> bool:
    """Whether a bot is one of ours, proven by our tests. Anybody's own is looked after."""
    return type(bot).__module__.startswith(HOUSE)


class Seated:
    """One bot per seat, by name. Those that may remember something are made anew for every game."""

    def __init__(self, names: Sequence[str], game: str, watch: Watch | None = None) -> None:
        self.names = names
        self.game = game
        self.watch = watch
        self.bots = [bots.make(name, game) for name in names]
        self.ours = [of_the_house(bot) for bot in self.bots]
        self.policies = [bot for bot, ours in zip(self.bots, self.ours, strict=True) if ours and isinstance(bot, Policy)]
        self.speakers = [seat for seat, bot in enumerate(self.bots) if isinstance(bot, SignallingBot)]
        self.quick = len(self.policies) == len(names) and not self.speakers
        self.thinkers = 1 if self.quick else len(names)  # streams that `play` needs

    def play(self, state: State, dice: Stream, minds: Sequence[Stream]) -> int:
        """Plays on to the end, chance from one stream and each bot's from its own; how many decisions that took."""
        if self.quick:
            return rollout(state, self.policies, dice, minds[0])
        made = 0
        players = self.fresh()
        while not state.over:
            if state.waiting == 0:
                state.play(NATURE, state.sample_chance(dice))
                continue
            for seat, said in self.signals(players, state, minds):
                state.play(seat, said)
            for seat in sorted(state.deciders):
                state.play(seat, self.decision(players, state, seat, minds[seat]))
                made += 1
        return made

    def play_match(self, match: Match, minds: Sequence[Stream]) -> int:
        """Play a match with its own chance to its end, policies as in `play_seeded`; return the number of decisions."""
        made = 0
        while self.quick and not match.state.over:
            for seat in sorted(match.state.deciders):
                match.play(seat, self.policies[seat].pick(match.state, seat, minds[0]))
                made += 1
        players = self.fresh()
        while not match.state.over:
            for seat, said in self.signals(players, match.state, minds):
                match.play(seat, said)
            for seat in sorted(match.state.deciders):
                match.play(seat, self.decision(players, match.state, seat, minds[seat]))
                made += 1
        return made

    def fresh(self) -> list[Bot]:
        quick = [ours and isinstance(bot, Policy) for bot, ours in zip(self.bots, self.ours, strict=True)]
        return [bot if quick[seat] else self.made(seat) for seat, bot in enumerate(self.bots)]

    def made(self, seat: int) -> Bot:
        try:
            return self.watched(seat, lambda: bots.make(self.names[seat], self.game))
        except BotFailed:
            raise
        except TrapeziError as error:
            raise self.failed(seat, "bot.failed", why=str(error.reason.params.get("why", error))) from error

    def signals(self, players: Sequence[Bot], state: State, minds: Sequence[Stream]) -> Iterator[tuple[int, int]]:
        """What the bots have to say now, seat and signal, one after another; the law bounds how much."""
        for seat in self.speakers:
            bot = players[seat]
            while isinstance(bot, SignallingBot) and (optional := state.optional(seat)):
                said = self.asked(bot.signal, Observation(state, seat, minds[seat]), minds[seat], (None, *optional))
                if said is None:
                    break
                yield seat, said

    def decision(self, players: Sequence[Bot], state: State, seat: int, mind: Stream) -> int:
        observation = Observation(state, seat, mind)
        return int(self.asked(players[seat].decide, observation, mind, tuple(observation.legal)))

    def asked(
        self, ask: Callable[[Observation, Stream], Answer], observation: Observation, mind: Stream, allowed: Sequence[Answer]
    ) -> Answer:
        """What a bot answers; one that fails is named, with what it did."""
        seat, legal = observation.seat, tuple(observation.legal)
        like = None if self.ours[seat] else observation.sample.clone()
        try:
            answer = self.watched(seat, lambda: plain(ask(observation, mind)))
        except BotFailed:
            raise
        except (Exception, SystemExit, GeneratorExit) as error:
            raise self.failed(seat, "bot.failed", why=f"{type(error).__name__}: {shown(error, str)}") from error
        if answer not in allowed:
            raise self.failed(seat, "bot.illegal", move=shown(answer, repr)[:40])
        if like is not None and (tuple(observation.legal) != legal or observation.sample != like):
            raise self.failed(seat, "bot.changed")
        return answer

    def watched(self, seat: int, question: Callable[[], Answer]) -> Answer:
        """An answer, with an eye on the clock if somebody's own bot gives it."""
        if self.watch is None or self.ours[seat]:
            return question()
        limit = limit_of(self.names[seat], self.watch.limit)
        try:
            return self.watch.ask(seat, limit, question)
        except TooSlow:
            raise self.failed(seat, "bot.too-slow", seconds=f"{limit:g}") from None

    def failed(self, seat: int, key: str, **params: str) -> BotFailed:
        return BotFailed(key, name=self.names[seat][:80], **params, seat=seat)


def plain(answer: Answer) -> Answer:
    """Numbers of other libraries become ours; what is none (7.0, True) is wrapped, and so never allowed.

    >>> plain(7), plain(7.0), plain(True)
    (7, (7.0,), (True,))
    """
    if answer is None or type(answer) is int:
        return answer
    return index(answer) if hasattr(answer, "__index__") and type(answer) is not bool else (answer,)  # type: ignore[return-value]


def shown(thing: object, how: Callable[[Any], str]) -> str:
    """What somebody's thing says of itself, if it can."""
    try:
        return str(how(thing))[:200]
    except Exception:
        return type(thing).__name__[:200]


def minds(players: int, seed: int) -> list[Stream]:
    """Where the bots of a game have their chance from."""
    return [branch(seed ^ MINDS, seat) for seat in range(players)]
