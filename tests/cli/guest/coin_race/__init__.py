"""A sixth game, as small as can be, to see that the command line knows no game by name.

Whoever is on turn makes a step or tosses a coin, and moves as far as it says; whoever reaches the end first wins. As a
team, all win if everybody gets halfway.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from trapezi.core.deck import DeckOption, need
from trapezi.core.errors import BadDeck, Reason
from trapezi.core.game import Game
from trapezi.core.options import Options, flag, option
from trapezi.core.package import GamePackage
from trapezi.core.random import Stream
from trapezi.core.score import Result, ScoreLine, score_line
from trapezi.core.state import Moves, State

STEP, TOSS, WAVE, COIN = 0, 1, 2, 3
GOAL = 5


@dataclass(frozen=True)
class Faces:
    content: dict[str, Any] = field(hash=False)

    @property
    def faces(self) -> list[int]:
        return list(self.content["faces"])

    def data(self) -> dict[str, Any]:
        return self.content


def build(content: dict[str, Any]) -> Faces:
    faces = need(content, "faces", list)
    if len(faces) != 2 or any(type(face) is not int or not 0 <= face <= 3 for face in faces):
        raise BadDeck("coin_race.faces", where="faces")
    return Faces(content)


USUAL = build({"game": "coin_race", "name": "usual", "faces": [0, 2]})


@dataclass(frozen=True)
class RaceOptions(Options):
    team: bool = flag()
    coin: Any = option(USUAL, DeckOption("coin_race", (), build))  # noqa: RUF009


class CoinRace(Game[RaceOptions]):
    name = "coin_race"
    seats = range(2, 4)
    Options = RaceOptions
    variants = {"standard": {}, "team": {"team": True}}
    moves = range(3)
    signals = range(WAVE, WAVE + 1)
    outcomes = range(COIN, COIN + 2)
    longest = 60

    def __init__(self, options: RaceOptions) -> None:
        super().__init__(options)
        coin = options.coin
        self.faces = (coin.deck if hasattr(coin, "deck") else coin).faces
        self.team = options.team

    def start(self) -> State:
        return Race(self)

    def text(self, move: int) -> str:
        return ("step", "toss", "wave", "coin 0", "coin 1")[move]

    def _parse(self, text: str) -> int | None:
        names = [self.text(move) for move in range(5)]
        return names.index(text) if text in names else None

    def describe(self, move: int) -> dict[str, Any]:
        return {"kind": "coin", "face": self.faces[move - COIN]} if move >= COIN else {"kind": self.text(move)}


class Race(State):
    def __init__(self, game: CoinRace) -> None:
        super().__init__(game)
        self.at = [0] * game.players
        self.turn = 0
        self.waved = False
        self.waiting = 1

    def generate_moves(self, seat: int, moves: Moves) -> int:
        moves.size = 0
        moves.add(STEP)
        return moves.add(TOSS)

    def generate_signals(self, seat: int, moves: Moves) -> int:
        moves.size = 0
        return 0 if self.waved else moves.add(WAVE)

    def is_legal(self, seat: int, move: int) -> bool:
        return COIN <= move < COIN + 2 if seat == -1 else move in (STEP, TOSS)

    def reason(self, seat: int, move: int) -> Reason:
        return Reason("coin_race.waved")

    def chance_count(self) -> int:
        return 2

    def chance_outcome(self, k: int) -> int:
        return COIN + k

    def _apply(self, seat: int, move: int) -> bool:
        if move == WAVE:
            self.waved = True
        elif move == TOSS:
            self.waiting = 0
        else:
            self.at[self.turn] += 1 if move == STEP else self.game.faces[move - COIN]
            self.over = max(self.at) >= GOAL
            self.turn = (self.turn + 1) % self.players
            self.waiting = 0 if self.over else 1 << self.turn
            self.waved = False
        return seat == -1

    def score(self, seat: int) -> int:
        return self.at[seat]

    def score_lines(self, seat: int) -> list[ScoreLine]:
        return [score_line(self.at[seat], "coin_race.score", at=self.at[seat])]

    def final_result(self) -> Result:
        if not self.game.team:
            return super().final_result()
        left = sum(max(0, GOAL - at) for at in self.at)
        won = all(at * 2 >= GOAL for at in self.at)
        seats = tuple(range(self.players))
        return Result((1,) * self.players, seats if won else (), won=won, facts={"left": left, "excellent": int(left < 2)})

    def public_board(self) -> dict[str, Any]:
        tracks = [{"of": at} for at in self.at]
        return {"phase": "run", "at": list(self.at), "turn": self.turn, "goal": GOAL, "nothing": {}, "tracks": tracks}

    def resample_hidden(self, seat: int, rng: Stream) -> None:
        """Nothing is hidden."""

    def clone(self) -> Race:
        new = Race(self.game)
        new.load(self.save())
        new.waiting, new.over = self.waiting, self.over
        return new

    def save(self) -> list[Any]:
        return [list(self.at), self.turn, self.waved]

    def load(self, fields: list[Any]) -> None:
        at, self.turn, self.waved = fields
        self.at = list(at)


PACKAGE = GamePackage(__name__, "coin_race", game=":CoinRace")
