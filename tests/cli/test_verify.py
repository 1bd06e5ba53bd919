"""`trapezi verify` checks the logs of games."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Run

import trapezi
from trapezi.core.log import save_log


def test_verify_reports_what_it_checked(run: Run, tmp_path: Path) -> None:
    match = trapezi.game("qwixx", players=2).match(seed=7)
    match.play(0, "pass")
    save_log(match, tmp_path / "a.jsonl")
    ran = run("verify", str(tmp_path / "a.jsonl"))
    assert ran.code == 0
    assert "events: 2, all legal, all checks correct" in ran.out
    assert "Dice and draws are those of the seed 7." in ran.out


def test_verify_rejects_dice_that_do_not_follow_from_the_seed(run: Run, tmp_path: Path) -> None:
    match = trapezi.game("qwixx", players=2).match(by_hand=True)
    match.play(-1, "roll 1 1 1 1 1 1")
    match.seed = 7
    save_log(match, tmp_path / "a.jsonl")
    ran = run("verify", str(tmp_path / "a.jsonl"))
    assert ran.code == 2
    assert "Event 1 is not what the seed 7 gives" in ran.err


def test_verify_continues_after_a_bad_log(run: Run, tmp_path: Path) -> None:
    bad, good = tmp_path / "bad.jsonl", tmp_path / "good.jsonl"
    save_log(trapezi.game("qwixx", players=2).match(seed=7), good)
    bad.write_text(good.read_text("utf-8").replace("roll", "rol", 1), encoding="utf-8")
    ran = run("verify", str(bad), str(good))
    assert ran.code == 2
    assert ran.out.startswith(f"{good}: valid.")
    assert ran.err == f"trapezi: {bad}: Line 2: the check does not match; this line or an earlier one was altered.\n"


def test_verify_continues_after_files_with_any_content(run: Run, tmp_path: Path) -> None:
    good = tmp_path / "good.jsonl"
    save_log(trapezi.game("qwixx", players=2).match(seed=7), good)
    contents = [
        b"",
        b"\xff\xfe\x00",
        b"\x80",
        b"[" * 200_000,
        b'{"trapezi": 1e999}',
        b'["x", {"trapezi": 2, "game": [], "options": {}}]',
    ]
    files = [tmp_path / f"{number}" for number in range(len(contents))]
    for file, content in zip(files, contents, strict=True):
        file.write_bytes(content)
    ran = run("verify", *map(str, files), str(tmp_path), str(tmp_path / "none"), str(good))
    assert ran.code == 2
    assert ran.out.startswith(f"{good}: valid.")
    assert len(ran.err.splitlines()) == len(contents) + 2
