"""Compare the speed of the rules with OpenSpiel's smallest dice game, in one run.

    python benchmarks/rules_vs_openspiel.py [--seconds 1] [--json]

The unit is a step, which is any event including NATURE's. It prints steps per CPU-second on one core, the best of three rounds in
which both sides take turns. OpenSpiel's `pig` with two players is stepped from Python (`legal_actions`, pick by `random()`,
`apply_action`). OpenSpiel is installed from PyPI into a separate environment in `.work/`.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import time
import venv
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
OPENSPIEL_FOLDER = ROOT / ".work" / "openspiel"
OPEN_SPIEL = "open_spiel==2.0.2"
TARGETS = {
    "qwixx: legal(), random(), play()": 2.0,
    "qwixx: choose(), play()": 3.0,
    "qwixx: compiled loop": 20.0,
    "qwixx_cards: compiled loop": 5.0,
    "the_game: compiled loop": 5.0,
    "silver_gold: compiled loop": 5.0,
    "sideboards: compiled loop": 5.0,
}
CLONES = {"qwixx": 5e6, "qwixx_cards": 1e6, "the_game": 1e6, "silver_gold": 1e6, "sideboards": 1e6}


def rate(run: Callable[[], int], seconds: float) -> float:
    """Return how many steps per CPU-second a function does."""
    start, units = time.process_time(), 0
    while time.process_time() - start < seconds:
        units += run()
    return units / (time.process_time() - start)


# -- the two sides -----------------------------------------------------------------------------------------------------


def pig(seconds: float) -> dict[str, float]:
    import pyspiel

    game, pick = pyspiel.load_game("pig(players=2)"), random.Random(1).random

    def play() -> int:
        steps = 0
        for _ in range(20):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[int(pick() * len(outcomes))][0])  # All outcomes are equally likely.
                else:
                    actions = state.legal_actions()
                    state.apply_action(actions[int(pick() * len(actions))])
                steps += 1
        return steps

    return {"pig": rate(play, seconds)}


def rules(seconds: float) -> dict[str, float]:
    import trapezi
    from trapezi.core.random import Stream
    from trapezi.lab.playouts import playouts

    assert trapezi.execution_mode() == "compiled", "the rules are not compiled: run make setup"
    rates: dict[str, float] = {}
    start, pick = trapezi.game("qwixx", players=2).start(), random.Random(1).random

    def play_legal_moves() -> int:
        steps = 0
        for seed in range(20):
            state, rng = start.clone(), Stream(seed)
            legal, play, draw = state.legal, state.play, state.sample_chance
            while not state.over:
                for seat in state.deciders:
                    if seat < 0:
                        play(seat, draw(rng))
                    else:
                        moves = legal(seat)
                        play(seat, moves[int(pick() * len(moves))])
                    steps += 1
        return steps

    def play_random_moves() -> int:
        steps = 0
        for seed in range(20):
            state, rng = start.clone(), Stream(seed)
            choose, play = state.choose, state.play
            while not state.over:
                for seat in state.deciders:
                    play(seat, choose(seat, rng))
                    steps += 1
        return steps

    rates["qwixx: legal(), random(), play()"] = rate(play_legal_moves, seconds)
    rates["qwixx: choose(), play()"] = rate(play_random_moves, seconds)
    for name in CLONES:
        state, seed = trapezi.game(name, players=2).start(), [0]

        def play_compiled(state: Any = state, seed: list[int] = seed) -> int:
            seed[0] += 1
            return playouts(state, 200, seed[0]).steps

        def clone_state(clone: Any = state.clone) -> int:
            for _ in range(1000):
                clone()
            return 1000

        rates[f"{name}: compiled loop"] = rate(play_compiled, seconds)
        rates[f"{name}: clone()"] = rate(clone_state, seconds / 2)
    return rates


# -- one run -----------------------------------------------------------------------------------------------------------


def openspiel_python() -> Path:
    """Return the path of a Python that has OpenSpiel, which is installed if needed."""
    python = OPENSPIEL_FOLDER / "bin" / "python"
    done = OPENSPIEL_FOLDER / OPEN_SPIEL
    if not done.exists():
        print(f"installing {OPEN_SPIEL} …", file=sys.stderr)
        venv.create(OPENSPIEL_FOLDER, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", OPEN_SPIEL], check=True)
        done.touch()
    return python


def measure_in_process(python: Path | str, name: str, seconds: float) -> dict[str, float]:
    path = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "PYTHONPATH": path, "TRAPEZI_PURE": "0"}
    command = [str(python), __file__, "--side", name, "--seconds", str(seconds)]
    rates: dict[str, float] = json.loads(subprocess.check_output(command, env=environment))
    return rates


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    arguments.add_argument("--seconds", type=float, default=1.0)
    arguments.add_argument("--rounds", type=int, default=3)
    arguments.add_argument("--json", action="store_true")
    arguments.add_argument("--side", choices=["pig", "rules"])
    options = arguments.parse_args()
    if options.side:
        print(json.dumps(pig(options.seconds) if options.side == "pig" else rules(options.seconds)))
        return 0
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    python = openspiel_python()
    best: dict[str, float] = {}
    for _ in range(options.rounds):
        for rates in (
            measure_in_process(python, "pig", options.seconds),
            measure_in_process(sys.executable, "rules", options.seconds),
        ):
            best = {**best, **{name: max(value, best.get(name, 0)) for name, value in rates.items()}}
    ratios = {name: best[name] / best["pig"] for name in TARGETS}
    missed = [name for name, least in TARGETS.items() if ratios[name] < least]
    missed += [f"{name}: clone()" for name, least in CLONES.items() if best[f"{name}: clone()"] < least]
    if options.json:
        print(json.dumps({"per_s": best, "ratios": ratios, "missed": missed}))
        return 0
    print(f"{'pig, stepped from Python':36} {best['pig'] / 1e6:8.2f} million steps/s")
    for name, least in TARGETS.items():
        print(f"{name:36} {best[name] / 1e6:8.2f} million steps/s = {ratios[name]:5.1f} × pig (target {least:g})")
    for name, least in CLONES.items():
        print(f"{name + ': clone()':36} {best[name + ': clone()'] / 1e6:8.2f} million/s (target {least / 1e6:g})")
    print("missed: " + ", ".join(missed) if missed else "all targets reached")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
