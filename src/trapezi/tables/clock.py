"""The clock of a live table: if a person does not decide in time, it makes the game's default move, or pauses the game."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from trapezi.tables.live import LiveTable

RETRY = 1.0  # A move that could not be stored is tried again after this many seconds.


class Clock:
    """Set a deadline for every seat at which a person has to decide, and play for a seat that misses its deadline."""

    def __init__(self, live: LiveTable) -> None:
        self.live = live
        # For each seat with a deadline: the version of its decision, and the time of the deadline.
        self._deadlines: dict[int, tuple[int, float]] = {}
        self._timer: asyncio.TimerHandle | None = None

    def update_deadlines(self) -> None:
        """Set a deadline for each seat at which a person has to decide. Leave deadlines of pending decisions as they are."""
        table, session = self.live.table, self.live.table.session
        self.stop()
        if not table.clock or session is None or table.paused or table.phase != "playing":
            self._deadlines = {}
            return
        now, old = monotonic(), self._deadlines
        self._deadlines = {}
        for seat in table.deciding:
            if table.seats[seat].bot is None:
                version = session.versions[seat]
                same = seat in old and old[seat][0] == version
                self._deadlines[seat] = old[seat] if same else (version, now + table.clock)
        if self._deadlines:
            first = min(when for _, when in self._deadlines.values())
            self._timer = asyncio.get_running_loop().call_later(max(0.0, first - now), self._time_is_up)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def seconds_left(self, seat: int) -> float | None:
        """Return the seconds that a seat has left to decide, or None if it has no deadline."""
        return round(self._deadlines[seat][1] - monotonic(), 1) if seat in self._deadlines else None

    def _time_is_up(self) -> None:
        self.live.run_task(self.decide_for_overdue_seats())

    async def decide_for_overdue_seats(self) -> None:
        """Make the default move of each seat whose deadline has passed. A game without default moves is paused."""
        now, live = monotonic(), self.live
        if not live.owner:
            return  # This process does not own the table. The clock of its owner decides.
        for seat, (version, when) in tuple(self._deadlines.items()):
            session = live.table.session
            if when <= now and session is not None and seat in live.table.deciding:
                move = session.state.default_move(seat)
                if move is None:
                    stored = await live.pause_because_time_is_up(seat, version)
                else:
                    stored = await live.play_for_seat(seat, version, move, bot=False)
                if not stored and not live.broken:
                    self._timer = asyncio.get_running_loop().call_later(RETRY, self._time_is_up)
                    return
        self.update_deadlines()  # If the timer fired a little early, this sets it again.
