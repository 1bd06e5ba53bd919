"""Find and create bots by name. A bot is a program that decides for a seat and knows only what this seat may know.

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

from functools import cache
from inspect import signature
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

from trapezi import games
from trapezi.bots.budget import BadBudget, Budget, Clock
from trapezi.bots.levels import LEVEL_NAMES, EpsilonRandom, find_level
from trapezi.bots.observation import Bot, Observation, SignallingBot
from trapezi.core.errors import TrapeziError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from trapezi.core.game import Game

DEFAULT_STAND_IN = "level-3"  # The bot that plays for an absent person, unless somebody chooses another bot.
# Bots that can play any game, the weakest first. A game package may provide its own bot under the same name.
GENERIC_BOTS = {
    "chance": "trapezi.bots.policy:Policy",
    "greedy": "trapezi.bots.greedy:Greedy",
    "search": "trapezi.bots.search:Search",
    "expert": "trapezi.bots.search:Search",
}


class UnknownBot(TrapeziError):
    """There is no bot of that name."""


class BrokenBot(TrapeziError):
    """The bot exists, but it cannot be used for the reason in the message."""


@cache
def installed_bots() -> dict[str, EntryPoint]:
    """Return the bots that other installed packages register, by name."""
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in entry_points(group="trapezi.bots") if entry.name not in (*GENERIC_BOTS, *LEVEL_NAMES)}


def offered_names(game: str | None = None) -> list[str]:
    """Return the names of the bots that people can choose at a table of a game, the weakest first.

    >>> offered_names("qwixx")[:6]
    ['chance', 'level-1', 'level-2', 'level-3', 'level-4', 'level-5']
    """
    return ["chance", *LEVEL_NAMES, *(name for name in sorted(installed_bots()) if game is None or can_play(name, game))]


def can_play(name: str, game: str) -> bool:
    """Return whether the bot of that name can play a game. Built-in bots can play every game."""
    if name in GENERIC_BOTS or name in LEVEL_NAMES:
        return True
    try:
        return getattr(find_class(name, game), "game", game) == game
    except TrapeziError:
        return False


def find_class(name: Any, game: str) -> type[Bot]:
    """Return the class of the bot of that name for a game. A level is no class: use `make` to create its bot."""
    if not isinstance(name, str):
        raise unknown_bot_error(name)
    try:
        bot_class = load_unchecked_class(name, game)
    except Exception as error:
        raise broken_bot_error(name, error) from error
    if bot_class is None:
        raise unknown_bot_error(name)
    if not isinstance(bot_class, type) or not callable(getattr(bot_class, "decide", None)):
        raise BrokenBot("common.bot.no-decide", name=name[:80])
    return bot_class


def load_unchecked_class(name: str, game: str) -> Any | None:
    """Return what the game's package, another installed package or an import path has under that name, or None.

    It need not be the class of a bot.
    """
    own = games.package(game).bot_class(name) if game in games.names() else None
    if own is not None:
        return own
    if name in (others := installed_bots()):
        return others[name].load()
    path = GENERIC_BOTS.get(name, name)
    return resolve_name(path) if ":" in path else None


def unknown_bot_error(name: Any) -> UnknownBot:
    """Return the error that says there is no bot of that name, and lists the known bots."""
    known = (*GENERIC_BOTS, f"{LEVEL_NAMES[0]} to {LEVEL_NAMES[-1]}", *sorted(installed_bots()))
    return UnknownBot("common.bot.unknown", name=str(name)[:40], known=", ".join(known))


def broken_bot_error(name: str, error: Exception) -> BrokenBot:
    """Return the error that says that a bot cannot be used, and quotes the Python error."""
    return BrokenBot("common.bot.broken", name=name[:80], why=f"{type(error).__name__}: {error}"[:200])


def make(name: Any, game: str, budget_share: float = 1.0) -> Bot:
    """Create the bot of that name for a game. A level gets only this share (at most 1) of its usual budget.

    >>> make("nobody", "qwixx")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    trapezi.bots.UnknownBot: There is no bot called “nobody”. There are: chance, ...
    """
    if not isinstance(name, str):
        raise unknown_bot_error(name)
    if name in LEVEL_NAMES:
        settings = find_level(name, game)
        budget = settings.budget
        if budget is not None and budget_share < 1:
            budget = budget.reduced_to(budget_share)
        bot = make_with_budget(settings.bot, game, budget)
        return EpsilonRandom(bot, settings.error_rate) if settings.error_rate else bot
    bare_name, at, limits = name.rpartition("@")
    return make_with_budget(bare_name, game, Budget.parse(limits)) if at else make_with_budget(name, game, None)


def is_level_with_budget(name: str, game: str) -> bool:
    """Return whether the bot of that name is a level with a budget, which `make` can reduce by `budget_share`."""
    return name in LEVEL_NAMES and find_level(name, game).budget is not None


@cache
def gives_signals(name: str, game: str) -> bool:
    """Return whether the bot of that name gives signals. Return False if there is no such bot."""
    settings = find_level(name, game) if name in LEVEL_NAMES else None
    try:
        bot_class = find_class(settings.bot if settings else name.rpartition("@")[0] or name, game)
    except TrapeziError:
        return False
    return callable(getattr(bot_class, "signal", None)) and not (settings and settings.error_rate)


def start_background_preparation(name: str, game: Game[Any]) -> None:
    """If the class of a bot has a method `prepare`, call it. Such a method starts long computations in the background."""
    bot = find_level(name, game.name).bot if name in LEVEL_NAMES else name.rpartition("@")[0] or name
    start = getattr(find_class(bot, game.name), "prepare", None)
    if start is not None:
        start(game)


def takes_budget(bot_class: Any) -> bool:
    """Return whether the constructor of a bot class takes a budget."""
    try:
        return "budget" in signature(bot_class).parameters
    except ValueError:  # A compiled class has no signature, and takes no budget.
        return False


def make_with_budget(name: str, game: str, budget: Budget | None) -> Bot:
    """Create a bot that is not a level. If `budget` is None, the bot uses its own default."""
    bot_class = find_class(name, game)
    if getattr(bot_class, "game", game) != game:
        raise BrokenBot("common.bot.other-game", name=name[:80], game=str(bot_class.game)[:40])  # type: ignore[attr-defined]
    if budget is not None and not takes_budget(bot_class):
        raise BadBudget("common.bot.no-budget", name=name[:80])
    arguments = {} if budget is None else {"budget": budget}
    try:
        return bot_class(**arguments)
    except Exception as error:
        raise broken_bot_error(name, error) from error


__all__ = ["LEVEL_NAMES", "BadBudget", "Bot", "Budget", "Clock", "Observation", "SignallingBot"]
