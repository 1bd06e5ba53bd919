"""Send notifications to people who are away when it is their turn, for games that last for days.

A person is notified only after being away for a while, and only once until the person has moved.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from trapezi.tables.live import LiveTable

DELAY = 30.0  # A person who has to decide is notified after being away for this many seconds.


class Turn(NamedTuple):
    """The notification that a person has to decide at a table. `token_hashes` has an entry for each device of the person."""

    code: str
    game: str
    token_hashes: frozenset[str]


SendTurn = Callable[[Turn], Awaitable[None]]


class TurnNotifier:
    """Notify the people of one live table when it is their turn and they are away."""

    def __init__(self, live: LiveTable) -> None:
        self.live = live
        self.send: SendTurn | None = None  # Sends a notification, or None if this server sends none.
        self._notified: set[str] = set()  # The people who were notified of their turns and have not moved since.
        self._timer: asyncio.TimerHandle | None = None

    def on_change(self) -> None:
        """Plan to notify people after a delay if somebody who has to decide is away."""
        if self.send is not None and self._timer is None and self._people_to_notify():
            self._timer = asyncio.get_running_loop().call_later(DELAY, self.notify_now)

    def _people_to_notify(self) -> set[str]:
        """Return the people who have to decide, are away, and have not been notified of this turn."""
        table = self.live.table
        deciding = {} if table.paused else {table.seats[n].person: n for n in table.deciding if table.seats[n].bot is None}
        people = {person for person in deciding if person is not None}
        self._notified &= people
        return {each for each in people - self._notified if not self.live.presence.is_here(each)}

    def notify_now(self) -> None:
        """Notify everyone who has to decide and is away."""
        self.stop()
        if self.send is None or not self.live.owner:
            return
        for person in self._people_to_notify():
            self._notified.add(person)
            table = self.live.table
            self.live.run_task(self._send(self.send, Turn(table.code, table.game.name, frozenset(table.people[person].tokens))))

    async def _send(self, send: SendTurn, turn: Turn) -> None:
        await send(turn)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
