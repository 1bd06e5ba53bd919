"""`trapezi solve GAME`: compute the exact solution of a game, and store it for bots that use it."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from trapezi.cli.arguments import AsJson, GameName, Lang, integer_parser
from trapezi.cli.errors import UsageError
from trapezi.games import find, loadable_packages, package
from trapezi.i18n import catalogue_for

Players = Annotated[int, typer.Option("--players", "-p", parser=integer_parser("--players", 1, 5), metavar="N")]


def solve(game: GameName, players: Players = 1, as_json: AsJson = False, lang: Lang = None) -> None:
    catalogue = catalogue_for(lang)
    solver = package(find(game).name).load_part("solver")
    if solver is None:
        solvable = ", ".join(each.name for each in loadable_packages() if each.solver)
        raise UsageError("cli.solve.unsolved", game=game[:40], solvable=solvable)
    from trapezi.cli.printing import format_number, print_text, progress_bar

    with progress_bar(catalogue.translate("cli.solve.progress"), 1.0) as on_progress:
        solution = solver.solve_and_store(players, on_progress)
    if as_json:
        data = {"value": solution.value, "states": solution.states, "seconds": solution.seconds, "table": str(solution.path)}
        print(json.dumps(data))
        return
    if players == 1:
        print_text(catalogue.translate("cli.solve.value", value=format_number(solution.value, ".4f", catalogue)))
    states, seconds = format_number(solution.states, ",d", catalogue), format_number(solution.seconds, ".1f", catalogue)
    facts = catalogue.translate("cli.solve.facts", states=states, seconds=seconds, path=str(solution.path))
    print_text(facts, "dim", soft_wrap=True)
