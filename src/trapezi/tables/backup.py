"""A copy of all tables in one file that any store can read: JSON lines, compressed.

{"trapezi-backup": 1, "at": 1790000000}
{"code": "BCDFG", "records": ["6f1644ec8c1d22f0{\\"t\\":\\"opened\\", …", …]}
{"tables": 1, "check": "…"}

The last line has the SHA-256 of all before it. The records are all there is of a table, so nothing else is kept.
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
from trapezi.store import CodeTaken, Conflict, Entry, Hole, Store
from trapezi.tables import admin, listing
from trapezi.tables import log as table_log

VERSION = 1


class BadBackup(TrapeziError):
    """A file that is no whole backup; nothing of it was restored."""


async def backup(store: Store, path: Path) -> tuple[int, list[str]]:
    """Writes all tables to a file, while they are played or not; how many, and the codes of damaged ones, which are left out.

    Each table is copied as it is at one moment. The file is for the operator's eyes: it holds the secrets of games in progress.
    """
    part = path.with_name(path.name + ".part")
    count, damaged, check = 0, [], sha256()
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as raw:
            with gzip.open(raw, "wb", compresslevel=6) as file:

                def write(line: dict[str, Any]) -> None:
                    data = json.dumps(line, ensure_ascii=False).encode() + b"\n"
                    check.update(data)
                    file.write(data)

                write({"trapezi-backup": VERSION, "at": int(time.time())})
                async for entry in admin.everything(store):
                    written = await admin.check_log(store, entry)
                    if written is None:
                        damaged.append(entry.code)
                    elif written:
                        write({"code": entry.code, "records": [line.decode() for line in written]})
                        count += 1
                write({"tables": count, "check": check.hexdigest()})
            raw.flush()
            os.fsync(raw.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return count, damaged


def verified(path: Path) -> int:
    """How many tables a backup has; `BadBackup` if it is not whole."""
    check, before, count = sha256(), b"", -2
    last: dict[str, Any] = {}
    for data, last in read(path):  # noqa: B007
        check.update(before)
        before = data
        count += 1
    if last.get("tables") != count or last.get("check") != check.hexdigest():
        raise BadBackup("backup.broken", file=str(path))
    return count


def read(path: Path) -> Iterator[tuple[bytes, dict[str, Any]]]:
    """The lines of a backup, as they are and as data."""
    try:
        with gzip.open(path, "rb") as file:
            for number, data in enumerate(file):
                line = json.loads(data)
                if not isinstance(line, dict) or (number == 0 and "trapezi-backup" not in line):
                    raise BadBackup("backup.none", file=str(path))
                if number == 0 and line["trapezi-backup"] != VERSION:
                    raise BadBackup("backup.version", file=str(path), version=str(line["trapezi-backup"])[:20])
                yield data, line
    except FileNotFoundError:
        raise
    except (gzip.BadGzipFile, UnicodeDecodeError, RecursionError) as error:
        raise BadBackup("backup.none", file=str(path)) from error
    except (EOFError, zlib.error, ValueError) as error:
        raise BadBackup("backup.broken", file=str(path)) from error


async def restore(store: Store, path: Path) -> Counter[str]:
    """Brings tables back, while others are played or not. How many were

    added (they were not there), continued (they ended earlier), mended (they were damaged), kept (they are there, as they are or
    further on), other (they went another way since, and are kept), bad (their records are not sound).
    """
    verified(path)
    done: Counter[str] = Counter()
    for _, line in read(path):
        if "code" in line:
            done[await put_back(store, str(line["code"]), [str(text).encode() for text in line["records"]])] += 1
    return done


async def put_back(store: Store, code: str, saved: list[bytes]) -> str:
    """One table; what was done with it."""
    try:
        table = table_log.rebuild(code, saved)
    except table_log.Damaged:
        return "bad"
    entry, tokens = listing.entry(table), sorted(table.tokens)
    while True:
        there = await store.entry(code)
        try:
            if there is None:
                await store.create(entry, saved, tokens)
                return "added"
            if there.trouble:
                await store.replace(entry, saved, tokens)
                return "mended"
            written = await log_of(store, there)
            if written is None:
                continue  # just found damaged
            if written[: len(saved)] == saved:
                return "kept"
            if written != saved[: len(written)]:
                return "other"
            await store.append(code, len(written) + 1, saved[len(written) :], entry, tokens)
            return "continued"
        except (CodeTaken, Conflict):
            continue  # somebody was quicker: look again


async def log_of(store: Store, entry: Entry) -> list[bytes] | None:
    try:
        return await store.read(entry.code)
    except Hole as hole:
        await store.set_aside(entry.code, table_log.damage_note(hole))
        return None
