"""An interrupted run continues from its checkpoint."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.lab.conftest import standings

import trapezi
from trapezi.lab.arena import Arena, run_arena
from trapezi.lab.simulate import simulate
from trapezi.lab.standings import Standings
from trapezi.lab.workers import BadRun

QWIXX = trapezi.game("qwixx", players=2)


def test_an_interrupted_run_continues_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "new" / "kept.jsonl"
    bots, calls = ["greedy", "level-1", "chance"], []

    def stop(games: int) -> None:
        calls.append(games)
        if len(calls) == 4:
            raise KeyboardInterrupt

    first = run_arena(QWIXX, bots, 30, seed=4, checkpoint=path, on_progress=stop)
    assert first.end.stopped
    assert 0 < Standings(first).data()["played"] < 90
    with path.open("a") as file:
        file.write("[0,29,1,[[1,7")  # The last line is incomplete.
    assert standings(QWIXX, bots, 30, seed=4, checkpoint=path) == standings(QWIXX, bots, 30, seed=4)
    monkeypatch.setattr(Arena, "play_chunk", None)
    assert standings(QWIXX, bots, 30, seed=4, checkpoint=path)["played"] == 90, "no game is played twice"


def test_a_checkpoint_can_be_used_for_fewer_games_and_for_more(tmp_path: Path) -> None:
    path = tmp_path / "kept.jsonl"
    for games in (20, 7, 40):
        assert standings(QWIXX, ["greedy", "chance"], games, checkpoint=path) == standings(QWIXX, ["greedy", "chance"], games)


def test_a_simulation_continues_from_a_checkpoint_and_rotates(tmp_path: Path) -> None:
    game, bots = trapezi.game("qwixx", players=3), ["greedy", "chance"]
    whole = simulate(game, 30, seed=2, bots=bots, rotate=True)
    for games in (11, 30, 30):
        again = simulate(game, games, seed=2, bots=bots, rotate=True, checkpoint=tmp_path / "checkpoint")
    assert again.totals.data() == whole.totals.data()
    seats = [*bots, "greedy"]
    rotated = [simulate(game, 10, seed=2, bots=seats[-n:] + seats[:-n]).totals for n in range(3)]
    assert whole.totals.scores[1] == sum(totals.scores[(1 + n) % 3] for n, totals in enumerate(rotated))


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (b'{"trapezi": "0"}\n', "arena.keep.other-run"),
        (b"import os\n", "arena.keep.not-a-run"),
        (b"not even a line", "arena.keep.not-a-run"),
        (b"\xff\xfe\n", "arena.keep.not-a-run"),
    ],
)
def test_a_file_that_is_no_checkpoint_is_rejected_and_not_changed(tmp_path: Path, text: bytes, key: str) -> None:
    path = tmp_path / "mine"
    path.write_bytes(text)
    with pytest.raises(BadRun, match=key):
        run_arena(QWIXX, ["greedy", "chance"], 2, checkpoint=path)
    assert path.read_bytes() == text


def test_a_damaged_line_is_reported_with_its_number(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    run_arena(QWIXX, ["greedy", "chance"], 2, checkpoint=path)
    path.write_text(path.read_text() + "[0,1]\n")
    with pytest.raises(BadRun, match=r"ine \d.*arena\.keep\.broken"):
        run_arena(QWIXX, ["greedy", "chance"], 4, checkpoint=path)
