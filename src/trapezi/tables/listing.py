"""Keep a table's entry in the list of tables up to date. The entry may be behind, the log never is."""

from __future__ import annotations

import asyncio
import logging
import math
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct, field

from trapezi.store.interface import Entry, NotStored
from trapezi.tables.table import Change, Phase, Table

if TYPE_CHECKING:
    from trapezi.tables.live import LiveTable

TABLE_DELAY = 0.5  # seconds until lists show a change of the table
MOVE_DELAY = 3.0  # seconds without a move until lists show whose turn it is
MOST_DELAY = 30.0  # seconds until they do while moves keep coming

log = logging.getLogger("trapezi.tables")


class Summary(Struct, frozen=True):
    """What is stored for lists of tables. The stored field names never change."""

    seq: int = 1  # the log has at least this many events
    game: str = ""
    phase: Phase = "lobby"
    closed: bool = False
    players: int = 0
    free: int = 0
    names: list[str] = []
    deciding: list[int] = field(name="asked", default_factory=list)
    seats_by_token: dict[str, list[int]] = field(name="holders", default_factory=dict)


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Summary).decode


def entry(table: Table) -> Entry:
    """Return the entry of a table in the list of tables."""
    free = sum(seat.empty for seat in table.seats)
    summary = Summary(
        seq=table.seq,
        game=table.game.name,
        phase=table.phase,
        closed=table.closed,
        players=table.game.players,
        free=free,
        names=[seat.name for seat in table.seats],
        deciding=[] if table.paused else table.deciding,
        seats_by_token={token: table.seats_of(person) for token, person in table.tokens.items()},
    )
    return Entry(table.code, table.public, table.phase == "lobby" and free > 0 and not table.closed, encode(summary))


def least_events(entry: Entry) -> int:
    """Return how many events the log of a table has at least."""
    return max(1, decode(entry.summary).seq)


class Listing:
    """Writes the entry of a live table, debounced, with a maximum delay."""

    def __init__(self, live: LiveTable) -> None:
        self.live = live
        self._stored = b""  # the summary that was written last
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at = math.inf
        self._quiet_at = self._latest_at = math.inf  # when to write: if nothing happens, and in any case

    @property
    def pending(self) -> bool:
        return self._timer is not None

    def changed(self, change: Change) -> None:
        self.update_within(MOVE_DELAY, TABLE_DELAY if change.table else MOST_DELAY)

    def update_soon(self) -> None:
        self.update_within(TABLE_DELAY, TABLE_DELAY)

    def update_within(self, quiet: float, latest: float) -> None:
        """Write the entry after `quiet` seconds without a change, and after `latest` seconds in any case."""
        now = asyncio.get_running_loop().time()
        self._quiet_at, self._latest_at = now + quiet, min(self._latest_at, now + latest)
        if self._timer is not None and self._timer_at > self._latest_at:
            self._timer.cancel()
            self._timer = None
        if self.live.owner and self._timer is None:
            self._set_timer()

    def _set_timer(self) -> None:
        self._timer_at = min(self._quiet_at, self._latest_at)
        self._timer = asyncio.get_running_loop().call_at(self._timer_at, self._on_timer)

    def _on_timer(self) -> None:
        if min(self._quiet_at, self._latest_at) > asyncio.get_running_loop().time():  # something has happened since
            self._set_timer()
        else:
            self.live.run_task(self.write())

    async def write(self) -> None:
        """Write the entry now if it has changed; try again later if the store fails."""
        self._timer, self._latest_at = None, math.inf
        current = entry(self.live.table)
        if current.summary != self._stored:
            self._stored = current.summary
            try:
                await self.live.store.append(current.code, self.live.table.seq + 1, (), current)
            except NotStored as error:
                log.error("list entry not stored: %s", error, extra={"table": current.code})
                self._stored = b""
                self.update_within(MOVE_DELAY, MOVE_DELAY)

    async def close(self, *, broken: bool) -> None:
        """Stop; write a pending entry first, unless the table is broken."""
        if self._timer is not None:
            self._timer.cancel()
            if not broken:
                await self.write()
            if self._timer is not None:
                self._timer.cancel()
