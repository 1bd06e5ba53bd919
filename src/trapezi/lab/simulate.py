"""Play many games with the same players and report scores with intervals, win rates and speed.

Game n has a seed of its own, taken from the n-th stream of the run's seed. It decides all dice and draws, so the games are the
same with any number of processes, with logs and without; a log names it, so that `trapezi verify` can check every outcome.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from trapezi.core.game import Game
from trapezi.core.log import save
from trapezi.core.match import Match
from trapezi.core.random import branch
from trapezi.games import find
from trapezi.lab.checkpoint import Kept
from trapezi.lab.chunks import Piece
from trapezi.lab.interval import interval, wilson
from trapezi.lab.lineup import Seated, minds
from trapezi.lab.playouts import play_seeded
from trapezi.lab.runner import Done, run
from trapezi.lab.time_limit import GAME, Spot
from trapezi.lab.totals import Count, restored
from trapezi.lab.workers import BadRun

SHARES = 60  # what `Count.shares` counts in


@dataclass(frozen=True)
class Result:
    """The result of a run."""

    game: str
    players: int
    bots: tuple[str, ...]
    seed: int
    seconds: float
    count: Count
    stopped: bool = False  # before all games were played
    kept: int = 0  # games of an earlier run, which took no time now

    def data(self) -> dict[str, Any]:
        """Return the object that `trapezi simulate --json` prints."""
        count, rate = self.count, (self.count.games - self.kept) / max(self.seconds, 1e-9)
        data: dict[str, Any] = {
            "game": self.game,
            "players": self.players,
            "games": count.games,
            "seed": self.seed,
            "seconds": self.seconds,
            "games_per_s": rate,
            "decisions_per_s": rate * count.decisions / count.games,
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


@dataclass(frozen=True)
class Simulation:
    """The games of one run, for any process that plays some of them."""

    game: str
    options: Mapping[str, Any]
    bots: tuple[str, ...]  # one for each seat
    seed: int
    rotate: bool
    log: Path | None = None

    def data(self) -> dict[str, Any]:
        """Return what identifies the run."""
        lineup = {"game": self.game, "options": dict(self.options), "bots": list(self.bots)}
        return {"run": "simulate", **lineup, "seed": self.seed, "rotate": self.rotate}

    @property
    def guarded(self) -> bool:
        """A bot that fails ends the run, so bots need no guard."""
        return False

    def do(self, piece: Piece, spot: Spot) -> Any:
        """Play a chunk of games. With rotation, bots move on by a seat each game, and chance changes after a full round."""
        game = find(self.game).of(**self.options)
        turns = game.players if self.rotate else 1
        counts = [Count(game.players) for _ in range(turns)]
        seated = [Seated(self.bots[-turn:] + self.bots[:-turn], self.game) for turn in range(turns)]
        start, decisions = game.start(), 0
        for n in piece.games:
            spot[GAME] = n
            deal, turn = divmod(n, turns)
            lineup, seed = seated[turn], branch(self.seed, deal).next64() >> 1
            if self.log is None and lineup.quick:
                state = start.clone()
                decisions += play_seeded(state, lineup.policies, seed, minds(1, seed)[0])
            else:
                match = Match(game, seed)
                decisions += lineup.play_match(match, minds(game.players, seed))
                state = match.state
                if self.log is not None:
                    save(match, self.log / f"game-{n + 1:05}.jsonl")
            counts[turn].add_game(state)
        total = Count(game.players)
        for turn, count in enumerate(counts):
            total.add(count, turn)
        total.decisions = decisions
        return total.data()


def simulate(
    game: Game[Any],
    games: int,
    *,
    bots: Sequence[str] = ("chance",),
    seed: int = 0,
    rotate: bool = False,
    jobs: int = 1,
    cluster: str | None = None,
    log: Path | None = None,
    keep: Path | None = None,
    done: Done | None = None,
) -> Result:
    """Play this many games. Bots take seats in the order given, starting over if there are fewer bots than seats.

    Ctrl-C ends the run with the games played so far.

    >>> import trapezi
    >>> simulate(trapezi.game("qwixx", players=2), 10, seed=7).data()["games"]
    10
    """
    if len(bots) > game.players:
        raise BadRun("bot.too-many", bots=len(bots), players=game.players)
    names = tuple(bots[seat % len(bots)] for seat in range(game.players))
    Seated(names, game.name)  # reject a wrong name before anything is done
    work = Simulation(game.name, game.options.data(), names, seed, rotate, log)
    kept = Kept(keep, work.data())
    if log is not None and not kept.before:
        prepare_folder(log)
    count = Count(game.players)
    started = time.perf_counter()
    ran = run(work, {0: range(games)}, lambda _, data: count.add(restored(*data)), kept, jobs, cluster, done)
    seconds = time.perf_counter() - started
    return Result(game.name, game.players, names, seed, seconds, count, ran.stopped, ran.kept)


def prepare_folder(folder: Path) -> None:
    """Create the folder for logs if needed; refuse one with logs of another run."""
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.glob("game-*.jsonl")):
        raise BadRun("log.folder-in-use", folder=str(folder))
