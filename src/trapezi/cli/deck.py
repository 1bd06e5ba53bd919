"""`trapezi deck check FILE`: whether a box owner's deck file can be played with."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from trapezi.cli.arguments import Lang, error_context
from trapezi.cli.errors import UsageError
from trapezi.core.deck import DeckOption, need, read_file
from trapezi.core.game import Game
from trapezi.core.options import declared
from trapezi.games import find
from trapezi.i18n import catalogue_for

DeckFile = Annotated[Path, typer.Argument(metavar="FILE", show_default=False)]


def deck(context: typer.Context, lang: Lang = None) -> None:
    """The group of commands about decks; alone, its help."""
    if context.invoked_subcommand is None:
        print(context.get_help())


def check(file: DeckFile, lang: Lang = None) -> None:
    words = catalogue_for(lang)
    content = read_file(file)
    with error_context(str(file)):
        kind = find(need(content, "game", str))
        name, option = deck_of(kind)
        option.read(name, content, kind.seats[0])
    print(words.translate("deck.good", where=str(file), game=kind.name, name=str(content.get("name", "–"))))
    for part, value in content.items():
        if isinstance(value, list | dict):
            print(words.translate("deck.part", part=part, count=len(value)))
    print(words.translate("deck.use", name=kind.name, option=name, where=str(file)))


def deck_of(kind: type[Game[Any]]) -> tuple[str, DeckOption]:
    """The option of a game that takes a deck."""
    for name, field in declared(kind.Options).items():
        if isinstance(field.metadata["kind"], DeckOption):
            return name, field.metadata["kind"]
    raise UsageError("deck.none", game=kind.name)
