"""The interface of a store: what it guarantees, and the errors that it raises.

A table is an entry (its code, and what lists of tables need) and a log of events, numbered from 1. The store treats an event as
bytes. When `create` or `append` returns, the events survive `kill -9` and a power cut; when it raises, none of them is stored.

Several processes may share one store. Each sequence number of a log is written only once, so correctness does not depend on which
process writes: the process that comes second gets a `Conflict`, reads the new events and tries again. `listen` reports what other
processes have written. `set_leases` divides the tables among the processes, so that only one of them runs a table's bots and
clock.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from msgspec import Struct


class NotStored(Exception):
    """The database could not write or read, because the disk is full or the server is gone. Nothing was written."""


class Conflict(NotStored):
    """Another process has written this sequence number, or the table is gone. The caller should read the log again."""


class CodeTaken(NotStored):
    """A table with this code exists already."""


class NoDriver(NotStored):
    """The package that connects to this database is not installed."""


class NewerSchema(NotStored):
    """A later version of Trapezi has changed the schema of this database."""


class Unreachable(NotStored):
    """The database did not answer when it was opened. It may answer a moment later."""


class UnknownDatabase(NotStored):
    """The URL names neither a SQLite file nor a PostgreSQL database. The message is the scheme of the URL."""


class InUse(NotStored):
    """Another server uses this database, which allows only one."""


class MissingEvent(Exception):
    """An event is missing in the middle of a log."""

    def __init__(self, seq: int) -> None:
        super().__init__(seq)
        self.seq = seq


@dataclass(frozen=True, slots=True)
class TableEntry:
    """The row of a table in the list of tables."""

    code: str
    public: bool  # whether the table is listed for everyone
    open: bool  # whether the table waits for players
    summary: bytes  # what lists of tables show, as JSON
    updated: float = 0.0  # the time of the last change in seconds since 1970, set by the store
    trouble: str = ""  # how the log of the table is damaged; a damaged table is not served


class Notification(Struct, frozen=True, array_like=True, omit_defaults=True):
    """A message about a table from one process to the others.

    It says either that the log now has events up to `seq` or, with `presence`, who is connected to the table in that
    process. If `seq` is 0, the whole log must be read again.
    """

    process_id: str
    code: str  # the code of the table, or an empty text if the process has stopped
    seq: int = 0
    presence: Mapping[str, str] | None = None
    reply_wanted: bool = False  # whether the other processes should announce who is connected to them


@dataclass(frozen=True, slots=True)
class FinishedGameEntry:
    """A finished game in the game history of one browser, known by its token hash. `body` is what the history shows, as JSON."""

    token_hash: str
    game_id: str
    ended: int  # the time when the game ended, in seconds since 1970
    body: bytes


@dataclass(frozen=True, slots=True)
class DeviceEntry:
    """The player that a browser belongs to. Games of this browser that ended until `deleted_at` stay deleted."""

    token_hash: str
    player: str
    deleted_at: int


@dataclass(frozen=True, slots=True)
class AttemptEntry:
    """The attempt of a browser at the deal of a day that counts. The last three fields are None until it is finished."""

    day: str
    game: str
    token_hash: str
    code: str  # the code of the table
    started: int  # the time when the attempt was begun, in seconds since 1970
    finished: int | None = None
    score: int | None = None
    lines: bytes | None = None


@dataclass(frozen=True, slots=True)
class ReviewEntry:
    """The review of a finished game. While `body` is None, a process computes it, and this fraction of the work is done."""

    code: str
    number: int  # the number of the game at its table
    version: int  # the version of the form of `body`
    body: bytes | None
    process_id: str = ""
    progress: float = 1.0


class DailyStore(Protocol):
    """Attempts at the deals of the day, and the names that players chose for the rankings."""

    async def find_or_make_secret(self) -> str:
        """Return the secret from which the deals of this server are computed. Make the secret if there is none."""

    async def restore_secret(self, value: str) -> None:
        """Replace the secret by the secret of a backup."""

    async def find_or_add_attempt(self, attempt: AttemptEntry) -> AttemptEntry:
        """Add an attempt and return it, or return the one that the browser's player has made already."""

    async def finish_attempt(self, code: str, score: int, finished: int, lines: bytes) -> None:
        """Store the score of the attempt at this table, if the table has an attempt without a score."""

    async def attempts_on(self, day: str) -> list[tuple[AttemptEntry, str]]:
        """Return the attempts of a day with the names of their players. The name of a player without a name is empty."""

    async def attempts_of(self, token_hash: str, limit: int) -> list[AttemptEntry]:
        """Return the last attempts of a browser's player, newest first."""

    async def name_of(self, token_hash: str) -> str:
        """Return the name that a browser's player has chosen, or an empty text."""

    async def set_name(self, token_hash: str, name: str) -> None:
        """Set the name of a browser's player on all devices of the player. An empty name removes the name."""

    async def all_attempts(self) -> list[tuple[AttemptEntry, str]]:
        """Return all attempts with the names of their players."""

    async def restore_attempts(self, given: Sequence[tuple[AttemptEntry, str]]) -> None:
        """Add attempts and names that are not there yet."""


class PushStore(Protocol):
    """Where browsers want to be notified of their turns: at most one subscription per browser."""

    async def find_or_make_private_key(self) -> str:
        """Return the private key of the server on the curve P-256, as hexadecimal digits.

        Make the key if there is none.
        """

    async def subscribe(self, token_hash: str, body: bytes) -> None:
        """Store the subscription of a browser. It replaces an earlier one."""

    async def unsubscribe(self, token_hash: str) -> None:
        """Delete the subscription of a browser."""

    async def subscriptions(self, token_hashes: Collection[str]) -> dict[str, bytes]:
        """Return the subscriptions of browsers by their token hashes."""


class ReviewStore(Protocol):
    """The reviews of the finished games of tables, which are deleted with their tables. One process computes each of them."""

    async def find(self, code: str, number: int) -> ReviewEntry | None:
        """Return the review of a game, whether it is finished or not, or None."""

    async def claim(self, code: str, number: int, version: int) -> bool:
        """Record that this process computes a review in the format of this version, and return True.

        Return False if there is such a review already, or if another process that is running computes it.
        """

    async def report_progress(self, code: str, number: int, progress: float) -> bool:
        """Store how much of a review is done.

        Return False if the table is gone, or if another process computes the review.
        """

    async def finish(self, code: str, number: int, body: bytes) -> None:
        """Store a review that this process has computed, unless its table is gone."""

    async def give_up(self, code: str, number: int) -> None:
        """Give up the claim of this process to compute a review."""

    async def finished_reviews_of_table(self, code: str) -> list[ReviewEntry]:
        """Return the finished reviews of a table."""

    async def restore(self, given: Sequence[ReviewEntry]) -> None:
        """Add reviews that are not there yet, and whose tables exist."""


class HistoryStore(Protocol):
    """The finished games of every browser. Browsers that were linked belong to one player, who sees the games of all of them."""

    async def add_games(self, games: Sequence[FinishedGameEntry]) -> None:
        """Add games, except those that are there already or ended before their browser's history was deleted."""

    async def games_of(self, token_hash: str, limit: int) -> list[FinishedGameEntry]:
        """Return the last games of a browser's player, newest first and each game only once."""

    async def delete_games(self, token_hash: str, now: int) -> None:
        """Delete all games of a browser's player that ended until now, so that adding them again has no effect."""

    async def link_devices(self, token_hashes: Collection[str]) -> None:
        """Link browsers, so that they are devices of the same player."""

    async def unlink_devices(self, token_hashes: Collection[str]) -> None:
        """Make each of these browsers a player of its own; each keeps the games that it has played."""

    async def all_games(self, after: tuple[str, str] = ("", ""), limit: int = 500) -> list[FinishedGameEntry]:
        """Return games in the order of their token hashes and ids, beginning after the pair `after`."""

    async def all_devices(self, after: str = "", limit: int = 500) -> list[DeviceEntry]:
        """Return devices in the order of their token hashes, beginning after the token hash `after`."""

    async def add_devices(self, entries: Sequence[DeviceEntry]) -> None:
        """Add devices that are not there yet."""


# This function takes "read" or "write", the seconds that the transaction took, and the number of reads or writes that failed.
OnTransaction = Callable[[str, float, int], None]
OnNotification = Callable[[Notification | None], None]


@dataclass(frozen=True, slots=True)
class Lease:
    """The tables that a process owns for the next few seconds, and the processes that are alive."""

    codes: frozenset[str]
    processes: frozenset[str]


class Store(Protocol):
    """The event logs of all tables."""

    process_id: str  # the id of this process among the processes that share the store
    shared: bool  # whether other processes may use the store
    observe: OnTransaction | None  # a function that is called after every transaction, from any thread
    history: HistoryStore
    daily: DailyStore
    push: PushStore
    reviews: ReviewStore

    async def create(self, entry: TableEntry, events: Sequence[bytes], tokens: Sequence[str]) -> None:
        """Create a table with its first events. Raise `CodeTaken` if its code is in use."""

    async def append(
        self, code: str, seq: int, events: Sequence[bytes], entry: TableEntry | None = None, tokens: Sequence[str] = ()
    ) -> None:
        """Append events from number `seq` on, all or none. Raise `Conflict` if that number is taken, or does not come next.

        Appending exactly the same events again is not a conflict. A new `entry` replaces the old one in the same transaction.
        `tokens` are hashes of tokens by which the table can be found.
        """

    async def read(self, code: str, since: int = 0) -> list[bytes]:
        """Return the events after number `since`, in order. Raise `MissingEvent` if there is a gap."""

    async def entry(self, code: str) -> TableEntry | None:
        """Return the entry of a table, or None if there is no such table."""

    async def public_entries(self, limit: int = 100) -> list[TableEntry]:
        """Return the public tables that wait for players, newest first."""

    async def entries_by_token_hash(self, token_hash: str, limit: int = 100) -> list[TableEntry]:
        """Return the tables of the token with this hash, newest first."""

    async def check_writable(self) -> None:
        """Write something that nobody reads. Raise `NotStored` if that fails because the disk is full or the database gone."""

    async def has_token(self, token_hash: str, code: str | None = None) -> bool:
        """Return whether a token with this hash belongs to the table with this code, or to any table."""

    async def close(self) -> None:
        """Write what is pending, release all leases and close the database."""

    # -- for the operator ----------------------------------------------------------------------------------------------

    async def entries(self, after: str = "", limit: int = 500) -> list[TableEntry]:
        """Return the tables whose code is greater than `after`, in the order of their codes."""

    async def newest_entries(self, limit: int) -> tuple[list[TableEntry], int]:
        """Return the tables that changed last, and the number of all tables."""

    async def mark_damaged(self, code: str, trouble: str) -> None:
        """Mark a table as damaged."""

    async def replace(self, entry: TableEntry, events: Sequence[bytes], tokens: Sequence[str]) -> None:
        """Replace a damaged log by these events."""

    async def delete(self, code: str) -> bool:
        """Delete a table permanently. Return whether it existed."""

    # -- for several processes -----------------------------------------------------------------------------------------

    async def listen(self, on_notification: OnNotification) -> None:
        """Report the notifications of other processes until cancelled. Report None if some may have been missed."""

    def notify(self, notification: Notification) -> None:
        """Send a notification to the other processes without waiting. The notification may be lost."""

    async def set_leases(self, codes: Collection[str]) -> Lease:
        """Lease these tables to this process, except those that another process owns.

        Release its leases on other tables.
        """
