"""A cluster plays the same games, even if its workers die."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import trapezi
from trapezi.lab.arena import arena
from trapezi.lab.simulate import simulate
from trapezi.lab.standings import Standings
from trapezi.lab.workers import BadRun

pytest.importorskip("ray")


@pytest.mark.skipif(os.environ.get("TRAPEZI_PURE") == "1", reason="a cluster takes long to start: once is enough")
@pytest.mark.filterwarnings("default")
def test_a_cluster_plays_the_same_games_though_a_worker_dies_in_the_middle(guests, tmp_path: Path, monkeypatch):
    """A bot kills the process it is in, once: Ray has the piece done again."""
    paths = [str(Path(trapezi.__file__).parents[1]), os.environ["PYTHONPATH"]]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))
    monkeypatch.setenv("DIED", str(tmp_path / "died"))
    game, bots = trapezi.game("qwixx", players=2), ["guests:DiesOnce", "greedy", "guests:Any"]
    played = arena(game, bots, 10, seed=6, jobs=3, cluster="local", keep=tmp_path / "kept")
    assert (tmp_path / "died").exists()
    alone = arena(game, bots, 10, seed=6)
    assert played.rows == alone.rows
    assert Standings(played).data()["forfeits"] == []
    assert arena(game, bots, 10, seed=6, keep=tmp_path / "kept").rows == alone.rows


@pytest.mark.filterwarnings("default")
def test_a_cluster_that_is_not_there_is_an_error():
    with pytest.raises(BadRun, match=r"cluster\.unreachable"):
        simulate(trapezi.game("qwixx", players=2), 1, cluster="127.0.0.1:1")
