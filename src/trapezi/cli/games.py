"""`trapezi games`: list the installed games."""

from __future__ import annotations

import json
from typing import Any

from trapezi.cli.arguments import AsJson, Lang, playable_games
from trapezi.core.game import Game
from trapezi.core.options import describe_options
from trapezi.i18n import Catalogue, catalogue_for


def games(as_json: AsJson = False, lang: Lang = None) -> None:
    if as_json:
        print(json.dumps([game_data(kind) for kind in playable_games()], ensure_ascii=False))
    else:
        print_games(catalogue_for(lang))


def game_data(kind: type[Game[Any]]) -> dict[str, Any]:
    return {"name": kind.name, "players": list(kind.player_counts), "options": describe_options(kind.Options)}


def print_games(catalogue: Catalogue) -> None:
    from rich.padding import Padding
    from rich.text import Text

    from trapezi.cli.printing import console

    screen = console()
    for kind in playable_games():
        title = Text.assemble(
            (catalogue.game_title(kind.name), "bold"), "  ", (kind.name, "cyan"), "  ", player_counts_text(kind, catalogue)
        )
        screen.print(title)
        screen.print(Padding(catalogue.template(f"{kind.name}.pitch") or "–", (0, 0, 0, 2)))
        for option in describe_options(kind.Options):
            screen.print(Padding(Text(option_text(kind.name, option, catalogue), style="dim"), (0, 0, 0, 2)))
            for value, meaning in value_meanings(kind.name, option, catalogue):
                screen.print(Padding(Text.assemble((value, "cyan"), "  ", (meaning, "dim")), (0, 0, 0, 6)))
        screen.print()


def player_counts_text(kind: type[Game[Any]], catalogue: Catalogue) -> str:
    least, most = kind.player_counts[0], kind.player_counts[-1]
    return catalogue.translate("cli.players", count=least if least == most else f"{least}–{most}")


def value_meanings(game: str, option: dict[str, Any], catalogue: Catalogue) -> list[tuple[str, str]]:
    """Return the values of an option with the texts that explain them. Leave out values without such a text."""
    labels = option.get("labels", {})
    meanings = []
    for value in map(str, option.get("values") or ()):
        label, key = labels.get(value), f"{game}.option.{option['name']}.{value}"
        meaning = catalogue.translate(label["key"], **label["params"]) if label else catalogue.template(key)
        meanings += [(value, meaning)] if meaning else []
    return meanings


def option_text(game: str, option: dict[str, Any], catalogue: Catalogue) -> str:
    """Return a line about an option: how to write it on the command line, what it means, and its default."""
    name = option["name"]
    numbers = {"flag": ["false", "true"], "seat": ["0", "1", "…"]}.get(option["kind"], [])
    values = [*numbers, *option.get("values", ())] or ["…"]
    default = str(option["default"]).lower() if isinstance(option["default"], bool) else option["default"]
    meaning = catalogue.template(f"{game}.option.{name}")
    choices = "|".join([str(value) for value in values] + ["FILE"] * (option["kind"] == "deck"))
    return f"--option {name}={choices}  " + catalogue.translate("cli.option", meaning=meaning or name, default=str(default))
