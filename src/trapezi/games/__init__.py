"""The installed games: the packages in this folder, and guest packages registered under the entry point group `trapezi.games`.

An entry point names the package's manifest: `my_game = "my_game:PACKAGE"`. A game is imported when it is first used.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

from trapezi.core.errors import BrokenGame, UnknownGame
from trapezi.core.game import Game
from trapezi.core.game_package import GamePackage

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


@cache
def built_in_names() -> tuple[str, ...]:
    """Return the names of the games that ship with Trapezi."""
    return tuple(sorted(module.name for module in iter_modules(__path__) if module.ispkg))


@cache
def guest_entry_points() -> dict[str, EntryPoint]:
    """Return the entry points of guest packages by the name of their game. A guest package cannot replace a built-in game."""
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in entry_points(group="trapezi.games") if entry.name not in built_in_names()}


def names() -> list[str]:
    """Return the names of all installed games, the built-in ones first.

    >>> names()[0]
    'qwixx'
    """
    return [*built_in_names(), *sorted(guest_entry_points())]


@cache
def package(name: str) -> GamePackage:
    """Return the manifest of an installed game.

    >>> package("qwixx").gymnasium_id
    'trapezi/Qwixx-v0'
    """
    if name in built_in_names():
        return import_module(f"{__name__}.{name}").PACKAGE  # type: ignore[no-any-return]
    if name not in guest_entry_points():
        raise unknown_game_error(name)
    manifest = _load_or_raise_broken_game(name, guest_entry_points()[name].load)
    if not isinstance(manifest, GamePackage) or manifest.name != name:
        raise BrokenGame("common.game.no-package", name=name, value=repr(manifest)[:80])
    return manifest


def loadable_packages() -> list[GamePackage]:
    """Return the manifests of all installed games except broken guest packages. For a broken package, `find` raises an error."""
    manifests = []
    for name in names():
        with suppress(BrokenGame):
            manifests.append(package(name))
    return manifests


def find(name: Any) -> type[Game[Any]]:
    """Return the game class with this name. Upper case, spaces and hyphens in the name are accepted.

    >>> find("Qwixx").player_counts
    range(1, 6)
    """
    given = name if isinstance(name, str) else ""
    known = given if given in guest_entry_points() else given.lower().replace("-", "_").replace(" ", "_")
    if known not in names():
        raise unknown_game_error(name)
    manifest = package(known)
    kind = (
        manifest.load_part("game")
        if known in built_in_names()
        else _load_or_raise_broken_game(known, lambda: manifest.load_part("game"))
    )
    if not (isinstance(kind, type) and issubclass(kind, Game)) or kind.name != known:
        raise BrokenGame("common.game.no-package", name=known, value=repr(kind)[:80])
    return kind


def unknown_game_error(name: Any) -> UnknownGame:
    """Return the error for a name that no installed game has. The error suggests the most similar name if there is one."""
    from difflib import get_close_matches

    given, known = str(name)[:40], ", ".join(names())
    similar = get_close_matches(given.lower(), names(), n=1)
    if similar:
        return UnknownGame("common.game.misspelled", name=given, known=known, close=similar[0])
    return UnknownGame("common.game.unknown", name=given, known=known)


def _load_or_raise_broken_game(name: str, load: Callable[[], Any]) -> Any:
    """Call `load`, which imports code of a guest package. Raise `BrokenGame` if it fails."""
    try:
        return load()
    except Exception as error:
        raise BrokenGame("common.game.broken", name=name, why=f"{type(error).__name__}: {error}"[:200]) from error
