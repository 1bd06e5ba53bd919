"""Solve Qwixx and store the solution."""

from __future__ import annotations

import time
from collections.abc import Callable

from trapezi.games.qwixx.bots import solution_file
from trapezi.games.qwixx.bots.solution_file import Solution
from trapezi.games.qwixx.bots.solver import Solver

Progress = Callable[[float], None]


def solve_and_store(players: int, on_progress: Progress | None = None) -> Solution:
    """Solve the game for this number of players, store the solution in its file, and return it.

    After each step, call `on_progress` with the fraction of the work that this step did.
    """
    started = time.perf_counter()
    solver = Solver(players=players, stage_end_chances=solution_file.stage_end_chances(players))
    path = solution_file.file_path(players)
    path.parent.mkdir(parents=True, exist_ok=True)
    for sheets in solver.solve_in_steps():
        if on_progress is not None:
            on_progress(sheets / solver.sheets_to_solve)
    value = solver.values[solver.index_of_first_sheet(solver.stages - 1, 0, 0) + solver.rows.sheet_index(0, 0, 0, 0)]
    summary = {"value": value, "states": solver.sheets_to_solve, "seconds": time.perf_counter() - started}
    solution_file.write(path, solver, summary)
    solution = solution_file.load(players)
    assert solution is not None
    return solution
