"""Read deck files of Market Day, which list the crates of fruit that come to the market:

    {"fruit": "figs", "value": 6}

A crate with a value below zero is rotten. There must be a good crate for every round.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from trapezi.core.deck_files import DeckOption, check_deck_header, reject_unknown_keys, require_value
from trapezi.core.errors import BadDeck

FRUITS = ("olives", "lemons", "figs", "tomatoes")
ROUNDS = 7
MOST = 16  # the largest number of crates in a deck


@dataclass(frozen=True)
class CrateDeck:
    content: dict[str, Any] = field(hash=False)
    crates: tuple[tuple[str, int], ...] = field(compare=False)  # the fruit and the value of each crate

    def crate(self, number: int) -> dict[str, Any]:
        fruit, value = self.crates[number]
        return {"fruit": fruit, "value": value}

    def pile(self, rotten: bool) -> int:
        """Return the set of all crates, as one bit per crate."""
        return sum(1 << n for n, (_, value) in enumerate(self.crates) if rotten or value > 0)


def build(content: dict[str, Any]) -> CrateDeck:
    """Return the deck that a deck file describes. Raise `BadDeck`, which names the faulty place, if the file has a fault."""
    reject_unknown_keys(content, ("game", "name", "provenance", "crates"))
    check_deck_header(content, "market_day")
    crates = []
    for n, crate in enumerate(require_value(content, "crates", list)[:MOST]):
        where = f"crates[{n}]"
        reject_unknown_keys(crate, ("fruit", "value"), where)
        fruit, value = require_value(crate, "fruit", str, where), require_value(crate, "value", int, where)
        if fruit not in FRUITS or not -9 <= value <= 9 or value == 0:
            raise BadDeck("market_day.deck.crate", where=where, known=", ".join(FRUITS))
        crates.append((fruit, value))
    if sum(value > 0 for _, value in crates) < ROUNDS:
        raise BadDeck("market_day.deck.too-few", where="crates", rounds=ROUNDS)
    return CrateDeck(content, tuple(crates))


DECKS = DeckOption("market_day", ("harvest",), build)
