"""The checks of the database report what is wrong with it, and change nothing."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from trapezi.server.database_check import check_database, run_within
from trapezi.server.installation_check import Check
from trapezi.store import open_store
from trapezi.store.sqlite import SqliteStore


def statuses(file: Path | str) -> dict[str, str]:
    return {check.name: f"{check.status} {check.reason.key}" for check in check_database(str(file))}


def make_database(file: Path) -> Path:
    asyncio.run(SqliteStore(file).close())
    return file


def test_a_good_database_is_unchanged(tmp_path: Path) -> None:
    file = make_database(tmp_path / "t.db")
    before = file.read_bytes()
    assert statuses(file) == {
        "database": "ok doctor.sqlite",
        "schema": "ok doctor.schema",
        "write": "ok doctor.write",
        "server": "ok doctor.not-served",
    }
    assert file.read_bytes() == before


def test_a_good_postgresql_database_is_unchanged(postgres: Any) -> None:
    url = postgres.database()
    assert statuses(url) == {"database": "ok doctor.postgres", "schema": "ok doctor.schema-empty"}
    store = open_store(url)
    expected = {"database": "ok doctor.postgres", "schema": "ok doctor.schema", "write": "ok doctor.write"}
    try:
        assert statuses(url) == {**expected, "server": "ok doctor.processes"}
        assert postgres.run("SELECT count(*) FROM houses WHERE house = 'doctor'", url=url) == [(0,)]
    finally:
        asyncio.run(store.close())


@pytest.mark.parametrize(("revision", "found"), [("0001", "warning doctor.schema-old"), ("9999", "error doctor.schema-newer")])
def test_another_schema_is_named(revision: str, found: str, tmp_path: Path) -> None:
    file = make_database(tmp_path / "t.db")
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", [revision])
        connection.commit()
    assert statuses(file)["schema"] == found


def test_noise_and_other_programs_databases_are_errors(tmp_path: Path) -> None:
    (tmp_path / "noise.db").write_bytes(b"noise" * 1000)
    assert statuses(tmp_path / "noise.db")["database"] == "error doctor.database-fails"
    with closing(sqlite3.connect(tmp_path / "other.db")) as connection:
        connection.execute("CREATE TABLE recipes (name)")
    assert statuses(tmp_path / "other.db")["schema"] == "error doctor.schema-foreign"


def test_a_database_that_hangs_is_given_up() -> None:
    released = Event()

    def hang() -> list[Check]:
        released.wait(600)
        return []

    with pytest.raises(TimeoutError):
        run_within(0.01, hang)
    released.set()
