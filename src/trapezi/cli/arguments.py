"""Arguments that several commands share, and how they are read."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Annotated, Any

import typer

from trapezi.cli.errors import Wrong
from trapezi.core.deck import read_file
from trapezi.core.errors import BadDeck, BadOption, BrokenGame, TrapeziError
from trapezi.core.game import Game
from trapezi.core.options import describe, read_options
from trapezi.games import find, names

YES = {"true", "yes", "on", "1", "ναι", "ja"}
NO = {"false", "no", "off", "0", "όχι", "οχι", "nein"}


@contextmanager
def about(what: str) -> Iterator[None]:
    """Errors in here say what they are about: an option, a file."""
    try:
        yield
    except TrapeziError as error:
        raise Wrong("usage.named", option=what, why="") from error


def whole(name: str, least: int | None = None, most: int | None = None) -> Callable[[str], int]:
    """Reads a whole number; what is none, or too small or large, is refused in the user's language."""

    def number(text: str) -> int:
        with about(name):
            return within(str(text), least, most)

    return number


def within(text: str, least: int | None, most: int | None) -> int:
    try:
        value = int(text)
    except ValueError:
        raise Wrong("usage.not-a-number", value=text[:40]) from None
    if least is not None and most is not None and not least <= value <= most:
        raise Wrong("usage.out-of-range", value=text[:40], least=least, most=most)
    return value


def positive(name: str) -> Callable[[str], float]:
    """Reads a number of seconds."""

    def seconds(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = 0.0
        if not 0 < value <= 3600:
            with about(name):
                raise Wrong("usage.not-seconds", value=str(text)[:40])
        return value

    return seconds


GameName = Annotated[str, typer.Argument(metavar="GAME", show_default=False)]
Lang = Annotated[str | None, typer.Option("--lang", metavar="en|el|de", show_default=False)]
AsJson = Annotated[bool, typer.Option("--json", show_default=False)]
Players = Annotated[
    int | None, typer.Option("--players", "-p", parser=whole("--players", 1, 64), metavar="N", show_default=False)
]
Seed = Annotated[int | None, typer.Option("--seed", "-s", parser=whole("--seed"), metavar="S", show_default=False)]
Chosen = Annotated[list[str] | None, typer.Option("--option", "-o", metavar="NAME=VALUE", show_default=False)]
LogFile = Annotated[Path, typer.Argument(metavar="FILE", show_default=False)]


def playable_games() -> Iterator[type[Game[Any]]]:
    """All installed games that can be loaded."""
    for name in names():
        with suppress(BrokenGame):
            yield find(name)


def asked_for(name: str, players: int | None, given: Sequence[str] | None) -> Game[Any]:
    """A game with the options of the command line; two play unless it says otherwise."""
    kind = find(name)
    chosen = dict(pair(kind, text) for text in given or ())
    try:
        return kind(read_options(kind.Options, kind.name, kind.seats, {"players": players or usual(kind), **chosen}))
    except BadDeck:
        own = [text.partition("=")[2].strip() for text in given or () if isinstance(chosen[text.partition("=")[0].strip()], dict)]
        with about(", ".join(own)) if own else nullcontext():
            raise


def usual(kind: type[Game[Any]]) -> int:
    return 2 if 2 in kind.seats else kind.seats[0]


def pair(kind: type[Game[Any]], text: str) -> tuple[str, Any]:
    """`jokers=true` as name and value, read as the option's kind asks."""
    name, equals, value = text.partition("=")
    name = name.strip()
    if not equals or not name:
        raise Wrong("usage.not-a-pair", value=text[:40])
    if name == "players":
        raise Wrong("usage.players-apart")
    known = {option["name"]: option for option in describe(kind.Options)}
    if name not in known:
        raise BadOption("option.unknown", option=name[:40], game=kind.name, known=", ".join(known) or "–")
    return name, value_of(known[name], value.strip())


def value_of(option: dict[str, Any], text: str) -> Any:
    """
    >>> value_of({"kind": "flag"}, "yes"), value_of({"kind": "seat"}, "1"), value_of({"kind": "choice"}, "mixed")
    (True, 1, 'mixed')
    """
    match option.get("kind"):
        case "flag":
            return True if text.casefold() in YES else False if text.casefold() in NO else text
        case "seat":
            return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else text
        case "choice" | None:
            return text
        case "deck":
            return text if text in option.get("values", ()) else read_file(Path(text))
        case _:
            try:
                return json.loads(text)
            except (ValueError, RecursionError):
                return text
