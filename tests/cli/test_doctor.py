"""`trapezi doctor` prints what is wrong, returns the right exit code, and changes nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Run
from tests.server.server_process import ServerProcess

from trapezi.server import installation_check
from trapezi.store.sqlite import SqliteStore


@pytest.fixture(autouse=True)
def built_client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "index.html").touch()
    monkeypatch.setattr(installation_check, "STATIC", tmp_path / "static")
    monkeypatch.setattr(installation_check, "LITTLE_SPACE", 0)


def statuses(run: Run, *arguments: str) -> tuple[int, dict[str, str]]:
    ran = run("doctor", "--json", *arguments)
    found: dict[str, Any] = json.loads(ran.out)
    assert all(set(check) == {"name", "status", "message", "advice"} for check in found["checks"])
    return ran.code, {check["name"]: check["status"] for check in found["checks"]}


def test_a_database_that_does_not_exist_is_not_created(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "data" / "tables.db"
    code, found = statuses(run, "--database", str(file))
    assert (code, found["database"], found["folder"]) == (0, "ok", "ok")
    assert not file.parent.exists()


def test_an_error_is_exit_code_1_and_says_what_to_do(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    SqliteStore(file)
    file.chmod(0o644)
    ran = run("doctor", "--database", str(file))
    assert ran.code == 1
    assert f"✗ error {file}: other users of this machine can read or change it (0644). → Run: chmod 600 {file}\n" in ran.out
    assert oct(file.stat().st_mode)[-3:] == "644", "nothing is changed"
    file.chmod(0o600)
    assert run("doctor", "--database", str(file)).code == 0


def test_postgres_that_is_down_is_an_error(run: Run) -> None:
    pytest.importorskip("psycopg")
    code, found = statuses(run, "--database", "postgresql://x@127.0.0.1:1/x")
    assert (code, found["database"]) == (1, "error")


@pytest.mark.parametrize(
    "arguments", [["--url", "table.club"], ["--database", "mysql://db/x"], ["--tls", "only-one"], ["--nonsense"]]
)
def test_wrong_usage_is_exit_code_2(run: Run, arguments: list[str]) -> None:
    ran = run("doctor", *arguments)
    assert (ran.code, ran.err.count("\n")) == (2, 1)


def test_a_running_server_is_found_and_asked(run: Run, tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "tables.db")
    try:
        ran = run("doctor", "--lang", "de", "--database", str(server.database), "--url", server.url)
        code, found = statuses(run, "--database", str(server.database), "--url", server.url)
    finally:
        server.stop()
    assert "Ein Server benutzt die Datenbank." in ran.out
    assert (ran.code, code) == (0, 0)
    assert all(found[name] == "ok" for name in ("address", "scheme", "visitors", "forged", "metrics", "websocket"))
