"""Players that are programs. A bot sees what its seat may see and returns a move; who there is, by name.

>>> from trapezi.law.random import Stream
>>> import trapezi
>>> state = trapezi.game("qwixx", players=2).match(seed=7).state
>>> seen = Seen(state, 0, Stream(1))
>>> make("chance").decide(seen, Stream(1)) in seen.legal
True
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from trapezi.bots.seen import Bot, Seen
from trapezi.law.errors import LawError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

# By name, the weakest first: the levels that a table offers. A bot of one game names it in `game`.
HOUSE = {
    "chance": "trapezi.bots.chance:ChanceBot",
}


class UnknownBot(LawError):
    """No bot of that name."""


@cache
def guests() -> dict[str, EntryPoint]:
    """Bots of other packages, by name."""
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in entry_points(group="trapezi.bots") if entry.name not in HOUSE}


def find(name: Any) -> type[Bot]:
    """The bot of that name, as a class."""
    if isinstance(name, str):
        if name in HOUSE:
            module, _, kind = HOUSE[name].partition(":")
            return getattr(import_module(module), kind)  # type: ignore[no-any-return]
        if name in (others := guests()):
            return others[name].load()  # type: ignore[no-any-return]
    raise UnknownBot("bot.unknown", name=str(name)[:40], known=", ".join(HOUSE))


def names(game: str | None = None) -> list[str]:
    """All bots, or those that play this game."""
    return [name for name in (*HOUSE, *sorted(guests())) if game is None or plays(name, game)]


def plays(name: str, game: str) -> bool:
    """Whether a bot plays a game: most play all."""
    only = getattr(find(name), "game", None)
    return only is None or only == game


def make(name: Any) -> Bot:
    """A bot of that name, ready to play.

    >>> make("nobody")
    Traceback (most recent call last):
    trapezi.bots.UnknownBot: bot.unknown name=nobody known=chance
    """
    return find(name)()


__all__ = ["Bot", "Seen", "UnknownBot", "find", "make", "names", "plays"]
