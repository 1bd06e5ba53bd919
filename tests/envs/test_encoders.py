"""A game's own encoder and the encoder for views encode exactly what a seat may know."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import trapezi
from trapezi.core.game import Game
from trapezi.core.random import Stream, branch
from trapezi.core.state import State
from trapezi.envs.encoder_base import Encoder
from trapezi.envs.encoders import ViewEncoder, encoder_for
from trapezi.envs.spaces import action_count, action_mask, encode_observation, feature_space
from trapezi.games import loadable_packages

Make = Callable[[Game[Any]], Encoder]

LEFT_OUT = {  # the parts of a view that a game's own encoder omits
    "the_game": ["signals", "hands"],  # Signals are not actions, and hands are open only after the game.
}


def positions(game: Game[Any], seed: int = 0, every: int = 1) -> Iterator[State]:
    """Yield about one in `every` positions of a random game, also positions with pending decisions."""
    state, rng, sampling = game.start(), branch(seed, 0), branch(seed, 1)
    while not state.over:
        for seat in sorted(state.deciders):
            if sampling.below(every) == 0:
                yield state
            state.play(seat, state.choose(seat, rng))
    yield state


def view_encoder(game: Game[Any]) -> Encoder:
    return ViewEncoder(game.start())


either = pytest.mark.parametrize("make", [encoder_for, view_encoder])


def test_every_built_in_game_has_an_encoder_of_its_own() -> None:
    assert [each.name for each in loadable_packages() if each.encoder] == trapezi.names()


def test_a_game_without_an_encoder_is_encoded_from_its_view(monkeypatch: pytest.MonkeyPatch) -> None:
    game = trapezi.game("qwixx", players=2)
    monkeypatch.setattr("trapezi.envs.encoders.package", lambda name: replace(loadable_packages()[0], encoder=None))
    assert isinstance(encoder_for(game), ViewEncoder)


@either
def test_hidden_information_changes_no_number(case: Game[Any], make: Make) -> None:
    encoder, rng, swapped = make(case), Stream(5), 0
    for state in positions(case, every=4 if make is encoder_for else 12):
        for seat in range(case.players):
            other = state.resample(seat, rng)
            swapped += other != state
            assert encode_observation(encoder, state, seat).tobytes() == encode_observation(encoder, other, seat).tobytes()
            assert (
                action_mask(state, seat, action_count(case)).tobytes() == action_mask(other, seat, action_count(case)).tobytes()
            )
    assert swapped or case.players == 1 or make is view_encoder


@either
def test_different_views_never_give_the_same_numbers(name: str, make: Make) -> None:
    game = trapezi.game(name, players=3)
    left_out = LEFT_OUT.get(name, []) if make is encoder_for else []
    views: dict[Any, Any] = {}
    encoder = make(game)
    for seed in range(4 if trapezi.execution_mode() == "compiled" and make is encoder_for else 2):
        for state in positions(game, seed):
            for seat in range(game.players):
                view = state.view(seat)
                board = {key: value for key, value in view["board"].items() if key not in left_out}
                known = json.dumps([board, view["scores"]])
                assert views.setdefault((seat, encode_observation(encoder, state, seat).tobytes()), known) == known
    assert len(views) > 100


@either
def test_numbers_are_within_their_space(case: Game[Any], make: Make) -> None:
    encoder = make(case)
    space = feature_space(encoder.size)
    for state in positions(case, 1, every=7):
        for seat in range(case.players):
            numbers = encode_observation(encoder, state, seat)
            assert numbers in space
            assert np.abs(numbers).max() <= 4


def test_seats_are_encoded_clockwise_from_the_own_seat() -> None:
    observations = set()
    for seat in range(3):
        match = trapezi.game("qwixx", players=3, first=seat).match(by_hand=True)
        match.play(-1, "roll 1 2 3 4 5 6")
        match.play(seat, "red 3")
        observations.add(encode_observation(encoder_for(match.game), match.state, seat).tobytes())
    assert len(observations) == 1


CODE = """
import json, sys
sys.path.insert(0, "tests/envs")
from test_encoders import digest
import trapezi
print(json.dumps([trapezi.execution_mode(), digest()]))
"""


def digest() -> str:
    """Play one game of each kind and return a hash of all observations."""
    digest = hashlib.sha256()
    for name in trapezi.names():
        game = trapezi.game(name, players=2)
        encoders = encoder_for(game), view_encoder(game)
        for state in positions(game, 3, every=3):
            for seat in range(2):
                for encoder in encoders:
                    digest.update(encode_observation(encoder, state, seat).tobytes())
    return digest.hexdigest()


@pytest.mark.skipif(trapezi.execution_mode() == "pure", reason="compared once, in the compiled mode")
def test_pure_and_compiled_code_encode_the_same_in_every_process() -> None:
    environment = {**os.environ, "TRAPEZI_PURE": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    form, pure = json.loads(subprocess.check_output([sys.executable, "-c", CODE], env=environment))
    assert (form, pure) == ("pure", digest())
