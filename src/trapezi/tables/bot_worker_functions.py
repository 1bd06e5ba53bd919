"""The functions that worker processes run for the bots of live tables. They get an observation and return a move or signal."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import NamedTuple

from trapezi import bots
from trapezi.bots import Bot, Observation, SignallingBot
from trapezi.core.random import Stream

MAX_BOTS = 64  # A process keeps at most this many bots. It creates other bots again when they are needed.


class BotSeat(NamedTuple):
    """The seat of a live table, the bot that plays it, and the share of its budget that the bot may use."""

    table: str
    seat: int
    bot: str
    game: str
    budget_share: float = 1.0


class BotAnswer(NamedTuple):
    """The answer of a bot: a move or a signal, or None for no signal, and the seconds that the bot took."""

    move: int | None
    seconds: float


_bots: OrderedDict[BotSeat, Bot] = OrderedDict()  # The bots of this process are sorted, the most recently used last.


def decide(seat: BotSeat, observation: Observation, rng: Stream) -> BotAnswer:
    """Return the move of a bot. Raise `ValueError` if the move is not legal."""
    start = time.perf_counter()
    move = find_or_make_bot(seat, observation).decide(observation, rng)
    if move not in observation.legal:
        raise ValueError(f"{move} is not legal")
    return BotAnswer(move, time.perf_counter() - start)


def signal(seat: BotSeat, observation: Observation, rng: Stream) -> BotAnswer:
    """Return the signal of a bot, or None if the bot gives no signal. Raise `ValueError` if the signal is not allowed."""
    start = time.perf_counter()
    bot = find_or_make_bot(seat, observation)
    move = bot.signal(observation, rng) if isinstance(bot, SignallingBot) else None
    if move is not None and move not in observation.optional:
        raise ValueError(f"{move} is not a signal that may be given")
    return BotAnswer(move, time.perf_counter() - start)


def find_or_make_bot(seat: BotSeat, observation: Observation) -> Bot:
    """Return the bot of a seat. Create it if necessary, and start its long computations, if any, in another process."""
    bot = _bots.pop(seat, None)
    if bot is None:
        bot = bots.make(seat.bot, seat.game, seat.budget_share)
        bots.start_background_preparation(seat.bot, observation.game)
    _bots[seat] = bot
    if len(_bots) > MAX_BOTS:
        _bots.popitem(last=False)
    return bot
