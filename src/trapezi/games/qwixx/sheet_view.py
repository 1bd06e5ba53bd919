"""Describe score sheets and pending choices as plain data, for the views of Qwixx and its card game."""

from __future__ import annotations

from typing import Any

from trapezi.core import bits
from trapezi.games.qwixx import sheet
from trapezi.games.qwixx.sheet import Cells, MoveSet


def describe_sheet(marks: Cells, crossable: Cells, misses: int) -> dict[str, Any]:
    """Return a sheet as data.

    Each row has its crossed positions, its open positions, whether its lock is crossed, and how many crosses are still missing
    before its last cell may be crossed.
    """
    rows = [
        {
            "crossed": bits.members(crossed),
            "open": bits.members(sheet.positions_in_row(crossable, row)),
            "lock": crossed >> sheet.LAST == 1,
            "missing": max(0, 5 - bits.count(crossed)),
        }
        for row in range(sheet.ROWS)
        for crossed in [sheet.positions_in_row(marks, row)]
    ]
    return {"rows": rows, "misses": misses}


def describe_choice_and_alternatives(choice: int, legal_choices: MoveSet) -> dict[str, Any]:
    """Return, as data, the pending choice of a seat and the legal moves that it could choose instead."""
    if choice == sheet.UNDECIDED:
        return {"choice": None, "instead": []}
    return {"choice": choice, "instead": [move for move in bits.members(legal_choices) if move != choice]}
