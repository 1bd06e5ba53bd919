"""The installed games: the packages in this folder, and any package registered under the entry point group `trapezi.games`.

An entry point names the package's manifest: `my_game = "my_game:PACKAGE"`. A game is imported when it is first used.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

from trapezi.core.errors import BrokenGame, UnknownGame
from trapezi.core.game import Game
from trapezi.core.package import GamePackage

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


@cache
def built_in() -> tuple[str, ...]:
    """The games that ship with Trapezi, by name."""
    return tuple(sorted(module.name for module in iter_modules(__path__) if module.ispkg))


@cache
def guests() -> dict[str, EntryPoint]:
    """The games of other installed packages, by name."""
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in entry_points(group="trapezi.games") if entry.name not in built_in()}


def names() -> list[str]:
    """All installed games, the built-in ones first.

    >>> names()[0]
    'qwixx'
    """
    return [*built_in(), *sorted(guests())]


@cache
def package(name: str) -> GamePackage:
    """Return the manifest of an installed game.

    >>> package("qwixx").gymnasium_id
    'trapezi/Qwixx-v0'
    """
    if name in built_in():
        return import_module(f"{__name__}.{name}").PACKAGE  # type: ignore[no-any-return]
    if name in guests():
        return _guest(guests()[name])
    raise unknown(name)


def packages() -> list[GamePackage]:
    """The manifests of all installed games that can be loaded."""
    found = []
    for name in names():
        try:
            found.append(package(name))
        except BrokenGame:  # reported when somebody asks for this game
            continue
    return found


def find(name: Any) -> type[Game[Any]]:
    """Return the game class of that name; upper case, spaces and hyphens are accepted.

    >>> find("Qwixx").seats
    range(1, 6)
    """
    given = name if isinstance(name, str) else ""
    tidy = given.lower().replace("-", "_").replace(" ", "_")
    known = given if given in guests() else tidy
    if known not in names():
        raise unknown(name)
    manifest = package(known)
    try:
        return manifest.load("game")  # type: ignore[no-any-return]
    except Exception as error:
        if known in built_in():
            raise
        raise broken(known, error) from error


def unknown(name: Any) -> UnknownGame:
    from difflib import get_close_matches

    close = get_close_matches(str(name), names(), n=1)
    return UnknownGame("game.unknown", name=str(name)[:40], known=", ".join(names()), close=close[0] if close else "")


def broken(name: str, error: Exception) -> BrokenGame:
    return BrokenGame("game.broken", name=name, why=f"{type(error).__name__}: {error}"[:200])


def _guest(entry: EntryPoint) -> GamePackage:
    try:
        loaded = entry.load()
    except Exception as error:
        raise broken(entry.name, error) from error
    if not isinstance(loaded, GamePackage) or loaded.name != entry.name:
        raise BrokenGame("game.no-package", name=entry.name, value=repr(loaded)[:80])
    return loaded
