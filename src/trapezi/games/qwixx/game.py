"""The game class of Qwixx: its options, its sheet layout and its moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from trapezi.core.game import Game
from trapezi.core.options import Options, choice_field, seat_field
from trapezi.games.qwixx import notation
from trapezi.games.qwixx.layout import LAYOUTS, Layout
from trapezi.games.qwixx.rules import Position


@dataclass(frozen=True)
class QwixxOptions(Options):
    sheet: str = choice_field(*LAYOUTS)
    first: int = seat_field()  # The seat that takes the first turn (QX-12).


class Qwixx(Game[QwixxOptions]):
    """All players use the same six dice, and each player crosses numbers on a sheet of their own."""

    name = "qwixx"
    player_counts = range(1, 6)
    Options = QwixxOptions
    variants = {layout: {"sheet": layout} for layout in LAYOUTS}

    moves = range(notation.ROLL)
    outcomes = range(notation.ROLL, notation.ROLL + notation.ROLLS)

    def __init__(self, options: QwixxOptions) -> None:
        super().__init__(options)
        self.layout = Layout(options.sheet)
        self.first = options.first
        # Each turn adds one of 44 crosses or one of four misses to the active player's sheet, so a player has at most 48 turns.
        # A turn has a roll, a choice per seat and a move with the coloured dice.
        self.max_events = self.players * 48 * (self.players + 2)

    def start(self) -> Position:
        return Position(self)

    def text(self, move: int) -> str:
        return notation.text(self.layout, move)

    def _parse(self, text: str) -> int | None:
        return notation.parse(self.layout, text)

    def describe(self, move: int) -> dict[str, Any]:
        return notation.describe(self.layout, move)
