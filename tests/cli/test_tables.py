"""The operator's commands: tables, backup, restore."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from trapezi.protocol import http
from trapezi.store import open_store
from trapezi.tables.registry import TableRegistry

NAMES = ("tables", "backup", "restore")


def made(database: str, count: int = 2) -> list[str]:
    """The codes of some tables."""

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
    assert [(line["code"], line["game"], line["phase"], line["names"][0]) for line in listed] == [
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
    assert run("restore", str(tmp_path / "b")).out == ("Tables restored: 1\nTables left as they are (equally new or newer): 1\n")
    assert json.loads(run("tables", "delete", "--days", "0", "--json").out) == {"deleted": [one, two]}


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
        (["serve", "--database", "postgresql://x@127.0.0.1:1/x"], "The database cannot be used: connection failed"),
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
