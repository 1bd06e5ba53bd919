"""Names create bots: built-in bots, levels, bots of other packages, any class by its import path. Wrong names are errors."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from trapezi import bots
from trapezi.bots import BadBudget, BrokenBot, Budget, Observation, UnknownBot
from trapezi.core.errors import TrapeziError
from trapezi.core.random import Stream
from trapezi.i18n import LANGUAGES, catalogue_for


class First:
    """A bot of another package."""

    def __init__(self, budget: Budget | None = None) -> None:
        self.budget = budget

    def decide(self, observation: Observation, rng: Stream) -> int:
        return observation.legal[0]


class OnlyQwixx(First):
    game = "qwixx"


class Raises(First):
    def __init__(self) -> None:
        raise RuntimeError("no such file")


@pytest.fixture(autouse=True)
def guest_module(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register a module `guest` that contains the bots of this file."""
    module = ModuleType("guest")
    for bot in (First, OnlyQwixx, Raises):
        setattr(module, bot.__name__, bot)
    setattr(module, "number", 7)  # noqa: B010
    monkeypatch.setitem(sys.modules, "guest", module)


def test_a_table_offers_chance_and_five_levels_from_weak_to_strong() -> None:
    assert bots.offered_names("the_game")[:6] == ["chance", "level-1", "level-2", "level-3", "level-4", "level-5"]


def test_a_bot_is_created_by_name_and_an_unknown_name_is_an_error() -> None:
    assert "chance" in bots.offered_names()
    assert "chance" in bots.offered_names("qwixx")
    for name in ("nobody", "", None, 7, "../chance"):
        with pytest.raises(UnknownBot):
            bots.make(name, "qwixx")


def test_a_game_of_another_package_has_bots_too() -> None:
    assert type(bots.make("greedy", "a-guest-game")).__module__ == "trapezi.bots.greedy"
    assert type(bots.make("expert", "a-guest-game")).__module__ == "trapezi.bots.search"


def test_a_budget_follows_the_name() -> None:
    assert vars(bots.make("search@500", "sideboards"))["budget"] == Budget(simulations=500)
    assert vars(bots.make("expert@200ms", "the_game"))["budget"] == Budget(milliseconds=200)
    assert vars(bots.make("guest:First@7", "qwixx"))["budget"] == Budget(simulations=7)
    for wrong in ("search@", "search@0", "search@fast", "search@-5", "search@5s", "search@" + "9" * 30):
        with pytest.raises(BadBudget, match="bad-budget"):
            bots.make(wrong, "sideboards")
    with pytest.raises(BadBudget, match="no-budget"):
        bots.make("greedy@100", "sideboards")


def test_any_class_is_found_by_its_import_path() -> None:
    assert isinstance(bots.make("guest:First", "qwixx"), First)
    assert bots.can_play("guest:OnlyQwixx", "qwixx")
    assert not bots.can_play("guest:OnlyQwixx", "sideboards")


@pytest.mark.parametrize(
    ("name", "error", "detail"),
    [
        ("oracle", UnknownBot, "oracle"),
        ("", UnknownBot, ""),
        (None, UnknownBot, "None"),
        ("nowhere:First", BrokenBot, "nowhere"),
        ("guest:Missing", BrokenBot, "Missing"),
        ("guest:number", BrokenBot, "decide"),
        ("guest:Raises", BrokenBot, "no such file"),
        ("guest:OnlyQwixx", BrokenBot, "Qwixx"),
    ],
)
def test_a_wrong_name_is_explained_in_every_language(name: str, error: type[TrapeziError], detail: str) -> None:
    with pytest.raises(error) as caught:
        bots.make(name, "sideboards")
    for lang in LANGUAGES:
        sentence = catalogue_for(lang).explain(caught.value)
        assert detail in sentence
        assert "{" not in sentence
