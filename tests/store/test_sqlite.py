"""A URL or a file name can name a SQLite file. Only its owner can read the file, and only one server can use it."""

from __future__ import annotations

import asyncio
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from trapezi.store import open_store, sqlite_file
from trapezi.store.interface import InUse, NotStored, TableEntry, UnknownDatabase

ENTRY = TableEntry("BCDFG", False, False, b"{}")


@pytest.mark.parametrize(
    "url", ["mysql://root:secret@db/t", "MySQL://db", "postgresql+asyncpg://db/t", "sqlite://", "sqlite:///"]
)
def test_a_url_of_another_kind_is_rejected_and_creates_no_file(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UnknownDatabase) as error:
        open_store(url)
    assert "secret" not in str(error.value)
    assert list(tmp_path.iterdir()) == []


def test_schemes_in_any_letter_case_and_home_folders_are_understood(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ada")
    assert [sqlite_file(url) for url in ("POSTGRESQL://db/t", "postgres://db/t", "Postgresql+Psycopg://db/t")] == [None] * 3
    files = ("~/t.db", "sqlite:///~/t.db", "SQLite:////srv/t.db", "a:b.db", "x/y.db")
    assert [str(sqlite_file(file)) for file in files] == ["/home/ada/t.db", "/home/ada/t.db", "/srv/t.db", "a:b.db", "x/y.db"]


@pytest.mark.parametrize("scheme", ["postgresql+psycopg", "POSTGRESQL"])
def test_every_way_to_write_postgresql_opens_it(scheme: str, postgres: object, monkeypatch: pytest.MonkeyPatch) -> None:
    url: str = postgres.database()  # type: ignore[attr-defined]
    store = open_store(url.replace("postgresql", scheme, 1))
    asyncio.run(store.close())


def modes(folder: Path) -> dict[str, str]:
    return {path.name: oct(stat.S_IMODE(path.stat().st_mode)) for path in [folder, *folder.iterdir()]}


def test_only_the_owner_may_read_the_files_and_the_folder(tmp_path: Path) -> None:
    file = tmp_path / "new" / "t.db"

    async def write() -> dict[str, str]:
        store = open_store(file, exclusive=True)
        await store.create(ENTRY, [b"a secret"], [])
        found = modes(file.parent)
        await store.close()
        return found

    old_mask = os.umask(0)
    try:
        found = asyncio.run(write())
        names = ("t.db", "t.db-wal", "t.db-shm", "t.db.lock")
        assert found == {"new": "0o700", **dict.fromkeys(names, "0o600")}
        file.chmod(0o644)  # Earlier versions created files with this mode.
        assert asyncio.run(write())["t.db"] == "0o600"
    finally:
        os.umask(old_mask)


SERVER = "import sys, trapezi.store as s; s.open_store(sys.argv[1], exclusive=True); print('open', flush=True); sys.stdin.read()"


def test_a_second_server_on_the_same_file_is_rejected_until_the_first_ends(tmp_path: Path) -> None:
    file = tmp_path / "t.db"
    command = [sys.executable, "-c", SERVER, str(file)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as first:
        assert first.stdout is not None
        assert first.stdout.readline() == b"open\n"
        (tmp_path / "link.db").symlink_to(file)
        for name in ("t.db", "link.db"):
            with pytest.raises(InUse):
                open_store(tmp_path / name, exclusive=True)
        asyncio.run(open_store(file).close())  # Other commands, such as a backup, may use the file meanwhile.
        first.kill()
    asyncio.run(open_store(file, exclusive=True).close())


CHECK = """
import fcntl, os, sys
fcntl.lockf(os.open(sys.argv[1], os.O_RDONLY), fcntl.LOCK_SH)
print("locked", flush=True)
sys.stdin.read()
"""


def test_a_server_starts_while_doctor_looks_at_its_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "t.db"
    asyncio.run(open_store(file, exclusive=True).close())
    with subprocess.Popen([sys.executable, "-c", CHECK, f"{file}.lock"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as doctor:
        assert doctor.stdout is not None
        assert doctor.stdout.readline() == b"locked\n"
        monkeypatch.setattr("trapezi.store.sqlite.time.sleep", lambda seconds: doctor.communicate())
        asyncio.run(open_store(file, exclusive=True).close())


def test_checking_that_the_store_can_be_written_writes(tmp_path: Path) -> None:
    async def scenario() -> None:
        store = open_store(tmp_path / "t.db")
        wal = tmp_path / "t.db-wal"
        before = wal.stat().st_size
        await store.check_writable()
        assert wal.stat().st_size > before
        with store._write_engine.connect() as connection:  # type: ignore[attr-defined]
            connection.exec_driver_sql("PRAGMA query_only = ON")
        with pytest.raises(NotStored):
            await store.check_writable()
        await store.close()

    asyncio.run(scenario())
