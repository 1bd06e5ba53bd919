"""Keep the stored list entry of a table up to date. An entry may be older than the log of its table."""

from __future__ import annotations

import asyncio
import logging
import math
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct, field

from trapezi.store.interface import NotStored, TableEntry
from trapezi.tables.table import Change, Phase, Table

if TYPE_CHECKING:
    from trapezi.tables.live import LiveTable

TABLE_DELAY = 0.5  # Lists show a change of a table, such as a new player, after this many seconds.
MOVE_DELAY = 3.0  # Lists show whose turn it is after this many seconds without a move.
MAX_DELAY = 30.0  # Even while moves keep coming, lists show whose turn it is at the latest after this many seconds.

log = logging.getLogger("trapezi.tables")


class Summary(Struct, frozen=True):
    """What lists of tables show about a table. It is stored, and the stored field names never change."""

    seq: int = 1  # The log has at least this many events.
    game: str = ""
    phase: Phase = "lobby"
    closed: bool = False
    players: int = 0
    free: int = 0
    names: list[str] = []
    deciding: list[int] = field(name="asked", default_factory=list)
    seats_by_token: dict[str, list[int]] = field(name="holders", default_factory=dict)
    results: int = -1  # The number of finished games, or -1 if the entry was written by a version that did not count them.
    recorded: int = 0  # The number of finished games that are in the histories of their players.
    paused: bool = False
    scores: list[int] = []  # The scores of the game in progress or the last game.
    won: bool | None = None  # Whether the last game was won if it was cooperative, otherwise None.


encode_summary = msgspec.json.Encoder().encode
_decoder = msgspec.json.Decoder(Summary)


def decode_summary(data: bytes) -> Summary:
    """Return the decoded summary of a list entry, or a summary without a game if the data cannot be decoded.

    >>> decode_summary(b"noise").game
    ''
    """
    try:
        return _decoder.decode(data)
    except (msgspec.MsgspecError, TypeError):
        return Summary()


def entry_of(table: Table, recorded: int = 0) -> TableEntry:
    """Return the list entry of a table. `recorded` is the number of its finished games that are in the players' histories."""
    free = sum(seat.is_empty for seat in table.seats)
    session = table.session
    state = session.state if session is not None else None
    last = table.results[-1] if table.phase == "finished" and table.results else None
    summary = Summary(
        seq=table.seq,
        game=table.game.name,
        phase=table.phase,
        closed=table.closed,
        players=table.game.players,
        free=free,
        names=[seat.name for seat in table.seats],
        deciding=[] if table.paused else table.deciding,
        seats_by_token={token: table.seats_of(person) for token, person in table.tokens.items() if not table.people[person].gone},
        results=len(table.results),
        recorded=recorded,
        paused=table.paused,
        scores=state.scores if state is not None else [],
        won=last.won if last is not None else None,
    )
    return TableEntry(table.code, table.public, table.phase == "lobby" and free > 0 and not table.closed, encode_summary(summary))


def min_events(entry: TableEntry) -> int:
    """Return the number of events that a table's log must have at least, according to the list entry of the table."""
    return max(1, decode_summary(entry.summary).seq)


class ListEntryWriter:
    """Write the list entry of a live table after a delay without changes, but not later than a maximum delay."""

    def __init__(self, live: LiveTable) -> None:
        self.live = live
        self._stored = b""  # The summary that was stored last.
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at = 0.0
        self._latest_at = math.inf  # At this time, the entry is written in any case.
        self._quiet_at = math.inf  # At this time, the entry is written if nothing changes until then.

    @property
    def is_pending(self) -> bool:
        return self._timer is not None

    def on_change(self, change: Change) -> None:
        """Plan to write the entry: soon after a change of the table, later after a move.

        Write nothing after a hidden decision, because the time of the entry would show others that somebody has decided.
        """
        if change.only_seat is None:
            self.write_within(MOVE_DELAY, TABLE_DELAY if change.table else MAX_DELAY)

    def write_soon(self) -> None:
        self.write_within(TABLE_DELAY, TABLE_DELAY)

    def write_within(self, quiet_seconds: float, max_seconds: float) -> None:
        """Write the entry after `quiet_seconds` without a change, but after `max_seconds` at the latest."""
        loop = asyncio.get_running_loop()
        now = loop.time()
        self._latest_at = min(self._latest_at, now + max_seconds)
        self._quiet_at = now + quiet_seconds
        # If a timer is set already, `_write_if_due` sets it again when it fires. So most moves need not set a timer.
        if self._timer is None or self._timer_at > self._due_at:
            self._set_timer(loop)

    @property
    def _due_at(self) -> float:
        return min(self._quiet_at, self._latest_at)

    def _set_timer(self, loop: asyncio.AbstractEventLoop) -> None:
        self._cancel_timer()
        if self.live.owner:
            self._timer_at = self._due_at
            self._timer = loop.call_at(self._timer_at, self._write_if_due)

    def _write_if_due(self) -> None:
        loop = asyncio.get_running_loop()
        self._timer = None
        if self._due_at > loop.time():
            self._set_timer(loop)
        elif self.live.owner:
            self.live.run_task(self.write())

    async def write(self) -> None:
        """Write the entry now if it has changed. Try again later if the store fails."""
        self._cancel_timer()
        self._latest_at = math.inf
        current = entry_of(self.live.table, self.live.recorder.count)
        if current.summary != self._stored:
            self._stored = current.summary
            try:
                await self.live.store.append(current.code, self.live.table.seq + 1, (), current)
            except NotStored as error:
                log.error("list entry not stored: %s", error, extra={"table": current.code})
                self._stored = b""
                self.write_within(MOVE_DELAY, MOVE_DELAY)

    async def stop(self, *, write_pending: bool) -> None:
        """Stop the timer. With `write_pending`, write the entry now if it waits to be written."""
        if self.is_pending and write_pending:
            await self.write()
        self._cancel_timer()

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
