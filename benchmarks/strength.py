"""Measure the strength of the bots. The result is a table with one row for each figure, and the command that measures it.

`make strength` measures all rows and prints them as Markdown for docs/strength.md. Finished games are saved in .work/strength/,
also those of unfinished rows. Delete the folder to start again, for example after a bot has changed.

    python benchmarks/strength.py --list
    python benchmarks/strength.py --only 'qwixx-*' 'sideboards-2-*' --scale 0.01
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from itertools import pairwise
from pathlib import Path
from typing import Any

import trapezi
from trapezi.games import find
from trapezi.i18n import catalogue_for
from trapezi.lab.confidence_intervals import wilson_interval

FOLDER = Path(".work/strength")
OPTIMUM = 115.4831
SILENT = "trapezi.games.the_game.bots.expert:Silent"
SOLUTION_PLAYER = "trapezi.games.qwixx.bots.solution_player:SolutionPlayer"
SPEED_RUNS = 5  # Only the fastest of this many runs counts.
QUICK_EXPERT = "expert@300"  # This is less than the default budget, and enough to reach the targets.
LEVELS = "level-1,level-2,level-3,level-4,level-5"

Figure = tuple[str, bool]  # A figure and its interval as text, and whether it reaches the target.


@dataclass(frozen=True)
class Row:
    """A row of the table: a command without its number of games, how to read its result, and the target."""

    name: str
    what: str
    command: str
    games: int  # How many games the command plays, or 0 if it plays no games.
    read: Callable[[dict[str, Any], float], Figure]
    least: float = 0.0  # The target, which the figure must at least reach.
    resumes: bool = True

    @property
    def game(self) -> str:
        return self.command.split()[1]

    def arguments(self, scale: float) -> list[str]:
        """Return the arguments of the command that produces this row."""
        return self.command.split() + (["--games", str(max(20, round(self.games * scale)))] if self.games else [])

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.name}.json"

    def saved_data(self, scale: float) -> dict[str, Any] | None:
        """Return what the command printed in an earlier run, or None if it has not run yet."""
        saved = json.loads(self.path.read_text()) if self.path.exists() else {"command": None}
        return saved["data"] if saved["command"] == self.arguments(scale) else None

    def data(self, scale: float, jobs: int) -> dict[str, Any]:
        """Return what the command prints, from an earlier run if there is one."""
        if saved := self.saved_data(scale):
            return saved
        arguments = self.arguments(scale)
        resume = ["--keep", str(FOLDER / f"{self.name}.jsonl"), "--jobs", str(jobs)] if self.resumes and self.games else []
        command = [sys.executable, "-m", "trapezi.cli", *arguments, *resume, "--json"]
        runs = [
            subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout for _ in range(1 if self.resumes else SPEED_RUNS)
        ]
        data: dict[str, Any] = max(map(json.loads, runs), key=lambda result: result.get("games_per_s", 0.0))
        self.path.write_text(json.dumps({"command": arguments, "data": data}))
        return data


# -- reading results -----------------------------------------------------------------------------------------------------


def percent(rate: float, ends: list[float]) -> str:
    return f"{rate:.1%} ({ends[0]:.1%}–{ends[1]:.1%})"


def read_duel(data: dict[str, Any], least: float) -> Figure:
    """Return how often the first bot wins."""
    one, other = data["bots"].values()
    points = f"{one['mean_score']:.1f} : {other['mean_score']:.1f} points"
    return f"{percent(one['win_rate'], one['ci95'])}, {points}", one["win_rate"] >= least


def read_ladder(data: dict[str, Any], least: float) -> Figure:
    """Return how often each level wins against the level below it. In the cooperative game, compare how many cards teams play."""
    figures, apart = [], True
    if "mean_left" in next(iter(data["bots"].values())):
        bots = list(data["bots"].values())
        figures = [
            f"{bot['mean_score']:.1f} ({bot['score_ci95'][0]:.1f}–{bot['score_ci95'][1]:.1f}, {bot['win_rate']:.0%} won)"
            for bot in bots
        ]
        apart = all(low["score_ci95"][1] < high["score_ci95"][0] for low, high in pairwise(bots))
    else:
        for pair in (pair for pair in data["pairs"] if neighbours(pair["a"], pair["b"])):
            low, high = (1 - end for end in reversed(pair["ci95"]))
            figures.append(percent(1 - pair["a_rate"], [low, high]))
            apart = apart and low > 0.5
    return " · ".join(figures) + (", apart" if apart else ""), apart


def neighbours(a: str, b: str) -> bool:
    return int(b[-1]) == int(a[-1]) + 1


def read_team(data: dict[str, Any], least: float) -> Figure:
    """Return how often a team wins."""
    won = data["team"]
    text = f"{percent(won['win_rate'], won['ci95'])}, {won['mean_left']:.1f} cards left, excellent {won['excellent_rate']:.0%}"
    return text, won["win_rate"] >= least


def read_mirror(data: dict[str, Any], least: float) -> Figure:
    """Return the points per player of a bot that plays against itself."""
    means = [seat["mean_score"] for seat in data["seats"]]
    half = max(seat["ci95"][1] - seat["mean_score"] for seat in data["seats"])
    mean = sum(means) / len(means)
    return f"{mean:.2f} (±{half:.2f}) points per player", mean >= least


def read_optimum(data: dict[str, Any], least: float) -> Figure:
    """Return the mean score, and whether its interval contains the solved value."""
    low, high = data["seats"][0]["ci95"]
    return f"{data['seats'][0]['mean_score']:.2f} ({low:.2f}–{high:.2f}) points", low <= OPTIMUM <= high


def read_solution(data: dict[str, Any], least: float) -> Figure:
    right = least == 0 or abs(data["value"] - least) < 0.0001
    return f"{data['value']:.4f}, {data['states']:,} states in {data['seconds']:.0f} s", right


def read_speed(data: dict[str, Any], least: float) -> Figure:
    """Return the speed of the fastest run."""
    return f"{data['games_per_s']:,.0f} games/s on one core", data["games_per_s"] >= least


def read_lone(data: dict[str, Any], least: float) -> Figure:
    """Return how often one bot wins against several others."""
    first, fair, n = data["seats"][0], 1 / data["players"], data["games"]
    low, high = wilson_interval(first["win_rate"] * n, n)
    return f"{percent(first['win_rate'], [low, high])}, fair: {fair:.0%}, {first['mean_score']:.1f} points", low > fair


# -- the rows ------------------------------------------------------------------------------------------------------------


def rows() -> Iterator[Row]:
    yield from qwixx()
    for game, games, least in (("qwixx_cards", 1000, 0.7), ("silver_gold", 500, 0.8), ("sideboards", 1000, 0.75)):
        yield from against_greedy(game, games, least)
    yield Row(
        "silver_gold-2-mirror",
        "2 players, `expert@450` against itself",
        "simulate silver_gold --players 2 --seed 20 --bot expert@450",
        500,
        read_mirror,
        95.0,
    )
    yield from the_game()
    for game in trapezi.names():
        yield from levels(game)


def qwixx() -> Iterator[Row]:
    for players, value in ((1, OPTIMUM), (2, 0.0)):
        title = f"{players} {'player' if players == 1 else 'players'}, the solution"
        yield Row(f"qwixx-{players}-solve", title, f"solve qwixx --players {players}", 0, read_solution, value)
    for name, bot in (("checker", SOLUTION_PLAYER), ("expert", "expert")):
        checked = f"simulate qwixx --players 1 --seed 20 --bot {bot}"
        yield Row(f"qwixx-1-{name}", f"1 player, games by `{bot}`", checked, 100_000, read_optimum)
    for name, bots in (("", f"expert,{SOLUTION_PLAYER}"), ("-glance", f"expert,{SOLUTION_PLAYER}@1")):
        title = "2 players, `{}` against `{}`".format(*bots.split(","))
        better = f"arena qwixx --players 2 --seed 20 --bots {bots}"
        yield Row(f"qwixx-2-expert-solution{name}", title, better, 40_000, read_duel, 0.535)
    for name, bot, games, least in (
        ("expert", "expert", 10_000, 0.7),
        ("solution", f"{SOLUTION_PLAYER}@1", 10_000, 0.0),
    ):
        duel = f"arena qwixx --players 2 --seed 20 --bots {bot},greedy"
        yield Row(f"qwixx-2-{name}", f"2 players, `{bot}` against `greedy`", duel, games, read_duel, least)
    for name, bot, games, least in (
        ("expert", "expert", 10_000, 76.0),
        ("solution", f"{SOLUTION_PLAYER}@1", 10_000, 76.0),
        ("greedy", "greedy", 10_000, 0.0),
    ):
        mirrored = f"simulate qwixx --players 2 --seed 20 --bot {bot}"
        yield Row(f"qwixx-2-{name}-mirror", f"2 players, `{bot}` against itself", mirrored, games, read_mirror, least)
    fast = "simulate qwixx --players 2 --seed 20 --bot expert"
    yield Row("qwixx-2-speed", "2 players, `expert`, how fast", fast, 10_000, read_speed, 500.0, resumes=False)
    for players in (3, 4, 5):
        one = f"simulate qwixx --players {players} --seed 20 --rotate --bot expert@1" + " --bot greedy" * (players - 1)
        yield Row(f"qwixx-{players}-lone", f"{players} players, one `expert@1` among `greedy`", one, 6_000, read_lone)
        duel = f"arena qwixx --players {players} --seed 20 --bots expert,greedy"
        yield Row(f"qwixx-{players}-expert", f"{players} players, `expert` against `greedy`", duel, 600, read_duel, 0.5)
    for sheet in ("mixed-colours", "mixed-numbers"):
        duel = f"arena qwixx --players 2 --option sheet={sheet} --seed 20 --bots expert@1,greedy"
        yield Row(f"qwixx-2-{sheet}", f"2 players, {sheet}, `expert@1` against `greedy`", duel, 5_000, read_duel, 0.5)


def against_greedy(game: str, games: int, least: float) -> Iterator[Row]:
    for players in find(game).player_counts:
        if players > 1:
            duel = f"arena {game} --players {players} --seed 20 --bots {QUICK_EXPERT},greedy"
            two = players == 2
            title = f"{players} players, `{QUICK_EXPERT}` against `greedy`"
            yield Row(f"{game}-{players}-expert", title, duel, games if two else 60, read_duel, least if two else 0.5)


def the_game() -> Iterator[Row]:
    """Yield rows with the games that teams win: plain and Extreme, with and without signals."""
    policy, expert = (0.11, 0.18, 0.07, 0.11, 0.11), (0.40, 0.65, 0.45, 0.60, 0.72)
    for players in find("the_game").player_counts:
        title = f"{players} {'player' if players == 1 else 'players'}"
        first = " --option first=0" if players > 1 else ""  # In all games, seat 0 begins.
        table = f"simulate the_game --players {players} --seed 20{first}"
        plain = f"{table} --option mode=plain"
        yield Row(
            f"the_game-{players}-policy",
            f"{title}, plain, `greedy`",
            f"{plain} --bot greedy",
            10_000,
            read_team,
            policy[players - 1],
        )
        fast = f"{plain} --bot greedy"
        yield Row(
            f"the_game-{players}-speed", f"{title}, plain, `greedy`, how fast", fast, 30_000, read_speed, 15_000.0, resumes=False
        )
        for mode, options, least in (("plain", plain, expert[players - 1]), ("Extreme", table, 0.0)):
            budget = 2000 if players == 1 and mode == "plain" else 400  # Solo games need more simulations for the same accuracy.
            for talk, bot in (("no talk", SILENT), ("with signals", "expert")):
                if players > 1 or bot == SILENT:
                    name = f"the_game-{players}-{mode.lower()}-{'silent' if bot == SILENT else 'signals'}"
                    description = f"{title}, {mode}, {talk}, `expert@{budget}`"
                    yield Row(
                        name, description, f"{options} --bot {bot}@{budget}", 250, read_team, least if bot == SILENT else 0.0
                    )
        yield Row(f"the_game-{players}-extreme-policy", f"{title}, Extreme, `greedy`", f"{table} --bot greedy", 10_000, read_team)


# These rows need more games, because their results depend more on luck.
MORE_GAMES = {
    "the_game-1-levels-plain": 160,
    "the_game-4-levels": 120,
    "silver_gold-3-levels": 120,
    "sideboards-3-levels": 240,
    "sideboards-5-levels": 240,
    "sideboards-6-levels": 240,
}


def levels(game: str) -> Iterator[Row]:
    """Yield rows that show, for every number of players, that each level is stronger than the level below it."""
    games = {"qwixx": 600, "qwixx_cards": 160, "the_game": 40, "silver_gold": 40, "sideboards": 80}[game]
    for players in find(game).player_counts:
        title = f"{players} {'player' if players == 1 else 'players'}, each level against the one below"
        way = "" if find(game).cooperative or players == 1 else " --ladder"
        climb = f"arena {game} --players {players} --seed 20 --bots {LEVELS}{way}"
        name, plain = f"{game}-{players}-levels", f"{game}-{players}-levels-plain"
        yield Row(name, title, climb, MORE_GAMES.get(name, games), read_ladder)
        if game == "the_game":
            yield Row(plain, f"{title}, plain", f"{climb} --option mode=plain", MORE_GAMES.get(plain, games), read_ladder)


# -- the command --------------------------------------------------------------------------------------------------------


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--only", nargs="+", default=["*"], metavar="NAME", help="rows by name, with * and ?")
    arguments.add_argument("--scale", type=float, default=1.0, help="play this part of the games")
    arguments.add_argument("--jobs", type=int, default=0, help="processes; 0: one per processor")
    arguments.add_argument("--done", action="store_true", help="print only finished rows")
    arguments.add_argument("--list", action="store_true", help="print only the commands")
    options = arguments.parse_args()
    wanted = [row for row in rows() if any(fnmatch(row.name, name) for name in options.only)]
    wanted.sort(key=lambda row: trapezi.names().index(row.game))
    if options.list:
        print(*(f"{row.name:28} trapezi {' '.join(row.arguments(options.scale))}" for row in wanted), sep="\n")
        return
    FOLDER.mkdir(parents=True, exist_ok=True)
    if options.done:
        wanted = [row for row in wanted if row.saved_data(options.scale)]
    game, failed = "", []
    for row in wanted:
        if row.game != game:
            game = row.game
            print(f"\n## {catalogue_for('en').game_title(game)}\n\n| what | N | result | command |\n|---|---|---|---|")
        data = row.data(options.scale, options.jobs)
        figure, reached = row.read(data, row.least)
        if not reached:
            failed.append(row.name)
            figure += f" **below {row.least:g}**" if row.least else " **not apart**" if row.read is read_ladder else " **not so**"
        games = f"{data['games']:,}" if "games" in data else ""
        print(f"| {row.what} | {games} | {figure} | `trapezi {' '.join(row.arguments(options.scale))}` |", flush=True)
    print(
        f"\n{len(wanted) - len(failed)} of {len(wanted)} rows reach their target."
        + (f" Missed: {', '.join(failed)}." if failed else "")
    )


if __name__ == "__main__":
    main()
