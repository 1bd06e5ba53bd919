"""Measure what the goals of Sideboards are worth, and how good a solo score is. Print docs/sideboards-goals.md.

    python tools/fit_sideboards_goals.py > docs/sideboards-goals.md          several minutes with the compiled rules

Every combination of goals is played in solo games. A goal that is rarely fulfilled gets more points, until good play
earns about the same from each goal of a group. The goals whose printed points are known keep them and set the scale of
their group. Good play tries each move in games that greedy play finishes. It knows which cards are still to come, but
not their order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import make_sideboards_deck

from trapezi.core.random import Stream, branch
from trapezi.core.special_seats import NATURE
from trapezi.games.sideboards.bots import Greedy
from trapezi.games.sideboards.game import Sideboards
from trapezi.games.sideboards.notation import GOAL, LAY
from trapezi.games.sideboards.rules import Position

KNOWN = {3: 4, 8: 3}  # The printed points are known for a colour goal of three cells and for the diagonal handle goal.
TRIALS = 8  # The number of games in which good play tries each move.
ROUNDS = 5
REPEATS = 3  # In each round, each combination of goals is played this many times.
QUANTILES = (0.05, 0.2, 0.45, 0.75, 0.95)  # The solo ranks above the lowest begin at these quantiles of the scores.


# -- good play ---------------------------------------------------------------------------------------------------------


def greedy_move(state: Position) -> int:
    """Return the first of the moves that earn the most points at once. Never return an exchange."""
    greedy = Greedy()
    return max(range(LAY, LAY + 8), key=lambda move: greedy.value(state, 0, move))


def finish_greedily(state: Position, rng: Stream) -> int:
    """Play a started solo game to its end with greedy moves. Return its points."""
    while not state.over:
        if state.waiting == 0:
            state._apply(NATURE, state.sample_chance(rng))
        else:
            state._apply(0, greedy_move(state))
    return state.score(0)


def best_move(state: Position, trials: int, rng: Stream) -> int:
    """Return the move with the best mean result. All moves are tried with the same draws."""
    key = rng.next64()
    best, most = 0, -1
    for move in state.legal(0):
        total = 0
        for trial in range(trials):
            then = state.clone()
            then._apply(0, move)
            total += finish_greedily(then, Stream(key + trial))
        if total > most:
            best, most = move, total
    return best


def play_well(state: Position, trials: int, rng: Stream) -> Position:
    """Play a solo game well from its start to its end. Return the last position."""
    while not state.over:
        if state.waiting == 0:
            state._apply(NATURE, state.sample_chance(rng))
        else:
            state._apply(0, best_move(state, trials, rng))
    return state


# -- measuring ---------------------------------------------------------------------------------------------------------


@dataclass
class Measurements:
    """The totals of a round of games."""

    games: dict[int, int] = field(default_factory=lambda: dict.fromkeys(range(1, 31), 0))
    counts: dict[int, int] = field(default_factory=lambda: dict.fromkeys(range(1, 31), 0))  # Sets, or drawers in runs.
    scores: list[int] = field(default_factory=list)

    def mean(self, goal: int) -> float:
        return self.counts[goal] / self.games[goal]


def deck_with(points: list[int]) -> dict[str, Any]:
    """Return the shipped deck with other points for goals 1 to 14."""
    deck = make_sideboards_deck.deck()
    deck["goals"] = [{**goal, "points": points[i]} if i < 14 else goal for i, goal in enumerate(deck["goals"])]
    return deck


def combinations() -> Iterator[tuple[int, int, int]]:
    for colour in range(1, 8):
        for handle in range(8, 15):
            for row in range(15, 31):
                yield colour, handle, row


def measure(points: list[int], seed: int, repeats: int = REPEATS) -> Measurements:
    """Play every combination of goals, each `repeats` times."""
    game = Sideboards.with_options(players=1, deck=deck_with(points))
    measured = Measurements()
    for k, goals in enumerate(goals for goals in combinations() for _ in range(repeats)):
        state: Position = game.start()  # type: ignore[assignment]
        for goal in goals:
            state.play(NATURE, GOAL + goal)
        end = play_well(state, TRIALS, branch(seed, k))
        for goal, line in zip(goals, end.score_lines(0), strict=False):
            measured.games[goal] += 1
            measured.counts[goal] += line.reason.params["sets" if goal < 15 else "drawers"]
        measured.scores.append(end.score(0))
    return measured


def fit_points(rounds: int = ROUNDS, repeats: int = REPEATS) -> list[float]:
    """Return the points with which all goals of a group earn the same. Begin with estimates from the numbers of cells."""
    points = [float(KNOWN.get(i + 1, {2: 3, 3: 5, 4: 9}[len(rows)])) for i, (rows, _) in enumerate(make_sideboards_deck.PATTERNS)]
    for seed in range(rounds):
        measured = measure([round(p) for p in points], seed, repeats)
        for goal in range(1, 15):
            anchor = 3 if goal < 8 else 8
            fair = KNOWN[anchor] * measured.mean(anchor) / measured.mean(goal)
            points[goal - 1] = (points[goal - 1] + fair) / 2
    return points


def page() -> str:
    """Return the measurements as a page of the documentation."""
    fair = fit_points()
    shipped = [points for _, points in make_sideboards_deck.PATTERNS]
    measured = measure(shipped, ROUNDS)
    lines = [
        "# Sideboards: what goals are worth",
        "",
        "Two goals are known from the rulebook: three drawers of one colour pay 4 points (our goal 3), and two handles that",
        "touch at a corner pay 3 (goal 8). All other patterns and points of goals 1–14 are our own, and so are the solo ranks.",
        "`python tools/fit_sideboards_goals.py` prints this page. It plays solo games well (each move is tried in",
        f"{TRIALS} games that greedy play finishes) and fits the points until each goal of a group earns about the same.",
        "*Fitted* is its result; *points* is what the deck `sideboards-1` has: rounded, and rising with the number. *Sets* and",
        "*earned* are means per game, played with the points of the deck and all goals of the other groups.",
        "",
        "| goal | rows of the cells | fitted | points | sets | earned |",
        "|---:|---|---:|---:|---:|---:|",
    ]
    for i, (rows, points) in enumerate(make_sideboards_deck.PATTERNS):
        sets = measured.mean(i + 1)
        cells = " ".join(str(row + 1) for row in rows)
        lines.append(f"| {i + 1} | {cells} | {fair[i]:.1f} | {points} | {sets:.2f} | {sets * points:.1f} |")
    lines += [
        "",
        "Row goals pay 2 points per drawer, as the rules say. These are the drawers that good play counts, without the bonus.",
        "",
        "| goal | drawers | earned |",
        "|---:|---:|---:|",
    ]
    lines += [f"| {goal} | {measured.mean(goal):.2f} | {2 * measured.mean(goal):.1f} |" for goal in range(15, 31)]
    scores = sorted(measured.scores)
    limits = [scores[int(len(scores) * q)] for q in QUANTILES]
    lines += [
        "",
        f"Solo: {len(scores)} games, {sum(scores) / len(scores):.1f} points on average, from {scores[0]} to {scores[-1]}.",
        "The ranks begin where good play ends in "
        + ", ".join(f"{q:.0%}" for q in QUANTILES)
        + " of the games: at "
        + ", ".join(map(str, limits))
        + " points;",
        "the deck has " + ", ".join(map(str, make_sideboards_deck.SOLO_RANKS[1:])) + ".",
        "",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    print(page(), end="")
