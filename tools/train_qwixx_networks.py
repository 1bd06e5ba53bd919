"""Learn the value networks of the Qwixx expert by self-play and write them to `games/qwixx/bots/networks/`.

    python tools/train_qwixx_networks.py --players 2 --generations 12 --games 60000

Each generation plays games with the newest network, adds their positions to those of the last generations, and trains on all of
them. The first generation plays with estimates for rows. The target of a position is the result of its game mixed with the values
of the positions that follow (TD(lambda)). Exchanging rows that have the same numbers gives further positions for free.

For a single player there is nothing to play: the targets are the exact values of the solution (`trapezi solve qwixx`).
Needs numpy. Two players take about half an hour on one core.
"""

from __future__ import annotations

import argparse
import time
from array import array
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

import trapezi
from trapezi.bots.budget import Budget
from trapezi.core.random import branch
from trapezi.games.qwixx.bots import array_strides, value_network
from trapezi.games.qwixx.bots import network_sizes as sizes
from trapezi.games.qwixx.bots.after_state import AfterState
from trapezi.games.qwixx.bots.move_evaluator import MoveEvaluator
from trapezi.games.qwixx.bots.row_states import RowStates
from trapezi.games.qwixx.bots.search import Searcher
from trapezi.games.qwixx.bots.value_network import ValueNetwork

FOLDER = Path(value_network.__file__).parent / "networks"
STATES = RowStates().states
RANDOM_MOVES = 4  # This percentage of moves is random, so that all kinds of positions occur.
LAMBDA = 0.6
SEED = 1_000_000
REMEMBERED = 4  # Each generation trains on the positions of this many generations.
BATCH = 4096
ROW_ORDERS = {  # By layout: the orders of rows that do not change the value of a position.
    "standard": [[*pairs[a], *pairs[1 - a]] for a in (0, 1) for pairs in product(([0, 1], [1, 0]), ([2, 3], [3, 2]))],
    "mixed-colours": [[0, 1, 2, 3]],
    "mixed-numbers": [[0, 1, 2, 3]],
}


# -- self-play -----------------------------------------------------------------------------------------------------------


@dataclass
class Positions:
    """Positions before a roll. Row n of each array is position n. The positions of a game are next to each other."""

    rows: Any  # `rows[n, seat, row]` is the state of a row.
    misses: Any  # `misses[n, seat]` is the number of misses.
    scores: Any  # `scores[n, seat]` is the score so far.
    active: Any  # `active[n]` is the seat that rolls next.
    last: Any  # `last[n]` is true for the last position of a game.
    ends: Any  # `ends[n, seat]` is the score at the end of the game.

    def __len__(self) -> int:
        return len(self.active)


def play_games(layout: str, players: int, weights: bytes | None, games: int, seed: int) -> Positions:
    """Let a network play games against itself. Without weights, use estimates for rows instead."""
    start: Any = trapezi.game("qwixx", players=players, sheet=layout).start()
    network = None if weights is None else MoveEvaluator(ValueNetwork(players, memoryview(array("d", weights))))
    estimates = Searcher(Budget(simulations=1))
    reader = AfterState(RowStates())
    rows, misses, scores, active, last, ends = [], [], [], [], [], []
    for n in range(games):
        rng, state, length = branch(SEED + seed, n), start.clone(), 0
        state.active = rng.below(players)
        while not state.over:
            if state.waiting == 0:
                reader.set_from_position(state)
                rows.append(bytes(reader.row[: players * 4]))
                misses.append(bytes(reader.misses[:players]))
                scores.append(reader.score[:players])
                active.append(state.active)
                length += 1
                state._apply(-1, state.sample_chance(rng))
                continue
            for seat in range(players):
                if state.waiting >> seat & 1:
                    if rng.below(100) < RANDOM_MOVES:
                        move = state.choose(seat, rng)
                    elif network is not None:
                        move = network.best_move(state, seat)
                    else:
                        move = estimates.pick(state, seat, rng)
                    state._apply(seat, move)
        last += [False] * (length - 1) + [True]
        ends += [[state.score(seat) for seat in range(players)]] * length
    return Positions(
        np.frombuffer(b"".join(rows), np.uint8).reshape(-1, players, 4),
        np.frombuffer(b"".join(misses), np.uint8).reshape(-1, players),
        np.array(scores, np.int16),
        np.array(active, np.uint8),
        np.array(last),
        np.array(ends, np.int16),
    )


def joined(parts: list[Positions]) -> Positions:
    names = ("rows", "misses", "scores", "active", "last", "ends")
    return Positions(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))


# -- the network in numpy ------------------------------------------------------------------------------------------------


class Network:
    """The weights of a value network, with Adam."""

    def __init__(self, players: int, rng: Any) -> None:
        self.players = players
        self.inputs = players * (4 * STATES + sizes.MISSES) + players + players - 1
        first, second, outputs = sizes.FIRST, sizes.SECOND, sizes.OUTPUTS
        self.weights = [
            rng.normal(0, 0.1, (self.inputs, first)).astype("f"),
            rng.normal(0, (2 / first) ** 0.5, (first, second)).astype("f"),
            np.zeros(second, "f"),
            rng.normal(0, (1 / second) ** 0.5, (second, outputs)).astype("f"),
            np.zeros(outputs, "f"),
        ]
        self.means = [np.zeros_like(w) for w in self.weights]
        self.squares = [np.zeros_like(w) for w in self.weights]
        self.steps = 0

    def encode(self, rows: Any, misses: Any, scores: Any, active: Any, seat: Any) -> Any:
        """Return the inputs for one seat of each position."""
        n, players = len(active), self.players
        order = (seat[:, None] + np.arange(players)) % players
        each = np.arange(n)[:, None]
        x = np.zeros((n, self.inputs), "f")
        rows, misses, scores = rows[each, order], misses[each, order], scores[each, order].astype("f")
        x[each, rows.reshape(n, -1).astype(int) + np.arange(players * 4) * STATES] = 1
        at = players * 4 * STATES
        x[each, at + misses.astype(int) + np.arange(players) * sizes.MISSES] = 1
        at += players * sizes.MISSES
        x[each[:, 0], at + (seat - active.astype(int)) % players] = 1
        at += players
        x[:, at:] = (scores[:, :1] - scores[:, 1:]) / sizes.LEAD_SCALE
        return x

    def forward(self, x: Any) -> tuple[Any, Any, Any]:
        w1, w2, b2, w3, b3 = self.weights
        first = np.maximum(x @ w1, 0)
        second = np.maximum(first @ w2 + b2, 0)
        return first, second, second @ w3 + b3

    def train(self, x: Any, win: Any, lead: Any, rate: float) -> Any:
        """Take one step of Adam. `win` and `lead` are the targets of the two outputs. Return the two losses."""
        _, w2, _, w3, _ = self.weights
        first, second, out = self.forward(x)
        chance = 1 / (1 + np.exp(-out[:, 0]))
        error = np.stack([chance - win if self.players > 1 else 0 * win, out[:, 1] - lead], 1).astype("f")
        back = error / len(x)
        back2 = (back @ w3.T) * (second > 0)
        back1 = (back2 @ w2.T) * (first > 0)
        gradients = [x.T @ back1, first.T @ back2, back2.sum(0), second.T @ back, back.sum(0)]
        self.steps += 1
        for weight, mean, square, gradient in zip(self.weights, self.means, self.squares, gradients, strict=True):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            step = rate * (1 - 0.999**self.steps) ** 0.5 / (1 - 0.9**self.steps)
            weight -= step * mean / (np.sqrt(square) + 1e-8)
        return (error**2).mean(0)

    def flat(self) -> Any:
        """Return the weights in the order of `value_network.weight_count`, rounded as in the file."""
        w1, w2, b2, w3, b3 = self.weights
        at = self.players * 4 * STATES
        rows = np.zeros((self.players * 4, array_strides.STATES, sizes.FIRST), "f")
        rows[:, :STATES] = w1[:at].reshape(-1, STATES, sizes.FIRST)
        parts = [rows, w1[at:], b2, w2, b3, w3]
        return np.concatenate([part.ravel() for part in parts]).astype("<f2")

    def set_flat(self, flat: Any) -> None:
        """Set the weights to the values that `flat` returned."""
        players, first, second, outputs = self.players, sizes.FIRST, sizes.SECOND, sizes.OUTPUTS
        flat = flat.astype("f")
        n = players * 4 * array_strides.STATES * first
        rows = flat[:n].reshape(-1, array_strides.STATES, first)[:, :STATES].reshape(-1, first)
        rest = (self.inputs - len(rows)) * first
        others, flat = flat[n : n + rest].reshape(-1, first), flat[n + rest :]
        w1 = np.concatenate([rows, others])
        b2, flat = flat[:second], flat[second:]
        w2, flat = flat[: first * second].reshape(first, second), flat[first * second :]
        b3, flat = flat[:outputs], flat[outputs:]
        self.weights = [w1.copy(), w2.copy(), b2.copy(), flat.reshape(second, outputs).copy(), b3.copy()]


# -- targets and training ------------------------------------------------------------------------------------------------


def leads(scores: Any) -> Any:
    """Return each seat's lead over the best other seat, or the points if there is only one player."""
    if scores.shape[1] == 1:
        return scores.astype("f")
    best = np.sort(scores, 1).astype("f")
    return scores - np.where(scores == best[:, -1:], best[:, -2:-1], best[:, -1:])


def targets(positions: Positions, network: Network | None) -> tuple[Any, Any]:
    """Return the training targets for each position and seat: the chance to win, and the lead at the end."""
    final = leads(positions.ends)
    win, lead = (np.sign(final) + 1) / 2, final.copy()
    if network is None:
        return win.astype("f"), lead
    n, players = len(positions), network.players
    values = np.zeros((n, players, 2), "f")
    now = leads(positions.scores)
    for start in range(0, n, BATCH):
        part = slice(start, start + BATCH)
        for seat in range(players):
            fields = (positions.rows, positions.misses, positions.scores, positions.active)
            count = len(positions.active[part])
            out = network.forward(network.encode(*(field[part] for field in fields), np.full(count, seat)))[2]
            values[part, seat, 0] = 1 / (1 + np.exp(-out[:, 0]))
            values[part, seat, 1] = now[part, seat] + out[:, 1] * sizes.LEAD_SCALE
    ends = np.flatnonzero(positions.last)
    lengths = np.diff(np.concatenate([[-1], ends]))
    for back in range(1, lengths.max()):
        at = ends[lengths > back] - back
        win[at] = LAMBDA * win[at + 1] + (1 - LAMBDA) * values[at + 1, :, 0]
        lead[at] = LAMBDA * lead[at + 1] + (1 - LAMBDA) * values[at + 1, :, 1]
    return win.astype("f"), lead


def train(
    network: Network,
    positions: Positions,
    goals: tuple[Any, Any],
    layout: str,
    epochs: float,
    rates: tuple[float, float],
    rng: Any,
) -> Any:
    """Train the network on the positions, as every seat sees them. Return the mean losses in the last tenth of the training."""
    n, players, losses = len(positions), network.players, []
    win, lead = goals
    now = leads(positions.scores)
    steps = int(epochs * n * players / BATCH)
    for step in range(steps):
        pick = rng.integers(0, n, BATCH)
        seat = rng.integers(0, players, BATCH)
        order = ROW_ORDERS[layout][rng.integers(len(ROW_ORDERS[layout]))]
        rows = positions.rows[pick][:, :, order]
        x = network.encode(rows, positions.misses[pick], positions.scores[pick], positions.active[pick], seat)
        rate = rates[0] * (rates[1] / rates[0]) ** (step / steps)
        loss = network.train(x, win[pick, seat], (lead[pick, seat] - now[pick, seat]) / sizes.LEAD_SCALE, rate)
        if step > 0.9 * steps:
            losses.append(loss)
    return np.mean(losses, 0)


def generations(layout: str, players: int, count: int, games: int, jobs: int, start: Path | None) -> Iterator[Any]:
    """Yield the weights after each generation. Continue with the weights in the file `start` if there is one."""
    rng, network, memory = np.random.default_rng(players), None, []
    if start is not None:
        network = Network(players, rng)
        network.set_flat(np.frombuffer(start.read_bytes(), "<f2"))
    with ProcessPoolExecutor(jobs) as pool:
        for number in range(count):
            begun = time.perf_counter()
            weights = None if network is None else network.flat().astype("d").tobytes()
            size, parts = games // (jobs * 4), range(jobs * 4)
            played = [pool.submit(play_games, layout, players, weights, size, 1000 * number + part) for part in parts]
            memory = [*memory, joined([each.result() for each in played])][-REMEMBERED:]
            if number == 1 and start is None:
                memory = memory[1:]
            positions = joined(memory)
            middle = time.perf_counter()
            goals = targets(positions, network)
            epochs, rates = (2.0, (2e-3, 2e-4)) if number < 2 and start is None else (1.0, (1e-3, 1e-4))
            if number == count - 1:
                epochs, rates = 4.0, (1e-3, 2e-5)
            network = network or Network(players, rng)
            loss = train(network, positions, goals, layout, epochs, rates, rng)
            score = memory[-1].ends[memory[-1].last].mean()
            took = f"{middle - begun:.0f} s to play, {time.perf_counter() - middle:.0f} s to train"
            print(f"generation {number}: {len(positions):,} positions, {score:.2f} points, losses {loss}, {took}", flush=True)
            yield network.flat()


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--players", type=int, required=True)
    arguments.add_argument("--sheet", default="standard", choices=list(ROW_ORDERS))
    arguments.add_argument("--generations", type=int, default=12)
    arguments.add_argument("--games", type=int, default=60_000, help="games per generation")
    arguments.add_argument("--jobs", type=int, default=2)
    arguments.add_argument("--start", type=Path, help="continue with the weights in this file")
    arguments.add_argument("--folder", type=Path, default=FOLDER)
    options = arguments.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    for flat in generations(options.sheet, options.players, options.generations, options.games, options.jobs, options.start):
        (options.folder / f"{options.sheet}-{options.players}.bin").write_bytes(flat.tobytes())


if __name__ == "__main__":
    main()
