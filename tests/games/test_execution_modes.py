"""Plain and compiled code play identical games for identical seeds."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

import trapezi

GAMES = int(os.environ.get("TRAPEZI_COMPARE_GAMES", "1000"))  # the number of games that are compared for each game
CODE = """
import hashlib, json, sys
import trapezi
from trapezi.games import find
from trapezi.lab.playouts import PlayoutCounts, playout
from trapezi.core.state import Moves
from trapezi.core.random import branch
name, games = sys.argv[1], int(sys.argv[2])
cases = list(find(name).configurations())
digests, moves, counts = {}, Moves(), PlayoutCounts()
for case, game in cases:
    found = hashlib.sha256()
    for n in range(-(-games // len(cases))):
        state = playout(game.start(), branch(99, n), moves, counts)
        found.update(json.dumps([state.data(), state.scores, state.view(0), state.result.data()]).encode())
    digests[case] = found.hexdigest()
print(json.dumps([trapezi.execution_mode(), counts.games, digests]))
"""


@pytest.mark.skipif(trapezi.execution_mode() == "pure", reason="compared once, in the compiled mode")
@pytest.mark.parametrize("name", trapezi.names())
def test_both_forms_play_the_same_games(name: str) -> None:
    runs = [
        json.loads(
            subprocess.check_output(
                [sys.executable, "-c", CODE, name, str(GAMES)],
                env={**os.environ, "TRAPEZI_PURE": pure, "PYTHONPATH": os.pathsep.join(sys.path)},
            )
        )
        for pure in "01"
    ]
    assert [form for form, _, _ in runs] == ["compiled", "pure"]
    assert runs[0][1] >= GAMES
    assert runs[0][1:] == runs[1][1:]
