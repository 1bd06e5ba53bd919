"""Play many games with the same bots, and report scores with confidence intervals, win rates and speed.

The seed of the run determines the seed of each game, and the seed of a game determines all its dice and draws. The games are
therefore the same with any number of processes. The log of a game contains its seed, so that `trapezi verify` can check it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from trapezi.core.game import Game
from trapezi.core.log import save_log
from trapezi.core.match import Match
from trapezi.core.random import branch
from trapezi.games import find
from trapezi.lab.checkpoint import Checkpoint
from trapezi.lab.chunks import Chunk
from trapezi.lab.confidence_intervals import mean_interval, wilson_interval
from trapezi.lab.lineup import Lineup, bot_streams
from trapezi.lab.run_with_checkpoint import OnProgress, RunEnd, no_progress, run_games
from trapezi.lab.time_limit import GAME, CurrentDecision
from trapezi.lab.totals import Totals, totals_from_data
from trapezi.lab.workers import BadRun


@dataclass(frozen=True)
class SimulationResult:
    """The totals of a simulation."""

    game: str
    bots: tuple[str, ...]
    seed: int
    totals: Totals
    end: RunEnd

    def data(self) -> dict[str, Any]:
        """Return what `trapezi simulate --json` prints."""
        totals, end = self.totals, self.end
        rate = (totals.games - end.resumed_games) / max(end.seconds, 1e-9)
        data: dict[str, Any] = {
            "game": self.game,
            "players": totals.players,
            "games": totals.games,
            "seed": self.seed,
            "seconds": end.seconds,
            "games_per_s": rate,
            "decisions_per_s": rate * totals.decisions / totals.games,
            "seats": [self.seat_data(seat) for seat in range(totals.players)],
        }
        if totals.team:
            data["team"] = {
                "win_rate": totals.won / totals.games,
                "ci95": wilson_interval(totals.won, totals.games),
                "mean_left": totals.left / totals.games,
                "excellent_rate": totals.excellent / totals.games,
            }
        return data

    def seat_data(self, seat: int) -> dict[str, Any]:
        totals = self.totals
        return {
            "bot": self.bots[seat],
            "mean_score": totals.scores[seat] / totals.games,
            "ci95": mean_interval(totals.games, totals.scores[seat], totals.score_squares[seat]),
            "win_rate": totals.win_rate(seat),
        }


@dataclass(frozen=True)
class Simulation:
    """The settings of a simulation. Any process that gets this object can play some of the games."""

    game_name: str
    options: Mapping[str, Any]
    bots: tuple[str, ...]  # The name of a bot for each seat.
    seed: int
    rotate: bool
    log: Path | None = None
    needs_own_process = False  # If a bot crashes this process, the simulation has failed anyway.

    def checkpoint_identity(self) -> dict[str, Any]:
        """Return the settings that must be the same if a run continues from a checkpoint."""
        lineup = {"game": self.game_name, "options": dict(self.options), "bots": list(self.bots)}
        return {"run": "simulate", **lineup, "seed": self.seed, "rotate": self.rotate}

    def play_chunk(self, chunk: Chunk, current: CurrentDecision) -> Any:
        """Play a chunk and return its totals. With `rotate`, each deal is played once for each rotation of the bots."""
        game = find(self.game_name).with_options(**self.options)
        rotations = game.players if self.rotate else 1
        totals = [Totals(game.players) for _ in range(rotations)]
        lineups = [Lineup(self.bots[-n:] + self.bots[:-n], self.game_name) for n in range(rotations)]
        start, decisions = game.start(), 0
        for n in chunk.games:
            current[GAME] = n
            deal, rotation = divmod(n, rotations)
            lineup, seed = lineups[rotation], branch(self.seed, deal).next64() >> 1
            if self.log is None:
                end, made = lineup.play_game(start, seed)
            else:
                match = Match(game, seed)
                made = lineup.play_match(match, bot_streams(game.players, seed))
                end = match.state
                save_log(match, self.log / f"game-{n + 1:05}.jsonl")
            decisions += made
            totals[rotation].add_game(end)
        total = Totals(game.players)
        for rotation, part in enumerate(totals):
            total.add(part, rotation)
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
    checkpoint: Path | None = None,
    on_progress: OnProgress = no_progress,
) -> SimulationResult:
    """Play this many games. The bots take the seats in order; if there are fewer bots than seats, they are repeated.

    Ctrl-C stops the run; the result then has only the games that were finished.

    >>> import trapezi
    >>> simulate(trapezi.game("qwixx", players=2), 10, seed=7).data()["games"]
    10
    """
    if len(bots) > game.players:
        raise BadRun("common.bot.too-many", bots=len(bots), players=game.players)
    names = tuple(bots[seat % len(bots)] for seat in range(game.players))
    Lineup(names, game.name)  # This raises an error at once if a name is wrong.
    work = Simulation(game.name, game.options.data(), names, seed, rotate, log)
    saved = Checkpoint(checkpoint, work.checkpoint_identity())
    if log is not None and not saved.finished:
        create_log_folder(log)
    totals = Totals(game.players)

    def add_totals(_: Chunk, data: Any) -> None:
        totals.add(totals_from_data(*data))

    end = run_games(work, {0: range(games)}, add_totals, saved, jobs, cluster, on_progress)
    return SimulationResult(game.name, names, seed, totals, end)


def create_log_folder(folder: Path) -> None:
    """Create a folder for logs if it does not exist. Raise `BadRun` if it contains logs of another run."""
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.glob("game-*.jsonl")):
        raise BadRun("common.log.folder-in-use", folder=str(folder))
