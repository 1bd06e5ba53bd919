"""Reasons why a cross on a sheet is better than another, for the coaches of Qwixx and of its card game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from trapezi.core import bits
from trapezi.core.errors import Reason
from trapezi.games.qwixx import sheet
from trapezi.games.qwixx.sheet import Cells, positions_in_row

Facts = Mapping[str, float]

NOTICEABLE = 0.05  # Something is mentioned only if it happens more often in at least this share of the simulated games.


def sheet_facts(marks: Sequence[Cells], misses: int, seat: int) -> dict[str, float]:
    """Return facts about the sheet of a seat at the end of a game: its misses, and two facts about each row.

    `lock<row>` is true if the seat has closed the row, `shut<row>` if only other seats have closed it.
    """
    facts: dict[str, float] = {"misses": misses}
    for row in range(sheet.ROWS):
        closers = [other for other, cells in enumerate(marks) if positions_in_row(cells, row) >> sheet.LAST]
        facts[f"lock{row}"] = seat in closers
        facts[f"shut{row}"] = bool(closers) and seat not in closers
    return facts


def sheet_reasons(
    game: str, marks: Cells, better: Sequence[int], other: Sequence[int], better_facts: Facts, other_facts: Facts
) -> list[Reason]:
    """Return why one move is better than another move on a sheet with these marks.

    `better` and `other` are the cells that the two moves cross. The facts are the means of `sheet_facts` over simulated games.
    """
    reasons = []
    row, skipped = row_and_skipped_numbers(marks, other)
    fewer = row_and_skipped_numbers(marks, better)[1]
    if skipped > fewer:
        reasons.append(Reason(f"{game}.coach.skips", {"row": row, "numbers": skipped, "fewer": fewer}))
    misses = round(100 * (other_facts.get("misses", 0.0) - better_facts.get("misses", 0.0)))
    if misses >= 10:
        reasons.append(Reason(f"{game}.coach.misses", {"misses": misses}))
    row = row_with_greatest_difference("shut", other_facts, better_facts)
    if row >= 0:
        percent, less = (round(100 * facts[f"shut{row}"]) for facts in (other_facts, better_facts))
        reasons.append(Reason(f"{game}.coach.shut", {"row": row, "percent": percent, "less": less}))
    row = row_with_greatest_difference("lock", better_facts, other_facts)
    if row >= 0:
        percent, less = (round(100 * facts[f"lock{row}"]) for facts in (better_facts, other_facts))
        reasons.append(Reason(f"{game}.coach.lock", {"row": row, "percent": percent, "less": less}))
    return reasons


def row_and_skipped_numbers(marks: Cells, new: Sequence[int]) -> tuple[int, int]:
    """Return the row in which new crosses are, and how many numbers these crosses skip.

    >>> row_and_skipped_numbers(0b1, [1]), row_and_skipped_numbers(0b1, [4]), row_and_skipped_numbers(0b1, [])
    ((0, 0), (0, 3), (0, 0))
    """
    cells = [cell for cell in new if cell < sheet.LOCKS]
    if not cells:
        return 0, 0
    row = cells[0] // sheet.CELLS
    crossed = positions_in_row(marks, row)
    first = bits.highest_member(crossed) + 1 if crossed else 0
    return row, max(cells) - row * sheet.CELLS + 1 - first - len(cells)


def row_with_greatest_difference(name: str, high: Facts, low: Facts) -> int:
    """Return the row for which the fact `name` is most often true after one move but not the other; -1 if no row stands out."""
    differences = [high.get(f"{name}{row}", 0.0) - low.get(f"{name}{row}", 0.0) for row in range(sheet.ROWS)]
    greatest = max(differences)
    return differences.index(greatest) if greatest >= NOTICEABLE else -1
