"""Commands accept the database that the operator names, never show its password, and explain a bad name."""

from __future__ import annotations

import gzip
import json
from hashlib import sha256
from pathlib import Path

import pytest
from tests.cli.conftest import Run

from trapezi.cli import main

URL = "postgresql://ada:secret@127.0.0.1:1/x"
NOT_UNICODE = "\udcff"  # Python represents the byte 0xff in an argument by this character.


@pytest.mark.parametrize(
    "arguments",
    [
        ["backup", NOT_UNICODE],
        ["restore", NOT_UNICODE],
        ["tables", "--database", NOT_UNICODE],
        ["tables", "close", NOT_UNICODE],
        ["tables", "delete", NOT_UNICODE],
    ],
)
def test_arguments_that_are_not_unicode_are_rejected(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*arguments, "--lang", "en"]) == 2
    assert "Unicode" in capsys.readouterr().err


def test_a_backup_with_text_that_is_not_unicode_is_rejected_as_a_whole(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = b"".join(
        json.dumps(line).encode() + b"\n" for line in ({"trapezi-backup": 1, "at": 0}, {"code": "BCDFG", "records": ["\ud800"]})
    )
    check = json.dumps({"tables": 1, "check": sha256(lines).hexdigest()}).encode() + b"\n"
    (tmp_path / "backup").write_bytes(gzip.compress(lines + check))
    database = tmp_path / "tables.db"
    assert main(["restore", str(tmp_path / "backup"), "--database", str(database), "--lang", "en"]) == 2
    assert "Unicode" in capsys.readouterr().err


def test_an_unknown_kind_of_database_is_an_error_in_one_line(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for command in ("tables", "serve", "backup"):
        ran = run(command, *(["b"] if command == "backup" else []), "--database", "mysql://root:secret@db/t")
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 2 if "Warning" in ran.err else 1)
        assert "“mysql” is not a kind of database" in ran.err
        assert "secret" not in ran.err
    assert list(tmp_path.iterdir()) == []


def test_a_password_on_the_command_line_is_warned_about(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    ran = run("tables", "--database", URL)
    assert "trapezi: Warning: everyone on this machine can read the password" in ran.err
    assert "secret" not in ran.err
    monkeypatch.setenv("TRAPEZI_DATABASE", URL)
    assert "Warning" not in run("tables").err


def test_the_default_database_is_in_a_folder_for_its_owner_only(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "data"
    folder.mkdir(mode=0o755)
    monkeypatch.setenv("TRAPEZI_DATA", str(folder))
    monkeypatch.delenv("TRAPEZI_DATABASE", raising=False)
    assert run("tables").code == 2, "there is no database yet"
    assert folder.stat().st_mode & 0o777 == 0o700
