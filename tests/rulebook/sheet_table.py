"""A table with functions to look up sheets, legal moves and choices, for the tests of Qwixx and of its card game."""

from __future__ import annotations

from typing import Any

import trapezi
from trapezi.core.match import Match


class SheetTable:
    """A table where each seat has a Qwixx sheet."""

    match: Match

    @property
    def state(self) -> trapezi.State:
        return self.match.state

    @property
    def board(self) -> dict[str, Any]:
        return self.state.view(trapezi.SPECTATOR)["board"]

    def crossed(self, seat: int, row: int) -> list[int]:
        """Return the crossed numbers of a row on the standard sheet."""
        numbers = range(2, 13) if row < 2 else range(12, 1, -1)
        return [numbers[position] for position in self.board["sheets"][seat]["rows"][row]["crossed"]]

    def lock(self, seat: int, row: int) -> bool:
        return self.board["sheets"][seat]["rows"][row]["lock"]

    def misses(self) -> list[int]:
        return [sheet["misses"] for sheet in self.board["sheets"]]

    def may(self, seat: int) -> set[str]:
        return {self.match.game.text(move) for move in self.state.legal(seat)}

    def instead(self, seat: int) -> set[str]:
        """Return the moves that a seat could still choose instead of its pending choice."""
        return {self.match.game.text(move) for move in self.state.view(seat)["board"]["instead"]}
