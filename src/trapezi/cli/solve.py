"""`trapezi solve GAME`: compute the exact solution of a game, which its expert plays by."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from trapezi.cli.arguments import AsJson, GameName, Lang, integer
from trapezi.cli.errors import UsageError
from trapezi.games import find, package, packages
from trapezi.i18n import Catalogue, catalogue_for

Players = Annotated[int, typer.Option("--players", "-p", parser=integer("--players", 1, 5), metavar="N")]


def solve(game: GameName, players: Players = 1, as_json: AsJson = False, lang: Lang = None) -> None:
    catalogue = catalogue_for(lang)
    solver = package(find(game).name).load("solver")
    if solver is None:
        solvable = ", ".join(each.name for each in packages() if each.solver)
        raise UsageError("solve.unsolved", game=game[:40], solvable=solvable)
    with progress(catalogue) as on_progress:
        solution = solver.solve(players, on_progress)
    if as_json:
        data = {"value": solution.value, "states": solution.states, "seconds": solution.seconds, "table": str(solution.path)}
        print(json.dumps(data))
    else:
        print_solution(solution.value, solution.states, solution.seconds, str(solution.path), players, catalogue)


@contextmanager
def progress(catalogue: Catalogue) -> Iterator[Callable[[float], None] | None]:
    """Show a progress bar on standard error if that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(catalogue.translate("solve.progress"), total=1.0)
        yield lambda part: bar.update(task, advance=part)


def print_solution(value: float, states: int, seconds: float, path: str, players: int, catalogue: Catalogue) -> None:
    from rich.text import Text

    from trapezi.cli.simulate import number
    from trapezi.cli.terminal import console

    screen = console()
    if players == 1:
        screen.print(Text(catalogue.translate("solve.value", value=number(value, ".4f", catalogue))))
    facts = catalogue.translate(
        "solve.facts", states=number(states, ",d", catalogue), seconds=number(seconds, ".1f", catalogue), path=path
    )
    screen.print(Text(facts, "dim"), soft_wrap=True)
