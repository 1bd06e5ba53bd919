"""The game class of Qwixx, the card game: its options, its cards and its moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from trapezi.core.game import Game
from trapezi.core.options import Options, flag_field
from trapezi.games.qwixx.layout import Layout
from trapezi.games.qwixx_cards import deck, notation
from trapezi.games.qwixx_cards.play_lookup import PlayLookup
from trapezi.games.qwixx_cards.rules import Position


@dataclass(frozen=True)
class QwixxCardsOptions(Options):
    jokers: bool = flag_field()  # Whether the eleven jokers are added to the cards (QC-14).


class QwixxCards(Game[QwixxCardsOptions]):
    """In each turn, all players may cross the same number. Then the active player plays cards of one colour."""

    name = "qwixx_cards"
    player_counts = range(2, 6)
    Options = QwixxCardsOptions
    variants = {"standard": {}, "jokers": {"jokers": True}}

    moves = range(notation.LOT)
    outcomes = range(notation.LOT, notation.END)

    def __init__(self, options: QwixxCardsOptions) -> None:
        super().__init__(options)
        self.layout = Layout("standard")  # QC-3
        self.plays = PlayLookup()
        self.cards = deck.CARDS if options.jokers else deck.PLAIN
        # The set-up draws the seat that begins, the hands, the display and the top card. In each turn, the active player makes at
        # least one of 44 crosses or gets one of four misses, so a player has at most 48 turns. A turn consists of taking cards,
        # up to three draws, one choice per seat, and playing cards.
        self.max_events = 1 + 4 * self.players + 5 + self.players * 48 * (self.players + 5)

    def start(self) -> Position:
        return Position(self)

    def text(self, move: int) -> str:
        return notation.text(self.layout, move)

    def _parse(self, text: str) -> int | None:
        return notation.parse(self.layout, text)

    def describe(self, move: int) -> dict[str, Any]:
        return notation.describe(self.layout, move)
