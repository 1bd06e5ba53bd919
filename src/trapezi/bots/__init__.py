"""Bots: programs that observe what a seat may see and return a move. This module finds and creates bots by name.

>>> from trapezi.core.random import Stream
>>> import trapezi
>>> state = trapezi.game("qwixx", players=2).match(seed=7).state
>>> observation = Observation(state, 0, Stream(1))
>>> make("chance", "qwixx").decide(observation, Stream(1)) in observation.legal
True

A name is a built-in bot (`expert`), a level for people (`level-2`), a bot that an installed package registers under the entry
point group `trapezi.bots`, or any importable class (`package.module:Class`). A budget may follow: `search@500` thinks for 500
simulations per decision, `expert@200ms` for 200 milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from inspect import signature
from typing import TYPE_CHECKING, Any

from trapezi import games
from trapezi.bots.budget import BadBudget, Budget, Clock
from trapezi.bots.levels import LEVEL_NAMES, EpsilonRandom, level
from trapezi.bots.observation import Bot, Observation, SignallingBot
from trapezi.core.errors import TrapeziError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from trapezi.core.game import Game

DEFAULT_STAND_IN = "level-3"  # takes over the seat of a person who left, unless the table names another bot
# Bots that play any game, the weakest first. A game package may provide its own bot of the same name.
GENERIC_BOTS = {
    "chance": "trapezi.bots.policy:Policy",
    "greedy": "trapezi.bots.greedy:Greedy",
    "search": "trapezi.bots.search:Search",
    "expert": "trapezi.bots.search:Search",
}


class UnknownBot(TrapeziError):
    """There is no bot of that name."""


class BrokenBot(TrapeziError):
    """A bot that exists but cannot be used, with the reason."""


@cache
def installed_bots() -> dict[str, EntryPoint]:
    """Return the bots of other packages by name. A bot that plays a single game names it in the class attribute `game`."""
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in entry_points(group="trapezi.bots") if entry.name not in (*GENERIC_BOTS, *LEVEL_NAMES)}


def names(game: str | None = None) -> list[str]:
    """Return the bots that a table offers, the weakest first: chance, five levels, and those of other packages for this game.

    >>> names("qwixx")[:6]
    ['chance', 'level-1', 'level-2', 'level-3', 'level-4', 'level-5']
    """
    return ["chance", *LEVEL_NAMES, *(name for name in sorted(installed_bots()) if game is None or can_play(name, game))]


def can_play(name: str, game: str) -> bool:
    """Return whether the bot of that name plays a game. Built-in bots play every game."""
    if name in GENERIC_BOTS or name in LEVEL_NAMES:
        return True
    try:
        return getattr(find_class(name, game), "game", game) == game
    except TrapeziError:
        return False


def find_class(name: Any, game: str) -> type[Bot]:
    """Return the class of the bot of that name for a game. Levels are not classes: `make` creates them."""
    if not isinstance(name, str):
        raise unknown_bot(name)
    if game in games.names():
        try:
            own = games.package(game).bot(name)
        except Exception as error:
            raise broken_bot(name, error) from error
        if own is not None:
            return load_class(name, lambda: own)
    if name in GENERIC_BOTS:
        return import_class(name, GENERIC_BOTS[name])
    if name in (others := installed_bots()):
        return load_class(name, others[name].load)
    if ":" in name:
        return import_class(name, name)
    raise unknown_bot(name)


def unknown_bot(name: Any) -> UnknownBot:
    return UnknownBot(
        "bot.unknown",
        name=str(name)[:40],
        known=", ".join((*GENERIC_BOTS, f"{LEVEL_NAMES[0]} to {LEVEL_NAMES[-1]}", *sorted(installed_bots()))),
    )


def broken_bot(name: str, error: Exception) -> BrokenBot:
    return BrokenBot("bot.broken", name=name[:80], why=f"{type(error).__name__}: {error}"[:200])


def import_class(name: str, path: str) -> type[Bot]:
    """Return the class at the path `package.module:Class`."""
    module, _, attribute = path.partition(":")
    return load_class(name, lambda: getattr(import_module(module), attribute))


def load_class(name: str, load: Callable[[], Any]) -> type[Bot]:
    """Return the class that `load` returns; raise BrokenBot if that fails or the class has no `decide`."""
    try:
        bot_class = load()
    except Exception as error:
        raise broken_bot(name, error) from error
    if not isinstance(bot_class, type) or not callable(getattr(bot_class, "decide", None)):
        raise BrokenBot("bot.no-decide", name=name[:80])
    return bot_class


def make(name: Any, game: str) -> Bot:
    """Create the bot of that name, ready to play a game.

    >>> make("nobody", "qwixx")
    Traceback (most recent call last):
    trapezi.bots.UnknownBot: bot.unknown name=nobody known=chance, greedy, search, expert, level-1 to level-5
    """
    if not isinstance(name, str):
        raise unknown_bot(name)
    if name in LEVEL_NAMES:
        settings = level(name, game)
        bot = make_with_budget(settings.bot, game, settings.budget)
        return EpsilonRandom(bot, settings.error_rate) if settings.error_rate else bot
    bare_name, at, budget = name.rpartition("@")
    return make_with_budget(bare_name, game, Budget.parse(budget)) if at else make_with_budget(name, game, None)


def prepare(name: str, game: Game[Any]) -> None:
    """Let a bot start its long computations for a game, if it has any, in the background. Live tables call this."""
    bot = level(name, game.name).bot if name in LEVEL_NAMES else name.rpartition("@")[0] or name
    start = getattr(find_class(bot, game.name), "prepare", None)
    if start is not None:
        start(game)


def takes_budget(bot_class: Any) -> bool:
    """Return whether a bot can be given a budget."""
    try:
        return "budget" in signature(bot_class).parameters
    except ValueError:  # a compiled class has no signature, and no budget
        return False


def make_with_budget(name: str, game: str, budget: Budget | None) -> Bot:
    """Create a bot that is not a level, with its own default budget if `budget` is None."""
    bot_class = find_class(name, game)
    if getattr(bot_class, "game", game) != game:
        raise BrokenBot("bot.other-game", name=name[:80], game=str(bot_class.game)[:40])  # type: ignore[attr-defined]
    if budget is not None and not takes_budget(bot_class):
        raise BadBudget("bot.no-budget", name=name[:80])
    arguments = {} if budget is None else {"budget": budget}
    try:
        return bot_class(**arguments)
    except Exception as error:
        raise broken_bot(name, error) from error


__all__ = [
    "GENERIC_BOTS",
    "LEVEL_NAMES",
    "BadBudget",
    "Bot",
    "BrokenBot",
    "Budget",
    "Clock",
    "Observation",
    "SignallingBot",
    "UnknownBot",
    "can_play",
    "find_class",
    "make",
    "names",
    "prepare",
    "takes_budget",
]
