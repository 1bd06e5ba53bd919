"""Bots by name: of the house, levels for people, of other packages, anybody's class; and what is wrong with a wrong one."""

from __future__ import annotations

import sys
from itertools import count
from types import ModuleType

import pytest

import trapezi
from trapezi import bots
from trapezi.bots import BadBudget, BrokenBot, Budget, Observation, UnknownBot
from trapezi.bots.levels import EpsilonRandom, level
from trapezi.core.random import Stream
from trapezi.games import package
from trapezi.i18n import LANGUAGES, explain


class First:
    """Somebody's bot."""

    def __init__(self, budget: Budget | None = None) -> None:
        self.budget = budget

    def decide(self, observation: Observation, rng: Stream) -> int:
        return observation.legal[0]


class OnlyQwixx(First):
    game = "qwixx"


class Raises(First):
    def __init__(self) -> None:
        raise RuntimeError("no table of values here")


@pytest.fixture(autouse=True)
def somebodys(monkeypatch):
    module = ModuleType("somebodys")
    for thing in (First, OnlyQwixx, Raises):
        setattr(module, thing.__name__, thing)
    module.number = 7
    monkeypatch.setitem(sys.modules, "somebodys", module)


def test_tables_offer_chance_and_five_levels_the_weakest_first():
    assert bots.names("the_game")[:6] == ["chance", "level-1", "level-2", "level-3", "level-4", "level-5"]


def test_a_level_is_a_player_with_a_budget_and_slips():
    for game in (*trapezi.names(), "somebodys-sixth"):
        slips = [level(name, game).slips for name in bots.LEVELS]
        assert slips == sorted(slips, reverse=True) or level("level-4", game).player != level("level-3", game).player
        assert level("level-5", game).slips == 0
    assert isinstance(bots.make("level-1", "sideboards"), EpsilonRandom)
    assert all(package(name).levels for name in trapezi.names())


def test_a_sixth_game_has_players_too():
    assert type(bots.make("greedy", "somebodys-sixth")).__module__ == "trapezi.bots.greedy"
    assert type(bots.make("expert", "somebodys-sixth")).__module__ == "trapezi.bots.search"


def test_a_budget_follows_the_name():
    assert bots.make("search@500", "sideboards").budget == Budget(simulations=500)
    assert bots.make("expert@200ms", "the_game").budget == Budget(milliseconds=200)
    assert bots.make("somebodys:First@7", "qwixx").budget == Budget(simulations=7)
    for wrong in ("search@", "search@0", "search@fast", "search@-5", "search@5s", "search@" + "9" * 30):
        with pytest.raises(BadBudget, match="bad-budget"):
            bots.make(wrong, "sideboards")
    with pytest.raises(BadBudget, match="no-budget"):
        bots.make("greedy@100", "sideboards")


def test_anybodys_class_is_found_by_its_place():
    assert isinstance(bots.make("somebodys:First", "qwixx"), First)
    assert bots.plays("somebodys:OnlyQwixx", "qwixx")
    assert not bots.plays("somebodys:OnlyQwixx", "sideboards")


@pytest.mark.parametrize(
    ("name", "error", "told"),
    [
        ("oracle", UnknownBot, "oracle"),
        ("", UnknownBot, ""),
        (None, UnknownBot, "None"),
        ("nowhere:First", BrokenBot, "nowhere"),
        ("somebodys:Missing", BrokenBot, "Missing"),
        ("somebodys:number", BrokenBot, "decide"),
        ("somebodys:Raises", BrokenBot, "no table of values here"),
        ("somebodys:OnlyQwixx", BrokenBot, "Qwixx"),
    ],
)
def test_a_wrong_name_is_explained_in_every_language(name, error, told):
    with pytest.raises(error) as caught:
        bots.make(name, "sideboards")
    for lang in LANGUAGES:
        sentence = explain(caught.value, lang)
        assert told in sentence
        assert "{" not in sentence


def test_a_budget_ends_after_its_simulations_or_its_time(monkeypatch):
    clock = Budget(simulations=10).begin()
    assert sum(clock.left(3) for _ in range(9)) == 3
    seconds = count(0, 0.125)
    monkeypatch.setattr("trapezi.bots.budget.perf_counter", lambda: next(seconds))
    clock = Budget(simulations=10**9, milliseconds=1000).begin()
    assert [clock.left() for _ in range(9)] == [True] * 7 + [False] * 2
    assert clock.used >= 1
