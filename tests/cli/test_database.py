"""File names and codes on the operator's command line must be well-formed Unicode."""

from __future__ import annotations

import gzip
import json
from hashlib import sha256
from pathlib import Path

import pytest

from trapezi.cli import main

NOT_UNICODE = "\udcff"  # how Python represents the byte 0xff in an argument


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
