"""A stronger bot has a higher rating, and the rating of the anchor is fixed."""

from __future__ import annotations

import sys

import pytest
from tests.lab.conftest import standings

import trapezi
from trapezi.lab.arena import run_arena
from trapezi.lab.standings import Standings

QWIXX = trapezi.game("qwixx", players=2)


def test_a_stronger_bot_has_a_higher_rating_and_the_anchor_a_fixed_one() -> None:
    data = Standings(run_arena(QWIXX, ["greedy", "chance", "level-1"], 40)).data("chance", 500.0)
    strength = {name: bot["rating"] for name, bot in data["bots"].items()}
    assert strength["chance"] == 500
    assert strength["greedy"] > strength["level-1"] > strength["chance"] + 100
    low, high = data["bots"]["level-1"]["rating_ci95"]
    assert low < strength["level-1"] < high


def test_without_choix_only_the_ratings_are_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "choix", None)
    data = standings(QWIXX, ["greedy", "chance"], 2)
    assert data["bots"]["greedy"]["rating"] is None
    assert data["bots"]["greedy"]["win_rate"] is not None
