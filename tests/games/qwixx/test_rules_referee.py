"""The rules of Qwixx agree with a referee, a second implementation that stores sheets as lists of words."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product

import pytest

import trapezi
from trapezi import NATURE
from trapezi.core.random import branch
from trapezi.games.qwixx.layout import LAYOUTS
from trapezi.testing import perft

LETTERS = {"r": "red", "y": "yellow", "g": "green", "b": "blue"}


@dataclass
class Referee:
    players: int
    layout: str
    rows: list[list[str]] = field(init=False)
    locks: list[str] = field(init=False)
    crossed: list[set[str]] = field(init=False)
    locked: list[list[int]] = field(init=False)
    closed: set[int] = field(default_factory=set)
    misses: list[int] = field(init=False)

    def __post_init__(self) -> None:
        lines = [line.split() for line in LAYOUTS[self.layout].split("\n") if line.strip()]
        self.rows = [[f"{LETTERS[cell[0]]} {cell[1:]}" for cell in line[:-1]] for line in lines]
        self.locks = [LETTERS[line[-1]] for line in lines]
        self.crossed = [set() for _ in range(self.players)]
        self.locked = [[] for _ in range(self.players)]
        self.misses = [0] * self.players

    def missing_dice(self) -> set[str]:
        return {self.locks[row] for row in self.closed}

    def can_cross(self, seat: int, cell: str) -> bool:
        row = next(r for r in range(4) if cell in self.rows[r])
        at = self.rows[row].index(cell)
        if row in self.closed or any(other in self.crossed[seat] for other in self.rows[row][at:]):
            return False
        return at < 10 or sum(other in self.crossed[seat] for other in self.rows[row]) >= 5

    def white_options(self, seat: int, dice: dict[str, int]) -> set[str]:
        number = dice["white"] + dice["White"]
        return {"pass"} | {c for row in self.rows for c in row if c.split()[1] == str(number) and self.can_cross(seat, c)}

    def colour_options(self, seat: int, dice: dict[str, int]) -> set[str]:
        sums = {
            f"{colour} {dice[white] + dice[colour]}"
            for white, colour in product(("white", "White"), LETTERS.values())
            if colour not in self.missing_dice()
        }
        return {"pass"} | {cell for cell in sums if self.can_cross(seat, cell)}

    def cross(self, seat: int, cell: str) -> set[int]:
        self.crossed[seat].add(cell)
        ends = {row for row in range(4) if self.rows[row][-1] == cell}
        self.locked[seat] += ends
        return ends

    def score(self, seat: int) -> int:
        total = -5 * self.misses[seat]
        for row in range(4):
            n = sum(cell in self.crossed[seat] for cell in self.rows[row]) + self.locked[seat].count(row)
            total += sum(range(n + 1))
        return total


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("players", range(1, 6))
def test_rules_and_referee_agree_on_every_move_and_score(layout: str, players: int) -> None:
    game = trapezi.game("qwixx", players=players, sheet=layout)
    for n in range(30):
        rng, state, referee, active = branch(players, n), game.start(), Referee(players, layout), 0
        while not state.over:
            roll = state.choose(NATURE, rng)
            rolled = game.describe(roll)
            dice = {"white": rolled["white"][0], "White": rolled["white"][1], **{c: rolled[c] for c in LETTERS.values()}}
            assert {colour for colour in LETTERS.values() if dice[colour] == 0} == referee.missing_dice()
            state.play(NATURE, roll)
            choices = []
            for seat in range(players):
                legal = state.legal(seat)
                assert {game.text(move) for move in legal} == referee.white_options(seat, dice)
                choices.append(legal[rng.below(len(legal))])
            for seat, move in enumerate(choices):
                state.play(seat, move)
            texts = [game.text(move) for move in choices]
            ends: set[int] = set()
            for seat, text in enumerate(texts):
                ends |= referee.cross(seat, text) if text != "pass" else set()
            referee.closed |= ends
            if len(referee.closed) < 2:
                legal = state.legal(active)
                assert {game.text(move) for move in legal} == referee.colour_options(active, dice)
                move = legal[rng.below(len(legal))]
                state.play(active, move)
                if move != 44:
                    referee.closed |= referee.cross(active, game.text(move))
                elif texts[active] == "pass":
                    referee.misses[active] += 1
            assert state.scores == [referee.score(seat) for seat in range(players)]
            assert state.over == (len(referee.closed) >= 2 or max(referee.misses) == 4)
            active = (active + 1) % players


ROLL = "roll 4 3 2 6 1 5"


def count_by_hand(layout: str, players: int, depth: int) -> int:
    """Return the number of move sequences if every roll is ROLL, computed by the referee."""
    dice = {"white": 4, "White": 3, "red": 2, "yellow": 6, "green": 1, "blue": 5}

    def replay(history: list[str]) -> tuple[Referee, int, int]:
        """Return the referee, the active seat, and the number of choices made in the current turn."""
        referee, active = Referee(players, layout), 0
        while len(history) > players:
            turn, history = history[: players + 1], history[players + 1 :]
            for seat, text in enumerate(turn[:-1]):
                if text != "pass":
                    referee.cross(seat, text)
            if turn[-1] != "pass":
                referee.cross(active, turn[-1])
            elif turn[active] == "pass":
                referee.misses[active] += 1
            active = (active + 1) % players
        return referee, active, len(history)

    def count(history: list[str], depth: int) -> int:
        referee, active, done = replay(history)
        if depth == 0 or max(referee.misses) == 4:
            return 1
        if done < players:
            options = referee.white_options(done, dice)
        else:
            for seat, text in enumerate(history[-players:]):
                if text != "pass":
                    referee.cross(seat, text)
            options = referee.colour_options(active, dice)
        return sum(count([*history, text], depth - 1) for text in options)

    return count([], depth)


@pytest.mark.parametrize(
    ("layout", "players", "depth", "expected"),
    [
        ("standard", 1, 4, 1001),
        ("standard", 2, 5, 3297),
        ("mixed-colours", 2, 4, 785),
        ("mixed-numbers", 1, 5, 2977),
    ],
)
def test_the_number_of_move_sequences_is_exact(layout: str, players: int, depth: int, expected: int) -> None:
    game = trapezi.game("qwixx", players=players, sheet=layout)
    counted = perft(game.start(), depth, lambda state: game.parse(ROLL))
    assert counted == count_by_hand(layout, players, depth)
    assert counted == expected
