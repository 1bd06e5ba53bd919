"""A level is a bot with a budget and an error rate."""

from __future__ import annotations

import pytest

import trapezi
from trapezi import bots
from trapezi.bots.levels import EpsilonRandom, find_level
from trapezi.games import package


@pytest.mark.parametrize("game", [*trapezi.names(), "a-guest-game"])
def test_a_higher_level_errs_less_or_is_a_better_bot(game: str) -> None:
    rates = [find_level(name, game).error_rate for name in bots.LEVEL_NAMES]
    assert rates == sorted(rates, reverse=True) or find_level("level-4", game).bot != find_level("level-3", game).bot
    assert rates[-1] == 0


def test_a_level_with_an_error_rate_is_epsilon_random() -> None:
    assert isinstance(bots.make("level-1", "sideboards"), EpsilonRandom)
    assert not isinstance(bots.make("level-5", "sideboards"), EpsilonRandom)


def test_every_game_of_ours_has_its_own_levels() -> None:
    assert all(package(name).levels for name in trapezi.names())
