"""Players that are programs. A bot sees what its seat may see and returns a move; who there is, by name.

>>> from trapezi.core.random import Stream
>>> import trapezi
>>> state = trapezi.game("qwixx", players=2).match(seed=7).state
>>> observation = Observation(state, 0, Stream(1))
>>> make("chance", "qwixx").decide(observation, Stream(1)) in observation.legal
True

A name is one of the house (`expert`), a level for people (`level-2`), one that an installed package registers under
`trapezi.bots`, or anybody's class (`package.module:Class`). A budget may follow: `search@500` thinks for 500 simulations,
`expert@200ms` for 200 milliseconds.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from inspect import signature
from typing import TYPE_CHECKING, Any

from trapezi import games
from trapezi.bots.budget import BadBudget, Budget, Clock
from trapezi.bots.levels import NAMES as LEVELS
from trapezi.bots.levels import EpsilonRandom, level
from trapezi.bots.observation import Bot, Observation, SignallingBot
from trapezi.core.errors import TrapeziError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from trapezi.core.game import Game

STAND_IN = "level-3"  # who plays on for somebody who left, where nobody chose
# Bots that play any game, the weakest first. A game package may bring its own of the same name.
GENERIC = {
    "chance": "trapezi.bots.policy:Policy",
    "greedy": "trapezi.bots.greedy:Greedy",
    "search": "trapezi.bots.search:Search",
    "expert": "trapezi.bots.search:Search",
}


class UnknownBot(TrapeziError):
    """No bot of that name."""


class BrokenBot(TrapeziError):
    """A bot that is there but cannot be used, with the reason."""


@cache
def guests() -> dict[str, EntryPoint]:
    """Bots of other packages, by name. One that plays a single game names it in its class as `game`."""
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in entry_points(group="trapezi.bots") if entry.name not in (*GENERIC, *LEVELS)}


def names(game: str | None = None) -> list[str]:
    """Whom a table offers people, the weakest first: chance, five levels, and the bots of other packages that play this game.

    >>> names("qwixx")[:6]
    ['chance', 'level-1', 'level-2', 'level-3', 'level-4', 'level-5']
    """
    return ["chance", *LEVELS, *(name for name in sorted(guests()) if game is None or plays(name, game))]


def plays(name: str, game: str) -> bool:
    """Whether the bot of that name plays a game. Those of the house play all."""
    if name in GENERIC or name in LEVELS:
        return True
    try:
        return getattr(find(name, game), "game", game) == game
    except TrapeziError:
        return False


def find(name: Any, game: str) -> type[Bot]:
    """The class behind a name other than a level, for this game."""
    if not isinstance(name, str):
        raise unknown(name)
    if game in games.names():
        try:
            own = games.package(game).bot(name)
        except Exception as error:
            raise broken(name, error) from error
        if own is not None:
            return checked(name, lambda: own)
    if name in GENERIC:
        return loaded(name, GENERIC[name])
    if name in (others := guests()):
        return checked(name, others[name].load)
    if ":" in name:
        return loaded(name, name)
    raise unknown(name)


def unknown(name: Any) -> UnknownBot:
    return UnknownBot(
        "bot.unknown", name=str(name)[:40], known=", ".join((*GENERIC, f"{LEVELS[0]} to {LEVELS[-1]}", *sorted(guests())))
    )


def broken(name: str, error: Exception) -> BrokenBot:
    return BrokenBot("bot.broken", name=name[:80], why=f"{type(error).__name__}: {error}"[:200])


def loaded(name: str, place: str) -> type[Bot]:
    """The class at `package.module:Class`."""
    module, _, kind = place.partition(":")
    return checked(name, lambda: getattr(import_module(module), kind))


def checked(name: str, load: Any) -> type[Bot]:
    """A class that can decide; whatever goes wrong in somebody's module is told in one line."""
    try:
        kind = load()
    except Exception as error:
        raise broken(name, error) from error
    if not isinstance(kind, type) or not callable(getattr(kind, "decide", None)):
        raise BrokenBot("bot.no-decide", name=name[:80])
    return kind


def make(name: Any, game: str) -> Bot:
    """A bot of that name, ready to play this game.

    >>> make("nobody", "qwixx")
    Traceback (most recent call last):
    trapezi.bots.UnknownBot: bot.unknown name=nobody known=chance, greedy, search, expert, level-1 to level-5
    """
    if not isinstance(name, str):
        raise unknown(name)
    if name in LEVELS:
        wanted = level(name, game)
        player = made(wanted.player, game, wanted.budget)
        return EpsilonRandom(player, wanted.slips) if wanted.slips else player
    plain, at, budget = name.rpartition("@")
    return made(plain, game, Budget.read(budget)) if at else made(name, game, None)


def prepare(name: str, game: Game[Any]) -> None:
    """Lets a bot begin long work for a game in the background, if it knows any: for tables, where people play meanwhile."""
    player = level(name, game.name).player if name in LEVELS else name.rpartition("@")[0] or name
    begin = getattr(find(player, game.name), "prepare", None)
    if begin is not None:
        begin(game)


def takes_budget(kind: Any) -> bool:
    """Whether a bot can be told how long to think."""
    try:
        return "budget" in signature(kind).parameters
    except ValueError:  # a compiled class has no signature, and no budget
        return False


def made(name: str, game: str, budget: Budget | None) -> Bot:
    kind = find(name, game)
    if getattr(kind, "game", game) != game:
        raise BrokenBot("bot.other-game", name=name[:80], game=str(kind.game)[:40])  # type: ignore[attr-defined]
    if budget is not None and not takes_budget(kind):
        raise BadBudget("bot.no-budget", name=name[:80])
    settings = {} if budget is None else {"budget": budget}
    try:
        return kind(**settings)
    except Exception as error:
        raise broken(name, error) from error


__all__ = [
    "GENERIC",
    "LEVELS",
    "BadBudget",
    "Bot",
    "BrokenBot",
    "Budget",
    "Clock",
    "Observation",
    "SignallingBot",
    "UnknownBot",
    "find",
    "make",
    "names",
    "plays",
    "prepare",
    "takes_budget",
]
