"""The training program in `tools/` repeats the rules of Qwixx for speed. Games that it prints follow the rules of the package."""

from __future__ import annotations

import shutil
import struct
import subprocess
from array import array
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

import trapezi
from trapezi.core import special_seats
from trapezi.games.qwixx import bots
from trapezi.games.qwixx.bots.after_state import AfterState
from trapezi.games.qwixx.bots.move_evaluator import MoveEvaluator
from trapezi.games.qwixx.bots.row_states import RowStates
from trapezi.games.qwixx.bots.value_network import ValueNetwork, weight_count

ROOT = Path(__file__).resolve().parents[1]
SHIPPED = Path(str(files(bots).joinpath("networks", "standard-2.bin")))
GAMES = 8

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler here")


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Compile the training program."""
    path = tmp_path_factory.mktemp("train") / "train"
    source = ROOT / "tools/train_qwixx_network.c"
    subprocess.run(["cc", "-O2", "-Wno-psabi", "-o", path, source, "-lm"], check=True)
    return path


@pytest.fixture(scope="module")
def beginner(program: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Train a network for one round. It still makes many misses."""
    path = tmp_path_factory.mktemp("network") / "beginner.bin"
    subprocess.run([program, path, "1"], check=True, stdout=subprocess.DEVNULL)
    return path


def printed_rows(program: Path, network: Path) -> list[list[float]]:
    printed = subprocess.run([program, network, "print", str(GAMES)], check=True, capture_output=True, text=True).stdout
    return [[float(number) if "." in number else int(number) for number in line.split()] for line in printed.splitlines()]


def make_evaluator(network: Path) -> MoveEvaluator:
    weights = struct.unpack(f"<{weight_count(2)}e", network.read_bytes())
    return MoveEvaluator(ValueNetwork(2, memoryview(array("d", weights))))


@pytest.mark.parametrize("trained", [False, True], ids=["beginner", "shipped"])
def test_printed_games_follow_the_rules_and_the_evaluation(trained: bool, program: Path, request: pytest.FixtureRequest) -> None:
    network = SHIPPED if trained else request.getfixturevalue("beginner")
    evaluator, game = make_evaluator(network), trapezi.game("qwixx", players=2)
    sheets = AfterState(RowStates())
    decisions = same = finished = 0
    state: Any = None
    for row in printed_rows(program, network):
        if len(row) == 2:
            assert state.over
            assert list(state.scores) == row
            state, finished = None, finished + 1
            continue
        active, values, dice, rest = int(row[0]), row[1:5], row[5:11], row[11:]
        if state is None:
            state = game.start()
            state.active = active
        assert state.active == active
        sheets.set_from_position(state)
        for seat in (0, 1):
            evaluator.network.set_base(sheets, seat, active)
            evaluator.network.evaluate(sheets, seat, active)
            assert evaluator.network.win_chance == pytest.approx(values[2 * seat], abs=1e-4)
            assert evaluator.network.expected_lead == pytest.approx(values[2 * seat + 1], abs=1e-2)
        some_roll = game.text(state.chance_outcome(0)).split()[1:]  # It has a dash for each removed die.
        faces = ["-" if face == "-" else str(die) for face, die in zip(some_roll, dice, strict=True)]
        state._apply(special_seats.NATURE, game.parse("roll " + " ".join(faces)))
        for n in range(0, len(rest), 3):
            seat = active if n == 6 else n // 3
            legal, best, made = map(int, rest[n : n + 3])
            assert state.deciders == ({seat} if n else {0, 1})
            assert sum(1 << move for move in state.legal(seat)) == legal
            decisions += 1
            same += evaluator.best_move(state, seat) == best
            state._apply(seat, made)
    assert finished == GAMES
    assert same >= 0.99 * decisions  # Rounding may decide between moves that have nearly the same value.
