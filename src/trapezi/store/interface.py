"""What a store promises: the seam between a table and the disk.

A table is an entry (its code, and what lists of tables need) and a log of records, numbered from 1. A record is bytes; what they
mean is the table's affair. When `create` or `append` returns, the records survive `kill -9` and a power cut; when it raises, none
of them is there.

Several processes (houses) may share one store. Each number of a log is given once, so that nobody has to be trusted to be the
only one; a house that comes second gets a `Conflict`, reads on and tries again. `listen` tells what others have written. `own`
shares out the tables, so that bots and clocks run in one house only.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from msgspec import Struct


class NotStored(Exception):
    """The disk did not take it (full, gone); nothing was written."""


class Conflict(NotStored):
    """Somebody else has written that record number, or the table is gone: read the log again."""


class CodeTaken(NotStored):
    """A table with this code exists."""


class NoDriver(NotStored):
    """The package that speaks to this database is not installed."""


class Newer(NotStored):
    """The database has the schema of a later version."""


class Hole(Exception):
    """A record is missing in the middle of a log."""

    def __init__(self, seq: int) -> None:
        super().__init__(seq)
        self.seq = seq


@dataclass(frozen=True, slots=True)
class Entry:
    """A table in a list of tables."""

    code: str
    public: bool  # listed for everybody
    open: bool  # waits for players
    summary: bytes  # what lists show, as JSON
    updated: float = 0.0  # seconds since 1970, set by the store
    trouble: str = ""  # why it was set aside: a damaged log is not served


class Note(Struct, frozen=True, array_like=True, omit_defaults=True):
    """What one house tells all others of a table: that it has records up to `seq` (0: look again), or who is there."""

    house: str
    code: str
    seq: int = 0
    beings: Mapping[str, str] | None = None
    asking: bool = False  # who is with you?


Hear = Callable[[Note | None], None]


@dataclass(frozen=True, slots=True)
class Lease:
    """The tables that a house may call its own for now, and the houses that are alive."""

    codes: frozenset[str]
    houses: frozenset[str]


class Store(Protocol):
    """The event log of all tables."""

    house: str  # the name of this process among those that share the store
    shared: bool  # whether there may be others

    async def create(self, entry: Entry, records: Sequence[bytes], holders: Sequence[str]) -> None:
        """A new table with its first records; `CodeTaken` if there is one of that code."""

    async def append(
        self, code: str, seq: int, records: Sequence[bytes], entry: Entry | None = None, holders: Sequence[str] = ()
    ) -> None:
        """Records number `seq` and following, all or none; `Conflict` if another one of that number exists, or none before it.

        The very same records once more are no conflict. A new `entry` replaces the old one in the same breath. `holders` are
        hashes of tokens from which the table can be found.
        """

    async def read(self, code: str, since: int = 0) -> list[bytes]:
        """The records after number `since`, in order; `Hole` if one is missing between them."""

    async def entry(self, code: str) -> Entry | None:
        """The table of that code, or None."""

    async def listed(self, limit: int = 100) -> list[Entry]:
        """Tables that are public and wait for players, the newest first."""

    async def held(self, holder: str, limit: int = 100) -> list[Entry]:
        """Tables that the token with this hash belongs to, the newest first."""

    async def close(self) -> None:
        """Writes what is on its way and lets go of the disk and of all tables."""

    # -- for the operator ----------------------------------------------------------------------------------------------

    async def entries(self, after: str = "", limit: int = 500) -> list[Entry]:
        """All tables in the order of their codes, those after one code."""

    async def set_aside(self, code: str, trouble: str) -> None:
        """Marks a table as damaged."""

    async def replace(self, entry: Entry, records: Sequence[bytes], holders: Sequence[str]) -> None:
        """Puts a good log in the place of a damaged one."""

    async def delete(self, code: str) -> bool:
        """Forgets a table for ever; whether there was one."""

    # -- among several houses ------------------------------------------------------------------------------------------

    async def listen(self, hear: Hear) -> None:
        """Tells what others write and publish, until it is cancelled; None if something may have been missed."""

    def tell(self, note: Note) -> None:
        """Says something to all others. Does not wait, and may be lost."""

    async def own(self, codes: Collection[str]) -> Lease:
        """Keeps, for some seconds, as many of these tables as nobody else has; lets go of all others."""
