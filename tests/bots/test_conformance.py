"""Every bot, in every game, variant and number of players, passes `check_bot`."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

import trapezi
from trapezi import bots
from trapezi.cli.arguments import playable_games
from trapezi.core.game import Game
from trapezi.testing import check_bot

# Plain Python is slow, so it checks only games of two players. No check needs a bot that plays well, so few simulations suffice.
FAST = trapezi.execution_mode() == "compiled"
FEW = "@24" if FAST else "@6"
CASES = [
    pytest.param(kind, players, options, id=f"{kind.name}-{players}-{variant}")
    for kind in playable_games()
    for variant, options in kind.variants.items()
    for players in kind.player_counts
    if options.get("players", players) == players
    if players == 2
    or (FAST and (players in (kind.player_counts[0], kind.player_counts[-1]) or variant == next(iter(kind.variants))))
]

# Load all bots before pytest collects doctests, which would import the plain sources of compiled modules.
for kind in playable_games():
    for name in bots.GENERIC_BOTS:
        with suppress(bots.BrokenBot):  # The bot's own test reports this.
            bots.find_class(name, kind.name)


def game_or_skip(kind: type[Game[Any]], players: int, options: Any) -> Any:
    try:
        return kind.with_options(**{"players": players, **options})
    except trapezi.TrapeziError:
        pytest.skip("this variant is not for that number of players")


@pytest.mark.parametrize("name", [*bots.GENERIC_BOTS, "level-1", "level-2"])
@pytest.mark.parametrize(("kind", "players", "options"), CASES)
def test_a_bot_passes_the_conformance_check(name: str, kind: type[Game[Any]], players: int, options: Any) -> None:
    searches = name in ("search", "expert")
    report = check_bot(
        name + FEW if searches else name, game_or_skip(kind, players, options), positions=2, every_decision=not searches
    )
    assert report.decisions > 0
