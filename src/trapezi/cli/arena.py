"""`trapezi arena GAME --bots A,B`: compare the strength of bots."""

from __future__ import annotations

import json
import os
import sys
from functools import partial
from pathlib import Path
from shlex import join
from typing import Annotated, Any

import typer

from trapezi.cli.arguments import (
    AsJson,
    GameName,
    Lang,
    OptionValues,
    Players,
    errors_about,
    integer_parser,
    make_game,
    seconds_parser,
)
from trapezi.cli.errors import UsageError
from trapezi.cli.simulate import Cluster, Jobs, Keep, Seed
from trapezi.i18n import Catalogue, catalogue_for

ANCHOR_RATING = 1000.0

Bots = Annotated[str, typer.Option("--bots", "-b", metavar="A,B,C", show_default=False)]
Games = Annotated[int, typer.Option("--games", "-g", parser=integer_parser("--games", 1, 10**7), metavar="K")]
Ladder = Annotated[bool, typer.Option("--ladder", show_default=False)]
Anchor = Annotated[str | None, typer.Option("--anchor", metavar="BOT[=R]", show_default=False)]
Limit = Annotated[float, typer.Option("--limit", parser=seconds_parser("--limit"), metavar="SECONDS")]
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
    from trapezi.cli.printing import progress_bar
    from trapezi.lab import arena as lab
    from trapezi.lab.standings import Standings

    catalogue = catalogue_for(lang)
    chosen_game = make_game(game, players, option)
    names = [name.strip() for name in bots.split(",") if name.strip()]
    anchor_bot, anchor_rating = parse_anchor(anchor, names)
    if report is not None:
        report.open("a").close()  # Fail at once if the file cannot be written, and not after hours of games.
    pairings = lab.pairings(len(names), chosen_game.players, chosen_game.cooperative, ladder)
    with progress_bar(catalogue.translate("arena.progress"), games * len(pairings)) as on_progress:
        result = lab.run_arena(
            chosen_game,
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
    if result.end.stopped and not result.games_played:
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
    if result.end.stopped:
        raise KeyboardInterrupt


def parse_anchor(text: str | None, names: list[str]) -> tuple[str | None, float]:
    """Return the bot whose rating is fixed (or None) and this rating, given a text such as `BOT` or `BOT=RATING`."""
    if text is None:
        return None, ANCHOR_RATING
    name, equals, value = text.partition("=")
    with errors_about("--anchor"):
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
    from trapezi.cli.printing import format_number
    from trapezi.lab.arena_report import html_report

    command = join(["trapezi", *sys.argv[1:]])
    number = partial(format_number, catalogue=catalogue)
    path.write_text(html_report(data, catalogue.translate, number, catalogue.lang, command), encoding="utf-8")


def print_standings(data: dict[str, Any], catalogue: Catalogue) -> None:
    from trapezi.cli import printing

    number, interval = (partial(form, catalogue=catalogue) for form in (printing.format_number, printing.format_interval))
    screen = printing.console()

    def column_title(column: str) -> str:
        return catalogue.translate(f"arena.{column}")

    if data["stopped"]:
        printing.print_text(catalogue.translate("arena.stopped", played=data["played"]))
    printing.print_text(catalogue.translate("arena.head", **{name: data[name] for name in ("game", "players", "games", "seed")}))
    bots = printing.empty_table(column_title, ("bot",), ("wins", "interval", "score", "rating", "interval"))
    for name, bot in sorted(data["bots"].items(), key=lambda each: -(each[1]["win_rate"] or 0)):
        wins = number(bot["win_rate"], ".1%"), interval(bot["ci95"], ".1%")
        rating = number(bot["rating"], ".0f"), interval(bot["rating_ci95"], ".0f")
        bots.add_row(name, *wins, number(bot["mean_score"], ".2f"), *rating)
    screen.print(bots)
    pairs = printing.empty_table(column_title, ("a",), ("won", "lost", "ties", "interval"))
    for pair in data["pairs"]:
        counts = (number(pair[name], ",d") for name in ("a_wins", "b_wins", "ties"))
        pairs.add_row(f"{pair['a']} : {pair['b']}", *counts, interval(pair["ci95"], ".1%"))
    if data["pairs"]:
        screen.print("", pairs, sep="\n")
    for forfeit in data["forfeits"]:
        why = catalogue.translate(forfeit["reason"], **forfeit["params"])
        printing.print_text(catalogue.translate("arena.forfeit", games=forfeit["games"], why=why), "yellow", soft_wrap=True)
    if all(bot["rating"] is None for bot in data["bots"].values()):
        printing.print_text(catalogue.translate("arena.unrated", extra="trapezi[arena]"), "dim", soft_wrap=True)
