"""Track which people at a table are here: those with a connection to this process, or to another that serves the table."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from time import monotonic
from typing import TYPE_CHECKING

from trapezi.protocol import messages as m
from trapezi.store.interface import Notification
from trapezi.tables import commands_to_events
from trapezi.tables.people_and_seats import Presence

if TYPE_CHECKING:
    from trapezi.tables.live import LiveTable

UNNAMED = ""  # Under this key, processes announce how many spectators without a name they have.
DELAY = 0.2  # Changes of presence are collected for this many seconds before they are broadcast.


class PresenceTracker:
    """Track the presence of everyone at one live table, and announce it to connections and other processes."""

    def __init__(self, live: LiveTable) -> None:
        self.live = live
        # For each other process: the people with a connection to it, and the number of its spectators without a name.
        self._peers: dict[str, frozenset[str]] = {}
        self._unnamed_of_peers: dict[str, int] = {}
        self._broadcast: tuple[dict[str, Presence], int] = ({}, 0)  # The presence that was sent to the connections last.
        self._timer: asyncio.TimerHandle | None = None
        self._here: frozenset[str] = frozenset()
        self._loaded_at = monotonic()
        self._left_at: dict[str, float] = {}  # The time at which each person who is away was here last.
        self._announced: dict[str, str] = {}  # The presence that was announced to the other processes last.

    def presence_of(self, person: str) -> Presence:
        """Return "here" if a person has the table in view on at least one device, otherwise "away"."""
        return "here" if self.is_here(person) else "away"

    def is_here(self, person: str) -> bool:
        return person in self.everyone_here()

    def everyone_here(self) -> frozenset[str]:
        """Return all people who have the table in view."""
        return frozenset(self._people_on_this_process()).union(*self._peers.values())

    def seconds_absent(self, person: str) -> float:
        """Return for how many seconds a person has been away, as far as this process knows, or 0 if the person is here."""
        return 0.0 if self.is_here(person) else max(0.001, monotonic() - self._left_at.get(person, self._loaded_at))

    def people_who_just_left(self) -> dict[str, float]:
        """Return, for each person who has just left, the number of seconds after which others may act for the person."""
        left = {person.id: self.seconds_absent(person.id) for person in self.live.table.people.values() if not person.gone}
        minimum = commands_to_events.AWAY_SECONDS
        return {person: round(minimum - seconds, 1) for person, seconds in left.items() if 0 < seconds < minimum}

    @property
    def anyone_on_other_process(self) -> bool:
        """Return whether people are connected to other processes."""
        return any(self._peers.values())

    def _unnamed_on_this_process(self) -> int:
        return sum(each.person is None and each.presence == "here" for each in self.live.listeners)

    def unnamed_spectators(self) -> int:
        """Return how many people watch the table without a name, at all processes."""
        return self._unnamed_on_this_process() + sum(self._unnamed_of_peers.values())

    def _people_on_this_process(self) -> set[str]:
        return {each.person for each in self.live.listeners if each.person is not None and each.presence == "here"}

    def broadcast_soon(self) -> None:
        """Broadcast who is here after a short delay, so that many changes cause only one message."""
        self._record_departures()
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(DELAY, self.broadcast_changes)

    def _record_departures(self) -> frozenset[str]:
        """Record the present time for the people who were here and no longer are. Return the people who are here now."""
        before, self._here = self._here, self.everyone_here()
        self._left_at |= dict.fromkeys(before - self._here, monotonic())
        return self._here

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def broadcast_changes(self) -> None:
        """Tell connections and other processes who is here, if that has changed."""
        self.stop()
        here = self._record_departures()
        people: dict[str, Presence] = {
            person.id: "here" if person.id in here else "away" for person in self.live.table.people.values() if not person.gone
        }
        unnamed = self.unnamed_spectators()
        if (people, unnamed) != self._broadcast:
            self._broadcast = people, unnamed
            self.live.send_all(m.PresenceUpdate(people, unnamed, self.people_who_just_left()))
        if self.live.store.shared:
            self.notify_other_processes()
        self.live.start_if_everyone_is_ready()

    # -- other processes -----------------------------------------------------------------------------------------------

    def notify_other_processes(self, *, ask: bool = False, answer: bool = False) -> None:
        """Tell other processes who is connected to this process, if that has changed or if `ask` or `answer` is set.

        With `ask`, the other processes answer who is connected to them.
        """
        here = {**dict.fromkeys(self._people_on_this_process(), "here"), UNNAMED: str(self._unnamed_on_this_process())}
        if here != self._announced or ask or answer:
            self._announced = here
            store = self.live.store
            store.notify(Notification(store.process_id, self.live.table.code, 0, here, ask))

    def on_peer_presence(self, note: Notification) -> None:
        """Record which people are connected to another process, as it has just announced. Answer if the process asks."""
        if note.presence is not None:
            here = {person for person, presence in note.presence.items() if presence != "away"}
            self._peers[note.process_id] = frozenset(here - {UNNAMED})
            self._unnamed_of_peers[note.process_id] = int(note.presence.get(UNNAMED, "0"))
            self.broadcast_soon()
            self.live.bots.wake()
        if note.reply_wanted:
            self.notify_other_processes(answer=True)

    def forget_dead_processes(self, alive: Collection[str]) -> None:
        """Forget the people who were connected to processes that are no longer alive."""
        if not self._peers.keys() <= set(alive):
            self._peers = {process: people for process, people in self._peers.items() if process in alive}
            self._unnamed_of_peers = {process: count for process, count in self._unnamed_of_peers.items() if process in alive}
            self.broadcast_soon()
