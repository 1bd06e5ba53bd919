"""`trapezi deck check` explains faults in deck files that owners of boxes write."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import pytest
from tests.cli.conftest import Run

SHIPPED = files("trapezi.games.sideboards").joinpath("decks", "sideboards-1.json").read_text("utf-8")


def write(folder: Path, text: str, encoding: str = "utf-8") -> str:
    path = folder / "mine.json"
    path.write_bytes(text.encode(encoding))
    return str(path)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_a_good_deck_is_good_with_and_without_a_byte_order_mark(run: Run, tmp_path: Path, encoding: str) -> None:
    ran = run("deck", "check", write(tmp_path, SHIPPED, encoding))
    assert ran.code == 0
    assert "sideboards-1" in ran.out


@pytest.mark.parametrize(
    ("text", "encoding", "words"),
    [
        (SHIPPED, "utf-16", "UTF-8"),
        (SHIPPED.replace("sideboards-1", "Kästchen"), "latin-1", "UTF-8"),
        (SHIPPED + " " * 1_000_000, "utf-8", "1 MB"),
        (SHIPPED.replace('"sideboards-1"', '"\\ud800"'), "utf-8", "Unicode"),
        (SHIPPED.replace('"sideboards-1"', '"\\u001b[2J"'), "utf-8", "\\u001b[2J"),
        (SHIPPED.replace('"sideboards-1"', "null"), "utf-8", "not null"),
    ],
)
def test_a_bad_deck_is_rejected_in_one_line(run: Run, tmp_path: Path, text: str, encoding: str, words: str) -> None:
    ran = run("deck", "check", write(tmp_path, text, encoding))
    assert (ran.code, ran.out) == (2, "")
    assert words in ran.err
    assert ran.err.removesuffix("\n").isprintable()


def test_simulate_rejects_what_deck_check_rejects(run: Run, tmp_path: Path) -> None:
    deck = write(tmp_path, json.dumps({**json.loads(SHIPPED), "name": "\ud800"}))
    ran = run("simulate", "sideboards", "--games", "1", "--option", f"deck={deck}", "--log", str(tmp_path / "logs"))
    assert ran.code == 2
    assert "Unicode" in ran.err
