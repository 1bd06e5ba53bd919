"""A cluster plays the same games, even if its workers die."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import trapezi
from trapezi.lab.arena import arena
from trapezi.lab.simulate import simulate
from trapezi.lab.standings import Standings
from trapezi.lab.workers import BadRun

pytest.importorskip("ray")


@pytest.mark.skipif(os.environ.get("TRAPEZI_PURE") == "1", reason="a cluster takes long to start: once is enough")
def test_a_cluster_plays_the_same_games_though_a_worker_dies_in_the_middle(guests, tmp_path: Path, monkeypatch):
    """A bot kills the process it is in, once: Ray has the piece done again."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(Path(trapezi.__file__).parents[1]), os.environ["PYTHONPATH"]]))
    monkeypatch.setenv("DIED", str(tmp_path / "died"))
    bots, kept = ["guests:DiesOnce", "greedy", "guests:Any"], tmp_path / "kept"
    command = ["arena", "qwixx", "--bots", ",".join(bots), "--games", "10", "--seed", "6", "--json"]
    cluster = ["--jobs", "3", "--cluster", "local", "--keep", str(kept)]
    ran = subprocess.run([sys.executable, "-m", "trapezi.cli", *command, *cluster], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert (tmp_path / "died").exists()
    game = trapezi.game("qwixx", players=2)
    alone = arena(game, bots, 10, seed=6)
    assert {**json.loads(ran.stdout), "seconds": 0} == {**Standings(alone).data(), "seconds": 0}
    assert arena(game, bots, 10, seed=6, keep=kept).rows == alone.rows


def test_a_cluster_that_is_not_there_is_an_error():
    with pytest.raises(BadRun, match=r"cluster\.unreachable"):
        simulate(trapezi.game("qwixx", players=2), 1, cluster="127.0.0.1:1")
