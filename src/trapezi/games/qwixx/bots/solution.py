"""Solved tables on disk: made once per user and number of players, mapped into memory wherever they are read.

A file is a head of one page, a line of JSON, then the numbers of `Solver.values` as 32-bit floats. It comes whole or not at all.
"""

from __future__ import annotations

import json
import mmap
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from trapezi._data_folder import data_folder
from trapezi.games.qwixx.bots.solve import Solver

FORMAT = 1
PAGE = 4096
STALE = 120.0  # seconds without a sign of life: whoever was solving is no more

Done = Callable[[float], None]


@dataclass(frozen=True)
class Table:
    """A solved table."""

    path: Path
    players: int
    clock: tuple[float, ...]
    values: Any  # floats: a memoryview
    value: float  # of an empty sheet before the first roll of the one who begins
    states: int
    seconds: float


def clock(players: int) -> tuple[float, ...]:
    """How a game with so many players comes to its end: alone never by others, else in steps of three or four rolls."""
    return {1: (0.0,), 2: (1 / 3,) * 8}.get(players, (1 / 4,) * 6)


def place(players: int) -> Path:
    """The file for so many players."""
    return data_folder() / "qwixx" / f"{players}-players.table"


def load(players: int) -> Table | None:
    """The table, if it was solved here and with this format."""
    path = place(players)
    try:
        with path.open("rb") as file:
            mapped = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        head = json.loads(bytes(mapped[:PAGE]).rstrip(b"\0"))
    except (OSError, ValueError):
        return None
    known = {"format": FORMAT, "order": sys.byteorder, "players": players, "clock": list(clock(players))}
    values = mapped[PAGE:]
    if any(head.get(name) != value for name, value in known.items()) or len(values) != head["bytes"]:
        return None
    return Table(path, players, clock(players), values.cast("f"), head["value"], head["states"], head["seconds"])


def solve(players: int, done: Done | None = None) -> Table:
    """Solves, stores and loads the table for so many players; `done` hears which part of it was done."""
    started = time.perf_counter()
    solver = Solver(players=players, clock=clock(players))
    path = place(players)
    path.parent.mkdir(parents=True, exist_ok=True)
    sign = path.with_suffix(".solving")
    told = 0.0
    for n in solver.solve():
        if time.monotonic() > told + 1:
            told = time.monotonic()
            sign.touch()
        if done is not None:
            done(n / solver.steps)
    first = solver.values[solver.block(solver.stages - 1, 0, 0) + solver.rows.sheet(0, 0, 0, 0)]
    write(path, solver, {"value": first, "states": solver.steps, "seconds": time.perf_counter() - started})
    sign.unlink(missing_ok=True)
    table = load(players)
    assert table is not None
    return table


def write(path: Path, solver: Solver, told: dict[str, Any]) -> None:
    values = solver.values
    head = {
        "format": FORMAT,
        "order": sys.byteorder,
        "players": solver.players,
        "clock": list(clock(solver.players)),
        "bytes": memoryview(values).nbytes,
        **told,
    }
    new = path.with_suffix(f".{os.getpid()}")
    with new.open("wb") as file:
        file.write(json.dumps(head).encode().ljust(PAGE, b"\0"))
        file.write(values)
        file.flush()
        os.fsync(file.fileno())
    os.replace(new, path)


def being_solved(players: int) -> bool:
    """Whether some process is at it."""
    try:
        return time.time() - place(players).with_suffix(".solving").stat().st_mtime < STALE
    except OSError:
        return False


def solve_in_background(players: int) -> None:
    """Starts a process of low priority that solves the table, unless one is at it. The table appears when it is done."""
    if being_solved(players):
        return
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    subprocess.Popen(
        [sys.executable, "-m", "trapezi.games.qwixx.bots.solution", str(players)],
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def main(players: int) -> None:
    if hasattr(os, "nice"):
        os.nice(10)
    solve(players)


if __name__ == "__main__":
    main(int(sys.argv[1]))
