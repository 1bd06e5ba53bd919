"""What a learner sees is what its seat may know: all of it, and nothing else."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import trapezi
from trapezi.core.errors import BadOption
from trapezi.core.game import Game
from trapezi.core.package import GamePackage
from trapezi.core.random import Stream, branch
from trapezi.core.state import State
from trapezi.envs.encoders import encoder_of
from trapezi.envs.spaces import actions, mask, observation, observation_space
from trapezi.games import packages

UNTOLD = {  # parts of a view that are not in the numbers
    "the_game": ["signals", "hands"],  # signals are no actions; hands lie open only at the end
}


def positions(game: Game[Any], seed: int = 0, every: int = 1) -> Iterator[State]:
    """A random game, looked at about every so many events; pending decisions included."""
    state, rng, looks = game.start(), branch(seed, 0), branch(seed, 1)
    while not state.over:
        for seat in sorted(state.deciders):
            if looks.below(every) == 0:
                yield state
            state.play(seat, state.choose(seat, rng))
    yield state


def test_every_game_has_an_encoder() -> None:
    assert [each.name for each in packages() if each.encoder] == trapezi.names()


def test_a_game_without_one_is_told_which_have(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "trapezi.envs.encoders.package", lambda name: GamePackage("trapezi.games.qwixx", "qwixx", game="game:Qwixx")
    )
    with pytest.raises(BadOption, match="sideboards"):
        encoder_of(trapezi.game("qwixx", players=2))


def test_what_a_seat_may_not_know_changes_no_number(case: Game[Any]) -> None:
    encoder, rng, swapped = encoder_of(case), Stream(5), 0
    for state in positions(case, every=4):
        for seat in range(case.players):
            other = state.resample(seat, rng)
            swapped += other != state
            assert observation(encoder, state, seat).tobytes() == observation(encoder, other, seat).tobytes()
            assert mask(state, seat, actions(case)).tobytes() == mask(other, seat, actions(case)).tobytes()
    assert swapped or case.players == 1


def test_all_that_a_seat_sees_is_in_the_numbers(name: str) -> None:
    """Two different views never look the same to a learner."""
    game = trapezi.game(name, players=3)
    encoder, views = encoder_of(game), {}
    for seed in range(4 if trapezi.form() == "compiled" else 1):
        for state in positions(game, seed):
            for seat in range(game.players):
                view = state.view(seat)
                table = {key: value for key, value in view["board"].items() if key not in UNTOLD.get(name, ())}
                told = json.dumps([table, view["scores"]])
                assert views.setdefault((seat, observation(encoder, state, seat).tobytes()), told) == told
    assert len(views) > 100


def test_numbers_are_within_their_space(case: Game[Any]) -> None:
    encoder = encoder_of(case)
    space = observation_space(encoder)
    for state in positions(case, 1, every=7):
        for seat in range(case.players):
            seen = observation(encoder, state, seat)
            assert seen in space
            assert np.abs(seen).max() <= 4


def test_a_seat_is_told_of_the_seats_from_its_own_on() -> None:
    """A game turned by one seat looks the same from the seat that it was turned to."""
    seen = set()
    for seat in range(3):
        match = trapezi.game("qwixx", players=3, first=seat).match(by_hand=True)
        match.play(-1, "roll 1 2 3 4 5 6")
        match.play(seat, "red 3")
        seen.add(observation(encoder_of(match.game), match.state, seat).tobytes())
    assert len(seen) == 1


CODE = """
import json, sys
sys.path.insert(0, "tests/envs")
from test_encoders import digest
import trapezi
print(json.dumps([trapezi.form(), digest()]))
"""


def digest() -> str:
    """What all seats see in a game of each kind."""
    found = hashlib.sha256()
    for name in trapezi.names():
        game = trapezi.game(name, players=2)
        encoder = encoder_of(game)
        for state in positions(game, 3, every=3):
            for seat in range(2):
                found.update(observation(encoder, state, seat).tobytes())
    return found.hexdigest()


@pytest.mark.skipif(trapezi.form() == "pure", reason="compared once, from the compiled form")
def test_both_forms_see_the_same() -> None:
    environment = {**os.environ, "TRAPEZI_PURE": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    form, pure = json.loads(subprocess.check_output([sys.executable, "-c", CODE], env=environment))
    assert (form, pure) == ("pure", digest())
