"""Games of Silver & Gold whose cards the tests deal by hand, and decks for single tests."""

from __future__ import annotations

from typing import Any

import pytest

import trapezi
from trapezi import NATURE, SPECTATOR

BIG = "grey oooo/oooo/oooo/oooo"
EXPEDITION = [
    {"name": "I2", "count": 1, "grid": ["oo"]},
    {"name": "I3", "count": 2, "grid": ["ooo"]},
    {"name": "V3", "count": 2, "grid": ["oo", ".o"]},
    {"name": "T4", "count": 1, "grid": ["ooo", ".o."]},
    {"name": "L4", "count": 1, "grid": ["ooo", "..o"]},
    {"name": "O4", "count": 1, "grid": ["oo", "oo"]},
]


def make_deck(*cards: str, size: int = 40, expedition: Any = EXPEDITION) -> dict[str, Any]:
    """Return a deck with cards such as "grey oXo/.C." or, with a seal, "grey+purple oo", followed by large plain cards."""
    treasure = []
    for number, card in enumerate([*cards, *[BIG] * (size - len(cards))], 1):
        name, grid = card.split(" ")
        colour, _, seal = name.partition("+")
        points = sum(letter in "oXCP" for letter in grid)
        treasure.append({"id": number, "colour": colour, "points": points, "seal": seal or None, "grid": grid.split("/")})
    return {
        "game": "silver_gold",
        "name": "made",
        "provenance": {"ours": "all of it"},
        "seal_points": {"purple": 2, "orange": 2, "green": 1, "grey": 1},
        "expedition": expedition,
        "treasure": treasure,
    }


class DealtGame:
    """A game dealt by hand. Each seat keeps the two cards given, and all other cards come from the end of the deck."""

    def __init__(self, *keep: tuple[int, int], display: tuple[int, ...] = (), **options: Any) -> None:
        self.match = trapezi.game("silver_gold", players=len(keep), **options).match(by_hand=True)
        self.reserved = {card for pair in keep for card in pair} | set(display)
        for pair in keep:
            for card in pair:
                self.nature(f"treasure {card}")
            self.nature(f"treasure {self.last()}")
            self.nature(f"treasure {self.last()}")
        for seat in range(len(keep)):
            self.match.play(seat, "keep 1 2")
        for place in range(4):
            self.nature(f"treasure {display[place] if place < len(display) else self.last()}")

    # the moves of chance

    def nature(self, text: str) -> None:
        self.match.play(NATURE, text)

    def last(self) -> int:
        """Return the last card of the deck that can be drawn and that the test has not reserved."""
        texts = [self.match.game.text(outcome) for outcome in self.match.state.chance()]
        return [number for text in texts if (number := int(text.split()[1])) not in self.reserved][-1]

    def turn(self, design: str | None = None) -> None:
        """Turn over an expedition card of this design, or the first one possible."""
        names = [card.name for card in self.match.game.options.deck.deck.expeditions]
        wanted = [f"expedition {number}" for number, name in enumerate(names, 1) if design in (None, name)]
        self.nature(next(text for text in wanted if self.why_not(NATURE, text) is None))

    def refill(self) -> None:
        while self.table()["phase"] == "opening":
            self.nature(f"treasure {self.last()}")

    # the moves of seats

    def mark(self, seat: int, *texts: str) -> None:
        for text in texts:
            self.match.play(seat, text)

    def chain(self, seat: int) -> None:
        """While an X obliges the seat to mark another square, mark the first free one."""
        while seat in self.match.state.deciders and self.table()["phase"] == "marking":
            self.match.play(seat, self.singles(seat)[0])

    def finish_marking(self) -> None:
        """For every seat that has not finished marking, mark its last free squares."""
        while self.table()["phase"] == "marking":
            seat = min(self.match.state.deciders)
            self.match.play(seat, self.singles(seat)[-1])

    def take(self, seat: int, text: str, card: int | None = None) -> None:
        """Take a card from the display, or the named card from the pile, and refill the display."""
        self.match.play(seat, text)
        if card is not None:
            self.nature(f"treasure {card}")
        self.refill()

    def pass_turn(self, design: str | None = None) -> None:
        """Play a turn in which nothing of interest happens."""
        self.turn(design)
        self.finish_marking()
        while self.table()["phase"] in ("taking", "opening"):
            self.take(min(self.match.state.deciders), "take 4")

    # what seats see

    def texts(self, seat: int) -> list[str]:
        return [self.match.game.text(move) for move in self.match.state.legal(seat)]

    def singles(self, seat: int) -> list[str]:
        return [text for text in self.texts(seat) if len(text.split()) == 2]

    def why_not(self, seat: int, text: str) -> str | None:
        reason = self.match.state.why_not(seat, self.match.game.parse(text))
        return None if reason is None else reason.key

    def table(self, viewer: int = SPECTATOR) -> dict[str, Any]:
        return self.match.state.view(viewer)["board"]

    def seat(self, seat: int) -> dict[str, Any]:
        return self.table()["seats"][seat]

    def display(self) -> list[int | None]:
        return [card and card["id"] for card in self.table()["display"]]

    def held(self, seat: int) -> list[int | None]:
        return [card and card["id"] for card in self.seat(seat)["cards"]]


@pytest.fixture
def deal_game() -> type[DealtGame]:
    return DealtGame


@pytest.fixture
def deck() -> Any:
    return make_deck
