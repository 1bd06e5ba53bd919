"""Play whole games with a bot on each seat. If all bots are policies, a compiled loop plays; other bots get observations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import index
from typing import Any, NamedTuple, TypeVar

from trapezi import bots
from trapezi.bots import Bot, Observation, SignallingBot
from trapezi.bots.policy import DecisionCount, Policy
from trapezi.core.errors import TrapeziError
from trapezi.core.match import Match
from trapezi.core.random import Stream, branch
from trapezi.core.state import State
from trapezi.lab.playouts import play_with_policies
from trapezi.lab.time_limit import TimeLimit, TooSlow, seconds_per_decision

BOT_STREAMS = 0x7472_6170_657A_6921  # A seed is XORed with this, so that bots do not use the random streams of dice and cards.
BUILT_IN = "trapezi."

Answer = TypeVar("Answer")


class BotFailed(TrapeziError):
    """A bot raised an exception, made an illegal move or gave no answer. The parameter `seat` is the seat of the bot."""


class PlayedGame(NamedTuple):
    """The last state of a game, and how many decisions the bots made."""

    end: State
    decisions: DecisionCount


def is_built_in(bot: Bot) -> bool:
    """Return whether a bot is part of this package and therefore trusted. All other bots are checked and limited in time."""
    return type(bot).__module__.startswith(BUILT_IN)


class Lineup:
    """The bots that play games, one per seat. Bots that may have a memory are created again for every game."""

    def __init__(self, names: Sequence[str], game: str, time_limit: TimeLimit | None = None) -> None:
        self.names = names
        self.game = game
        self.time_limit = time_limit
        self.bots = [bots.make(name, game) for name in names]
        self.built_in = [is_built_in(bot) for bot in self.bots]
        self.policies = [bot for bot in self.bots if is_built_in(bot) and isinstance(bot, Policy)]
        self.signallers = [seat for seat, bot in enumerate(self.bots) if isinstance(bot, SignallingBot)]
        self.all_policies = len(self.policies) == len(names) and not self.signallers

    def play_game(self, start: State, seed: int) -> PlayedGame:
        """Play a game from its start. The seed determines the same dice and cards as in `Match(game, seed)`."""
        if self.all_policies:
            state = start.clone()
            return PlayedGame(state, play_with_policies(state, self.policies, seed, bot_streams(1, seed)[0]))
        match = Match(start.game, seed)
        decisions = self.play_match(match, bot_streams(start.players, seed))
        return PlayedGame(match.state, decisions)

    def play_match(self, match: Match, streams: Sequence[Stream]) -> DecisionCount:
        """Play a match to its end and return the number of decisions. Policies make the same moves as in `play_with_policies`."""
        decisions = 0
        while self.all_policies and not match.state.over:
            for seat in sorted(match.state.deciders):
                match.play(seat, self.policies[seat].pick(match.state, seat, streams[0]))
                decisions += 1
        players = self.bots_for_new_game()
        while not match.state.over:
            for seat, signal in self.ask_for_signals(players, match.state, streams):
                match.play(seat, signal)
            for seat in sorted(match.state.deciders):
                match.play(seat, self.ask_for_decision(players, match.state, seat, streams[seat]))
                decisions += 1
        return decisions

    def bots_for_new_game(self) -> list[Bot]:
        """Return the bots of all seats for a new game: the same built-in policies as before, and new objects of all others."""
        return [bot if bot in self.policies else self.make_bot_within_limit(seat) for seat, bot in enumerate(self.bots)]

    def make_bot_within_limit(self, seat: int) -> Bot:
        try:
            return self.call_within_limit(seat, lambda: bots.make(self.names[seat], self.game))
        except BotFailed:
            raise
        except TrapeziError as error:
            raise self.bot_failed_error(seat, "common.bot.failed", why=str(error.reason.params.get("why", error))) from error

    def ask_for_signals(self, players: Sequence[Bot], state: State, streams: Sequence[Stream]) -> Iterator[tuple[int, int]]:
        """Yield (seat, signal) for each signal that a bot gives now. The caller plays each signal before it takes the next."""
        for seat in self.signallers:
            bot = players[seat]
            while isinstance(bot, SignallingBot) and (optional := state.optional(seat)):
                signal = self.ask_bot(bot.signal, Observation(state, seat, streams[seat]), streams[seat], (None, *optional))
                if signal is None:
                    break
                yield seat, signal

    def ask_for_decision(self, players: Sequence[Bot], state: State, seat: int, stream: Stream) -> int:
        observation = Observation(state, seat, stream)
        return int(self.ask_bot(players[seat].decide, observation, stream, tuple(observation.legal)))

    def ask_bot(
        self, method: Callable[[Observation, Stream], Answer], observation: Observation, stream: Stream, allowed: Sequence[Answer]
    ) -> Answer:
        """Call a method of a bot and return its answer.

        Raise `BotFailed` if the bot raises an error, gives an answer that is not allowed, or changes the observation.
        """
        seat, legal = observation.seat, tuple(observation.legal)
        original = None if self.built_in[seat] else observation.sample.clone()
        try:
            answer = self.call_within_limit(seat, lambda: int_or_wrapped_in_tuple(method(observation, stream)))
        except BotFailed:
            raise
        except (Exception, SystemExit, GeneratorExit) as error:
            raise self.bot_failed_error(
                seat, "common.bot.failed", why=f"{type(error).__name__}: {text_or_type_name(error, str)}"
            ) from error
        if answer not in allowed:
            raise self.bot_failed_error(seat, "common.bot.illegal", move=text_or_type_name(answer, repr)[:40])
        if original is not None and (tuple(observation.legal) != legal or observation.sample != original):
            raise self.bot_failed_error(seat, "common.bot.changed")
        return answer

    def call_within_limit(self, seat: int, function: Callable[[], Answer]) -> Answer:
        """Call a function of a bot, within the time limit unless the bot is built in."""
        if self.time_limit is None or self.built_in[seat]:
            return function()
        limit = seconds_per_decision(self.names[seat], self.time_limit.limit)
        try:
            return self.time_limit.call(seat, limit, function)
        except TooSlow:
            raise self.bot_failed_error(seat, "common.bot.too-slow", seconds=f"{limit:g}") from None

    def bot_failed_error(self, seat: int, key: str, **params: str) -> BotFailed:
        return BotFailed(key, name=self.names[seat][:80], **params, seat=seat)


def int_or_wrapped_in_tuple(answer: Answer) -> Answer:
    """Return an integer of any type, such as numpy's, as an int. Wrap any other answer in a tuple, so that it is not allowed.

    >>> int_or_wrapped_in_tuple(7), int_or_wrapped_in_tuple(7.0), int_or_wrapped_in_tuple(True)
    (7, (7.0,), (True,))
    """
    if answer is None or type(answer) is int:
        return answer
    return index(answer) if hasattr(answer, "__index__") and type(answer) is not bool else (answer,)  # type: ignore[return-value]


def text_or_type_name(value: object, convert: Callable[[Any], str]) -> str:
    """Convert a value that a bot returned or raised to text. If that fails, return the name of the value's type."""
    try:
        return str(convert(value))[:200]
    except Exception:
        return type(value).__name__[:200]


def bot_streams(players: int, seed: int) -> list[Stream]:
    """Return the random streams of the bots in a game, one per seat."""
    return [branch(seed ^ BOT_STREAMS, seat) for seat in range(players)]
