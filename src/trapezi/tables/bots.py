"""The bots of a live table: which bot plays which seat, when it thinks, and how fast it answers."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from trapezi import bots
from trapezi.bots import Bot, Observation, SignallingBot
from trapezi.core.errors import TrapeziError
from trapezi.tables.fairness import random_stream

if TYPE_CHECKING:
    from trapezi.tables.live import LiveTable

RETRY = 1.0  # seconds until a bot tries again to make a move that could not be stored

log = logging.getLogger("trapezi.tables")


class Bots:
    """Runs the bots of one table one after the other, each in a thread, so that the table never waits for them."""

    def __init__(self, live: LiveTable, pace: float) -> None:
        self.live = live
        self.table = live.table
        self.pace = pace  # seconds that a bot pretends to think
        self._by_seat: dict[int, tuple[tuple[str, str], Bot]] = {}
        self._task: asyncio.Task[None] | None = None
        self._nothing_to_signal: dict[int, tuple[int, int]] = {}  # by seat: game and version at which its bot gave no signal

    def wake(self) -> None:
        """Let bots think, if it is their turn or they may give a signal."""
        if not any(seat.bot for seat in self.table.seats):
            return
        resting = self._task is None or self._task.done()
        if resting and self.live.owner and (self.table.bots_deciding() or self._seats_that_may_signal()):
            self._task = self.live.run_task(self._play_until_idle())

    async def _play_until_idle(self) -> None:
        while self.live.owner and ((signallers := self._seats_that_may_signal()) or self.table.bots_deciding()):
            stored = await (self._give_signal(signallers[0]) if signallers else self._play_move())
            if not stored:
                if self.live.broken:
                    return
                await asyncio.sleep(RETRY)

    async def _play_move(self) -> bool:
        """Let the first bot that has to decide make its move; return False if the move could not be stored."""
        await asyncio.sleep(self.pace)
        async with self.live.lock:
            deciding = self.table.bots_deciding()
            if not deciding or self.table.session is None:
                return True
            seat, rng = deciding[0], random_stream()
            version = self.table.session.versions[seat]
            observation = Observation(self.table.session.state, seat, random_stream())
        try:
            move = await asyncio.to_thread(self._bot(seat).decide, observation, rng)
            if move not in observation.legal:
                raise ValueError(f"{move} is not legal")
        except Exception:
            log.exception("the bot of seat %d failed", seat, extra={"table": self.table.code})
            move = observation.legal[rng.below(len(observation.legal))]
        return await self.live.play_for_seat(seat, version, move, bot=True)

    def _seats_that_may_signal(self) -> list[int]:
        """Return the seats whose bot may give a signal now, except bots that had nothing to signal in this position."""
        table, session = self.table, self.table.session
        if session is None or table.paused or table.phase != "playing" or not table.game.signals:
            return []
        return [
            seat
            for seat in range(session.game.players)
            if table.seats[seat].bot is not None
            and self._nothing_to_signal.get(seat) != (table.number, session.versions[seat])
            and session.state.optional(seat)
            and self._signalling_bot(seat) is not None
        ]

    async def _give_signal(self, seat: int) -> bool:
        """Ask a bot for one signal and give it after a moment, as people do; return False if it could not be stored."""
        async with self.live.lock:
            bot, session = self._signalling_bot(seat), self.table.session
            if seat not in self._seats_that_may_signal() or session is None or bot is None:
                return True
            now = (self.table.number, session.versions[seat])
            observation = Observation(session.state, seat, random_stream())
        try:
            signal = await asyncio.to_thread(bot.signal, observation, random_stream())
            if signal is not None and signal not in observation.optional:
                raise ValueError(f"{signal} is not a signal that may be given")
        except Exception:
            log.exception("the bot of seat %d failed", seat, extra={"table": self.table.code})
            signal = None
        if signal is None:
            self._nothing_to_signal[seat] = now
            return True
        await asyncio.sleep(self.pace)
        return await self.live.play_for_seat(seat, now[1], signal, bot=True)

    def _signalling_bot(self, seat: int) -> SignallingBot | None:
        """Return the bot of a seat, if it gives signals."""
        try:
            bot = self._bot(seat)
        except TrapeziError:  # reported when the bot has to decide
            return None
        return bot if isinstance(bot, SignallingBot) else None

    def _bot(self, seat: int) -> Bot:
        wanted = (str(self.table.seats[seat].bot), self.table.game.name)
        if seat not in self._by_seat or self._by_seat[seat][0] != wanted:
            self._by_seat[seat] = (wanted, bots.make(*wanted))
            bots.start_preparing(wanted[0], self.table.game)
        return self._by_seat[seat][1]
