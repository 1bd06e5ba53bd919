"""`trapezi games`: what can be played."""

from __future__ import annotations

import json
from typing import Any

from trapezi.cli.arguments import AsJson, Lang, playable_games
from trapezi.core.game import Game
from trapezi.core.options import describe
from trapezi.i18n import Catalogue, catalogue_for


def games(as_json: AsJson = False, lang: Lang = None) -> None:
    if as_json:
        print(json.dumps([data(kind) for kind in playable_games()], ensure_ascii=False))
    else:
        show(catalogue_for(lang))


def data(kind: type[Game[Any]]) -> dict[str, Any]:
    return {"name": kind.name, "players": list(kind.seats), "options": describe(kind.Options)}


def show(words: Catalogue) -> None:
    from rich.padding import Padding
    from rich.text import Text

    from trapezi.cli.terminal import console

    screen = console()
    for kind in playable_games():
        title = Text.assemble((words.title(kind.name), "bold"), "  ", (kind.name, "cyan"), "  ", seats(kind, words))
        screen.print(title)
        screen.print(Padding(words.find(f"{kind.name}.pitch") or "–", (0, 0, 0, 2)))
        for option in describe(kind.Options):
            screen.print(Padding(Text(told(kind.name, option, words), style="dim"), (0, 0, 0, 2)))
            for value, sentence in values_of(kind.name, option, words):
                screen.print(Padding(Text.assemble((value, "cyan"), "  ", (sentence, "dim")), (0, 0, 0, 6)))
        screen.print()


def seats(kind: type[Game[Any]], words: Catalogue) -> str:
    least, most = kind.seats[0], kind.seats[-1]
    return words.translate("cli.players", count=least if least == most else f"{least}–{most}")


def values_of(game: str, option: dict[str, Any], words: Catalogue) -> list[tuple[str, str]]:
    """Return the values of an option that have a sentence of their own."""
    labels = option.get("labels", {})
    found = []
    for value in map(str, option.get("values") or ()):
        label, key = labels.get(value), f"{game}.option.{option['name']}.{value}"
        sentence = words.translate(label["key"], **label["params"]) if label else words.find(key)
        found += [(value, sentence)] if sentence else []
    return found


def told(game: str, option: dict[str, Any], words: Catalogue) -> str:
    """An option in a line: how it is given, what it is, what else it can be."""
    name = option["name"]
    values = option.get("values") or {"flag": ["false", "true"], "seat": ["0", "1", "…"]}.get(option["kind"], ["…"])
    default = str(option["default"]).lower() if isinstance(option["default"], bool) else option["default"]
    meaning = words.find(f"{game}.option.{name}")
    choices = "|".join([str(value) for value in values] + ["FILE"] * (option["kind"] == "deck"))
    return f"--option {name}={choices}  " + words.translate("cli.option", meaning=meaning or name, default=str(default))
