"""What must not change: a log for every game, number of players and variant.

`make golden` writes them anew, for a change of rules that is meant.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import trapezi
from trapezi.core.log import written
from trapezi.games import find
from trapezi.testing import golden_log

HERE = Path(__file__).parent
CASES = dict(case for name in trapezi.names() for case in find(name).cases())


@pytest.mark.parametrize("name", CASES)
def test_the_same_seed_still_plays_the_same_game(name: str) -> None:
    kept = (HERE / f"{name}.jsonl").read_text("utf-8").splitlines()
    assert golden_log(CASES[name]) == kept


@pytest.mark.parametrize("name", CASES)
def test_the_kept_log_still_replays(name: str) -> None:
    match = trapezi.replay(HERE / f"{name}.jsonl")
    assert match.state.over
    assert written(match) == (HERE / f"{name}.jsonl").read_text("utf-8").splitlines()


def test_every_log_has_its_case() -> None:
    assert {path.stem for path in HERE.glob("*.jsonl")} == set(CASES)


if __name__ == "__main__":
    for old in HERE.glob("*.jsonl"):
        old.unlink()
    for case, game in CASES.items():
        (HERE / f"{case}.jsonl").write_text("\n".join(golden_log(game)) + "\n", "utf-8")
    print(f"{len(CASES)} golden logs written")
