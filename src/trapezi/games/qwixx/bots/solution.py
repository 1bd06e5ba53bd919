"""Solutions on disk: computed once per user and number of players, and mapped into memory wherever they are used.

A file is a header of one page, which holds a line of JSON, followed by `Solver.values` as 32-bit floats. It is written
completely or not at all.
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
HEARTBEAT_TIMEOUT = 120.0  # seconds after which a solver that has not touched its file is taken to have stopped

Progress = Callable[[float], None]


@dataclass(frozen=True)
class Solution:
    path: Path
    players: int
    tick_chances: tuple[float, ...]
    values: Any  # a memoryview of floats
    value: float  # the value of an empty sheet before the first roll, for the seat that begins
    states: int
    seconds: float


def tick_chances(players: int) -> tuple[float, ...]:
    """Return, for each stage of the clock (see `Solver`), the chance that it ticks. For a single player it never ticks."""
    return {1: (0.0,), 2: (1 / 3,) * 8}.get(players, (1 / 4,) * 6)


def file_path(players: int) -> Path:
    return data_folder() / "qwixx" / f"{players}-players.table"


def required_header(players: int) -> dict[str, Any]:
    """Return what the header of a file must say for this program to use the file."""
    return {"format": FORMAT, "order": sys.byteorder, "players": players, "clock": list(tick_chances(players))}


def load(players: int) -> Solution | None:
    """Return the stored solution, or None if there is none that this program can use."""
    path = file_path(players)
    try:
        with path.open("rb") as file:
            mapped = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        header = json.loads(bytes(mapped[:PAGE]).rstrip(b"\0"))
    except (OSError, ValueError):
        return None
    known = required_header(players)
    values = mapped[PAGE:]
    if any(header.get(name) != value for name, value in known.items()) or len(values) != header["bytes"]:
        return None
    return Solution(path, players, tick_chances(players), values.cast("f"), header["value"], header["states"], header["seconds"])


def solve(players: int, progress: Progress | None = None) -> Solution:
    """Solve the game for this number of players, store the solution and load it.

    `progress` is called after each step, with the fraction of the work that this step did.
    """
    started = time.perf_counter()
    solver = Solver(players=players, tick_chances=tick_chances(players))
    path = file_path(players)
    path.parent.mkdir(parents=True, exist_ok=True)
    heartbeat = path.with_suffix(".solving")
    touched = 0.0
    for n in solver.solve_in_steps():
        if time.monotonic() > touched + 1:
            touched = time.monotonic()
            heartbeat.touch()
        if progress is not None:
            progress(n / solver.sheets_to_solve)
    first = solver.values[solver.first_index(solver.stages - 1, 0, 0) + solver.rows.sheet_index(0, 0, 0, 0)]
    write(path, solver, {"value": first, "states": solver.sheets_to_solve, "seconds": time.perf_counter() - started})
    heartbeat.unlink(missing_ok=True)
    solution = load(players)
    assert solution is not None
    return solution


def write(path: Path, solver: Solver, summary: dict[str, Any]) -> None:
    """Write a file that `load` accepts, with this summary in its header."""
    values = solver.values
    header = {**required_header(solver.players), "bytes": memoryview(values).nbytes, **summary}
    new = path.with_suffix(f".{os.getpid()}")
    with new.open("wb") as file:
        file.write(json.dumps(header).encode().ljust(PAGE, b"\0"))
        file.write(values)
        file.flush()
        os.fsync(file.fileno())
    os.replace(new, path)


def is_being_solved(players: int) -> bool:
    try:
        return time.time() - file_path(players).with_suffix(".solving").stat().st_mtime < HEARTBEAT_TIMEOUT
    except OSError:
        return False


def solve_in_background(players: int) -> None:
    """Start a process of low priority that solves the game, unless one is running already."""
    if is_being_solved(players):
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


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(10)
    solve(int(sys.argv[1]))
