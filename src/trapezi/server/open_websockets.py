"""Limit the number of open WebSockets. If there are too many, the oldest of a stranger is closed."""

from __future__ import annotations

import gc
from typing import Protocol

from trapezi.server.limits import Limits

CLOSED_PER_COLLECTION = 2000  # The number of closed WebSockets after which garbage is collected.


class OpenSocket(Protocol):
    """A WebSocket that can be closed to make room for others."""

    def close_to_make_room(self) -> None: ...


class OpenSockets:
    """All open WebSockets of a process, grouped by the address of a stranger or by the token of a person at a table.

    A socket belongs to a stranger until it presents a valid token. An address may have `sockets` strangers, all addresses
    together may have `strangers`, and a token may have `sockets_per_token`. If there are more, the oldest socket is closed.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        # The sockets of each group, the oldest first. A group is an address, or "token HASH" for people at tables.
        self._groups: dict[str, dict[OpenSocket, None]] = {}
        self._group_of: dict[OpenSocket, str] = {}
        self._strangers = 0
        self._closed = 0

    def __len__(self) -> int:
        return len(self._group_of)

    def add_stranger(self, socket: OpenSocket, address: str) -> None:
        """Add a socket without a token. Close the oldest such socket if there are too many."""
        self._strangers += 1
        self._add(socket, address, self.limits.sockets)
        if self._strangers > self.limits.strangers:
            addresses = [group for group in self._groups if not is_token_group(group)]
            self._evict_oldest(max(addresses, key=lambda group: len(self._groups[group])))

    def record_token(self, socket: OpenSocket, token_hash: str) -> None:
        """Move a socket to the group of the token that it has presented."""
        if socket in self._group_of:  # A socket that was closed meanwhile has no group.
            self.remove(socket)
            self._add(socket, f"token {token_hash}", self.limits.sockets_per_token)

    def on_closed(self, socket: OpenSocket) -> None:
        """Remove a socket that has ended.

        It leaves 24 kB in reference cycles. Collections are so rare (`limit_garbage_collection_pauses`) that this would otherwise
        grow to 360 MB.
        """
        self.remove(socket)
        self._closed += 1
        if self._closed % CLOSED_PER_COLLECTION == 0:
            gc.collect()

    def remove(self, socket: OpenSocket) -> None:
        group = self._group_of.pop(socket, None)
        if group is not None:
            self._strangers -= not is_token_group(group)
            del self._groups[group][socket]
            if not self._groups[group]:
                del self._groups[group]

    def _add(self, socket: OpenSocket, group: str, room: int) -> None:
        self._group_of[socket] = group
        members = self._groups.setdefault(group, {})
        members[socket] = None
        if len(members) > room:
            self._evict_oldest(group)

    def _evict_oldest(self, group: str) -> None:
        oldest = next(iter(self._groups[group]))
        self.remove(oldest)
        oldest.close_to_make_room()


def is_token_group(group: str) -> bool:
    return group.startswith("token ")
