"""`trapezi simulate GAME`: play many games and report scores, win rates and speed."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Annotated, Any

import typer

from trapezi.cli.arguments import AsJson, GameName, Lang, OptionValues, Players, integer_parser, make_game
from trapezi.i18n import Catalogue, catalogue_for

Games = Annotated[int, typer.Option("--games", "-g", parser=integer_parser("--games", 1, 10**9), metavar="K")]
Bots = Annotated[list[str] | None, typer.Option("--bot", "-b", metavar="BOT", show_default=False)]
Seed = Annotated[int, typer.Option("--seed", "-s", parser=integer_parser("--seed"), metavar="S")]
Jobs = Annotated[int, typer.Option("--jobs", "-j", parser=integer_parser("--jobs", 0, 1024), metavar="J")]
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
    from trapezi.cli.printing import progress_bar
    from trapezi.lab import simulate as lab

    catalogue = catalogue_for(lang)
    chosen_game = make_game(game, players, option)
    with progress_bar(catalogue.translate("cli.simulate.progress"), games) as on_progress:
        result = lab.simulate(
            chosen_game,
            games,
            bots=bot or ["chance"],
            seed=seed,
            rotate=rotate,
            jobs=jobs or os.cpu_count() or 1,
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
    if result.end.stopped:
        raise KeyboardInterrupt


def print_result(data: dict[str, Any], catalogue: Catalogue) -> None:
    from trapezi.cli.printing import console, empty_table, format_interval, format_number, print_text

    print_text(catalogue.translate("cli.simulate.head", **{name: data[name] for name in ("game", "players", "games", "seed")}))
    figures = ("score", "interval", "wins")[: 2 if "team" in data or data["players"] == 1 else 3]
    table = empty_table(lambda name: catalogue.translate(f"cli.simulate.{name}"), ("seat", "bot"), figures)
    for n, seat in enumerate(data["seats"]):
        score, wins = format_number(seat["mean_score"], ".2f", catalogue), format_number(seat["win_rate"], ".1%", catalogue)
        cells = [catalogue.player_name(n), seat["bot"], score, format_interval(seat["ci95"], ".2f", catalogue), wins]
        table.add_row(*cells[: len(table.columns)])
    console().print(table)
    if "team" in data:
        team = data["team"]
        won, excellent = (format_number(team[name], ".2%", catalogue) for name in ("win_rate", "excellent_rate"))
        interval, left = format_interval(team["ci95"], ".2%", catalogue), format_number(team["mean_left"], ".2f", catalogue)
        print_text(catalogue.translate("cli.simulate.team", won=won, interval=interval, excellent=excellent, left=left))
    seconds = format_number(data["seconds"], ".2f", catalogue)
    games, decisions = (format_number(data[name], ",.0f", catalogue) for name in ("games_per_s", "decisions_per_s"))
    print_text(catalogue.translate("cli.simulate.speed", seconds=seconds, games=games, decisions=decisions), "dim")
