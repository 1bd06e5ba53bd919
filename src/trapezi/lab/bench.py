"""Measure the speed of the rules on this machine, for each game and mode, in units per second of CPU time.

    decisions_per_s           moves of players in random games, played in a compiled loop (rolls and draws are not counted)
    games_per_s               whole random games, played in the same loop
    steps_from_python_per_s   events (moves, rolls, draws) that Python code chooses and plays one by one, with all checks
    clones_per_s              copies of a state in the middle of a game

The two modes, compiled and pure, are measured in separate processes, because a process runs in only one mode.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from time import process_time
from typing import Any

from trapezi._compiled_or_pure import PURE_VARIABLE, execution_mode
from trapezi.core.errors import TrapeziError
from trapezi.core.game import Game
from trapezi.core.random import Stream, branch
from trapezi.core.state import State
from trapezi.games import find
from trapezi.lab.playouts import playouts

Measured = dict[str, float]  # Units per second, under the names in the module's docstring.


class BenchFailed(TrapeziError):
    """The process that measures one of the modes failed."""


def measure_games(names: Sequence[str], seconds: float) -> dict[str, dict[str, Measured]]:
    """Return the speed of each game in each available mode: `result[game][mode]`. A measurement takes this many seconds."""
    modes: dict[str, dict[str, Measured]] = {}
    for pure in (False, True):
        result = measure_in_new_process(names, seconds, pure)
        modes[result["mode"]] = result["games"]
    return {name: {mode: games[name] for mode, games in modes.items()} for name in names}


def measure_in_new_process(names: Sequence[str], seconds: float, pure: bool) -> dict[str, Any]:
    """Measure the games in a new process. Return the mode of that process (`mode`) and the results (`games`)."""
    command = [sys.executable, "-m", "trapezi.lab.bench", str(seconds), *names]
    env = {**os.environ, PURE_VARIABLE: "1" if pure else "0", "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    run = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    if run.returncode != 0:
        raise BenchFailed("cli.bench.failed", why=(run.stderr.strip().splitlines() or ["?"])[-1][:200])
    return json.loads(run.stdout)  # type: ignore[no-any-return]


def measure_game(game: Game[Any], seconds: float) -> Measured:
    """Return the speed of a game in the mode of this process."""
    start = game.start()
    done = {"decisions": 0, "games": 0}

    def play_random_games(n: int) -> int:
        counts = playouts(start, n, done["games"])
        done["decisions"] += counts.decisions
        done["games"] += counts.games
        return counts.games

    games_per_s = units_per_second(play_random_games, seconds)
    middle = midgame_state(game)
    return {
        "decisions_per_s": games_per_s * done["decisions"] / done["games"],
        "games_per_s": games_per_s,
        "steps_from_python_per_s": units_per_second(lambda n: play_events(start, n), seconds),
        "clones_per_s": units_per_second(lambda n: make_clones(middle, n), seconds),
    }


def units_per_second(work: Callable[[int], int], seconds: float) -> float:
    """Return how many units of work are done per second of CPU time. `work(n)` does about n units and returns the number done."""
    n, done, used = 1, 0, 0.0
    while used < seconds:
        before = process_time()
        done_now = work(n)
        took = process_time() - before
        if took < seconds / 20:  # The time was too short for a precise measurement.
            n *= 2
            continue
        done += done_now
        used += took
    return done / used


def play_events(start: State, at_least: int) -> int:
    """Play whole games from Python until at least this many events were played. Return the number of events."""
    done = game = 0
    while done < at_least:
        state, rng = start.clone(), branch(at_least, game)
        game += 1
        while not state.over:
            for seat in state.deciders:
                state.play(seat, state.choose(seat, rng))
                done += 1
    return done


def make_clones(state: State, n: int) -> int:
    for _ in range(n):
        state.clone()
    return n


def midgame_state(game: Game[Any]) -> State:
    """Return a state in the middle of a random game."""
    history = [game.start()]
    rng = Stream(7)
    while not history[-1].over:
        state = history[-1].clone()
        for seat in state.deciders:
            state.play(seat, state.choose(seat, rng))
        history.append(state)
    return history[len(history) // 2]


def main(arguments: Sequence[str]) -> None:
    seconds, *names = arguments
    kinds = [find(name) for name in names]
    games = {kind.name: measure_game(kind.with_options(players=kind.default_player_count()), float(seconds)) for kind in kinds}
    print(json.dumps({"mode": execution_mode(), "games": games}))


if __name__ == "__main__":
    main(sys.argv[1:])
