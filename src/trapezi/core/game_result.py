"""The result of a finished game: the ranks of the seats, and what decided them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from trapezi.core.errors import Reason


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game."""

    ranks: tuple[int, ...]  # The rank of each seat; 1 is the best, and equal seats share a rank.
    winners: tuple[int, ...]  # The seats with rank 1; empty if a cooperative game was lost.
    won: bool | None = None  # Whether the team won a cooperative game; None in all other games.
    decided_by: int = 0  # 0 if the points decided who won, or n if the n-th tie-break decided.
    reason: Reason | None = None  # Why the game ended.
    verdict: Reason | None = None  # How good the points are, in a game for one player.
    facts: Mapping[str, int] = field(default_factory=dict)  # Other numbers about the end, such as the number of cards left.

    @staticmethod
    def from_ranking_keys(keys: Sequence[tuple[int, ...]], reason: Reason | None = None) -> Result:
        """Return the result of a game in which the seats with the highest key win. A key has the points, then the tie-breaks.

        >>> Result.from_ranking_keys([(70,), (81,), (70,)]).ranks
        (2, 1, 2)
        """
        ranks = tuple(1 + sum(other > own for other in keys) for own in keys)
        winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
        best = max(keys)
        rivals = [key for key in keys if key != best]
        decided_by = max((next(i for i, (a, b) in enumerate(zip(best, key, strict=True)) if a != b) for key in rivals), default=0)
        return Result(ranks, winners, decided_by=decided_by, reason=reason)

    def data(self) -> dict[str, Any]:
        return {
            "ranks": list(self.ranks),
            "winners": list(self.winners),
            "won": self.won,
            "decided_by": self.decided_by,
            "reason": self.reason.data() if self.reason else None,
            "facts": dict(self.facts),
            **({"verdict": self.verdict.data()} if self.verdict else {}),
        }
