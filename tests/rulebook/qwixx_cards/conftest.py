"""A table of the card game at which tests draw the cards by hand."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rulebook.sheet_table import SheetTable

import trapezi
from trapezi import NATURE

SUITS = {"r": "red", "y": "yellow", "g": "green", "b": "blue", "j": "joker"}


def cards(short: str) -> list[str]:
    """Return the full names of cards such as `r7 j3`."""
    return [f"{SUITS[card[0]]} {card[1:]}" for card in short.split()]


class Table(SheetTable):
    """A table where all cards are drawn by hand. If a test names no card, it gets a card that it does not use elsewhere."""

    def __init__(self, *hands: str, players: int = 2, display: str = "", top: str = "", begin: int = 0, **options: Any) -> None:
        self.match = trapezi.game("qwixx_cards", players=players, **options).match(by_hand=True)
        self.reserved = set(cards(" ".join([*hands, display, top])))
        self.match.play(NATURE, f"begin {begin}")
        wanted = [cards(hand) for hand in hands] + [[] for _ in range(players - len(hands))]
        for k in range(4 * players):
            hand = wanted[k % players]
            self.draw(hand.pop(0) if hand else "")
        for k in range(4):
            self.draw("".join(cards(display)[k : k + 1]))
        self.draw("".join(cards(top)))

    @property
    def active(self) -> int:
        return self.board["active"]

    def hand(self, seat: int) -> list[str]:
        return [f"{card['colour']} {card['number']}" for card in self.state.view(seat)["board"]["hands"][seat]]

    def pile(self) -> list[str]:
        """Return the cards that can be drawn now."""
        return [self.match.game.text(outcome).removeprefix("draw ") for outcome in self.state.chance()]

    def draw(self, card: str = "", number: int = 0) -> Table:
        """Draw a named card, or a card of a number or, by default, a card of the number with the most cards left."""
        if not card:
            free = [c for c in self.pile() if c not in self.reserved]
            numbers = [int(c.split()[1]) for c in free]
            wanted = number or max(numbers, key=lambda n: (numbers.count(n), n))
            card = next(c for c in [*free, *self.pile()] if c.endswith(f" {wanted}"))
        self.match.play(NATURE, f"draw {card}")
        return self

    def take(self, *places: int, number: int = 0) -> Table:
        """Take cards from these places, by default the first ones, and let the top card of the draw pile have this number."""
        places = places or tuple(range(1, self.board["take"] + 1))
        self.match.play(self.active, "take " + " ".join(map(str, places)))
        while self.state.is_on_turn(NATURE):
            self.draw(number=0 if None in self.board["display"] else number)
        return self

    def choose(self, *choices: str) -> Table:
        for seat, choice in enumerate(choices):
            self.match.play(seat, choice)
        return self

    def turn(self, number: int, *choices: str, play: str = "play 5") -> Table:
        """Play a whole turn: announce a number, let everybody choose, and play the card that was just taken without a cross."""
        self.take(number=number).choose(*choices)
        if not self.state.over:
            self.match.play(self.active, play)
        return self

    def all_cross(self, colour: str, *numbers: int) -> Table:
        for number in numbers:
            self.turn(number, *[f"{colour} {number}"] * self.state.players)
        return self

    def passing(self, *, number: int = 0) -> Table:
        """Play up to step 3. Nobody crosses anything in step 2."""
        return self.take(number=number).choose(*["pass"] * self.state.players)

    def play_text(self, played: str, crossed: str = "", colour: str = "") -> str:
        hand = self.hand(self.active)
        slots, crosses = (" ".join(str(hand.index(card) + 1) for card in cards(short)) for short in (played, crossed))
        return f"play {slots} cross {crosses} {colour or SUITS[crossed[0]]}" if crossed else f"play {slots}"

    def play(self, played: str, crossed: str = "", colour: str = "") -> Table:
        self.match.play(self.active, self.play_text(played, crossed, colour))
        return self

    def why_not(self, played: str, crossed: str = "", colour: str = "") -> str | None:
        """Return why the active player may not play these cards."""
        return self.rejection(self.active, self.play_text(played, crossed, colour))

    def rejection(self, seat: int, text: str) -> str | None:
        reason = self.state.why_not(seat, self.match.game.parse(text))
        return reason.key.removeprefix("qwixx_cards.") if reason else None


@pytest.fixture
def deal() -> type[Table]:
    """Deal a new table."""
    return Table
