"""Compare the speed of our VectorEnv with Gymnasium's SyncVectorEnv over our Env, in one run.

    python benchmarks/envs_speed.py [--envs 64] [--seconds 1] [--bot chance] [--json]

The unit is a decision of the learner, including the events of the other seat and of NATURE, the observation, the mask and new
games. It prints decisions per CPU-second inside `step` on one core, the best of three rounds in which both sides take turns. Both
sides get the same seeds and play the same games.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import trapezi
from trapezi.envs.gym import Env
from trapezi.envs.vector import VectorEnv


def rate(envs: Any, seconds: float) -> float:
    """Return the number of decisions per CPU-second spent in `step`."""
    rng, steps, spent = np.random.default_rng(1), 0, 0.0
    _, info = envs.reset(seed=1)
    while spent < seconds:
        masks = np.stack(info["action_mask"])
        actions = (masks * rng.random(masks.shape)).argmax(axis=1)
        start = time.process_time()
        _, _, _, _, info = envs.step(actions)
        spent += time.process_time() - start
        steps += envs.num_envs
    return steps / spent


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    arguments.add_argument("--envs", type=int, default=64)
    arguments.add_argument("--seconds", type=float, default=1.0)
    arguments.add_argument("--bot", default="chance")
    arguments.add_argument("--json", action="store_true")
    options = arguments.parse_args()
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    rates = {}
    for name in trapezi.names():
        settings: dict[str, Any] = {"players": 2, "bots": [options.bot], "reward": "score"}
        native = VectorEnv(name, num_envs=options.envs, **settings)
        makers = [lambda name=name, settings=settings: Env(name, **settings)] * options.envs
        single = SyncVectorEnv(makers, autoreset_mode=AutoresetMode.SAME_STEP)
        rounds = [(rate(native, options.seconds), rate(single, options.seconds)) for _ in range(3)]
        ours, theirs = (max(side) for side in zip(*rounds, strict=True))
        rates[name] = {"native_per_s": ours, "sync_per_s": theirs, "ratio": ours / theirs}
    if options.json:
        print(json.dumps({"mode": trapezi.execution_mode(), "envs": options.envs, "bot": options.bot, "games": rates}))
        return
    print(f"{trapezi.execution_mode()}, {options.envs} games at once against {options.bot}; decisions per CPU-second")
    for name, row in rates.items():
        print(f"{name:12} native {row['native_per_s']:9,.0f}   SyncVectorEnv {row['sync_per_s']:9,.0f}   = {row['ratio']:5.1f} ×")


if __name__ == "__main__":
    main()
