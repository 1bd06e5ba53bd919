"""The operator's page: who may open it, and what it shows."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from trapezi.server.admin import COOKIE, Operator
from trapezi.server.app import create_app
from trapezi.server.limits import Limits
from trapezi.store.interface import TableEntry
from trapezi.store.sqlite import SqliteStore
from trapezi.tables.backup import write_last_backup_note
from trapezi.tables.registry import Settings, TableRegistry
from trapezi.tables.table_list_entry import Summary, encode_summary

TOKEN = "t" * 43


def open_app(folder: Path, operator: Operator | None) -> TestClient[Any]:
    registry = TableRegistry(SqliteStore(folder / "t.db"), Settings(request_processes=0, bot_processes=0))
    app: Any = create_app(registry, Limits(misses=(0.0001, 3.0)), operator=operator)
    return TestClient(app, base_url="http://table.lan")


@pytest.fixture
def operator() -> Operator:
    return Operator(TOKEN)


@pytest.fixture
def http(tmp_path: Path, operator: Operator) -> Iterator[TestClient[Any]]:
    with open_app(tmp_path, operator) as client:
        yield client


def store_table(folder: Path, name: str) -> None:
    async def create() -> None:
        store = SqliteStore(folder / "t.db")
        summary = Summary(
            game="qwixx", phase="playing", players=2, names=[name, "Bo"], deciding=[1], seats_by_token={"h" * 64: [0]}
        )
        await store.create(TableEntry("BCDFG", False, False, encode_summary(summary)), [b"secret dice"], ["h" * 64])
        write_last_backup_note(store, "/backups/<night>", 1, 0)
        await store.close()

    asyncio.run(create())


def test_the_address_becomes_a_cookie_and_the_page_needs_no_token(http: TestClient[Any]) -> None:
    answer = http.get(f"/admin/{TOKEN}", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/admin")
    assert answer.headers["set-cookie"] == f"{COOKIE}={TOKEN}; Path=/admin; HttpOnly; SameSite=Strict"
    page = http.get("/admin")
    assert page.status_code == 200
    assert page.headers["cache-control"] == "no-store"
    assert "noindex" in page.headers["x-robots-tag"]
    assert "<script" not in page.text
    assert TOKEN not in page.text
    assert http.get("/admin/admin.css").headers["content-type"].startswith("text/css")


def test_wrong_tokens_are_unknown_pages_and_cost_guesses(http: TestClient[Any], operator: Operator) -> None:
    unknown = http.get("/nothing-here")
    for path in ("/admin", "/admin/admin.css", "/admin/wrong"):
        answer = http.get(path)
        assert (answer.status_code, answer.content) == (unknown.status_code, unknown.content) == (404, unknown.content)
    for _ in range(3):
        http.get("/admin", headers={"cookie": f"{COOKIE}=wrong"})
    assert http.get("/api/tables/BCDFG").status_code == 429, "the budget for guesses is spent"
    assert http.get(f"/admin/{TOKEN}", follow_redirects=False).status_code == 303, "the operator is not locked out"


def test_without_the_option_there_is_no_page(tmp_path: Path) -> None:
    with open_app(tmp_path, None) as http:
        assert http.get("/admin").status_code == http.get(f"/admin/{TOKEN}").status_code == 404


def test_the_page_shows_tables_backups_and_the_log_but_no_secrets(tmp_path: Path, operator: Operator) -> None:
    store_table(tmp_path, "<b>Ada</b>")
    record = logging.LogRecord("trapezi", logging.ERROR, "", 0, "bad token %s <i>", ("x" * 43,), None)
    operator.log.handle(record)
    with open_app(tmp_path, operator) as http:
        http.get(f"/admin/{TOKEN}", follow_redirects=False)
        page = http.get("/admin", headers={"accept-language": "de"}).text
    assert '<html lang="de">' in page
    assert "<td>BCDFG</td><td>Qwixx</td><td>&lt;b&gt;Ada&lt;/b&gt;, Bo</td><td>Bo</td>" in page
    assert "/backups/&lt;night&gt;" in page
    assert "bad token … &lt;i&gt;" in page
    assert "secret dice" not in page
    assert "h" * 64 not in page
