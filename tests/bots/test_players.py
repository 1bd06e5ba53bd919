"""Every player of every game, number of players and variant: legal moves, from its view alone, the same with the same seed."""

from __future__ import annotations

from contextlib import suppress

import pytest

import trapezi
from trapezi import bots
from trapezi.cli.arguments import playable_games
from trapezi.testing import check_bot

# Plain Python is slow, its source the same: tables of two must do. What is checked does not depend on how well a bot plays.
FAST = trapezi.form() == "compiled"
FEW = "@24" if FAST else "@6"
CASES = [
    pytest.param(kind, players, options, id=f"{kind.name}-{players}-{variant}")
    for kind in playable_games()
    for variant, options in kind.variants.items()
    for players in kind.seats
    if options.get("players", players) == players
    if players == 2 or (FAST and (players in (kind.seats[0], kind.seats[-1]) or variant == next(iter(kind.variants))))
]

# All players are loaded before doctests are collected: those import sources, and compiled modules fit compiled ones only.
for kind in playable_games():
    for name in bots.GENERIC:
        with suppress(bots.BrokenBot):  # it fails in its own test
            bots.find(name, kind.name)


def playable(kind, players, options):
    try:
        return kind.of(**{"players": players, **options})
    except trapezi.TrapeziError:
        pytest.skip("not for so many")


@pytest.mark.parametrize("name", [*bots.GENERIC, "level-1", "level-2"])
@pytest.mark.parametrize(("kind", "players", "options"), CASES)
def test_a_player_decides_from_its_view_alone(name, kind, players, options):
    thinks = name in ("search", "expert")
    report = check_bot(name + FEW if thinks else name, playable(kind, players, options), positions=2, every_decision=not thinks)
    assert report.decisions + report.timed > 0
