"""Write all tables to one file of compressed JSON lines, and restore such a backup into any store.

{"trapezi-backup": 2, "at": 1790000000}
{"devices": [["6b86b273…", "9f86d081…", 0], …]}
{"games": [["6b86b273…", "3a7bd3e2…", 1790000000, "{\\"code\\":\\"BCDFG\\", …}"], …]}
{"code": "BCDFG", "records": ["6f1644ec8c1d22f0{\\"t\\":\\"opened\\", …", …], "reviews": [[1, 1, "H4sIAAAA…"]]}
{"tables": 1, "check": "…"}

The last line has the SHA-256 of all lines before it. `records` is the log of a table. `reviews` has the reviews of its finished
games, each with the number of the game and the version of the format; servers that do not know the format compute the reviews
again. `devices` and `games` are the histories of players, which are kept when tables are deleted. Backups of version 1 have no
histories.
"""

from __future__ import annotations

import asyncio
import binascii
import contextlib
import gzip
import json
import os
import tempfile
import time
import zlib
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO

from trapezi._user_data_folder import data_folder
from trapezi.core.errors import TrapeziError
from trapezi.core.safe_text import require_unicode
from trapezi.store.interface import AttemptEntry, CodeTaken, Conflict, DeviceEntry, FinishedGameEntry, ReviewEntry, Store
from trapezi.tables import admin, log_format, table_list_entry
from trapezi.tables.table import Table

VERSION = 2
VERSIONS = (1, VERSION)  # Backups of these versions can be restored.
MAX_LINE = 64_000_000  # A line, which holds the log of a table, has at most this many bytes, because it must fit into memory.
AT_ONCE = 64  # This many tables are restored at the same time, so that they share a transaction.


class BadBackup(TrapeziError):
    """A file is not a complete backup, or no backup can be written to it. Nothing was changed."""


async def backup(store: Store, path: Path, *, force: bool = False) -> tuple[int, list[str]]:
    """Write all tables but damaged ones to a file. Return their number, and the codes of the damaged tables.

    Tables may be played meanwhile: the copy of each table is consistent. Only the owner of the file may read it, because it
    contains the secrets of games in progress. The file gets its name when it is complete. Raise `BadBackup` if the path names
    something that is not a regular file or, without `force`, a file that exists.
    """
    path = path.resolve()
    check_backup_path(path, force=force)
    number, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)  # Nobody else can open this file.
    partial = Path(name)
    try:
        with os.fdopen(number, "wb") as file:
            done = await write_backup(store, file)
            file.flush()
            os.fsync(file.fileno())
        move_into_place(partial, path, force=force)
    finally:
        partial.unlink(missing_ok=True)
    return done


def last_backup_note_path(store: Store) -> Path:
    """Return the file with the note about the last backup, beside the SQLite file or, with PostgreSQL, in the data folder."""
    path: Path | None = getattr(store, "path", None)
    return data_folder() / "last_backup.json" if path is None else Path(f"{path}.backup.json")


def write_last_backup_note(store: Store, target: str, tables: int, damaged: int) -> None:
    """Write a note that a backup succeeded, which the operator's page shows. Do nothing if the note cannot be written."""
    note = {"at": int(time.time()), "file": target, "tables": tables, "damaged": damaged}
    with contextlib.suppress(OSError):
        number = os.open(last_backup_note_path(store), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(number, "wb") as file:
            file.write(encode_line(note))


def read_last_backup_note(store: Store) -> dict[str, Any] | None:
    """Return the note about the last backup, or None if there is no note."""
    try:
        note = json.loads(last_backup_note_path(store).read_bytes())
        return {"at": int(note["at"]), "file": str(note["file"]), "tables": int(note["tables"]), "damaged": int(note["damaged"])}
    except (OSError, ValueError, TypeError, KeyError):
        return None


def check_backup_path(path: Path, *, force: bool) -> None:
    """Raise `BadBackup` unless a backup may be written to this path."""
    if path.exists() and not path.is_file():
        raise BadBackup("cli.backup.not-a-file", file=str(path))
    if path.exists() and not force:
        raise BadBackup("cli.backup.exists", file=str(path))


def move_into_place(partial: Path, path: Path, *, force: bool) -> None:
    """Rename the complete file to its final name. Without `force`, raise `BadBackup` if a file of that name exists."""
    check_backup_path(path, force=force)
    if not force:
        try:
            path.hardlink_to(partial)  # Unlike a rename, this fails if a file of that name exists.
        except FileExistsError as error:
            raise BadBackup("cli.backup.exists", file=str(path)) from error
        except OSError:  # The file system has no hard links.
            partial.replace(path)
    else:
        partial.replace(path)


async def write_backup(store: Store, output: BinaryIO) -> tuple[int, list[str]]:
    """Write all tables but damaged ones to an open file. Return their number, and the codes of the damaged tables."""
    count, damaged, check = 0, [], sha256()
    with gzip.open(output, "wb", compresslevel=6) as file:

        def write_line(line: dict[str, Any]) -> None:
            data = encode_line(line)
            check.update(data)
            file.write(data)

        write_line({"trapezi-backup": VERSION, "at": int(time.time())})
        # Histories come before tables, so that a restore knows which games a player has deleted.
        async for line in player_history_lines(store):
            write_line(line)
        write_line(await daily_deals_line(store))
        async for entry in admin.all_entries(store):
            lines = await admin.read_log_or_mark_damaged(store, entry)
            if lines is None or sum(map(len, lines)) > MAX_LINE // 2:  # Escaping quotes may double the length.
                damaged.append(entry.code)
            elif lines:
                write_line(
                    {"code": entry.code, "records": [line.decode() for line in lines], **await reviews_of(store, entry.code)}
                )
                count += 1
        write_line({"tables": count, "check": check.hexdigest()})
    return count, damaged


async def reviews_of(store: Store, code: str) -> dict[str, Any]:
    """Return the field `reviews` of a table's line, with as many of the newest reviews as fit into the line."""
    reviews, size = [], 0
    for each in reversed(await store.reviews.finished_reviews_of_table(code)):
        body = b64encode(each.body or b"").decode()
        size += len(body)
        if size > MAX_LINE // 4:
            break
        reviews.append([each.number, each.version, body])
    return {"reviews": reviews} if reviews else {}


async def player_history_lines(store: Store) -> AsyncIterator[dict[str, Any]]:
    """Yield the lines of a backup that contain the histories of players."""
    device = ""
    while devices := await store.history.all_devices(device):
        yield {"devices": [[each.token_hash, each.player, each.deleted_at] for each in devices]}
        device = devices[-1].token_hash
    game = ("", "")
    while games := await store.history.all_games(game):
        yield {"games": [[each.token_hash, each.game_id, each.ended, each.body.decode()] for each in games]}
        game = (games[-1].token_hash, games[-1].game_id)


async def daily_deals_line(store: Store) -> dict[str, Any]:
    """Return the line of a backup that contains the deals of the day: the secret, and the attempts with their names."""
    attempts = [
        [
            each.day,
            each.game,
            each.token_hash,
            each.code,
            each.started,
            each.finished,
            each.score,
            (each.lines or b"").decode(),
            name,
        ]
        for each, name in await store.daily.all_attempts()
    ]
    return {"daily": {"secret": await store.daily.find_or_make_secret(), "attempts": attempts}}


async def restore_daily_deals(store: Store, daily: dict[str, Any]) -> None:
    """Add the attempts at deals of the day from a backup. Use the backup's secret if this server has no attempts of its own."""
    if not await store.daily.all_attempts():
        await store.daily.restore_secret(str(daily["secret"])[:64])
    attempts = []
    for day, game, token, code, started, finished, score, lines, name in daily["attempts"]:
        attempt = AttemptEntry(day, game, token, code, started, finished, score, None if score is None else str(lines).encode())
        attempts.append((attempt, str(name)))
    await store.daily.restore_attempts(attempts)


def encode_line(line: dict[str, Any]) -> bytes:
    return json.dumps(line, ensure_ascii=False).encode() + b"\n"


def verify_and_count_tables(path: Path) -> int:
    """Read a whole backup and return the number of its tables. Raise `BadBackup` if the backup is not complete."""
    check, before, count = sha256(), b"", 0
    last: dict[str, Any] = {}
    for data, last in read_backup(path):
        check.update(before)
        before = data
        count += "code" in last
    if last.get("tables") != count or last.get("check") != check.hexdigest():
        raise BadBackup("cli.backup.broken", file=str(path))
    return count


def read_backup(path: Path) -> Iterator[tuple[bytes, dict[str, Any]]]:
    """Yield each line of a backup as bytes and as data. Keep only one line in memory. Raise `BadBackup` if a line is too long."""
    try:
        with gzip.open(path, "rb") as file:
            number = 0
            while data := file.readline(MAX_LINE):
                if len(data) == MAX_LINE:
                    raise BadBackup("cli.backup.too-long", file=str(path), line=number + 1)
                line = json.loads(data)
                if b"\\u" in data:  # An escape sequence can stand for half of a surrogate pair, which is not valid Unicode.
                    require_unicode(json.dumps(line, ensure_ascii=False), "backup")
                if not isinstance(line, dict) or (number == 0 and "trapezi-backup" not in line):
                    raise BadBackup("cli.backup.none", file=str(path))
                if number == 0 and line["trapezi-backup"] not in VERSIONS:
                    raise BadBackup("cli.backup.version", file=str(path), version=str(line["trapezi-backup"])[:20])
                yield data, line
                number += 1
    except FileNotFoundError:
        raise
    except (gzip.BadGzipFile, UnicodeDecodeError, RecursionError) as error:
        raise BadBackup("cli.backup.none", file=str(path)) from error
    except (EOFError, zlib.error, ValueError) as error:
        raise BadBackup("cli.backup.broken", file=str(path)) from error


async def restore(
    store: Store, path: Path, *, verified: bool = False, advance: Callable[[int], None] = lambda count: None
) -> Counter[str]:
    """Restore the tables of a backup, also while other tables are played. Return how many tables fall into each of these cases:

    added      the table did not exist
    continued  the stored log was shorter
    mended     the stored log was damaged
    kept       the stored log is as long or longer
    other      the stored log has different events, and is kept
    bad        the log in the backup is damaged

    The whole file is checked first, unless `verified` says that the caller has done so. After each table, `advance` is called
    with the number of tables done so far.
    """
    if not verified:
        verify_and_count_tables(path)
    counts: Counter[str] = Counter()
    running: set[asyncio.Task[str]] = set()

    async def wait_until_running_at_most(how_many: int) -> None:
        """Wait until no more than `how_many` tables are being restored."""
        while len(running) > how_many:
            done, _ = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
            running.difference_update(done)
            counts.update(task.result() for task in done)
            advance(len(done))

    try:
        for _, line in read_backup(path):
            if "code" in line:
                await wait_until_running_at_most(AT_ONCE - 1)
                running.add(asyncio.ensure_future(restore_table(store, *read_table(line), read_reviews(line))))
            else:
                await restore_player_history(store, line)
        await wait_until_running_at_most(0)
    finally:
        for task in running:
            task.cancel()
    return counts


async def restore_player_history(store: Store, line: dict[str, Any]) -> None:
    """Add the games or devices in a line of a backup to the histories of players. Games that a player deleted stay deleted."""
    if isinstance(line.get("daily"), dict):
        await restore_daily_deals(store, line["daily"])
    devices, games = line.get("devices", ()), line.get("games", ())
    await store.history.add_devices([DeviceEntry(str(token), str(player), int(deleted)) for token, player, deleted in devices])
    await store.history.add_games(
        [FinishedGameEntry(str(token), str(id), int(ended), body.encode()) for token, id, ended, body in games]
    )


def read_table(line: dict[str, Any]) -> tuple[str, list[bytes]]:
    """Return the code of a table and the lines of its log, given the table's line in a backup."""
    records = line.get("records")
    return str(line["code"])[:16], [str(text).encode() for text in records] if isinstance(records, list) else []


def read_reviews(line: dict[str, Any]) -> list[ReviewEntry]:
    """Return the reviews in a table's line of a backup. Ignore entries that are not valid reviews."""
    given, found = line.get("reviews"), []
    for each in given if isinstance(given, list) else ():
        with contextlib.suppress(TypeError, ValueError, binascii.Error):
            number, version, body = each
            found.append(ReviewEntry(str(line["code"])[:16], int(number), int(version), b64decode(body, validate=True)))
    return found


async def restore_table(store: Store, code: str, lines: list[bytes], reviews: Sequence[ReviewEntry] = ()) -> str:
    """Restore one table with its reviews. Return which of the cases of `restore` the table falls into."""
    try:
        table = log_format.rebuild(code, lines)
    except log_format.Damaged:
        return "bad"
    done = await restore_log(store, table, lines)
    if done != "other":
        await store.reviews.restore(reviews)
    return done


async def restore_log(store: Store, table: Table, lines: list[bytes]) -> str:
    """Restore the log of a table. Return the case, as in `restore`. `table` was rebuilt from the log in the backup."""
    code = table.code
    entry, tokens = table_list_entry.entry_of(table), table.credential_hashes()
    while True:
        current = await store.entry(code)
        try:
            if current is None:
                await store.create(entry, lines, tokens)
                return "added"
            if current.trouble:
                await store.replace_damaged_log(entry, lines, tokens)
                return "mended"
            stored = await admin.read_log_or_mark_damaged(store, current)
            if stored is None:
                continue  # The stored log is damaged and now marked as such, so the next round replaces it.
            if stored[: len(lines)] == lines:
                return "kept"
            if stored != lines[: len(stored)]:
                return "other"
            await store.append(code, len(stored) + 1, lines[len(stored) :], entry, tokens)
            return "continued"
        except (CodeTaken, Conflict):
            continue  # Another process has just written an event, so the stored log must be compared again.
