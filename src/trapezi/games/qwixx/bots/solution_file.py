"""Read and write solutions of Qwixx, which are stored in the data folder: one file for each number of players.

A file begins with a header of PAGE bytes, which contains one line of JSON. `Solver.values` follow as 32-bit floats. The file is
mapped into memory instead of being read as a whole. It appears only when it is complete.
"""

from __future__ import annotations

import json
import mmap
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from trapezi._user_data_folder import data_folder
from trapezi.games.qwixx.bots.solver import Solver

FORMAT = 1
PAGE = 4096  # The size of the header in bytes.


@dataclass(frozen=True)
class Solution:
    """A solution that was loaded from a file."""

    path: Path
    players: int
    stage_end_chances: tuple[float, ...]
    values: Any  # `Solver.values` as a memoryview of floats.
    value: float  # The expected score of the seat that begins, before the first roll.
    states: int  # The number of solved sheets.
    seconds: float  # The time that solving took.


def stage_end_chances(players: int) -> tuple[float, ...]:
    """Return, for each stage of a game (see `Solver`), the chance that a roll ends it. With one player, no roll ends the game."""
    return {1: (0.0,), 2: (1 / 3,) * 8}.get(players, (1 / 4,) * 6)


def file_path(players: int) -> Path:
    """Return the path of the file for this number of players. The file may not exist."""
    return data_folder() / "qwixx" / f"{players}-players.table"


def required_header(players: int) -> dict[str, Any]:
    """Return the entries that the header of a file must contain for `load` to accept the file."""
    return {"format": FORMAT, "order": sys.byteorder, "players": players, "clock": list(stage_end_chances(players))}


def load(players: int) -> Solution | None:
    """Return the solution for this number of players. Return None if its file is missing, damaged or incompatible."""
    path = file_path(players)
    try:
        with path.open("rb") as file:
            mapped = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        header = json.loads(bytes(mapped[:PAGE]).rstrip(b"\0"))
    except (OSError, ValueError):
        return None
    required = required_header(players)
    values = mapped[PAGE:]
    if any(header.get(name) != value for name, value in required.items()) or len(values) != header["bytes"]:
        return None
    chances = stage_end_chances(players)
    return Solution(path, players, chances, values.cast("f"), header["value"], header["states"], header["seconds"])


def write(path: Path, solver: Solver, summary: dict[str, Any]) -> None:
    """Write the values of a solver to a file that `load` accepts. The header also gets the entries of `summary`."""
    values = solver.values
    header = {**required_header(solver.players), "bytes": memoryview(values).nbytes, **summary}
    new = path.with_suffix(f".{os.getpid()}")
    with new.open("wb") as file:
        file.write(json.dumps(header).encode().ljust(PAGE, b"\0"))
        file.write(values)
        file.flush()
        os.fsync(file.fileno())
    os.replace(new, path)
