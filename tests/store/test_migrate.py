"""Databases of every earlier version can be migrated. `schemas/` has each released schema with one table in it.

`python tests/store/test_migrate.py REVISION URL` writes the files of a schema. The URL names an empty PostgreSQL database.
"""

from __future__ import annotations

import asyncio
import re
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, text

import trapezi.store
from trapezi.store import open_store
from trapezi.store.interface import TableEntry
from trapezi.store.migrate import migrate
from trapezi.store.schema import metadata
from trapezi.tables import admin, events, log_format

HERE = Path(__file__).parent / "schemas"
VERSIONS = Path(trapezi.store.__file__).parent / "migrations/versions"
TABLES = Path(__file__).parents[1] / "golden/tables"
REVISIONS = sorted(re.findall(r"v(\d{4})_", " ".join(path.name for path in VERSIONS.glob("v*.py"))))


def golden_lines(revision: str) -> list[bytes]:
    """Return the log of the table that is stored with a schema, in the log format of that version."""
    return (TABLES / f"qwixx-{1 if revision == '0001' else 2}.jsonl").read_bytes().splitlines()[:-1]


def create_old_database(kind: str, revision: str, tmp_path: Path, postgres: Any) -> str:
    """Return the URL of a new database with the schema and the data of an earlier version."""
    script = (HERE / f"{revision}-{kind}.sql").read_text("utf-8")
    if kind == "sqlite":
        with sqlite3.connect(tmp_path / "t.db") as connection:
            connection.executescript(script)
        connection.close()
        return str(tmp_path / "t.db")
    url: str = postgres().database()
    postgres().run(script, url=url)
    return url


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
@pytest.mark.parametrize("revision", REVISIONS)
def test_a_database_of_any_version_is_migrated(revision: str, kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    url = create_old_database(kind, revision, tmp_path, lambda: request.getfixturevalue("postgres"))

    async def scenario() -> None:
        for _ in range(2):  # The second time, there is nothing to migrate.
            store = open_store(url)
            assert await store.read("BCDFG") == golden_lines(revision)
            table = await admin.load_table_or_mark_damaged(store, "BCDFG")
            assert table.number == 2
            assert [entry.code for entry in await store.entries_by_token_hash("0" * 64)] == ["BCDFG"]
            assert [entry.code for entry in await store.public_entries()] == []
            past_games = await store.history.games_of("0" * 64, 10)
            assert len(await store.push.subscriptions(["0" * 64])) == (revision >= "0005")
            found = [each.body for each in await store.reviews.finished_reviews_of_table("BCDFG")]
            assert found == ([b"{}"] if revision >= "0006" else [])
            assert [each.day for each in await store.daily.attempts_of("0" * 64, 9)] == ["2026-11-18"] * (revision >= "0004")
            assert [game.body for game in past_games] == ([b"{}"] if revision >= "0003" else [])
            await store.close()
        store = open_store(url)
        await store.append("BCDFG", table.seq + 1, log_format.encode_events(table.checksum, [events.Closed()]))
        assert (await admin.load_table_or_mark_damaged(store, "BCDFG")).closed
        await store.create(TableEntry("BCDFH", True, True, b"{}"), [b"1"], ["k"])
        await store.close()

    asyncio.run(scenario())
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:") if "://" in url else f"sqlite:///{url}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_every_released_schema_is_stored_for_both_databases() -> None:
    stored = {path.name for path in HERE.glob("*.sql")}
    assert stored == {f"{revision}-{kind}.sql" for revision in REVISIONS for kind in ("sqlite", "postgresql")}


def write(revision: str, url: str) -> None:
    """Write the SQL files of the schema of a revision."""
    HERE.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "t.db"
        for kind, where in (("sqlite", f"sqlite:///{file}"), ("postgresql", url.replace("postgresql:", "postgresql+psycopg:"))):
            engine = create_engine(where)
            migrate(engine, revision)
            entry = {"code": "BCDFG", "public": True, "open": False, "summary": b'{"game":"qwixx"}', "updated": 1.5}
            with engine.begin() as connection:
                connection.execute(text("INSERT INTO entries (code, public, open, summary, updated) VALUES "
                                        "(:code, :public, :open, :summary, :updated)"), entry)  # fmt: skip
                rows = [{"code": "BCDFG", "seq": n, "body": line} for n, line in enumerate(golden_lines(revision), 1)]
                connection.execute(text("INSERT INTO records (code, seq, body) VALUES (:code, :seq, :body)"), rows)
                connection.execute(text("INSERT INTO holders (holder, code) VALUES (:holder, 'BCDFG')"), {"holder": "0" * 64})
                if revision >= "0006":
                    review = {"code": "BCDFG", "number": 1, "version": 1, "body": b"{}"}
                    connection.execute(text("INSERT INTO reviews (code, number, version, body) VALUES "
                                            "(:code, :number, :version, :body)"), review)  # fmt: skip
                if revision >= "0005":
                    connection.execute(text("INSERT INTO push_subscriptions (token_hash, body) VALUES (:token_hash, :body)"),
                                       {"token_hash": "0" * 64, "body": b"{}"})  # fmt: skip
                if revision >= "0004":
                    attempt = {"day": "2026-11-18", "game": "qwixx", "token_hash": "0" * 64, "code": "BCDFG", "started": 1}
                    connection.execute(text("INSERT INTO daily_attempts (day, game, token_hash, code, started) VALUES "
                                            "(:day, :game, :token_hash, :code, :started)"), attempt)  # fmt: skip
                if revision >= "0003":
                    game = {"token_hash": "1" * 64, "game_id": "2" * 32, "ended": 1, "body": b"{}"}
                    connection.execute(text("INSERT INTO finished_games (token_hash, game_id, ended, body) VALUES "
                                            "(:token_hash, :game_id, :ended, :body)"), game)  # fmt: skip
                    for token in "01":
                        device = {"token_hash": token * 64, "player": "3" * 32}
                        connection.execute(text("INSERT INTO devices (token_hash, player) VALUES (:token_hash, :player)"), device)
            engine.dispose()
            if kind == "sqlite":
                dump = "\n".join(sqlite3.connect(file).iterdump())
            else:
                command = ["pg_dump", "--inserts", "--no-owner", "--no-privileges", "--dbname", url]
                output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
                dump = "\n".join(
                    line for line in output.splitlines() if line and not line.startswith(("--", "SET", "SELECT", "\\"))
                )
            (HERE / f"{revision}-{kind}.sql").write_text(dump.replace("public.", "") + "\n", "utf-8")


if __name__ == "__main__":
    write(*sys.argv[1:])
