"""`trapezi solve qwixx`: the best that dice allow, sheet by sheet, in a table that the expert plays by."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from trapezi.cli.arguments import AsJson, GameName, Lang, whole
from trapezi.cli.errors import Wrong
from trapezi.games import find, package, packages
from trapezi.i18n import Catalogue, catalogue_for

Players = Annotated[int, typer.Option("--players", "-p", parser=whole("--players", 1, 5), metavar="N")]


def solve(game: GameName, players: Players = 1, as_json: AsJson = False, lang: Lang = None) -> None:
    words = catalogue_for(lang)
    solver = package(find(game).name).load("solver")
    if solver is None:
        solvable = ", ".join(each.name for each in packages() if each.solver)
        raise Wrong("solve.unsolved", game=game[:40], solvable=solvable)
    with progress(words) as done:
        solved = solver.solve(players, done)
    if as_json:
        told = {"value": solved.value, "states": solved.states, "seconds": solved.seconds, "table": str(solved.path)}
        print(json.dumps(told))
    else:
        show(solved.value, solved.states, solved.seconds, str(solved.path), players, words)


@contextmanager
def progress(words: Catalogue) -> Iterator[Callable[[float], None] | None]:
    """A bar on standard error, if somebody looks at it."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(words.translate("solve.progress"), total=1.0)
        yield lambda part: bar.update(task, advance=part)


def show(value: float, states: int, seconds: float, path: str, players: int, words: Catalogue) -> None:
    from rich.text import Text

    from trapezi.cli.simulate import number
    from trapezi.cli.terminal import console

    screen = console()
    if players == 1:
        screen.print(Text(words.translate("solve.value", value=number(value, ".4f", words))))
    told = words.translate("solve.told", states=number(states, ",d", words), seconds=number(seconds, ".1f", words), path=path)
    screen.print(Text(told, "dim"), soft_wrap=True)
