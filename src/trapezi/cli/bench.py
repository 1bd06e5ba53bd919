"""`trapezi bench`: measure the speed of the rules on this machine, as plain Python and compiled."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from trapezi.cli.arguments import AsJson, Lang, playable_games, seconds_parser
from trapezi.i18n import Catalogue, catalogue_for

Seconds = Annotated[float, typer.Option("--seconds", parser=seconds_parser("--seconds"), metavar="SECONDS")]

MEASURES = ("decisions_per_s", "games_per_s", "steps_from_python_per_s", "clones_per_s")


def bench(seconds: Seconds = 0.5, as_json: AsJson = False, lang: Lang = None) -> None:
    from trapezi.lab.bench import measure_games

    catalogue = catalogue_for(lang)
    result = {"games": measure_games([kind.name for kind in playable_games()], seconds)}
    if as_json:
        print(json.dumps(result))
    else:
        print_rates(result["games"], catalogue)


def print_rates(games: dict[str, dict[str, dict[str, float]]], catalogue: Catalogue) -> None:
    """Print the rates of every game in every mode, and how many times faster the compiled mode is."""
    from rich.text import Text

    from trapezi.cli.printing import console, empty_table, print_text

    table = empty_table(lambda name: catalogue.translate(f"cli.bench.{name}"), ("game", "form"), MEASURES)
    for name, modes in games.items():
        for mode, rates in modes.items():
            numbers = (f"{rates[measure]:,.0f}" for measure in MEASURES)
            table.add_row(catalogue.game_title(name), catalogue.translate(f"cli.bench.{mode}"), *numbers)
        if len(modes) == 2:
            ratios = (f"{modes['compiled'][measure] / modes['pure'][measure]:.0f} ×" for measure in MEASURES)
            table.add_row("", catalogue.translate("cli.bench.ratio"), *(Text(ratio, "bold") for ratio in ratios))
    console().print(table)
    print_text(catalogue.translate("cli.bench.unit"), "dim")
