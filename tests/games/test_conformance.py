"""The conformance kit accepts every built-in game in every variant with every number of players."""

from __future__ import annotations

import os
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import trapezi
from trapezi.core.game import Game
from trapezi.core.random import Stream
from trapezi.core.state import State
from trapezi.games import find
from trapezi.testing import check_game, check_package

# `make check-rules` plays more games, examines fewer positions of each, and records in a folder which checks are finished.
GAMES = int(os.environ.get("TRAPEZI_CHECK_GAMES", "10"))
POSITIONS = float(os.environ.get("TRAPEZI_CHECK_LOOKS", "3"))
RECORD = os.environ.get("TRAPEZI_CHECK_RECORD")
CASES = dict(case for name in trapezi.names() for case in find(name).configurations())
HIDDEN_CARDS = {"qwixx_cards", "the_game", "silver_gold", "sideboards"}


@cache
def digest() -> str:
    """Return a digest of the code that the result of a check depends on."""
    source = Path(trapezi.__file__).parent
    packages = ("core", "games", "testing")
    files = sorted(p for name in packages for p in (source / name).rglob("*") if p.suffix in (".py", ".pxd", ".json"))
    return sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:12]


def careful(state: State, seat: int, rng: Stream) -> int:
    """Choose the smallest jump, and lay no more cards than needed, so that games of The Game last long."""

    def cost(move: int) -> tuple[bool, int, int]:
        preview = state.preview(seat, move)
        return preview.get("losing", False) or preview.get("short", False), preview.get("distance", -5), rng.below(9)

    return min(state.legal(seat), key=cost)


@pytest.mark.parametrize("name", CASES)
def test_the_game_keeps_the_contract(name: str) -> None:
    done = Path(RECORD or ".", f"{trapezi.execution_mode()}-{GAMES}-{name}-{digest()}")
    if RECORD and done.exists():
        return
    game: Game[Any] = CASES[name]
    report = check_game(game, games=GAMES, positions=POSITIONS, choose=careful if game.name == "the_game" else None)
    assert report.games == GAMES
    assert report.events >= GAMES * 10
    if game.name in HIDDEN_CARDS:
        assert report.secrets > 0, "resample never changed anything"
    if RECORD:
        done.parent.mkdir(parents=True, exist_ok=True)
        done.touch()


@pytest.mark.parametrize("name", trapezi.names())
def test_the_variants_cover_every_number_of_players(name: str) -> None:
    kind = find(name)
    assert {game.players for _, game in kind.configurations()} == set(kind.player_counts)


@pytest.mark.parametrize("name", trapezi.names())
def test_check_package_accepts_the_package(name: str) -> None:
    assert check_package(name, games=1, choose=careful if name == "the_game" else None).games > 0


@pytest.mark.parametrize("name", CASES)
def test_a_finished_game_says_why_it_ended(name: str) -> None:
    match = CASES[name].match(seed=1)
    rng = Stream(1)
    while not match.state.over:
        seat = min(match.state.deciders)
        match.play(seat, match.state.choose(seat, rng))
    assert match.state.result is not None
    assert match.state.result.reason is not None
