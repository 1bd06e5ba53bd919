"""How strong the players of Qwixx are: the solved sheet, the checker that plays by it, and `expert` against `greedy`.

`make strength` runs it all. What is done is kept in .work/strength/ and not played again; delete the folder to begin anew.
`python benchmarks/strength_qwixx.py --games 1000` plays a tenth.
"""

from __future__ import annotations

import argparse
import json
import resource
import time
from dataclasses import dataclass
from pathlib import Path

import trapezi
from trapezi import bots
from trapezi.bots.policy import rollout
from trapezi.bots.qwixx import table
from trapezi.lab.simulate import interval, wilson
from trapezi.law.random import Stream, branch

KEPT = Path(".work/strength")
PIECE = 500
OPTIMUM = 115.4831


@dataclass(frozen=True)
class Run:
    """So many games of these bots, the seats exchanged from game to game."""

    name: str
    bots: tuple[str, ...]
    games: int
    sheet: str = "standard"

    def play(self, first: int, number: int) -> dict[str, float]:
        """Games first, first + 1 …: of the first bot, its points and wins; of all, points and rolls."""
        players = len(self.bots)
        start = trapezi.game("qwixx", players=players, sheet=self.sheet).start()
        seated = [bots.make(name, "qwixx") for name in self.bots]
        told = {"games": number, "points": 0.0, "squares": 0.0, "wins": 0.0, "all": 0.0, "cpu": time.process_time()}
        for n in range(first, first + number):
            state, turn = start.clone(), n % players
            rollout(state, seated[-turn:] + seated[:-turn] if turn else seated, branch(20, n // players), Stream(n))
            scores = state.scores
            points, best = scores[turn], max(scores)
            told["points"] += points
            told["squares"] += points * points
            told["wins"] += (points == best) / scores.count(best)
            told["all"] += sum(scores) / players
        told["cpu"] = time.process_time() - told["cpu"]
        return told

    def result(self) -> dict[str, float]:
        """All its games, those from an earlier run included."""
        path = KEPT / f"{self.name}.jsonl"
        kept = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
        done = int(sum(piece["games"] for piece in kept))
        while done < self.games:
            piece = self.play(done, min(PIECE, self.games - done))
            with path.open("a") as file:
                file.write(json.dumps(piece) + "\n")
            kept.append(piece)
            done += int(piece["games"])
        return {key: sum(piece[key] for piece in kept) for key in kept[0]}


def solved(players: int) -> table.Table:
    found = table.load(players)
    if found is None:
        found = table.solve(players)
        print(f"  most memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MiB")
    print(f"table for {players}: value {found.value:.4f}, {found.states:,} states, {found.seconds:.0f} s")
    return found


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--games", type=int, default=10_000)
    games = arguments.parse_args().games
    KEPT.mkdir(parents=True, exist_ok=True)

    alone = solved(1)
    assert abs(alone.value - OPTIMUM) < 0.0001
    check = Run("alone", ("expert@1",), 10 * games).result()
    low, high = interval(int(check["games"]), int(check["points"]), int(check["squares"]))
    mean = check["points"] / check["games"]
    print(f"checker: {check['games']:,.0f} games alone by the table: {mean:.3f} points, 95 % {low:.3f} to {high:.3f}")

    solved(2)
    for run in (
        Run("fast-greedy", ("expert@1", "greedy"), games),
        Run("fast-mirror", ("expert@1", "expert@1"), games),
        Run("expert-greedy", ("expert", "greedy"), games),
        Run("expert-mirror", ("expert", "expert"), games // 5),
        Run("greedy-mirror", ("greedy", "greedy"), games),
        Run("three", ("expert@1", "greedy", "greedy"), games // 2),
        Run("four", ("expert@1", "greedy", "greedy", "greedy"), games // 2),
        Run("five", ("expert@1", "greedy", "greedy", "greedy", "greedy"), games // 2),
        Run("mixed-colours", ("expert@1", "greedy"), games // 2, "mixed-colours"),
        Run("mixed-numbers", ("expert@1", "greedy"), games // 2, "mixed-numbers"),
    ):
        told = run.result()
        n = int(told["games"])
        low, high = wilson(round(told["wins"]), n)
        print(
            f"{run.name:14} {' '.join(run.bots):40} N {n:6}  wins {told['wins'] / n:6.2%} (95 % {low:.2%} to {high:.2%})"
            f"  points {told['points'] / n:5.2f}  all {told['all'] / n:5.2f}  {n / told['cpu']:6.0f} games/s per core",
            flush=True,
        )


if __name__ == "__main__":
    main()
