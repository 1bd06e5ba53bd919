"""What goals are worth, and how good a solo score is, measured by good play.

    python -m trapezi.games.sideboards.fit > docs/sideboards-goals.md          a few minutes with the compiled law

All goals are played with one another in solo games. A goal that is fulfilled rarely gets more points, until good play earns
about the same from each goal of a group. The goals whose points are known keep them and set the scale of their group.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from trapezi.core.random import branch
from trapezi.games.sideboards import make_deck
from trapezi.games.sideboards.game import Sideboards
from trapezi.games.sideboards.good import played
from trapezi.games.sideboards.notation import GOAL
from trapezi.games.sideboards.rules import Position

NATURE = -1
KNOWN = {3: 4, 8: 3}  # a colour goal of three cells and the diagonal handle goal
TRIALS = 8  # games per move that good play tries out
ROUNDS = 5
REPEATS = 3  # games of each triple of goals in a round
QUANTILES = (0.05, 0.2, 0.45, 0.75, 0.95)  # where the solo ranks begin, the lowest aside


@dataclass
class Measured:
    """What a round of games came to."""

    games: dict[int, int] = field(default_factory=lambda: dict.fromkeys(range(1, 31), 0))
    found: dict[int, int] = field(default_factory=lambda: dict.fromkeys(range(1, 31), 0))  # sets, or drawers in rows
    scores: list[int] = field(default_factory=list)

    def mean(self, goal: int) -> float:
        return self.found[goal] / self.games[goal]


def deck_with(points: list[int]) -> dict[str, Any]:
    """The deck with other points for goals 1 to 14."""
    deck = make_deck.deck()
    deck["goals"] = [{**goal, "points": points[i]} if i < 14 else goal for i, goal in enumerate(deck["goals"])]
    return deck


def triples() -> Iterator[tuple[int, int, int]]:
    for colour in range(1, 8):
        for handle in range(8, 15):
            for row in range(15, 31):
                yield colour, handle, row


def measure(points: list[int], seed: int, repeats: int = REPEATS) -> Measured:
    """Plays every triple of goals, each so many times."""
    game = Sideboards.of(players=1, deck=deck_with(points))
    measured = Measured()
    for k, goals in enumerate(goals for goals in triples() for _ in range(repeats)):
        state: Position = game.start()  # type: ignore[assignment]
        for goal in goals:
            state.play(NATURE, GOAL + goal)
        end = played(state, TRIALS, branch(seed, k))
        for goal, line in zip(goals, end.score_lines(0), strict=False):
            measured.games[goal] += 1
            measured.found[goal] += line.reason.params["sets" if goal < 15 else "drawers"]
        measured.scores.append(end.score(0))
    return measured


def fitted(rounds: int = ROUNDS, repeats: int = REPEATS) -> list[float]:
    """The points at which all goals of a group earn the same, from points that know only how many cells a goal has."""
    points = [float(KNOWN.get(i + 1, {2: 3, 3: 5, 4: 9}[len(rows)])) for i, (rows, _) in enumerate(make_deck.PATTERNS)]
    for seed in range(rounds):
        measured = measure([round(p) for p in points], seed, repeats)
        for goal in range(1, 15):
            anchor = 3 if goal < 8 else 8
            fair = KNOWN[anchor] * measured.mean(anchor) / measured.mean(goal)
            points[goal - 1] = (points[goal - 1] + fair) / 2
    return points


def page() -> str:
    """The measurements as a page of the documentation."""
    fair = fitted()
    shipped = [points for _, points in make_deck.PATTERNS]
    measured = measure(shipped, ROUNDS)
    lines = [
        "# Sideboards: what goals are worth",
        "",
        "Of goals 1–14 it is known that one of three drawers of a colour pays 4 points (our goal 3) and that two handles that",
        "touch at a corner pay 3 (goal 8). All other patterns and points are ours, and so are the solo ranks. This page is",
        "printed by `python -m trapezi.games.sideboards.fit`, which plays solo games well (each move is tried out in",
        f"{TRIALS} games that greedy play finishes) and fits the points until each goal of a group earns about the same.",
        "*Fitted* is what it found, *points* what the deck `sideboards-1` has: rounded, and rising with the number. *Sets* and",
        "*earned* are means per game, played with the points of the deck and all goals of the other groups.",
        "",
        "| goal | rows of the cells | fitted | points | sets | earned |",
        "|---:|---|---:|---:|---:|---:|",
    ]
    for i, (rows, points) in enumerate(make_deck.PATTERNS):
        sets = measured.mean(i + 1)
        cells = " ".join(str(row + 1) for row in rows)
        lines.append(f"| {i + 1} | {cells} | {fair[i]:.1f} | {points} | {sets:.2f} | {sets * points:.1f} |")
    lines += [
        "",
        "Row goals pay 2 points per drawer, as the rules say; here the drawers that good play counts, without the bonus.",
        "",
        "| goal | drawers | earned |",
        "|---:|---:|---:|",
    ]
    lines += [f"| {goal} | {measured.mean(goal):.2f} | {2 * measured.mean(goal):.1f} |" for goal in range(15, 31)]
    scores = sorted(measured.scores)
    found = [scores[int(len(scores) * q)] for q in QUANTILES]
    lines += [
        "",
        f"Solo: {len(scores)} games, {sum(scores) / len(scores):.1f} points on average, from {scores[0]} to {scores[-1]}.",
        "The ranks begin where good play ends in "
        + ", ".join(f"{q:.0%}" for q in QUANTILES)
        + " of the games: at "
        + ", ".join(map(str, found))
        + " points;",
        "the deck has " + ", ".join(map(str, make_deck.SOLO_RANKS[1:])) + ".",
        "",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    print(page(), end="")
