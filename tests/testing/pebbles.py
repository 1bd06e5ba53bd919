"""Pebbles: a complete game that is as small as possible, with chance, a secret card, a simultaneous choice and a signal.

Each player draws a secret card (0 to 4). Then all players choose at the same time to keep their card or to throw it
away. A kept card scores its number. The player with the most points after three rounds wins.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from trapezi.core.errors import Reason
from trapezi.core.game import Game
from trapezi.core.options import Options
from trapezi.core.random import Stream
from trapezi.core.score_lines import ScoreLine, score_line
from trapezi.core.special_seats import NATURE
from trapezi.core.state import Moves, State

THROW, KEEP, NOD, DRAW = 0, 1, 2, 3
CARDS = 5
NONE = 9  # This number means that a seat has no card or no choice.


class Position(State):
    FIELDS = ("cards", "choices", "points", "nodded", "round")

    def __init__(self, game: Game[Any]) -> None:
        super().__init__(game)
        self.cards = [NONE] * self.players
        self.choices = [NONE] * self.players
        self.points = [0] * self.players
        self.nodded = 0
        self.round = 0

    def chance_count(self) -> int:
        return CARDS

    def chance_outcome(self, k: int) -> int:
        return DRAW + k

    def generate_moves(self, seat: int, moves: Moves) -> int:
        moves.size = 0
        moves.add(THROW)
        moves.add(KEEP)
        return moves.size

    def is_legal(self, seat: int, move: int) -> bool:
        return DRAW <= move < DRAW + CARDS if seat == NATURE else move in (THROW, KEEP)

    def generate_signals(self, seat: int, moves: Moves) -> int:
        moves.size = 0
        if self.waiting and not self.nodded >> seat & 1:
            moves.add(NOD)
        return moves.size

    def rejection_reason(self, seat: int, move: int) -> Reason:
        return Reason("pebbles.not-now")

    def _apply(self, seat: int, move: int) -> bool:
        if seat == NATURE:
            self.cards[self.cards.index(NONE)] = move - DRAW
            if NONE not in self.cards:
                self.waiting = (1 << self.players) - 1
                self.nodded = 0
            return True
        if move == NOD:
            self.nodded |= 1 << seat
            return False
        self.choices[seat] = move
        self.waiting &= ~(1 << seat)
        if self.waiting:
            return False
        self.end_round()
        return True

    def end_round(self) -> None:
        for seat in range(self.players):
            self.points[seat] += self.cards[seat] if self.choices[seat] == KEEP else 0
        self.cards = [NONE] * self.players
        self.choices = [NONE] * self.players
        self.round += 1
        self.over = self.round == 3

    def score(self, seat: int) -> int:
        return self.points[seat]

    def score_lines(self, seat: int) -> list[ScoreLine]:
        return [score_line(self.points[seat], "pebbles.score", cards=self.points[seat])]

    def public_board(self) -> dict[str, Any]:
        return {"drawn": sum(card != NONE for card in self.cards), "nodded": self.nodded, "round": self.round}

    def private_part_of_board(self, seat: int) -> dict[str, Any]:
        return {"card": self.cards[seat], "choice": self.choices[seat]} if seat >= 0 else {}

    def redact(self, viewer: int, seat: int, move: int) -> dict[str, Any]:
        if seat == NATURE and viewer != self.cards.index(NONE):
            return {"kind": "draw"}
        return self.game.describe(move)

    def resample_hidden(self, seat: int, rng: Stream) -> None:
        for other in range(self.players):
            if other != seat and self.cards[other] != NONE:
                self.cards[other] = rng.below(CARDS)
            if other != seat and self.choices[other] != NONE:
                self.choices[other] = rng.below(2)


@dataclass(frozen=True)
class PebblesOptions(Options):
    pass


class Pebbles(Game[PebblesOptions]):
    name = "pebbles"
    player_counts = range(1, 4)
    Options = PebblesOptions
    moves = range(DRAW)
    outcomes = range(DRAW, DRAW + CARDS)
    signals = range(NOD, DRAW)
    max_events = 3 * 6
    position: type[Position] = Position
    texts = ("throw", "keep", "nod", *(f"draw {n}" for n in range(CARDS)))

    def start(self) -> State:
        return self.position(self)

    def text(self, move: int) -> str:
        return self.texts[move]

    def _parse(self, text: str) -> int | None:
        return self.texts.index(text) if text in self.texts else None

    def describe(self, move: int) -> dict[str, Any]:
        return {"kind": self.texts[move].split()[0], **({"card": move - DRAW} if move >= DRAW else {})}
