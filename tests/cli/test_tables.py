"""`trapezi tables`, `trapezi backup` and `trapezi restore`, which operators use."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import environment

from trapezi.protocol import http
from trapezi.store import open_store
from trapezi.tables.registry import TableRegistry

NAMES = ("tables", "backup", "restore")


@pytest.fixture(autouse=True)
def _data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Keep notes about backups of PostgreSQL databases out of the user's own data folder."""
    monkeypatch.setenv("TRAPEZI_DATA", str(tmp_path / "data"))


def made(database: str, count: int = 2) -> list[str]:
    """Create some tables and return their codes."""

    async def story() -> list[str]:
        house = TableRegistry(open_store(database))
        new = http.NewTable(game="qwixx", options={"players": 2}, names=["Ada"], fill="chance", public=True)
        codes = [(await house.create("a" * 40, new)).table.code for _ in range(count)]
        await house.close()
        return sorted(codes)

    return asyncio.run(story())


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "t.db")
    url: str = request.getfixturevalue("postgres").database()
    return url


def test_tables_are_listed_closed_deleted_saved_and_brought_back(
    run: Any, database: str, tmp_path: Path, monkeypatch: Any
) -> None:
    one, two = made(database)
    monkeypatch.setenv("TRAPEZI_DATABASE", database)
    listed = json.loads(run("tables", "--json").out)
    assert sorted((line["code"], line["game"], line["phase"], line["names"][0]) for line in listed) == [
        (one, "qwixx", "lobby", "Ada"),
        (two, "qwixx", "lobby", "Ada"),
    ]
    assert "a" * 40 not in run("tables", "--json").out
    assert json.loads(run("backup", str(tmp_path / "b"), "--json").out)["tables"] == 2
    assert run("tables", "close", one.lower()).out == f"Closed: 1 ({one})\n"
    shown = run("tables", "--check").out
    assert "closed" in shown
    assert "Tables: 2" in shown
    assert json.loads(run("tables", "delete", one, "--json").out) == {"deleted": [one]}
    assert json.loads(run("tables", "delete", "--days", "1", "--json").out) == {"deleted": []}
    assert run("restore", str(tmp_path / "b")).out == (
        "Tables restored: 1\nTables left as they are (as new as in the backup, or newer): 1\n"
    )
    assert json.loads(run("tables", "delete", one, two, "--dry-run", "--json").out) == {"would_delete": [one, two]}
    assert json.loads(run("tables", "delete", one, two, "--json").out) == {"deleted": [one, two]}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["tables"], "The file {home}/t.db does not exist."),
        (["tables", "close"], "Name the tables by their codes."),
        (["tables", "delete", "BCDFG", "--days", "3"], "Either codes or --days, not both."),
        (["backup", "x"], "The file {home}/t.db does not exist."),
        (["restore", "{home}/none"], "The file {home}/none does not exist."),
        (["restore", "{home}/noise"], "{home}/noise is not a backup of tables."),
        (["tables", "--database", "postgresql://x@127.0.0.1:1/x"], "The database cannot be used: connection failed"),
        (["tables", "--database", "{home}/noise"], "The database cannot be used: file is not a database"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(arguments: list[str], said: str, run: Any, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setenv("TRAPEZI_DATABASE", str(tmp_path / "t.db"))
    (tmp_path / "noise").write_text("noise " * 100)
    ran = run(*(argument.replace("{home}", str(tmp_path)) for argument in arguments))
    assert ran.code == 2
    assert ran.err.startswith("trapezi: " + said.replace("{home}", str(tmp_path)))
    assert ran.err.count("\n") == 1
    assert ran.out == ""


def test_an_unknown_table_cannot_be_closed(run: Any, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setenv("TRAPEZI_DATABASE", str(tmp_path / "t.db"))
    made(str(tmp_path / "t.db"), 1)
    for what in ("close", "delete"):
        ran = run("tables", what, "QQQQQ")
        assert (ran.code, ran.err) == (2, "trapezi: There is no table with the code QQQQQ.\n")


def test_no_option_deletes_tables_in_use(run: Any, tmp_path: Path) -> None:
    database = str(tmp_path / "t.db")
    made(database, 1)
    for days in ("0", "0.5", "-1", "nan"):
        assert run("tables", "delete", "--days", days, "--database", database).code == 2, days
    assert len(json.loads(run("tables", "--json", "--database", database).out)) == 1


def test_deleting_on_a_terminal_asks_first(terminal: Any, run: Any, tmp_path: Path) -> None:
    database = str(tmp_path / "t.db")
    (code,) = made(database, 1)
    for answer, left in (("no", 1), ("", 1), ("yes", 0)):
        screen = terminal("tables", "delete", code, "--database", database)
        screen.until(f"Delete 1 table for ever ({code})? yes/no:")
        screen.answer(answer)
        assert screen.ended() == (2 if left else 0)
        assert len(json.loads(run("tables", "--json", "--database", database).out)) == left


def test_lists_are_limited_paged_and_filtered_and_a_bad_row_is_shown(run: Any, tmp_path: Path) -> None:
    database = str(tmp_path / "t.db")
    codes = made(database, 5)
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("UPDATE entries SET summary = x'ff' WHERE code = ?", (codes[0],))
        connection.execute("UPDATE entries SET updated = rowid")
        connection.commit()

    def listed(*arguments: str) -> list[str]:
        return [row["code"] for row in json.loads(run("tables", "--json", "--database", database, *arguments).out)]

    everything = listed()
    assert sorted(everything) == codes
    assert listed("--limit", "2") + listed("--limit", "2", "--page", "2") + listed("--limit", "2", "--page", "3") == everything
    assert listed("--state", "damaged") == [codes[0]]
    assert len(listed("--game", "qwixx")) == 4
    assert listed("--game", "the_game") == listed("--state", "closed") == []
    shown = run("tables", "--limit", "3", "--database", database).out
    assert "Tables: 5, of which 3 are shown." in shown
    assert "damaged: its entry" in run("tables", "--database", database).out


def test_a_backup_goes_to_standard_output_and_replaces_a_file_only_if_forced(run: Any, command: Any, tmp_path: Path) -> None:
    database, file = str(tmp_path / "t.db"), tmp_path / "b"
    made(database, 2)
    assert run("backup", str(file), "--database", database).code == 0
    ran = run("backup", str(file), "--database", database)
    assert (ran.code, ran.err) == (2, f"trapezi: {file} exists already. Name another file, or replace it with --force.\n")
    assert run("backup", str(file), "--force", "--database", database).code == 0
    assert run("backup", "-", "--json", "--database", database).code == 2
    with (tmp_path / "piped").open("wb") as piped:
        arguments = [sys.executable, "-m", "trapezi.cli", "backup", "-", "--database", database]
        subprocess.run(arguments, stdout=piped, check=True, env=environment())
    assert json.loads(run("restore", str(tmp_path / "piped"), "--json", "--database", str(tmp_path / "new.db")).out)["added"] == 2


def test_a_rejected_backup_leaves_no_database_behind(run: Any, tmp_path: Path) -> None:
    (tmp_path / "noise").write_text("noise " * 100)
    assert run("restore", str(tmp_path / "noise"), "--database", str(tmp_path / "deep" / "t.db")).code == 2
    assert [path.name for path in tmp_path.iterdir()] == ["noise"]
