"""`trapezi arena GAME --bots A,B`: compare the strength of bots."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from shlex import join
from typing import Annotated, Any

import typer

from trapezi.cli.arguments import AsJson, GameName, Lang, OptionValues, Players, error_context, integer, make_game, seconds
from trapezi.cli.errors import UsageError
from trapezi.cli.simulate import Cluster, Keep, number, progress
from trapezi.i18n import Catalogue, catalogue_for

ANCHOR_RATING = 1000.0

Bots = Annotated[str, typer.Option("--bots", "-b", metavar="A,B,C", show_default=False)]
Games = Annotated[int, typer.Option("--games", "-g", parser=integer("--games", 1, 10**7), metavar="K")]
Seed = Annotated[int, typer.Option("--seed", "-s", parser=integer("--seed"), metavar="S")]
Jobs = Annotated[int, typer.Option("--jobs", "-j", parser=integer("--jobs", 0, 1024), metavar="J")]
Ladder = Annotated[bool, typer.Option("--ladder", show_default=False)]
Anchor = Annotated[str | None, typer.Option("--anchor", metavar="BOT[=R]", show_default=False)]
Limit = Annotated[float, typer.Option("--limit", parser=seconds("--limit"), metavar="SECONDS")]
Report = Annotated[Path | None, typer.Option("--report", metavar="FILE.html", show_default=False)]


def arena(
    game: GameName,
    bots: Bots,
    players: Players = None,
    games: Games = 100,
    seed: Seed = 0,
    jobs: Jobs = 0,
    option: OptionValues = None,
    ladder: Ladder = False,
    anchor: Anchor = None,
    limit: Limit = 10.0,
    keep: Keep = None,
    report: Report = None,
    cluster: Cluster = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    from trapezi.lab.arena import arena as run
    from trapezi.lab.arena import pairings
    from trapezi.lab.standings import Standings

    catalogue = catalogue_for(lang)
    game_object = make_game(game, players, option)
    names = [name.strip() for name in bots.split(",") if name.strip()]
    anchor_bot, anchor_rating = parse_anchor(anchor, names)
    if report is not None:
        report.open("a").close()  # fail now rather than after hours
    number_of_pairings = len(pairings(len(names), game_object.players, game_object.cooperative, ladder))
    with progress(games * number_of_pairings, catalogue, "arena.progress") as on_progress:
        result = run(
            game_object,
            names,
            games,
            seed=seed,
            ladder=ladder,
            limit=limit,
            jobs=jobs or os.cpu_count() or 1,
            cluster=cluster,
            checkpoint=keep,
            on_progress=on_progress,
        )
    if result.stopped and not any(row is not None for rows in result.rows for row in rows):
        raise KeyboardInterrupt
    data = Standings(result).data(anchor_bot, anchor_rating)
    if report is not None:
        write_report(report, data, catalogue)
    if as_json:
        print(json.dumps(data))
    else:
        print_standings(data, catalogue)
        if report is not None:
            print(catalogue.translate("arena.written", file=str(report)))
    if result.stopped:
        raise KeyboardInterrupt


def parse_anchor(text: str | None, names: list[str]) -> tuple[str | None, float]:
    """Return the bot whose rating is fixed, and that rating."""
    if text is None:
        return None, ANCHOR_RATING
    name, equals, value = text.partition("=")
    with error_context("--anchor"):
        if name not in names:
            raise UsageError("arena.no-anchor", name=name[:80])
        try:
            rating = float(value) if equals else ANCHOR_RATING
        except ValueError:
            rating = float("inf")
        if not abs(rating) < 1e9:
            raise UsageError("arena.bad-anchor", value=value[:40])
    return name, rating


def write_report(path: Path, data: dict[str, Any], catalogue: Catalogue) -> None:
    from trapezi.lab.report import page

    command = join(["trapezi", *sys.argv[1:]])
    path.write_text(
        page(data, catalogue.translate, lambda value, form: number(value, form, catalogue), catalogue.lang, command),
        encoding="utf-8",
    )


def print_standings(data: dict[str, Any], catalogue: Catalogue) -> None:
    from rich.table import Table
    from rich.text import Text

    from trapezi.cli.terminal import console

    def new_table(*columns: str) -> Table:
        table = Table(box=None, padding=(0, 2, 0, 0))
        for name in columns:
            table.add_column(catalogue.translate(f"arena.{name}"), justify="left" if name in ("bot", "a") else "right")
        return table

    def figure(value: float | None, form: str) -> str:
        return "–" if value is None else number(value, form, catalogue)

    def interval(ends: list[float] | None, form: str) -> str:
        return "–" if ends is None else " – ".join(number(end, form, catalogue) for end in ends)

    screen = console()
    if data["stopped"]:
        screen.print(Text(catalogue.translate("arena.stopped", played=data["played"])))
    screen.print(Text(catalogue.translate("arena.head", **{name: data[name] for name in ("game", "players", "games", "seed")})))
    bots = new_table("bot", "wins", "interval", "score", "rating", "interval")
    for name, bot in sorted(data["bots"].items(), key=lambda each: -(each[1]["win_rate"] or 0)):
        wins = (figure(bot["win_rate"], ".1%"), interval(bot["ci95"], ".1%"))
        bots.add_row(
            name, *wins, figure(bot["mean_score"], ".2f"), figure(bot["rating"], ".0f"), interval(bot["rating_ci95"], ".0f")
        )
    screen.print(bots)
    pairs = new_table("a", "won", "lost", "ties", "interval")
    for pair in data["pairs"]:
        counts = (number(pair[name], ",d", catalogue) for name in ("a_wins", "b_wins", "ties"))
        pairs.add_row(f"{pair['a']} : {pair['b']}", *counts, interval(pair["ci95"], ".1%"))
    if data["pairs"]:
        screen.print()
        screen.print(pairs)
    for forfeit in data["forfeits"]:
        why = catalogue.translate(forfeit["reason"], **forfeit["params"])
        screen.print(Text(catalogue.translate("arena.forfeit", games=forfeit["games"], why=why), "yellow"), soft_wrap=True)
    if all(bot["rating"] is None for bot in data["bots"].values()):
        screen.print(Text(catalogue.translate("arena.unrated", extra="trapezi[arena]"), "dim"), soft_wrap=True)
