"""`trapezi bench`: measure the speed of the rules on this machine, as plain Python and compiled."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from trapezi.cli.arguments import AsJson, Lang, playable_games, seconds
from trapezi.i18n import Catalogue, catalogue_for

Seconds = Annotated[float, typer.Option("--seconds", parser=seconds("--seconds"), metavar="SECONDS")]

MEASURES = ("decisions_per_s", "games_per_s", "steps_from_python_per_s", "clones_per_s")


def bench(seconds: Seconds = 0.5, as_json: AsJson = False, lang: Lang = None) -> None:
    from trapezi.lab.bench import measure_all

    catalogue = catalogue_for(lang)
    result = {"games": measure_all([kind.name for kind in playable_games()], seconds)}
    if as_json:
        print(json.dumps(result))
    else:
        print_table(result["games"], catalogue)


def print_table(games: dict[str, dict[str, dict[str, float]]], catalogue: Catalogue) -> None:
    from rich.table import Table
    from rich.text import Text

    from trapezi.cli.terminal import console

    table = Table(box=None, padding=(0, 2, 0, 0))
    for column in (catalogue.translate("bench.game"), catalogue.translate("bench.form")):
        table.add_column(column)
    for measure in MEASURES:
        table.add_column(catalogue.translate(f"bench.{measure}"), justify="right")
    for name, forms in games.items():
        for form, rates in forms.items():
            numbers: list[Any] = [f"{rates[measure]:,.0f}" for measure in MEASURES]
            table.add_row(catalogue.game_title(name), catalogue.translate(f"bench.{form}"), *numbers)
        if len(forms) == 2:
            ratios = [f"{forms['compiled'][measure] / forms['pure'][measure]:.0f} ×" for measure in MEASURES]
            table.add_row("", catalogue.translate("bench.ratio"), *(Text(ratio, "bold") for ratio in ratios))
    screen = console()
    screen.print(table)
    screen.print(Text(catalogue.translate("bench.unit"), "dim"))
