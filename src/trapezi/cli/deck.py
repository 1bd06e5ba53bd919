"""`trapezi deck check FILE`: check whether a deck file can be used."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from trapezi.cli.arguments import Lang, errors_about
from trapezi.cli.errors import UsageError
from trapezi.core.deck_files import DeckOption, check_upload_limits, read_deck_file, require_value
from trapezi.core.game import Game
from trapezi.core.options import game_specific_fields
from trapezi.core.safe_text import escape_invisible
from trapezi.games import find
from trapezi.i18n import catalogue_for

DeckFile = Annotated[Path, typer.Argument(metavar="FILE", show_default=False)]


def deck(context: typer.Context, lang: Lang = None) -> None:
    """Print help if `trapezi deck` is called without a subcommand."""
    if context.invoked_subcommand is None:
        print(context.get_help())


def check(file: DeckFile, lang: Lang = None) -> None:
    catalogue = catalogue_for(lang)
    where = escape_invisible(str(file))
    content = read_deck_file(file)
    with errors_about(where):
        kind = find(require_value(content, "game", str))
        name, option = find_deck_option(kind)
        option.validate(name, content, kind.player_counts[0])
        check_upload_limits(content, name)
    print(catalogue.translate("cli.deck.good", where=where, game=kind.name, name=escape_invisible(str(content.get("name", "–")))))
    for part, value in content.items():
        if isinstance(value, list | dict):
            print(catalogue.translate("cli.deck.part", part=part, count=len(value)))
    print(catalogue.translate("cli.deck.use", name=kind.name, option=name, where=where))


def find_deck_option(kind: type[Game[Any]]) -> tuple[str, DeckOption]:
    """Return the name and the kind of the option that takes a deck. Raise `UsageError` if the game has no such option."""
    for name, field in game_specific_fields(kind.Options).items():
        if isinstance(field.metadata["kind"], DeckOption):
            return name, field.metadata["kind"]
    raise UsageError("common.deck.none", game=kind.name)
