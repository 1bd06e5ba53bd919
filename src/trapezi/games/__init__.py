"""The games that are here: five of the house, and whatever an installed package registers under `trapezi.games`.

A game is loaded when it is asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from trapezi.core.errors import UnknownGame
from trapezi.core.game import Game

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

HOUSE = {
    "qwixx": "trapezi.games.qwixx.game:Qwixx",
    "qwixx_cards": "trapezi.games.qwixx_cards.game:QwixxCards",
    "the_game": "trapezi.games.the_game.game:TheGame",
    "silver_gold": "trapezi.games.silver_gold.game:SilverGold",
    "sideboards": "trapezi.games.sideboards.game:Sideboards",
}


def guests() -> dict[str, EntryPoint]:
    """Games of other packages, by name."""
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in entry_points(group="trapezi.games") if entry.name not in HOUSE}


def names() -> list[str]:
    """All games, those of the house first."""
    return [*HOUSE, *sorted(guests())]


def find(name: Any) -> type[Game[Any]]:
    """The game of that name.

    >>> find("qwixx").seats
    range(1, 6)
    """
    if isinstance(name, str):
        wanted = name.lower().replace("-", "_").replace(" ", "_")
        if wanted in HOUSE:
            module, _, kind = HOUSE[wanted].partition(":")
            return getattr(import_module(module), kind)  # type: ignore[no-any-return]
        if name in (others := guests()):
            return others[name].load()  # type: ignore[no-any-return]
    from difflib import get_close_matches

    close = get_close_matches(str(name), list(HOUSE), n=1)
    raise UnknownGame("game.unknown", name=str(name)[:40], known=", ".join(HOUSE), close=close[0] if close else "")
