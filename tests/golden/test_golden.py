"""Golden logs, one for every game, number of players and variant, still lead to the same games.

The logs in this folder have version 1. They are never overwritten, except for a deliberate change of rules. `make golden` writes
missing logs in the current version. `version-2/` has a log of each game in version 2. `fixed-start/` has logs of The Game from
the time when its options always named the seat that begins.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import trapezi
from trapezi.core.log import log_lines
from trapezi.games import find
from trapezi.testing import golden_log

HERE = Path(__file__).parent
CASES = dict(case for name in trapezi.names() for case in find(name).configurations())
FIXED_START = sorted(path.stem for path in (HERE / "fixed-start").glob("*.jsonl"))
VERSION_2 = [next(name for name, _ in find(game).configurations() if name.endswith("-2")) for game in trapezi.names()]


def stored(name: str) -> list[str]:
    return (HERE / f"{name}.jsonl").read_text("utf-8").splitlines()


def contents(lines: list[str]) -> list[Any]:
    """Return the lines of a log of any version, without the version and the checksums."""
    data = [json.loads(line) for line in lines]
    if isinstance(data[0], dict):
        data = [data[0], *(event[:2] for event in data[1:-1]), {k: v for k, v in data[-1].items() if k != "check"}]
    else:
        data = [content for _, content in data]
    return [{k: v for k, v in data[0].items() if k != "trapezi"}, *data[1:]]


@pytest.mark.parametrize("name", CASES)
def test_the_same_seed_still_plays_the_same_game(name: str) -> None:
    assert contents(golden_log(CASES[name])) == contents(stored(name))


@pytest.mark.parametrize("name", CASES)
def test_the_stored_log_still_replays(name: str) -> None:
    match = trapezi.replay(HERE / f"{name}.jsonl")
    assert match.state.over
    assert contents(log_lines(match)) == contents(stored(name))


@pytest.mark.parametrize("name", VERSION_2)
def test_a_log_of_version_2_is_written_and_read_byte_by_byte(name: str) -> None:
    lines = stored(f"version-2/{name}")
    assert golden_log(CASES[name]) == lines
    assert log_lines(trapezi.replay(lines)) == lines


@pytest.mark.parametrize("name", FIXED_START)
def test_a_log_that_names_the_seat_that_begins_still_replays(name: str) -> None:
    lines = stored(f"fixed-start/{name}")
    options = contents(lines)[0]["options"]
    assert options["first"] == 0
    match = trapezi.replay(lines)
    assert match.state.over
    assert contents(log_lines(match)) == contents(golden_log(trapezi.game("the_game", **options))) == contents(lines)


def test_every_log_has_its_case() -> None:
    assert {path.stem for path in HERE.glob("*.jsonl")} == set(CASES)
    assert {path.stem for path in (HERE / "version-2").glob("*.jsonl")} == set(VERSION_2)


if __name__ == "__main__":
    for case in [*CASES, *(f"version-2/{name}" for name in VERSION_2)]:
        path = HERE / f"{case}.jsonl"
        if not path.exists():
            path.write_text("\n".join(golden_log(CASES[path.stem])) + "\n", "utf-8")
            print(path)
