"""The arguments that several commands share, and the functions that parse them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Annotated, Any

import typer

from trapezi.cli.errors import UsageError
from trapezi.core.deck_files import read_deck_file
from trapezi.core.errors import BadDeck, BadOption, BrokenGame, TrapeziError
from trapezi.core.game import Game
from trapezi.core.options import describe_options
from trapezi.games import find, names

YES = {"true", "yes", "on", "1", "ναι", "ja"}
NO = {"false", "no", "off", "0", "όχι", "οχι", "nein"}


@contextmanager
def errors_about(option_or_file: str) -> Iterator[None]:
    """Add the name of the option or the file at fault to the errors that are raised in this context."""
    try:
        yield
    except TrapeziError as error:
        raise UsageError("cli.usage.named", option=option_or_file, why="") from error


def integer_parser(option: str, least: int | None = None, most: int | None = None) -> Callable[[str], int]:
    """Return a function that parses an integer from `least` to `most`. It raises an error that names the option."""

    def parse_integer(text: str) -> int:
        with errors_about(option):
            try:
                value = int(text)
            except ValueError:
                raise UsageError("cli.usage.not-a-number", value=str(text)[:40]) from None
            if least is not None and most is not None and not least <= value <= most:
                raise UsageError("cli.usage.out-of-range", value=str(text)[:40], least=least, most=most)
        return value

    return parse_integer


def seconds_parser(option: str) -> Callable[[str], float]:
    """Return a function that parses a number of seconds, at most an hour. It raises an error that names the option."""

    def parse_seconds(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = 0.0
        if not 0 < value <= 3600:
            with errors_about(option):
                raise UsageError("cli.usage.not-seconds", value=str(text)[:40])
        return value

    return parse_seconds


GameName = Annotated[str, typer.Argument(metavar="GAME", show_default=False)]
Lang = Annotated[str | None, typer.Option("--lang", metavar="en|el|de", show_default=False)]
AsJson = Annotated[bool, typer.Option("--json", show_default=False)]
Players = Annotated[
    int | None, typer.Option("--players", "-p", parser=integer_parser("--players", 1, 64), metavar="N", show_default=False)
]
Seed = Annotated[int | None, typer.Option("--seed", "-s", parser=integer_parser("--seed"), metavar="S", show_default=False)]
OptionValues = Annotated[list[str] | None, typer.Option("--option", "-o", metavar="NAME=VALUE", show_default=False)]
LogFile = Annotated[Path, typer.Argument(metavar="FILE", show_default=False)]


def playable_games() -> Iterator[type[Game[Any]]]:
    """Yield all installed games that can be loaded."""
    for name in names():
        with suppress(BrokenGame):
            yield find(name)


def make_game(name: str, players: int | None, options: Sequence[str] | None) -> Game[Any]:
    """Return a game with options as they are written on the command line. If `players` is None, use the default number."""
    kind = find(name)
    values = dict(parse_option(kind, text) for text in options or ())
    try:
        return kind.with_options(**{"players": players or kind.default_player_count(), **values})
    except BadDeck:
        pairs = [text.partition("=") for text in options or ()]
        deck_files = [file.strip() for option, _, file in pairs if isinstance(values[option.strip()], dict)]
        with errors_about(", ".join(deck_files)) if deck_files else nullcontext():
            raise


def parse_option(kind: type[Game[Any]], text: str) -> tuple[str, Any]:
    """Return the name and the value of an option, given a text such as `jokers=true`."""
    name, equals, value = text.partition("=")
    name = name.strip()
    if not equals or not name:
        raise UsageError("cli.usage.not-a-pair", value=text[:40])
    if name == "players":
        raise UsageError("cli.usage.players-apart")
    known = {option["name"]: option for option in describe_options(kind.Options)}
    if name not in known:
        raise BadOption("common.option.unknown", option=name[:40], game=kind.name, known=", ".join(known) or "–")
    return name, parse_value_or_keep_text(known[name], value.strip())


def parse_value_or_keep_text(option: dict[str, Any], text: str) -> Any:
    """Return the value of an option that a text stands for. If it stands for none, return the text itself.

    >>> parse_value_or_keep_text({"kind": "flag"}, "yes"), parse_value_or_keep_text({"kind": "flag"}, "maybe")
    (True, 'maybe')
    """
    match option.get("kind"):
        case "flag":
            return True if text.casefold() in YES else False if text.casefold() in NO else text
        case "seat":
            return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else text
        case "choice" | None:
            return text
        case "deck":
            return text if text in option.get("values", ()) else read_deck_file(Path(text))
        case _:
            try:
                return json.loads(text)
            except (ValueError, RecursionError):
                return text
