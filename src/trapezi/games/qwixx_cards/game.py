"""Qwixx, the card game: its options, and what stays the same during a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from trapezi.core.game import Game
from trapezi.core.options import Options, flag
from trapezi.games.qwixx.layout import Layout
from trapezi.games.qwixx_cards import deck, notation
from trapezi.games.qwixx_cards.plays import Plays
from trapezi.games.qwixx_cards.rules import Position


@dataclass(frozen=True)
class QwixxCardsOptions(Options):
    jokers: bool = flag()  # eleven jokers are shuffled in (QC-14)


class QwixxCards(Game[QwixxCardsOptions]):
    """Each turn offers a number to everybody, then the active player plays cards of one colour."""

    name = "qwixx_cards"
    player_counts = range(2, 6)
    Options = QwixxCardsOptions
    variants = {"standard": {}, "jokers": {"jokers": True}}

    moves = range(notation.LOT)
    outcomes = range(notation.LOT, notation.END)

    def __init__(self, options: QwixxCardsOptions) -> None:
        super().__init__(options)
        self.layout = Layout("standard")  # QC-3
        self.plays = Plays()
        self.cards = deck.CARDS if options.jokers else deck.PLAIN
        # The set-up draws a lot, the hands, the display and the top card. In each turn the active player makes one of 44
        # crosses or one of four misses; a turn has a take, up to three cards of refill, a choice per seat and a play.
        self.max_events = 1 + 4 * self.players + 5 + self.players * 48 * (self.players + 5)

    def start(self) -> Position:
        return Position(self)

    def text(self, move: int) -> str:
        return notation.text(self.layout, move)

    def _parse(self, given: str) -> int | None:
        return notation.parse(self.layout, given)

    def describe(self, move: int) -> dict[str, Any]:
        return notation.describe(self.layout, move)
