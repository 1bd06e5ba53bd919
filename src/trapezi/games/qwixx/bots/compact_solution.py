# cython: boundscheck=False, wraparound=False
"""The solution of Qwixx for one player: how many points each sheet will still score, compressed into a small file.

For each number of misses, the values of all sheets form a symmetric matrix with one row and one column for each pair of rows (see
`RowStates`). A few eigenvectors approximate this matrix: 99.8 % of the moves that they choose are exactly the best moves.
`tools/compress_qwixx_solution.py` writes the file.
"""

from __future__ import annotations

import struct
from array import array
from functools import cache
from importlib.resources import files
from typing import Any

from trapezi.games.qwixx.bots.row_states import RowStates

RANK = 32  # The number of eigenvectors in the file.
MISSES = 4


class CompactSolution:
    """Computes how many more points a single player will score with a sheet on average, with the best moves."""

    __slots__ = ("factors", "rows", "scales")

    def __init__(self, rows: RowStates, scales: Any, factors: Any) -> None:
        self.rows = rows
        self.scales = scales  # scales[misses * RANK + k] multiplies the product of two entries of eigenvector k.
        self.factors = factors  # factors[(misses * pairs + pair) * RANK + k] is the entry of eigenvector k for this pair of rows.

    def points_to_come(self, misses: int, red_state: int, yellow_state: int, green_state: int, blue_state: int) -> float:
        """Return how many more points a sheet is expected to score, given the states of its rows."""
        up = (misses * self.rows.pairs + self.rows.pair_number(red_state, yellow_state)) * RANK
        down = (misses * self.rows.pairs + self.rows.pair_number(green_state, blue_state)) * RANK
        total = 0.0
        for k in range(RANK):
            total += self.scales[misses * RANK + k] * self.factors[up + k] * self.factors[down + k]
        return total


@cache
def shipped_solution() -> CompactSolution:
    """Return the solution that is shipped with Trapezi.

    >>> round(shipped_solution().points_to_come(0, 0, 0, 0, 0), 1)
    115.6
    """
    rows, content = RowStates(), files(__package__).joinpath("networks", "solution-1.bin").read_bytes()
    split = MISSES * RANK * 8
    scales = array("d", struct.unpack(f"<{MISSES * RANK}d", content[:split]))
    factors = array("h", struct.unpack(f"<{MISSES * rows.pairs * RANK}h", content[split:]))
    return CompactSolution(rows, memoryview(scales), memoryview(factors))
