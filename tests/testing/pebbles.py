"""A sixth game, small but with everything: chance, a secret card, a choice made together, a signal.

Each player draws a secret card (0 to 4). Then all choose at once: keep it or throw it away. Kept cards count. Three rounds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from trapezi.core.errors import Reason
from trapezi.core.game import Game
from trapezi.core.options import Options
from trapezi.core.random import Stream
from trapezi.core.score import ScoreLine, score_line
from trapezi.core.seats import NATURE
from trapezi.core.state import Moves, State

THROW, KEEP, NOD, DRAW = 0, 1, 2, 3
UNKNOWN = 9


class Table(State):
    def __init__(self, game: Game[Any]) -> None:
        super().__init__(game)
        self.cards = [UNKNOWN] * self.players
        self.choices = [UNKNOWN] * self.players
        self.points = [0] * self.players
        self.nodded = 0
        self.round = 0

    def chance_count(self) -> int:
        return 5

    def chance_outcome(self, k: int) -> int:
        return DRAW + k

    def is_legal(self, seat: int, move: int) -> bool:
        return DRAW <= move < DRAW + 5 if seat == NATURE else move in (THROW, KEEP)

    def generate_moves(self, seat: int, moves: Moves) -> int:
        moves.size = 0
        moves.add(THROW)
        moves.add(KEEP)
        return moves.size

    def generate_signals(self, seat: int, moves: Moves) -> int:
        moves.size = 0
        if self.waiting and not self.nodded >> seat & 1:
            moves.add(NOD)
        return moves.size

    def _apply(self, seat: int, move: int) -> bool:
        if seat == NATURE:
            self.cards[self.cards.index(UNKNOWN)] = move - DRAW
            if UNKNOWN not in self.cards:
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
        for s in range(self.players):
            self.points[s] += self.cards[s] if self.choices[s] == KEEP else 0
        self.cards = [UNKNOWN] * self.players
        self.choices = [UNKNOWN] * self.players
        self.round += 1
        self.over = self.round == 3
        return self.players > 1

    def score(self, seat: int) -> int:
        return self.points[seat]

    def score_lines(self, seat: int) -> list[ScoreLine]:
        return [score_line(self.points[seat], "pebbles.score", cards=self.points[seat])]

    def visible_board(self, seat: int) -> dict[str, Any]:
        return {
            "card": self.cards[seat] if seat >= 0 else UNKNOWN,
            "drawn": sum(card != UNKNOWN for card in self.cards),
            "choice": self.choices[seat] if seat >= 0 else UNKNOWN,
            "nodded": self.nodded,
            "round": self.round,
        }

    def redact(self, viewer: int, seat: int, move: int) -> dict[str, Any]:
        if seat == NATURE and viewer != self.cards.index(UNKNOWN):
            return {"kind": "draw"}
        return self.game.describe(move)

    def resample_hidden(self, seat: int, rng: Stream) -> None:
        for other in range(self.players):
            if other != seat and self.cards[other] != UNKNOWN:
                self.cards[other] = rng.below(5)
            if other != seat and self.choices[other] != UNKNOWN:
                self.choices[other] = rng.below(2)

    def reason(self, seat: int, move: int) -> Reason:
        return Reason("pebbles.no")

    def clone(self) -> Table:
        new = type(self)(self.game)
        new.load(self.save())
        new.waiting, new.over = self.waiting, self.over
        return new

    def save(self) -> list[Any]:
        return [self.cards[:], self.choices[:], self.points[:], self.nodded, self.round]

    def load(self, fields: list[Any]) -> None:
        cards, choices, points, self.nodded, self.round = fields
        self.cards, self.choices, self.points = cards[:], choices[:], points[:]


@dataclass(frozen=True)
class PebblesOptions(Options):
    pass


class Pebbles(Game[PebblesOptions]):
    name = "pebbles"
    seats = range(1, 4)
    Options = PebblesOptions
    moves = range(DRAW)
    outcomes = range(DRAW, DRAW + 5)
    signals = range(NOD, DRAW)
    longest = 3 * 6
    table: type[Table] = Table
    words = ("throw", "keep", "nod", *(f"draw {n}" for n in range(5)))

    def start(self) -> State:
        return self.table(self)

    def text(self, move: int) -> str:
        return self.words[move]

    def _parse(self, text: str) -> int | None:
        return self.words.index(text) if text in self.words else None

    def describe(self, move: int) -> dict[str, Any]:
        return {"kind": self.words[move].split()[0], "card": move - DRAW if move >= DRAW else None}
