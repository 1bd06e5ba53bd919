"""A Ray cluster plays the same games as one process, even if its workers die."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import trapezi
from trapezi.lab.arena import run_arena
from trapezi.lab.simulate import simulate
from trapezi.lab.standings import Standings
from trapezi.lab.workers import BadRun

pytest.importorskip("ray")


@pytest.mark.skipif(os.environ.get("TRAPEZI_PURE") == "1", reason="a cluster takes long to start, so once is enough")
def test_a_cluster_plays_the_same_games_even_if_a_worker_dies(
    guests: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot kills its process once, and Ray repeats the chunk."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(Path(trapezi.__file__).parents[1]), os.environ["PYTHONPATH"]]))
    monkeypatch.setenv("DIED", str(tmp_path / "died"))
    bots, path = ["guests:DiesOnce", "greedy", "guests:RandomLegal"], tmp_path / "checkpoint"
    command = ["arena", "qwixx", "--bots", ",".join(bots), "--games", "10", "--seed", "6", "--json"]
    cluster = ["--jobs", "3", "--cluster", "local", "--keep", str(path)]
    result = subprocess.run(
        [sys.executable, "-m", "trapezi.cli", *command, *cluster], capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    assert (tmp_path / "died").exists()
    game = trapezi.game("qwixx", players=2)
    alone = run_arena(game, bots, 10, seed=6)
    assert {**json.loads(result.stdout), "seconds": 0} == {**Standings(alone).data(), "seconds": 0}
    assert run_arena(game, bots, 10, seed=6, checkpoint=path).rows == alone.rows


def test_an_unreachable_cluster_is_an_error() -> None:
    with pytest.raises(BadRun, match=r"arena\.cluster\.unreachable"):
        simulate(trapezi.game("qwixx", players=2), 1, cluster="127.0.0.1:1")
