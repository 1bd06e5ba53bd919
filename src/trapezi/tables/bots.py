"""The bots of a live table: which plays where, when it thinks, and how fast it answers."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from trapezi import bots
from trapezi.bots import Bot, Observation, SignallingBot
from trapezi.core.errors import TrapeziError
from trapezi.tables.fairness import fresh

if TYPE_CHECKING:
    from trapezi.tables.live import LiveTable

PATIENCE = 1.0  # seconds until a bot tries again what the disk refused

log = logging.getLogger("trapezi.tables")


class Bots:
    """They think one after the other, in threads of their own, while the table goes on."""

    def __init__(self, actor: LiveTable, pace: float) -> None:
        self.actor = actor
        self.table = actor.table
        self.pace = pace  # seconds that a bot thinks
        self._players: dict[int, tuple[tuple[str, str], Bot]] = {}
        self._playing: asyncio.Task[None] | None = None
        self._heard: dict[int, tuple[int, int]] = {}  # by seat: game and version at which its bot had nothing more to say

    def wake(self) -> None:
        """Lets bots think, if it is their turn or they may have something to say."""
        if not any(seat.bot for seat in self.table.seats):
            return
        resting = self._playing is None or self._playing.done()
        if resting and self.actor.owner and (self.table.bots_due() or self._unheard()):
            self._playing = self.actor.task(self._play())

    async def _play(self) -> None:
        while self.actor.owner and (self._unheard() or self.table.bots_due()):
            if unheard := self._unheard():
                written = await self._let_speak(unheard[0])
            else:
                written = await self._let_decide()
            if not written:
                if self.actor.broken:
                    return
                await asyncio.sleep(PATIENCE)

    async def _let_decide(self) -> bool:
        await asyncio.sleep(self.pace)
        async with self.actor.turn:
            due = self.table.bots_due()
            if not due or self.table.play is None:
                return True
            seat, rng = due[0], fresh()
            version = self.table.play.versions[seat]
            observation = Observation(self.table.play.state, seat, fresh())
        try:
            move = await asyncio.to_thread(self._bot(seat).decide, observation, rng)
            if move not in observation.legal:
                raise ValueError(f"{move} is not legal")
        except Exception:
            log.exception("the bot of seat %d failed", seat, extra={"table": self.table.code})
            move = observation.legal[rng.below(len(observation.legal))]
        return await self.actor.move(seat, version, move, bot=True)

    def _unheard(self) -> list[int]:
        """Seats whose bot may have something to say of this moment; who had nothing is left alone. The law bounds how much."""
        table, play = self.table, self.table.play
        if play is None or table.paused or table.phase != "playing" or not table.game.signals:
            return []
        return [
            seat
            for seat in range(play.game.players)
            if table.seats[seat].bot is not None
            and self._heard.get(seat) != (table.number, play.versions[seat])
            and play.state.optional(seat)
            and self._speaker(seat) is not None
        ]

    async def _let_speak(self, seat: int) -> bool:
        """Asks a bot for one signal, which is given after a moment, as people do."""
        async with self.actor.turn:
            bot, play = self._speaker(seat), self.table.play
            if seat not in self._unheard() or play is None or bot is None:
                return True
            now = (self.table.number, play.versions[seat])
            observation = Observation(play.state, seat, fresh())
        try:
            said = await asyncio.to_thread(bot.signal, observation, fresh())
            if said is not None and said not in observation.optional:
                raise ValueError(f"{said} is no signal that may be given")
        except Exception:
            log.exception("the bot of seat %d failed", seat, extra={"table": self.table.code})
            said = None
        if said is None:
            self._heard[seat] = now
            return True
        await asyncio.sleep(self.pace)
        return await self.actor.move(seat, now[1], said, bot=True)

    def _speaker(self, seat: int) -> SignallingBot | None:
        """The bot of a seat, if it gives signals."""
        try:
            bot = self._bot(seat)
        except TrapeziError:  # it fails when it is to decide
            return None
        return bot if isinstance(bot, SignallingBot) else None

    def _bot(self, seat: int) -> Bot:
        wanted = (str(self.table.seats[seat].bot), self.table.game.name)
        if seat not in self._players or self._players[seat][0] != wanted:
            self._players[seat] = (wanted, bots.make(*wanted))
            bots.prepare(wanted[0], self.table.game)
        return self._players[seat][1]
