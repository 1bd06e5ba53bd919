"""A bot that misbehaves loses its own games and has no other effect."""

from __future__ import annotations

import pytest
from tests.lab.conftest import standings

import trapezi

QWIXX = trapezi.game("qwixx", players=2)


@pytest.mark.parametrize(
    ("bad", "reason", "why"),
    [
        ("Raises", "common.bot.failed", "ZeroDivisionError"),
        ("Exits", "common.bot.failed", "SystemExit: enough"),
        ("Illegal", "common.bot.illegal", "1000000"),
        ("ReturnsFloat", "common.bot.illegal", ".0"),
        ("ExtendsLegalMoves", "common.bot.illegal", "1000000"),
        ("ChangesSample", "common.bot.changed", ""),
        ("LoopsForever", "common.bot.too-slow", "0.1"),
        ("Sleeps", "common.bot.lost", ""),
        ("Dies", "common.bot.lost", ""),
    ],
)
def test_a_bot_that_fails_loses_its_own_games_only(guests: None, bad: str, reason: str, why: str) -> None:
    name = f"guests:{bad}"
    data = standings(QWIXX, [name, "chance"], 2, limit=0.1 if bad in ("LoopsForever", "Sleeps") else 60)
    (forfeit,) = data["forfeits"]
    assert (forfeit["bot"], forfeit["reason"], forfeit["games"]) == (name, reason, 2)
    assert why in str(forfeit["params"])
    assert data["pairs"][0]["b_wins"] == 2
    assert data["bots"][name]["forfeits"] == 2
    assert data["bots"]["chance"]["forfeits"] == 0
    assert data["played"] == 2


def test_a_team_with_a_bot_that_fails_loses(guests: None) -> None:
    data = standings(trapezi.game("the_game", players=2), ["guests:Raises", "guests:First"], 3)
    assert data["bots"]["guests:Raises"]["win_rate"] == 0
    assert data["bots"]["guests:Raises"]["mean_score"] is None
    assert data["bots"]["guests:First"]["mean_score"] > 0
