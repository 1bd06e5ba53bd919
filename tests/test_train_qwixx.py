"""The training example in `examples/` learns, and repeats its results."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

import trapezi

ROOT = Path(__file__).resolve().parents[1]


def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("train_qwixx", ROOT / "examples/train_qwixx.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.skipif(trapezi.execution_mode() == "pure", reason="some hundred thousand decisions")
def test_the_learner_soon_beats_its_untrained_self() -> None:
    train = example()
    before = train.mean_score(train.Learner(*train.observation_and_action_count()), "chance", 300, seed=1)
    after = train.mean_score(train.train(updates=60, games=64, seed=1), "chance", 300, seed=1)
    assert after.value - after.margin > before.value + before.margin + 10


def test_the_same_seed_trains_the_same_learner() -> None:
    train = example()
    first, second = (train.train(updates=2, games=4, seed=3).policy.weights for _ in range(2))
    assert first.any()
    assert (first == second).all()
