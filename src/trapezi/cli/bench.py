"""`trapezi bench`: how fast the law is here, as plain Python and compiled."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from trapezi.cli.arguments import AsJson, Lang, playable_games, positive
from trapezi.i18n import Catalogue, catalogue_for

Seconds = Annotated[float, typer.Option("--seconds", parser=positive("--seconds"), metavar="SECONDS")]

MEASURES = ("decisions_per_s", "games_per_s", "steps_from_python_per_s", "clones_per_s")


def bench(seconds: Seconds = 0.5, as_json: AsJson = False, lang: Lang = None) -> None:
    from trapezi.lab.bench import measure_all

    words = catalogue_for(lang)
    result = {"games": measure_all([kind.name for kind in playable_games()], seconds)}
    if as_json:
        print(json.dumps(result))
    else:
        show(result["games"], words)


def show(games: dict[str, dict[str, dict[str, float]]], words: Catalogue) -> None:
    from rich.table import Table
    from rich.text import Text

    from trapezi.cli.terminal import console

    table = Table(box=None, padding=(0, 2, 0, 0))
    for column in (words.translate("bench.game"), words.translate("bench.form")):
        table.add_column(column)
    for measure in MEASURES:
        table.add_column(words.translate(f"bench.{measure}"), justify="right")
    for name, forms in games.items():
        for form, measured in forms.items():
            numbers: list[Any] = [f"{measured[measure]:,.0f}" for measure in MEASURES]
            table.add_row(words.title(name), words.translate(f"bench.{form}"), *numbers)
        if len(forms) == 2:
            ratios = [f"{forms['compiled'][measure] / forms['pure'][measure]:.0f} ×" for measure in MEASURES]
            table.add_row("", words.translate("bench.ratio"), *(Text(ratio, "bold") for ratio in ratios))
    screen = console()
    screen.print(table)
    screen.print(Text(words.translate("bench.unit"), "dim"))
