"""The options of Market Day, and its moves as text and as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from market_day.deck import DECKS, MOST, ROUNDS, CrateDeck
from market_day.rules import COINS, CRATE, DRAW, HAND, HIGH, SHOUTS, Market
from trapezi.core.game import Game
from trapezi.core.options import Options, flag_field, option_field


@dataclass(frozen=True)
class MarketOptions(Options):
    rotten: bool = flag_field(True)
    deck: Any = option_field(DECKS.load_shipped_deck("harvest"), DECKS)  # noqa: RUF009 (frozen)


class MarketDay(Game[MarketOptions]):
    """Each player secretly bids a coin for the crate that has just arrived."""

    name = "market_day"
    player_counts = range(2, 6)
    Options = MarketOptions
    variants = {"standard": {}, "fresh": {"rotten": False}}

    moves = range(DRAW)
    signals = range(HIGH, DRAW)
    outcomes = range(DRAW, CRATE + MOST)

    def __init__(self, options: MarketOptions) -> None:
        super().__init__(options)
        self.deck: CrateDeck = options.deck.deck
        self.pile = self.deck.pile(options.rotten)
        self.max_events = self.players * (HAND + ROUNDS - 1) + ROUNDS * (1 + self.players)

    def start(self) -> Market:
        return Market(self)

    def text(self, move: int) -> str:
        if move < COINS:
            return f"bid {move + 1}"
        if move < DRAW:
            return f"shout {SHOUTS[move]}"
        return f"draw {move - DRAW + 1}" if move < CRATE else f"crate {move - CRATE + 1}"

    def _parse(self, text: str) -> int | None:
        word, _, rest = text.partition(" ")
        if word == "shout":
            return next((move for move, shout in SHOUTS.items() if shout == rest), None)
        first, count = {"bid": (0, COINS), "draw": (DRAW, COINS), "crate": (CRATE, MOST)}.get(word, (0, 0))
        if rest.isascii() and rest.isdigit() and str(int(rest)) == rest and 1 <= int(rest) <= count:
            return first + int(rest) - 1
        return None

    def describe(self, move: int) -> dict[str, Any]:
        if move < COINS:
            return {"kind": "bid", "coin": move + 1}
        if move < DRAW:
            return {"kind": "shout", "shout": SHOUTS[move]}
        if move < CRATE:
            return {"kind": "draw", "coin": move - DRAW + 1}
        known = move - CRATE < len(self.deck.crates)
        return {"kind": "crate", "crate": self.deck.crate(move - CRATE) if known else None}
