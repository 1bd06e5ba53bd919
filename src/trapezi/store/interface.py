"""What a store promises: the seam between a table and the disk.

A table is an entry (its code, and what lists of tables need) and a log of records, numbered from 1. A record is bytes; what they
mean is the table's affair. When `create` or `append` returns, the records survive `kill -9` and a power cut; when it raises, none
of them is there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


class NotStored(Exception):
    """The disk did not take it (full, gone); nothing was written."""


class Conflict(NotStored):
    """Somebody else has written that record number: read the log again."""


class CodeTaken(NotStored):
    """A table with this code exists."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A table in a list of tables."""

    code: str
    public: bool  # listed for everybody
    open: bool  # waits for players
    summary: bytes  # what lists show, as JSON
    updated: float = 0.0  # seconds since 1970, set by the store


class Store(Protocol):
    """The event log of all tables."""

    async def create(self, entry: Entry, records: Sequence[bytes], holders: Sequence[str]) -> None:
        """A new table with its first records; `CodeTaken` if there is one of that code."""

    async def append(
        self, code: str, seq: int, records: Sequence[bytes], entry: Entry | None = None, holders: Sequence[str] = ()
    ) -> None:
        """Records number `seq` and following, all or none; `Conflict` if one of that number exists.

        A new `entry` replaces the old one in the same breath. `holders` are hashes of tokens from which the table can be found.
        """

    async def read(self, code: str, since: int = 0) -> list[bytes]:
        """The records after number `since`, in order."""

    async def entry(self, code: str) -> Entry | None:
        """The table of that code, or None."""

    async def listed(self, limit: int = 100) -> list[Entry]:
        """Tables that are public and wait for players, the newest first."""

    async def held(self, holder: str, limit: int = 100) -> list[Entry]:
        """Tables that the token with this hash belongs to, the newest first."""

    async def close(self) -> None:
        """Writes what is on its way and lets go of the disk."""
