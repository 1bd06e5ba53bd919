"""The interface of a store: what it guarantees, and the errors that it raises.

A table is an entry (its code, and what lists of tables need) and a log of events, numbered from 1. The store treats an event as
bytes. When `create` or `append` returns, the events survive `kill -9` and a power cut; when it raises, none of them is stored.

Several processes may share one store. Each sequence number of a log is written only once, so correctness does not depend on which
process writes: the process that comes second gets a `Conflict`, reads the new events and tries again. `listen` reports what other
processes have written. `keep_only_leases` divides the tables among the processes, so that only one of them runs a table's bots
and clock.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from msgspec import Struct


class NotStored(Exception):
    """The database could not write or read, because the disk is full or the database is unreachable. Nothing was written."""


class Conflict(NotStored):
    """Another process has written this sequence number, or has deleted the table. The caller should read the log again."""


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
    """The entry of a table in lists of tables."""

    code: str
    public: bool  # Whether everyone sees the table in the list.
    open: bool  # Whether the table waits for players.
    summary: bytes  # What lists of tables show, as JSON.
    updated: float = 0.0  # The time of the last change in seconds since 1970, set by the store.
    trouble: str = ""  # How the log of the table is damaged. A damaged table cannot be played.


class Notification(Struct, frozen=True, array_like=True, omit_defaults=True):
    """A message about a table from one process to the others.

    It says either that the log now has events up to `seq` or, with `presence`, who is connected to the table in that
    process. If `seq` is 0, the whole log must be read again.
    """

    process_id: str
    code: str  # The code of the table, or "" if the notification says that the process has stopped.
    seq: int = 0
    presence: Mapping[str, str] | None = None
    reply_wanted: bool = False  # Whether the other processes should announce who is connected to them.


@dataclass(frozen=True, slots=True)
class FinishedGameEntry:
    """A finished game in the history of one browser, which is identified by a token hash. `body` is shown in the history."""

    token_hash: str
    game_id: str
    ended: int  # When the game ended, in seconds since 1970.
    body: bytes


@dataclass(frozen=True, slots=True)
class DeviceEntry:
    """A browser and the player to whom it belongs. The games that ended before `deleted_at` were deleted from its history."""

    token_hash: str
    player: str
    deleted_at: int


@dataclass(frozen=True, slots=True)
class AttemptEntry:
    """The attempt of a browser at a deal of the day. The last three fields are None until the attempt is finished."""

    day: str
    game: str
    token_hash: str
    code: str  # The code of the table at which the attempt is played.
    started: int  # When the attempt was started, in seconds since 1970.
    finished: int | None = None
    score: int | None = None
    lines: bytes | None = None


@dataclass(frozen=True, slots=True)
class ReviewEntry:
    """The review of a finished game. `body` is None, and `progress` is below 1, while a process is computing the review."""

    code: str
    number: int  # The number of the game at its table.
    version: int  # The version of the format of `body`.
    body: bytes | None
    process_id: str = ""
    progress: float = 1.0


class DailyStore(Protocol):
    """Store the attempts at the deals of the day, and the names that players chose for the rankings."""

    async def find_or_make_secret(self) -> str:
        """Return the secret from which the deals of this server are computed. Make the secret if there is none."""

    async def restore_secret(self, value: str) -> None:
        """Replace the secret by the secret of a backup."""

    async def find_or_add_attempt(self, attempt: AttemptEntry) -> AttemptEntry:
        """Add an attempt and return it, or return the attempt at the same deal that the browser's player has started before."""

    async def finish_attempt(self, code: str, score: int, finished: int, lines: bytes) -> None:
        """Store the result of the attempt at the table with this code. Do nothing if it has no unfinished attempt."""

    async def attempts_on(self, day: str) -> list[tuple[AttemptEntry, str]]:
        """Return the attempts of a day, each with its player's name, which is empty if the player has chosen none."""

    async def attempts_of(self, token_hash: str, limit: int) -> list[AttemptEntry]:
        """Return the newest attempts, at most `limit`, of the player who has a browser."""

    async def name_of(self, token_hash: str) -> str:
        """Return the name that the player who has a browser has chosen, or "" if there is none."""

    async def set_name(self, token_hash: str, name: str) -> None:
        """Set the name of the player who has a browser, for all devices of the player. An empty name removes the name."""

    async def all_attempts(self) -> list[tuple[AttemptEntry, str]]:
        """Return all attempts at daily deals, each with its player's name."""

    async def restore_attempts(self, given: Sequence[tuple[AttemptEntry, str]]) -> None:
        """Add the attempts and names that are not stored yet."""


class PushStore(Protocol):
    """Store the push subscriptions of browsers that want to be notified of turns, at most one for each browser."""

    async def find_or_make_private_key(self) -> str:
        """Return the private key of the server on the curve P-256, as hexadecimal digits.

        Make the key if there is none.
        """

    async def subscribe(self, token_hash: str, body: bytes) -> None:
        """Store the subscription of a browser, in place of an earlier subscription."""

    async def unsubscribe(self, token_hash: str) -> None:
        """Delete the subscription of a browser."""

    async def subscriptions(self, token_hashes: Collection[str]) -> dict[str, bytes]:
        """Return the subscriptions of browsers by their token hashes."""


class ReviewStore(Protocol):
    """Store the reviews of finished games. A review is computed by one process, and deleted with its table."""

    async def find(self, code: str, number: int) -> ReviewEntry | None:
        """Return the finished or unfinished review of a game, or None if there is no review."""

    async def claim(self, code: str, number: int, version: int) -> bool:
        """Record that this process computes a review in the format `version`, and return True.

        Return False if such a review is stored already, or if another running process computes the review.
        """

    async def report_progress(self, code: str, number: int, progress: float) -> bool:
        """Store how much of a review is done, from 0 to 1.

        Return False if the table was deleted, or if another process computes the review.
        """

    async def finish(self, code: str, number: int, body: bytes) -> None:
        """Store a review that this process has computed, unless its table was deleted."""

    async def give_up_claim(self, code: str, number: int) -> None:
        """Withdraw the claim of this process to compute a review."""

    async def finished_reviews_of_table(self, code: str) -> list[ReviewEntry]:
        """Return the finished reviews of a table."""

    async def restore(self, given: Sequence[ReviewEntry]) -> None:
        """Add the reviews that are not stored yet and whose tables exist."""


class HistoryStore(Protocol):
    """Store the finished games of every browser. Linked browsers belong to one player, who sees the games of all of them."""

    async def add_games(self, games: Sequence[FinishedGameEntry]) -> None:
        """Add the games that are not stored yet and that ended after the history of their browser was last deleted."""

    async def games_of(self, token_hash: str, limit: int) -> list[FinishedGameEntry]:
        """Return the newest games, at most `limit`, of the player who has a browser. Return each game only once."""

    async def delete_games(self, token_hash: str, now: int) -> None:
        """Delete all games of the player who has a browser that ended before `now`. They cannot be added again."""

    async def link_devices(self, token_hashes: Collection[str]) -> None:
        """Link browsers, so that they belong to the same player."""

    async def unlink_devices(self, token_hashes: Collection[str]) -> None:
        """Make each of these browsers a player of its own, with the games that were played in this browser."""

    async def all_games(self, after: tuple[str, str] = ("", ""), limit: int = 500) -> list[FinishedGameEntry]:
        """Return games in the order of their token hashes and ids, beginning after the pair `after`."""

    async def all_devices(self, after: str = "", limit: int = 500) -> list[DeviceEntry]:
        """Return devices in the order of their token hashes, beginning after the token hash `after`."""

    async def add_devices(self, entries: Sequence[DeviceEntry]) -> None:
        """Add the devices that are not stored yet."""


# A function that gets "read" or "write", how many seconds a transaction took, and how many of its reads or writes failed.
OnTransaction = Callable[[str, float, int], None]
OnNotification = Callable[[Notification | None], None]


@dataclass(frozen=True, slots=True)
class Lease:
    """The tables that a process owns for the next few seconds, and the processes that are alive."""

    codes: frozenset[str]
    processes: frozenset[str]


class Store(Protocol):
    """Store the event logs and list entries of all tables."""

    process_id: str  # The id by which other processes that share the store know this process.
    shared: bool  # Whether other processes may use the store.
    observe: OnTransaction | None  # A function that is called after every transaction, in any thread.
    history: HistoryStore
    daily: DailyStore
    push: PushStore
    reviews: ReviewStore

    async def create(self, entry: TableEntry, events: Sequence[bytes], tokens: Sequence[str]) -> None:
        """Create a table with its first events. Raise `CodeTaken` if another table has its code."""

    async def append(
        self, code: str, seq: int, events: Sequence[bytes], entry: TableEntry | None = None, tokens: Sequence[str] = ()
    ) -> None:
        """Append events, of which the first gets the number `seq`. Raise `Conflict` if `seq` is not the next number of the log.

        Either all events are appended or none. Appending the same events again is not a conflict. If `entry` is given, it
        replaces the old entry in the same transaction. `tokens` are hashes of tokens by which the table can be found.
        """

    async def read(self, code: str, since: int = 0) -> list[bytes]:
        """Return the events after number `since`, in order. Raise `MissingEvent` if there is a gap."""

    async def entry(self, code: str) -> TableEntry | None:
        """Return the list entry of a table, or None if there is no such table."""

    async def public_entries(self, limit: int = 100) -> list[TableEntry]:
        """Return the entries of public tables that wait for players, those with the latest changes first."""

    async def entries_by_token_hash(self, token_hash: str, limit: int = 100) -> list[TableEntry]:
        """Return the entries of the tables that a token belongs to, those with the latest changes first."""

    async def check_writable(self) -> None:
        """Test whether the database can write. Raise `NotStored` if the disk is full or the database is unreachable."""

    async def has_token(self, token_hash: str, code: str | None = None) -> bool:
        """Return whether a token with this hash belongs to the table with this code or, without a code, to any table."""

    async def close(self) -> None:
        """Finish pending writes, release all leases and close the database."""

    # -- for the operator ----------------------------------------------------------------------------------------------

    async def entries(self, after: str = "", limit: int = 500) -> list[TableEntry]:
        """Return the entries of tables in the order of their codes, beginning after the code `after`."""

    async def newest_entries(self, limit: int) -> tuple[list[TableEntry], int]:
        """Return the entries of the tables with the latest changes, and the number of all tables."""

    async def mark_damaged(self, code: str, trouble: str) -> None:
        """Mark a table as damaged. `trouble` says how its log is damaged."""

    async def replace_damaged_log(self, entry: TableEntry, events: Sequence[bytes], tokens: Sequence[str]) -> None:
        """Replace the damaged log of a table by these events."""

    async def delete(self, code: str) -> bool:
        """Delete a table permanently. Return whether the table existed."""

    # -- for several processes -----------------------------------------------------------------------------------------

    async def listen(self, on_notification: OnNotification) -> None:
        """Call `on_notification` with each notification of other processes, or with None if some may have been missed."""

    def notify(self, notification: Notification) -> None:
        """Send a notification to the other processes in the background. The notification may be lost."""

    async def keep_only_leases(self, codes: Collection[str]) -> Lease:
        """Renew or take the leases of this process on these tables, except those that another process owns.

        Release the leases of this process on all other tables.
        """
