"""`trapezi arena GAME --bots A,B`: who is stronger, and how sure that is."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from shlex import join
from typing import Annotated, Any

import typer

from trapezi.cli.arguments import AsJson, Chosen, GameName, Lang, Players, about, asked_for, positive, whole
from trapezi.cli.errors import Wrong
from trapezi.cli.simulate import Cluster, Keep, number, progress
from trapezi.i18n import Catalogue, catalogue_for

RATED = 1000.0  # what the anchor is rated

Bots = Annotated[str, typer.Option("--bots", "-b", metavar="A,B,C", show_default=False)]
Games = Annotated[int, typer.Option("--games", "-g", parser=whole("--games", 1, 10**7), metavar="K")]
Seed = Annotated[int, typer.Option("--seed", "-s", parser=whole("--seed"), metavar="S")]
Jobs = Annotated[int, typer.Option("--jobs", "-j", parser=whole("--jobs", 0, 1024), metavar="J")]
Ladder = Annotated[bool, typer.Option("--ladder", show_default=False)]
Anchor = Annotated[str | None, typer.Option("--anchor", metavar="BOT[=R]", show_default=False)]
Limit = Annotated[float, typer.Option("--limit", parser=positive("--limit"), metavar="SECONDS")]
Report = Annotated[Path | None, typer.Option("--report", metavar="FILE.html", show_default=False)]


def arena(
    game: GameName,
    bots: Bots,
    players: Players = None,
    games: Games = 100,
    seed: Seed = 0,
    jobs: Jobs = 0,
    option: Chosen = None,
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

    words = catalogue_for(lang)
    played = asked_for(game, players, option)
    names = [name.strip() for name in bots.split(",") if name.strip()]
    fixed = anchored(anchor, names)
    if report is not None:
        report.open("a").close()  # better told now than after hours
    together = len(pairings(len(names), played.players, played.cooperative, ladder))
    with progress(games * together, words, "arena.progress") as on_progress:
        told = run(
            played,
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
    if told.stopped and not any(row is not None for rows in told.rows for row in rows):
        raise KeyboardInterrupt
    data = Standings(told).data(*fixed)
    if report is not None:
        write(report, data, words)
    if as_json:
        print(json.dumps(data))
    else:
        show(data, words)
        if report is not None:
            print(words.translate("arena.written", file=str(report)))
    if told.stopped:
        raise KeyboardInterrupt


def anchored(text: str | None, names: list[str]) -> tuple[str | None, float]:
    """Which bot has which rating by definition."""
    if text is None:
        return None, RATED
    name, equals, value = text.partition("=")
    with about("--anchor"):
        if name not in names:
            raise Wrong("arena.no-anchor", name=name[:80])
        try:
            rating = float(value) if equals else RATED
        except ValueError:
            rating = float("inf")
        if not abs(rating) < 1e9:
            raise Wrong("arena.bad-anchor", value=value[:40])
    return name, rating


def write(path: Path, data: dict[str, Any], words: Catalogue) -> None:
    from trapezi.lab.report import page

    command = join(["trapezi", *sys.argv[1:]])
    path.write_text(
        page(data, words.translate, lambda value, form: number(value, form, words), words.lang, command), encoding="utf-8"
    )


def show(data: dict[str, Any], words: Catalogue) -> None:
    from rich.table import Table
    from rich.text import Text

    from trapezi.cli.terminal import console

    def table(*columns: str) -> Table:
        made = Table(box=None, padding=(0, 2, 0, 0))
        for name in columns:
            made.add_column(words.translate(f"arena.{name}"), justify="left" if name in ("bot", "a") else "right")
        return made

    def told(value: float | None, form: str) -> str:
        return "–" if value is None else number(value, form, words)

    def between(ends: list[float] | None, form: str) -> str:
        return "–" if ends is None else " – ".join(number(end, form, words) for end in ends)

    screen = console()
    if data["stopped"]:
        screen.print(Text(words.translate("arena.stopped", played=data["played"])))
    screen.print(Text(words.translate("arena.head", **{name: data[name] for name in ("game", "players", "games", "seed")})))
    bots = table("bot", "wins", "interval", "score", "rating", "interval")
    for name, bot in sorted(data["bots"].items(), key=lambda each: -(each[1]["win_rate"] or 0)):
        wins = (told(bot["win_rate"], ".1%"), between(bot["ci95"], ".1%"))
        bots.add_row(name, *wins, told(bot["mean_score"], ".2f"), told(bot["rating"], ".0f"), between(bot["rating_ci95"], ".0f"))
    screen.print(bots)
    pairs = table("a", "won", "lost", "ties", "interval")
    for pair in data["pairs"]:
        counts = (number(pair[name], ",d", words) for name in ("a_wins", "b_wins", "ties"))
        pairs.add_row(f"{pair['a']} : {pair['b']}", *counts, between(pair["ci95"], ".1%"))
    if data["pairs"]:
        screen.print()
        screen.print(pairs)
    for lost in data["forfeits"]:
        why = words.translate(lost["reason"], **lost["params"])
        screen.print(Text(words.translate("arena.forfeit", games=lost["games"], why=why), "yellow"), soft_wrap=True)
    if all(bot["rating"] is None for bot in data["bots"].values()):
        screen.print(Text(words.translate("arena.unrated", extra="trapezi[arena]"), "dim"), soft_wrap=True)
