"""Many games with the same players, and what came of them: scores with intervals, win rates, speed.

Game n uses the n-th stream of the seed, so the games are the same whatever the number of processes. Logged games are games of
their own: each has a seed that decides its dice and draws alone, written into its log, so that `trapezi verify` can check them.
"""

from __future__ import annotations

import math
import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from trapezi.games import find
from trapezi.lab.count import Count
from trapezi.lab.playouts import Tally, playout
from trapezi.lab.seated import Seated
from trapezi.law.contract import Moves
from trapezi.law.errors import LawError
from trapezi.law.game import Game
from trapezi.law.log import save
from trapezi.law.match import Match
from trapezi.law.random import Stream, branch

MINDS = 0x7472_6170_657A_6921  # what bots do comes from other streams than dice and cards
SHARES = 60  # what `Count.shares` counts in
Z95 = 1.959963984540054
PIECE = 2000  # games that a process plays before it reports
THOUGHTFUL = 10  # … with bots that take their time

Done = Callable[[int], None]


class BadRun(LawError):
    """A run that cannot be done as asked."""


@dataclass(frozen=True)
class Result:
    """What a run came to."""

    game: str
    players: int
    bots: tuple[str, ...]
    seed: int
    seconds: float
    count: Count

    def data(self) -> dict[str, Any]:
        """As `trapezi simulate --json` prints it."""
        count, seconds = self.count, max(self.seconds, 1e-9)
        data: dict[str, Any] = {
            "game": self.game,
            "players": self.players,
            "games": count.games,
            "seed": self.seed,
            "seconds": self.seconds,
            "games_per_s": count.games / seconds,
            "decisions_per_s": count.decisions / seconds,
            "seats": [self.seat(seat) for seat in range(self.players)],
        }
        if count.team:
            data["team"] = {
                "win_rate": count.won / count.games,
                "ci95": wilson(count.won, count.games),
                "mean_left": count.left / count.games,
                "excellent_rate": count.excellent / count.games,
            }
        return data

    def seat(self, seat: int) -> dict[str, Any]:
        count = self.count
        return {
            "bot": self.bots[seat],
            "mean_score": count.score[seat] / count.games,
            "ci95": interval(count.games, count.score[seat], count.square[seat]),
            "win_rate": count.shares[seat] / SHARES / count.games,
        }


def interval(n: int, total: int, squares: int) -> list[float]:
    """The mean of n numbers with their sum and sum of squares, as low and high end of its 95 % interval.

    >>> [round(end, 2) for end in interval(4, 8, 20)]
    [0.87, 3.13]
    """
    mean = total / n
    variance = (squares * n - total * total) / (n * (n - 1)) if n > 1 else 0.0
    half = Z95 * math.sqrt(variance / n)
    return [mean - half, mean + half]


def wilson(won: int, n: int) -> list[float]:
    """A rate as low and high end of its 95 % interval, good for rare events too.

    >>> [round(end, 4) for end in wilson(0, 100)]
    [0.0, 0.037]
    """
    rate, z2 = won / n, Z95 * Z95
    middle = (rate + z2 / (2 * n)) / (1 + z2 / n)
    half = Z95 * math.sqrt(rate * (1 - rate) / n + z2 / (4 * n * n)) / (1 + z2 / n)
    return [max(0.0, middle - half) if won else 0.0, min(1.0, middle + half) if won < n else 1.0]


def simulate(
    game: Game[Any],
    games: int,
    *,
    bots: Sequence[str] = ("chance",),
    seed: int = 0,
    jobs: int = 1,
    log: Path | None = None,
    done: Done | None = None,
) -> Result:
    """Plays so many games. Bots sit down in the order given, from the first again if there are fewer than seats.

    >>> import trapezi
    >>> simulate(trapezi.game("qwixx", players=2), 10, seed=7).data()["games"]
    10
    """
    if len(bots) > game.players:
        raise BadRun("bot.too-many", bots=len(bots), players=game.players)
    names = tuple(bots[seat % len(bots)] for seat in range(game.players))
    Seated(names, game.name)  # a wrong name is told before anything is done
    if log is not None:
        ready(log)
    started = time.perf_counter()
    count = Count(game.players)
    for part in parts(game, names, games, seed, jobs, log):
        count.add(part)
        if done is not None:
            done(part.games)
    return Result(game.name, game.players, names, seed, time.perf_counter() - started, count)


def ready(folder: Path) -> None:
    """A folder for logs: made if need be, and never mixed with those of another run."""
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.glob("game-*.jsonl")):
        raise BadRun("log.folder-in-use", folder=str(folder))


def parts(game: Game[Any], bots: Sequence[str], games: int, seed: int, jobs: int, log: Path | None) -> Iterator[Count]:
    """The games piece by piece, in any order, by this process or several."""
    piece = min(PIECE if Seated(bots, game.name).quick else THOUGHTFUL, -(-games // (4 * jobs)))
    pieces = ((first, min(piece, games - first)) for first in range(0, games, piece))
    if jobs == 1 or games <= piece:
        yield from (play(game, bots, seed, first, number, log) for first, number in pieces)
        return
    task = (game.name, game.options.data(), bots, seed, log)
    workers = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"))
    try:
        with deaf_to_interrupts():  # whoever presses Ctrl-C stops this process, and this process its workers
            running = {workers.submit(play_in_process, *task, *next(pieces))}
        running |= {workers.submit(play_in_process, *task, *piece) for piece in islice(pieces, 3 * jobs)}
        while running:
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            running |= {workers.submit(play_in_process, *task, *piece) for piece in islice(pieces, len(finished))}
            yield from (future.result() for future in finished)
    except BrokenExecutor as error:
        raise BadRun("simulate.worker-lost") from error
    finally:
        workers.shutdown(cancel_futures=True)


@contextmanager
def deaf_to_interrupts() -> Iterator[None]:
    """Processes started in here never hear of Ctrl-C; this one hears of it right afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def play_in_process(
    name: str, options: Mapping[str, Any], bots: Sequence[str], seed: int, log: Path | None, first: int, number: int
) -> Count:
    return play(find(name).of(**options), bots, seed, first, number, log)


def play(game: Game[Any], bots: Sequence[str], seed: int, first: int, number: int, log: Path | None) -> Count:
    """Games first, first + 1 …"""
    count = Count(game.players)
    start, moves, tally, seated = game.start(), Moves(), Tally(), Seated(bots, game.name)
    random = set(bots) == {"chance"}  # needs nobody to decide
    for n in range(first, first + number):
        if log is not None:
            match = Match(game, branch(seed, n).next64() >> 1)
            tally.decisions += seated.play_match(match, minds(game.players, match.seed or 0))
            save(match, log / f"game-{n + 1:05}.jsonl")
            count.add_game(match.state)
        elif random:
            count.add_game(playout(start.clone(), branch(seed, n), moves, tally))
        else:
            state, dice = start.clone(), branch(seed, n)
            tally.decisions += seated.play(state, dice, minds(game.players, dice.key))
            count.add_game(state)
    count.decisions = tally.decisions
    return count


def minds(players: int, seed: int) -> list[Stream]:
    """Where the bots of a game have their chance from."""
    return [branch(seed ^ MINDS, seat) for seat in range(players)]
