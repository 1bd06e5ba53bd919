"""The lines of a score sheet, such as "red row: 28 points"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from trapezi.core.errors import Reason


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A line of a score sheet: points and the reason for them."""

    points: int
    reason: Reason

    def data(self) -> dict[str, Any]:
        return {"points": self.points, **self.reason.data()}


def score_line(points: int, key: str, **params: Any) -> ScoreLine:
    """Return a score line whose reason has this message key and these parameters.

    >>> score_line(10, "score.row", crosses=4).points
    10
    """
    return ScoreLine(points, Reason(key, params))
