"""Solve Qwixx and store the solution, unless it is stored already."""

from __future__ import annotations

import time
from collections.abc import Callable

from trapezi.games.qwixx.bots import solution_file
from trapezi.games.qwixx.bots.solution_file import Solution
from trapezi.games.qwixx.bots.solver import Solver

HEARTBEAT_TIMEOUT = 120.0  # a process that has not touched its heartbeat file for this number of seconds has stopped
POLL_INTERVAL = 0.5  # the seconds between two looks at a solution that another process computes

Progress = Callable[[float], None]


def solve_and_store(players: int, on_progress: Progress | None = None) -> Solution:
    """Solve the game for this number of players, store the solution in its file, and return it.

    After each step, call `on_progress` with the fraction of the work that this step did.
    """
    started = time.perf_counter()
    solver = Solver(players=players, stage_end_chances=solution_file.stage_end_chances(players))
    path = solution_file.file_path(players)
    path.parent.mkdir(parents=True, exist_ok=True)
    heartbeat = path.with_suffix(".solving")
    touched = 0.0
    for sheets in solver.solve_in_steps():
        if time.monotonic() > touched + 1:
            touched = time.monotonic()
            heartbeat.touch()
        if on_progress is not None:
            on_progress(sheets / solver.sheets_to_solve)
    value = solver.values[solver.index_of_first_sheet(solver.stages - 1, 0, 0) + solver.rows.sheet_index(0, 0, 0, 0)]
    summary = {"value": value, "states": solver.sheets_to_solve, "seconds": time.perf_counter() - started}
    solution_file.write(path, solver, summary)
    heartbeat.unlink(missing_ok=True)
    solution = solution_file.load(players)
    assert solution is not None
    return solution


def load_or_solve(players: int, on_progress: Progress | None = None) -> Solution:
    """Return the stored solution for this number of players. If there is none, solve the game or wait until it is solved."""
    while (solution := solution_file.load(players)) is None and is_being_solved(players):
        time.sleep(POLL_INTERVAL)
    return solution or solve_and_store(players, on_progress)


def is_being_solved(players: int) -> bool:
    """Return whether a process is solving the game for this number of players. Such a process touches a heartbeat file."""
    heartbeat = solution_file.file_path(players).with_suffix(".solving")
    try:
        return time.time() - heartbeat.stat().st_mtime < HEARTBEAT_TIMEOUT
    except OSError:
        return False
