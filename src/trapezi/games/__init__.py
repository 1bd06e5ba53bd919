"""The installed games: the packages in this folder, and guest packages registered under the entry point group `trapezi.games`.

An entry point names the package's manifest: `my_game = "my_game:PACKAGE"`. A game is imported when it is first used.
"""

from __future__ import annotations

from contextlib import suppress
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
    """Return the names of the games that ship with Trapezi."""
    return tuple(sorted(module.name for module in iter_modules(__path__) if module.ispkg))


@cache
def guests() -> dict[str, EntryPoint]:
    """Return the entry points of guest packages, by the name of the game. A guest cannot replace a built-in game."""
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in entry_points(group="trapezi.games") if entry.name not in built_in()}


def names() -> list[str]:
    """Return the names of all installed games, the built-in ones first.

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
        return _guest_package(guests()[name])
    raise unknown_game(name)


def packages() -> list[GamePackage]:
    """Return the manifests of all installed games. Broken guest packages are left out; `find` says what is wrong with them."""
    manifests = []
    for name in names():
        with suppress(BrokenGame):
            manifests.append(package(name))
    return manifests


def find(name: Any) -> type[Game[Any]]:
    """Return the game class of that name; upper case, spaces and hyphens are accepted.

    >>> find("Qwixx").player_counts
    range(1, 6)
    """
    given = name if isinstance(name, str) else ""
    known = given if given in guests() else given.lower().replace("-", "_").replace(" ", "_")
    if known not in names():
        raise unknown_game(name)
    manifest = package(known)
    try:
        kind = manifest.load("game")
    except Exception as error:
        if known in built_in():
            raise
        raise broken_game(known, error) from error
    if not (isinstance(kind, type) and issubclass(kind, Game)) or kind.name != known:
        raise BrokenGame("game.no-package", name=known, value=repr(kind)[:80])
    return kind


def unknown_game(name: Any) -> UnknownGame:
    """Return the error for a name that no installed game has, with the most similar name if there is one."""
    from difflib import get_close_matches

    given, known = str(name)[:40], ", ".join(names())
    similar = get_close_matches(given.lower(), names(), n=1)
    if similar:
        return UnknownGame("game.misspelled", name=given, known=known, close=similar[0])
    return UnknownGame("game.unknown", name=given, known=known)


def broken_game(name: str, error: Exception) -> BrokenGame:
    return BrokenGame("game.broken", name=name, why=f"{type(error).__name__}: {error}"[:200])


def _guest_package(entry: EntryPoint) -> GamePackage:
    try:
        manifest = entry.load()
    except Exception as error:
        raise broken_game(entry.name, error) from error
    if not isinstance(manifest, GamePackage) or manifest.name != entry.name:
        raise BrokenGame("game.no-package", name=entry.name, value=repr(manifest)[:80])
    return manifest
