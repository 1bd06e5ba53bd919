"""The game class of Silver & Gold: its options, its variants and its ranges of moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from trapezi.core.deck_files import DeckChoice
from trapezi.core.game import Game
from trapezi.core.options import Options, option_field, seat_field
from trapezi.games.silver_gold import constants, notation
from trapezi.games.silver_gold.card_lookup import CardLookup
from trapezi.games.silver_gold.deck import DECKS, STANDARD
from trapezi.games.silver_gold.rules import Position


@dataclass(frozen=True)
class SilverGoldOptions(Options):
    deck: DeckChoice = option_field(STANDARD, DECKS)  # noqa: RUF009
    first: int = seat_field()  # The seat that is the start player of the first turn (SG-2).


class SilverGold(Game[SilverGoldOptions]):
    """All players mark the same pattern, each on two treasure cards of their own."""

    name = "silver_gold"
    player_counts = range(2, 5)
    Options = SilverGoldOptions
    variants = {"standard": {}, "second-starts": {"first": 1}}
    live_history = "last_turn"  # Players must not look through the expedition cards of earlier turns (SG-3).

    def __init__(self, options: SilverGoldOptions) -> None:
        super().__init__(options)
        self.cards = CardLookup(options.deck.deck)
        self.first = options.first
        self.moves = range(self.cards.expedition)
        self.outcomes = range(self.cards.expedition, self.cards.limit)
        # A turn begins with one event for the expedition card. Each seat then marks once, and once more for each X on its two
        # cards. It replaces at most two completed cards, each with up to three events: it chooses where to take a card, NATURE
        # draws this card from the pile, and NATURE draws a new card for the display.
        crosses = max(sum(row.count("X") for row in card.grid) for card in options.deck.deck.treasures)
        self.max_events = (
            5 * self.players + 4 + constants.ROUNDS * constants.TURNS * (1 + self.players * (1 + 2 * crosses + 2 * 3))
        )

    def start(self) -> Position:
        return Position(self)

    def text(self, move: int) -> str:
        return notation.text(self.cards, move)

    def _parse(self, text: str) -> int | None:
        return notation.parse(self.cards, text)

    def describe(self, move: int) -> dict[str, Any]:
        return notation.describe(self.cards, move)
