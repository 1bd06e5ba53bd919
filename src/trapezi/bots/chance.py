"""The bot that plays any legal move."""

from __future__ import annotations

from trapezi.bots.seen import Seen
from trapezi.law.random import Stream


class ChanceBot:
    """Every legal move is as good as any other.

    Where a game warns that a move loses at once (`preview` says so), it takes another while there is one.
    """

    def decide(self, seen: Seen, rng: Stream) -> int:
        safe = [move for move in seen.legal if not seen.preview(move).get("losing")]
        moves = safe or seen.legal
        return moves[rng.below(len(moves))]
