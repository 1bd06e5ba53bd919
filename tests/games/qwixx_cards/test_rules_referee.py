"""The rules of the card game agree with a referee, a second implementation that stores cards as words and tries every play."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import pytest

import trapezi
from trapezi import NATURE, SPECTATOR
from trapezi.core.random import branch
from trapezi.testing import perft

COLOURS = ["red", "yellow", "green", "blue"]
Card = tuple[str, int]
Play = tuple[frozenset[int], str, frozenset[int]]  # a play: its slots of the hand, the colour of the row, and the crossed numbers


def row(colour: str) -> list[int]:
    return list(range(2, 13)) if colour in ("red", "yellow") else list(range(12, 1, -1))


@dataclass
class Referee:
    players: int
    jokers: bool
    pile: list[Card] = field(init=False)
    hands: list[list[Card]] = field(init=False)
    crossed: list[dict[str, list[int]]] = field(init=False)
    misses: list[int] = field(init=False)
    display: list[Card | None] = field(default_factory=lambda: [None] * 4)
    top: Card | None = None
    discards: list[Card] = field(default_factory=list)
    active: int | None = None
    step: str = "lots"
    choices: dict[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        suits = [*COLOURS, "joker"] if self.jokers else COLOURS
        self.pile = [(suit, number) for suit in suits for number in range(2, 13)]
        self.hands = [[] for _ in range(self.players)]
        self.crossed = [{colour: [] for colour in COLOURS} for _ in range(self.players)]
        self.misses = [0] * self.players

    # legal moves

    def deciders(self) -> list[int]:
        everyone = [seat for seat in range(self.players) if seat not in self.choices]
        return {"take": [self.active], "play": [self.active], "everyone": everyone, "end": []}.get(self.step, [NATURE])  # type: ignore[return-value]

    def takes(self) -> set[str]:
        assert self.active is not None
        missing = 5 - len(self.hands[self.active])
        return {"take " + " ".join(map(str, places)) for places in combinations(range(1, 5), missing)}

    def can_cross(self, seat: int, colour: str, numbers: list[int]) -> bool:
        """Return whether these numbers can be crossed one after the other, with at most one number skipped between them."""
        order, done = row(colour), [*self.crossed[seat][colour]]
        for number in sorted(numbers, key=order.index):
            if any(order.index(other) >= order.index(number) for other in done):
                return False
            if number == order[-1] and len(done) < 5:
                return False
            done.append(number)
        spots = [order.index(number) for number in numbers]
        return max(spots) - min(spots) + 1 - len(set(numbers)) <= 1

    def singles(self, seat: int) -> set[str]:
        assert self.top is not None
        number = self.top[1]
        return {"pass"} | {f"{colour} {number}" for colour in COLOURS if self.can_cross(seat, colour, [number])}

    def plays(self, seat: int) -> set[Play]:
        found: set[Play] = set()
        hand = self.hands[seat]
        for size in (1, 2, 3):
            for slots in combinations(range(5), size):
                for colour in COLOURS:
                    if not all(hand[slot][0] in (colour, "joker") for slot in slots):
                        continue
                    found.add((frozenset(slots), "", frozenset()))
                    shown = {hand[slot][1] for slot in slots}
                    for n in range(1, len(shown) + 1):
                        for numbers in combinations(sorted(shown), n):
                            if self.can_cross(seat, colour, list(numbers)):
                                found.add((frozenset(slots), colour, frozenset(numbers)))
        return found

    # play

    def score(self, seat: int) -> int:
        total = -5 * self.misses[seat]
        for colour, numbers in self.crossed[seat].items():
            total += sum(range(len(numbers) + (row(colour)[-1] in numbers) + 1))
        return total

    def is_over(self) -> bool:
        done = [sum(row(colour)[-1] in sheet[colour] for colour in COLOURS) for sheet in self.crossed]
        return max(done) >= 2 or max(self.misses) >= 4

    def shift(self) -> None:
        """Move the top card to the display if there is room; a new top card is then due."""
        if None in self.display and self.top is not None:
            self.display[self.display.index(None)] = self.top
            self.top = None
            if not self.pile:
                self.pile, self.discards = self.discards, []

    def nature(self, event: dict[str, Any]) -> None:
        if event["kind"] == "begin":
            self.active, self.step = event["seat"], "deal"
            return
        card = (event["card"]["colour"], event["card"]["number"])
        self.pile.remove(card)
        if self.step == "deal":
            min(self.hands, key=len).append(card)
            self.step = "refill" if all(len(hand) == 4 for hand in self.hands) else "deal"
            return
        self.top = card
        self.shift()
        if self.top is not None:
            assert self.active is not None
            self.step = "everyone" if len(self.hands[self.active]) == 5 else "take"

    def decide(self, seat: int, text: str) -> None:
        if self.step == "take":
            for place in text.split()[1:]:
                card = self.display[int(place) - 1]
                assert card is not None
                self.hands[seat].append(card)
                self.display[int(place) - 1] = None
            self.step = "refill"
            self.shift()
        elif self.step == "everyone":
            self.choices[seat] = text
            if len(self.choices) == self.players:
                for chooser, choice in self.choices.items():
                    if choice != "pass":
                        colour, number = choice.split()
                        self.crossed[chooser][colour].append(int(number))
                self.step = "end" if self.is_over() else "play"
        else:
            slots, colour, numbers = self.meaning(text)
            if numbers:
                self.crossed[seat][colour] += numbers
            elif self.choices[seat] == "pass":
                self.misses[seat] += 1
            self.discards += [card for slot, card in enumerate(self.hands[seat]) if slot in slots]
            self.hands[seat] = [card for slot, card in enumerate(self.hands[seat]) if slot not in slots]
            self.step = "end" if self.is_over() else "take"
            if self.step == "take":
                self.active, self.choices = (seat + 1) % self.players, {}

    def meaning(self, text: str) -> Play:
        assert self.active is not None
        played, _, crossed = text.removeprefix("play ").partition(" cross ")
        words = crossed.split()
        numbers = frozenset(self.hands[self.active][int(word) - 1][1] for word in words[:-1])
        return frozenset(int(word) - 1 for word in played.split()), words[-1] if words else "", numbers


def assert_same(state: trapezi.State, referee: Referee) -> None:
    look = state.view(SPECTATOR)["board"]
    assert sorted(state.deciders) == referee.deciders()
    assert state.over == (referee.step == "end")
    assert look["active"] == referee.active
    assert look["display"] == [card and card[1] for card in referee.display]
    assert look["top"] == (referee.top and referee.top[1])
    assert look["pile"] == len(referee.pile) + (referee.top is not None)
    assert look["discards"] == len(referee.discards)
    assert state.scores == [referee.score(seat) for seat in range(referee.players)]
    for seat in range(referee.players):
        own = state.view(seat)["board"]["hands"][seat]
        assert [(card["colour"], card["number"]) for card in own] == referee.hands[seat]


def legal_plays(state: trapezi.State, seat: int, referee: Referee) -> set[Play]:
    texts = [state.game.text(move) for move in state.legal(seat)]
    meanings = [referee.meaning(text) for text in texts]
    assert len(set(meanings)) == len(texts), "two moves mean the same"
    return set(meanings)


@pytest.mark.parametrize("jokers", [False, True])
@pytest.mark.parametrize("players", range(2, 6))
def test_rules_and_referee_agree_on_every_move_and_score(players: int, jokers: bool) -> None:
    game = trapezi.game("qwixx_cards", players=players, jokers=jokers)
    for n in range(12):
        rng, state, referee = branch(players, n), game.start(), Referee(players, jokers)
        while not state.over:
            assert_same(state, referee)
            seat = min(state.deciders)
            move = state.choose(seat, rng)
            if seat == NATURE:
                if referee.step != "lots":
                    drawn = [game.describe(outcome)["card"] for outcome in state.chance()]
                    assert sorted((card["colour"], card["number"]) for card in drawn) == sorted(referee.pile)
                referee.nature(game.describe(move))
            elif referee.step == "play":
                assert legal_plays(state, seat, referee) == referee.plays(seat)
                referee.decide(seat, game.text(move))
            else:
                options = referee.takes() if referee.step == "take" else referee.singles(seat)
                assert {game.text(m) for m in state.legal(seat)} == options
                referee.decide(seat, game.text(move))
            state.play(seat, move)
        assert_same(state, referee)


ORDER = [*COLOURS, "joker"]
STRIDE = 37  # The card that is drawn is always number 37 of the cards left, counted cyclically.


def fixed_outcome(state: trapezi.State) -> int:
    outcomes = list(state.chance())
    return outcomes[0 if state.view(SPECTATOR)["board"]["phase"] == "lots" else STRIDE % len(outcomes)]


def fixed_draw(referee: Referee) -> dict[str, Any]:
    if referee.step == "lots":
        return {"kind": "begin", "seat": 0}
    left = sorted(referee.pile, key=lambda card: (ORDER.index(card[0]), card[1]))
    suit, number = left[STRIDE % len(left)]
    return {"kind": "draw", "card": {"colour": suit, "number": number}}


def count(referee: Referee, depth: int) -> int:
    """Return the number of move sequences, computed by the referee."""
    while referee.deciders() == [NATURE]:
        referee = deepcopy(referee)
        referee.nature(fixed_draw(referee))
    if depth == 0 or referee.step == "end":
        return 1
    seat = min(referee.deciders())
    options: dict[str, Callable[[], set[str]]] = {
        "take": referee.takes,
        "everyone": lambda: referee.singles(seat),
        "play": lambda: play_texts(referee),
    }
    total = 0
    for text in options[referee.step]():
        after = deepcopy(referee)
        after.decide(seat, text)
        total += count(after, depth - 1)
    return total


def play_texts(referee: Referee) -> set[str]:
    """Return all plays as texts.

    A text gives a crossed number as the slot (1, 2, ...) of the first played card with this number.
    """
    assert referee.active is not None
    hand, texts = referee.hands[referee.active], set()
    for slots, colour, numbers in referee.plays(referee.active):
        named = [next(str(slot + 1) for slot in sorted(slots) if hand[slot][1] == number) for number in sorted(numbers)]
        played = " ".join(str(slot + 1) for slot in sorted(slots))
        texts.add(f"play {played} cross {' '.join(named)} {colour}" if numbers else f"play {played}")
    return texts


@pytest.mark.parametrize(
    ("players", "jokers", "depth", "expected"),
    [(2, False, 4, 4560), (2, True, 4, 8740), (3, False, 4, 500)],
)
def test_the_number_of_move_sequences_is_exact(players: int, jokers: bool, depth: int, expected: int) -> None:
    game = trapezi.game("qwixx_cards", players=players, jokers=jokers)
    counted = perft(game.start(), depth, fixed_outcome)
    assert counted == count(Referee(players, jokers), depth)
    assert counted == expected


def test_five_jokers_give_385_legal_plays() -> None:
    """Count every play without a cross and, in each colour, every play that obeys the gap rule: the limit is 512 moves."""
    game = trapezi.game("qwixx_cards", players=2, jokers=True)
    match = game.match(by_hand=True)
    match.play(NATURE, "begin 0")
    for number in range(5, 9):
        match.play(NATURE, f"draw joker {number}")
        match.play(NATURE, f"draw red {number}")
    for card in ("joker 9", "red 2", "red 3", "red 4", "red 10"):
        match.play(NATURE, f"draw {card}")
    match.play(0, "take 1")
    match.play(NATURE, "draw red 11")
    match.play(0, "pass")
    match.play(1, "pass")
    ways = {1: 11, 2: 4, 3: 1}  # the number of plays that contain one, two or three given cards
    crossed = [cells for n in ways for cells in combinations(range(5), n) if max(cells) - min(cells) + 1 - n <= 1]
    assert len(match.state.legal(0)) == 25 + 4 * sum(ways[len(cells)] for cells in crossed) == 385
