"""Run the bots of a live table: which bot plays, when it thinks, and how fast it answers."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from trapezi import bots
from trapezi.bots import Observation
from trapezi.core.random import Stream
from trapezi.tables import bot_worker_functions
from trapezi.tables.bot_worker_functions import BotAnswer, BotSeat
from trapezi.tables.fair_queue import Owner
from trapezi.tables.verifiable_chance import chance_streams, random_stream
from trapezi.tables.workers import CannotBeSent, WorkerPool

if TYPE_CHECKING:
    from trapezi.protocol.types import Speed
    from trapezi.tables.live import Listener, LiveTable

# At each speed, a bot waits this many times `pace` seconds before a move.
PACES: dict[Speed, float] = {"calm": 1.8, "normal": 1.0, "quick": 0.5, "none": 0.0}
UNDO = 2.5  # While a person can take back a move, bots wait this many times `pace` seconds.
RETRY = 1.0  # A bot whose move could not be stored tries again after this many seconds.
MAX_SECONDS = 20.0  # A bot that takes longer than this many seconds for a decision is stopped.
UNATTENDED_SECONDS = 60.0  # Bots stop playing this many seconds after the last connection has ended.
PATIENCE = 2.0  # If a bot waits longer than this many seconds for a worker, bots get smaller budgets.
MIN_SHARE = 0.1  # A bot always gets at least this share of its budget, however busy the server is.

log = logging.getLogger("trapezi.tables")


class Bots:
    """Let the bots of one table play, one after the other, in worker processes that get only what the bot's seat may know."""

    def __init__(self, live: LiveTable, pace: float, workers: WorkerPool, address: str = "") -> None:
        self.live = live
        self.table = live.table
        self.pace = pace  # A bot waits about this many seconds before each move, so that people can follow.
        self.workers = workers
        self.address = address  # The network address of the table's creator, if it is known.
        self.short_of_time: frozenset[int] = frozenset()  # The seats whose bots had smaller budgets for their last decisions.
        self._budget_share = 1.0  # Bots may use this share of their normal budgets.
        self.speeds: dict[Listener, Speed] = {}  # How fast each connected player wants to see moves.
        self._task: asyncio.Task[None] | None = None
        # For each seat, the game and the decision version at which the seat's bot last had no signal to give.
        self._nothing_to_signal: dict[int, tuple[int, int]] = {}

    def wake(self) -> None:
        """Start the bots in the background if it is their turn or they may give a signal, and they are not playing already."""
        if not any(seat.bot for seat in self.table.seats):
            return
        resting = self._task is None or self._task.done()
        if resting and self._may_think and (self.table.bots_deciding() or self._seats_that_may_signal()):
            self._task = self.live.run_task(self._play_until_idle())

    @property
    def _may_think(self) -> bool:
        """Return whether this process runs the bots of the table, and somebody is at the table or has just left."""
        return self.live.owner and self.live.seconds_unattended() < UNATTENDED_SECONDS

    async def _play_until_idle(self) -> None:
        while self._may_think and ((signallers := self._seats_that_may_signal()) or self.table.bots_deciding()):
            stored = await (self._give_signal(signallers[0]) if signallers else self._play_move())
            if not stored:
                if self.live.broken:
                    return
                await asyncio.sleep(RETRY)

    async def _play_move(self) -> bool:
        """Let the first bot that has to decide make its move. Return False if the move could not be stored."""
        await asyncio.sleep(self._seconds_until_move())
        async with self.live.lock:
            deciding = self.table.bots_deciding()
            if not deciding or self.table.session is None:
                return True
            seat, rng = deciding[0], self._random_stream(deciding[0], 0)
            version = self.table.session.versions[seat]
            observation = Observation(self.table.session.state, seat, self._random_stream(seat, 1))
        move = await self._ask(bot_worker_functions.decide, seat, observation, rng)
        return await self.live.play_for_seat(
            seat, version, choose_fallback_move(observation, rng) if move is None else move, bot=True
        )

    def _random_stream(self, seat: int, purpose: int) -> Stream:
        """Return random numbers for a bot. In a deal of the day, bots play equally for everyone who makes the same moves."""
        table = self.table
        if not table.deal or table.session is None:
            return random_stream()
        # The numbers of outcomes are below 2**63.
        number = (1 << 63) + (len(table.session.match.events) << 16) + (seat << 8) + purpose
        return chance_streams(table.secret)(number)

    def _seconds_until_move(self) -> float:
        """Return for how many seconds a bot waits before its move, so that all players can follow and can undo their moves."""
        pace = self.pace * max((PACES[speed] for speed in self.speeds.values()), default=1.0)
        session = self.table.session
        people = [n for n, seat in enumerate(self.table.seats) if seat.bot is None]
        can_undo = session is not None and any(session.match.can_take_back(n) for n in people)
        return max(pace, self.pace * UNDO) if can_undo else pace

    def _seats_that_may_signal(self) -> list[int]:
        """Return the seats whose bots may signal now, except bots that were already asked in this position and gave no signal."""
        table, session = self.table, self.table.session
        if session is None or table.paused or table.phase != "playing" or not table.game.signals:
            return []
        return [
            seat
            for seat in range(session.game.players)
            if (bot := table.seats[seat].bot) is not None
            and self._nothing_to_signal.get(seat) != (table.number, session.versions[seat])
            and session.state.optional(seat)
            and bots.gives_signals(bot, table.game.name)
        ]

    async def _give_signal(self, seat: int) -> bool:
        """Ask a bot for a signal, and give the signal after a pause. Return False if it could not be stored."""
        async with self.live.lock:
            session = self.table.session
            if seat not in self._seats_that_may_signal() or session is None:
                return True
            now = (self.table.number, session.versions[seat])
            observation, rng = Observation(session.state, seat, self._random_stream(seat, 2)), self._random_stream(seat, 3)
        signal = await self._ask(bot_worker_functions.signal, seat, observation, rng)
        if signal is None:
            self._nothing_to_signal[seat] = now
            return True
        await asyncio.sleep(self._seconds_until_move())
        return await self.live.play_for_seat(seat, now[1], signal, bot=True)

    # -- thinking ------------------------------------------------------------------------------------------------------

    async def _ask(self, call: Callable[..., BotAnswer], seat: int, observation: Observation, rng: Stream) -> int | None:
        """Return the move or signal of a seat's bot, computed by a worker process. Log an error of the bot and return None."""
        table, started = self.table, time.monotonic()
        bot_seat = BotSeat(table.code, seat, str(table.seats[seat].bot), table.game.name, self._budget_share)
        owner = Owner(self.address, table.creator_token)
        try:
            try:
                decision = await self.workers.run(owner, MAX_SECONDS, call, bot_seat, observation, rng)
            except CannotBeSent as error:
                log.warning("bots of %s run in the server process: %s", table.game.name, error, extra={"table": table.code})
                decision = await asyncio.to_thread(call, bot_seat, observation, rng)
        except Exception:
            log.exception("the bot of seat %d failed", seat, extra={"table": table.code})
            return None
        self._set_budget_share(bot_seat, time.monotonic() - started - decision.seconds)
        return decision.move

    def _set_budget_share(self, decided: BotSeat, waited: float) -> None:
        """Reduce the budgets of bots if a decision `waited` too long for a worker. Broadcast which bots are short of time."""
        self._budget_share = 1.0 if waited <= PATIENCE else max(MIN_SHARE, round(PATIENCE / waited, 1))
        others = self.short_of_time - {decided.seat}
        reduced = decided.budget_share < 1 and bots.is_level_with_budget(decided.bot, decided.game)
        short_of_time = others | {decided.seat} if reduced else others
        if short_of_time != self.short_of_time:
            self.short_of_time = short_of_time
            self.live.broadcast_table_info()


def choose_fallback_move(observation: Observation, rng: Stream) -> int:
    """Return a random legal move to replace the move of a bot that failed. Avoid moves that lose the game at once."""
    moves = [move for move in observation.legal if not observation.preview(move).get("losing")] or observation.legal
    return moves[rng.below(len(moves))]
