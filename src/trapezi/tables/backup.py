"""A backup of all tables in one file that can be restored into any store: compressed JSON lines.

{"trapezi-backup": 1, "at": 1790000000}
{"code": "BCDFG", "records": ["6f1644ec8c1d22f0{\\"t\\":\\"opened\\", …", …]}
{"tables": 1, "check": "…"}

The last line holds the SHA-256 of all lines before it. The log of a table is complete: nothing else needs to be stored.
"""

from __future__ import annotations

import gzip
import json
import os
import time
import zlib
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from trapezi.core.errors import TrapeziError
from trapezi.core.text import check_text
from trapezi.store.interface import CodeTaken, Conflict, Store
from trapezi.tables import admin, listing
from trapezi.tables import log as table_log

VERSION = 1


class BadBackup(TrapeziError):
    """The file is not a complete backup; nothing was restored."""


async def backup(store: Store, path: Path) -> tuple[int, list[str]]:
    """Write all tables to a file, also while they are being played; return their number, and the codes of damaged tables.

    Damaged tables are left out. Each table is copied as it is at one moment. Only the owner may read the file: it contains the
    secrets of games in progress.
    """
    partial = path.with_name(path.name + ".part")
    count, damaged, check = 0, [], sha256()
    try:
        with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as raw:
            with gzip.open(raw, "wb", compresslevel=6) as file:

                def write_line(line: dict[str, Any]) -> None:
                    data = json.dumps(line, ensure_ascii=False).encode() + b"\n"
                    check.update(data)
                    file.write(data)

                write_line({"trapezi-backup": VERSION, "at": int(time.time())})
                async for entry in admin.all_entries(store):
                    lines = await admin.read_intact_log(store, entry)
                    if lines is None:
                        damaged.append(entry.code)
                    elif lines:
                        write_line({"code": entry.code, "records": [line.decode() for line in lines]})
                        count += 1
                write_line({"tables": count, "check": check.hexdigest()})
            raw.flush()
            os.fsync(raw.fileno())
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)
    return count, damaged


def verify_and_count_tables(path: Path) -> int:
    """Check a backup and return its number of tables; raise `BadBackup` if it is not complete."""
    check, before, count = sha256(), b"", -2
    last: dict[str, Any] = {}
    for data, last in read_backup(path):  # noqa: B007
        check.update(before)
        before = data
        count += 1
    if last.get("tables") != count or last.get("check") != check.hexdigest():
        raise BadBackup("cli.backup.broken", file=str(path))
    return count


def read_backup(path: Path) -> Iterator[tuple[bytes, dict[str, Any]]]:
    """Yield the lines of a backup, as bytes and as data."""
    try:
        with gzip.open(path, "rb") as file:
            for number, data in enumerate(file):
                line = json.loads(data)
                if b"\\u" in data:  # perhaps the escape of a lone surrogate
                    check_text(json.dumps(line, ensure_ascii=False), "backup")
                if not isinstance(line, dict) or (number == 0 and "trapezi-backup" not in line):
                    raise BadBackup("cli.backup.none", file=str(path))
                if number == 0 and line["trapezi-backup"] != VERSION:
                    raise BadBackup("cli.backup.version", file=str(path), version=str(line["trapezi-backup"])[:20])
                yield data, line
    except FileNotFoundError:
        raise
    except (gzip.BadGzipFile, UnicodeDecodeError, RecursionError) as error:
        raise BadBackup("cli.backup.none", file=str(path)) from error
    except (EOFError, zlib.error, ValueError) as error:
        raise BadBackup("cli.backup.broken", file=str(path)) from error


async def restore(store: Store, path: Path) -> Counter[str]:
    """Restore the tables of a backup, also while other tables are being played. Return how many tables were

    added (they did not exist), continued (the stored log was shorter), mended (the stored log was damaged), kept (the stored log
    is as long or longer), other (the stored log has continued differently, and is kept), bad (the log in the backup is damaged).
    """
    verify_and_count_tables(path)
    counts: Counter[str] = Counter()
    for _, line in read_backup(path):
        if "code" in line:
            counts[await restore_table(store, str(line["code"]), [str(text).encode() for text in line["records"]])] += 1
    return counts


async def restore_table(store: Store, code: str, lines: list[bytes]) -> str:
    """Restore one table; return what was done with it, as `restore` counts it."""
    try:
        table = table_log.rebuild(code, lines)
    except table_log.Damaged:
        return "bad"
    entry, tokens = listing.entry_of(table), sorted(table.tokens)
    while True:
        current = await store.entry(code)
        try:
            if current is None:
                await store.create(entry, lines, tokens)
                return "added"
            if current.trouble:
                await store.replace(entry, lines, tokens)
                return "mended"
            stored = await admin.read_intact_log(store, current)
            if stored is None:
                continue  # the stored log has just been found to be damaged: replace it
            if stored[: len(lines)] == lines:
                return "kept"
            if stored != lines[: len(stored)]:
                return "other"
            await store.append(code, len(stored) + 1, lines[len(stored) :], entry, tokens)
            return "continued"
        except (CodeTaken, Conflict):
            continue  # another process was faster: look again
