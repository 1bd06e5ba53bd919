"""`trapezi simulate GAME`: play many games and report scores, win rates and speed."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from trapezi.cli.arguments import AsJson, GameName, Lang, OptionValues, Players, integer, make_game
from trapezi.i18n import Catalogue, catalogue_for

Games = Annotated[int, typer.Option("--games", "-g", parser=integer("--games", 1, 10**9), metavar="K")]
Bots = Annotated[list[str] | None, typer.Option("--bot", "-b", metavar="BOT", show_default=False)]
Seed = Annotated[int, typer.Option("--seed", "-s", parser=integer("--seed"), metavar="S")]
Jobs = Annotated[int, typer.Option("--jobs", "-j", parser=integer("--jobs", 0, 1024), metavar="J")]
Rotate = Annotated[bool, typer.Option("--rotate", show_default=False)]
Logs = Annotated[Path | None, typer.Option("--log", metavar="DIR", show_default=False)]
Keep = Annotated[Path | None, typer.Option("--keep", metavar="FILE", show_default=False)]
Cluster = Annotated[str | None, typer.Option("--cluster", metavar="ADDRESS", show_default=False)]


def simulate(
    game: GameName,
    players: Players = None,
    games: Games = 1000,
    bot: Bots = None,
    seed: Seed = 0,
    rotate: Rotate = False,
    jobs: Jobs = 1,
    log: Logs = None,
    keep: Keep = None,
    cluster: Cluster = None,
    option: OptionValues = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    from trapezi.lab.simulate import simulate as run

    catalogue = catalogue_for(lang)
    game_object = make_game(game, players, option)
    workers = jobs or os.cpu_count() or 1
    with progress(games, catalogue, "simulate.progress") as on_progress:
        result = run(
            game_object,
            games,
            bots=bot or ["chance"],
            seed=seed,
            rotate=rotate,
            jobs=workers,
            cluster=cluster,
            log=log,
            checkpoint=keep,
            on_progress=on_progress,
        )
    if result.totals.games == 0:
        raise KeyboardInterrupt
    if as_json:
        print(json.dumps(result.data()))
    else:
        print_result(result.data(), catalogue)
    if result.stopped:
        raise KeyboardInterrupt


@contextmanager
def progress(games: int, catalogue: Catalogue, key: str) -> Iterator[Callable[[int], None] | None]:
    """Show a progress bar on standard error if that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(catalogue.translate(key), total=games)
        yield lambda n: bar.update(task, advance=n)


def print_result(data: dict[str, Any], catalogue: Catalogue) -> None:
    from rich.table import Table
    from rich.text import Text

    from trapezi.cli.terminal import console

    screen = console()
    screen.print(
        Text(catalogue.translate("simulate.head", **{name: data[name] for name in ("game", "players", "games", "seed")}))
    )
    columns = ("seat", "bot", "score", "interval", "wins")
    table = Table(box=None, padding=(0, 2, 0, 0))
    for name in columns[: 4 if "team" in data or data["players"] == 1 else 5]:
        table.add_column(catalogue.translate(f"simulate.{name}"), justify="left" if name in ("seat", "bot") else "right")
    for n, seat in enumerate(data["seats"]):
        score, wins = number(seat["mean_score"], ".2f", catalogue), number(seat["win_rate"], ".1%", catalogue)
        cells = [catalogue.player_name(n), seat["bot"], score, interval_text(seat["ci95"], catalogue), wins]
        table.add_row(*cells[: len(table.columns)])
    screen.print(table)
    if "team" in data:
        team = data["team"]
        rates = (team["win_rate"], team["excellent_rate"], *team["ci95"])
        won, excellent, low, high = (number(rate, ".2%", catalogue) for rate in rates)
        left = number(team["mean_left"], ".2f", catalogue)
        screen.print(
            Text(catalogue.translate("simulate.team", won=won, interval=f"{low} – {high}", excellent=excellent, left=left))
        )
    seconds = number(data["seconds"], ".2f", catalogue)
    games, decisions = (number(data[name], ",.0f", catalogue) for name in ("games_per_s", "decisions_per_s"))
    screen.print(Text(catalogue.translate("simulate.speed", seconds=seconds, games=games, decisions=decisions), "dim"))


def interval_text(ends: list[float], catalogue: Catalogue) -> str:
    return " – ".join(number(end, ".2f", catalogue) for end in ends)


def number(value: float, form: str, catalogue: Catalogue) -> str:
    """Return a number as the language writes it.

    >>> number(1234.5, ",.1f", catalogue_for("en")), number(1234.5, ",.1f", catalogue_for("el"))
    ('1,234.5', '1.234,5')
    """
    text = format(value, form)
    return text if catalogue.lang == "en" else text.translate(str.maketrans(",.", ".,"))
