"""Track which people are here, on this process and on others that serve the same table."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from trapezi.protocol import messages as m
from trapezi.store.interface import Notification
from trapezi.tables.people import Presence

if TYPE_CHECKING:
    from trapezi.tables.live import LiveTable


class PresenceTracker:
    """The presence of everyone at one live table."""

    def __init__(self, live: LiveTable) -> None:
        self.live = live
        self._peers: dict[str, frozenset[str]] = {}  # by process: the people who are connected to it
        self._broadcast: dict[str, Presence] = {}  # the presence that was last sent to the connections
        self._announced: set[str] = set()  # the people who were last announced to the other processes

    def presence_of(self, person: str) -> Presence:
        """Return "here" if the person looks at the table on at least one device, else "away"."""
        return "here" if self.is_here(person) else "away"

    def is_here(self, person: str) -> bool:
        return person in self._people_on_this_process() or any(person in people for people in self._peers.values())

    def _people_on_this_process(self) -> set[str]:
        return {each.person for each in self.live.listeners if each.person is not None and each.presence == "here"}

    def broadcast_changes(self) -> None:
        """Broadcast who is here, to connections and other processes, if that has changed."""
        people = {person.id: self.presence_of(person.id) for person in self.live.table.people.values() if not person.gone}
        if people != self._broadcast:
            self._broadcast = people
            self.live.send_all(m.PresenceUpdate(people))
        if self.live.store.shared:
            self.announce_presence()

    # -- other processes -----------------------------------------------------------------------------------------------

    def announce_presence(self, *, ask: bool = False, answer: bool = False) -> None:
        """Tell other processes who is connected here if that has changed, or if this asks them the same or answers them."""
        here = self._people_on_this_process()
        if here != self._announced or ask or answer:
            self._announced = here
            store = self.live.store
            store.notify(Notification(store.process_id, self.live.table.code, 0, dict.fromkeys(here, "here"), ask))

    def on_peer_presence(self, note: Notification) -> None:
        """Record which people are connected to another process, and answer if it asked."""
        if note.presence is not None:
            self._peers[note.process_id] = frozenset(person for person, presence in note.presence.items() if presence != "away")
            self.broadcast_changes()
        if note.reply_wanted:
            self.announce_presence(answer=True)

    def forget_dead_processes(self, alive: Collection[str]) -> None:
        """Forget the people of processes that are gone."""
        if not self._peers.keys() <= set(alive):
            self._peers = {process: people for process, people in self._peers.items() if process in alive}
            self.broadcast_changes()
