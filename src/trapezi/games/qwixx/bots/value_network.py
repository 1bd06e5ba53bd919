# cython: boundscheck=False, wraparound=False
"""A small neural network that estimates how good the sheets of all seats are for one seat, between two turns.

Most inputs are one-hot vectors. For each seat, in the order of the turns, they encode the states of the four rows and the number
of misses. One more vector encodes how many rolls it takes until the seat is active. The leads over the other seats are further
inputs. Two hidden layers follow. The outputs are the chance to win and the expected final lead over the best other seat. For a
single player, the expected final score takes the place of the lead.

`tools/train_qwixx_networks.py` learns the weights by self-play. All sums are computed in one order with 64-bit floats, so plain
and compiled code return the same values.
"""

from __future__ import annotations

import struct
from array import array
from functools import cache
from importlib.resources import files
from math import exp
from typing import Any

from trapezi.games.qwixx import sheet
from trapezi.games.qwixx.bots import array_strides
from trapezi.games.qwixx.bots import network_sizes as sizes
from trapezi.games.qwixx.bots.after_state import AfterState

# One point of expected lead counts as much as this chance to win, so that a seat that has almost won or lost plays for points.
POINT_VALUE = 0.0005


class ValueNetwork:
    """Evaluates the sheets of all seats (`AfterState`) for a seat, in games with a certain number of players."""

    __slots__ = ("expected_lead", "first", "misses_start", "players", "second", "turn_start", "weights", "win_chance")

    def __init__(self, players: int, weights: Any) -> None:
        self.players = players
        self.weights = weights  # The weights of all layers, in the order of `weight_count`.
        self.misses_start = players * sheet.ROWS * array_strides.STATES * sizes.FIRST
        self.turn_start = self.misses_start + players * sizes.MISSES * sizes.FIRST
        self.first = [0.0] * 48  # The units of the first hidden layer.
        self.second = [0.0] * 16  # The units of the second hidden layer.
        self.win_chance = 0.0  # The chance to win, as the last call of `evaluate` computed it.
        self.expected_lead = 0.0  # The expected lead, as the last call of `evaluate` computed it.

    def evaluate(self, after: AfterState, seat: int, next_active: int) -> float:
        """Return the value of the sheets for a seat, if the game is not over and the seat `next_active` rolls next.

        The value is the chance to win, plus POINT_VALUE for each point of the expected lead. With one player, the value is the
        expected final score. Also set `win_chance` and `expected_lead`.
        """
        weights = self.weights
        at = self.turn_start + (seat - next_active + self.players) % self.players * sizes.FIRST
        for k in range(sizes.FIRST):
            self.first[k] = weights[at + k]
        at = self.turn_start + self.players * sizes.FIRST
        for slot in range(self.players):
            other = (seat + slot) % self.players
            for row in range(sheet.ROWS):
                self.add_weights_to_first_layer(
                    ((slot * sheet.ROWS + row) * array_strides.STATES + after.row[other * sheet.ROWS + row]) * sizes.FIRST
                )
            self.add_weights_to_first_layer(self.misses_start + (slot * sizes.MISSES + after.misses[other]) * sizes.FIRST)
            if slot > 0:
                lead = 1.0 * (after.score[seat] - after.score[other]) / sizes.LEAD_SCALE
                for k in range(sizes.FIRST):
                    self.first[k] += lead * weights[at + k]
                at += sizes.FIRST
        for j in range(sizes.SECOND):
            self.second[j] = weights[at + j]
        at += sizes.SECOND
        for k in range(sizes.FIRST):
            active = self.first[k]
            if active > 0.0:
                for j in range(sizes.SECOND):
                    self.second[j] += active * weights[at + j]
            at += sizes.SECOND
        win = weights[at]
        lead = weights[at + 1]
        at += sizes.OUTPUTS
        for j in range(sizes.SECOND):
            active = self.second[j]
            if active > 0.0:
                win += active * weights[at]
                lead += active * weights[at + 1]
            at += sizes.OUTPUTS
        self.expected_lead = after.lead(seat) + lead * sizes.LEAD_SCALE
        self.win_chance = 1.0 / (1.0 + exp(-win)) if win > -30.0 else 0.0
        return self.combine_outputs(self.win_chance, self.expected_lead)

    def add_weights_to_first_layer(self, first_weight: int) -> None:
        """Add the weights that begin at index `first_weight` to the first hidden layer."""
        for k in range(sizes.FIRST):
            self.first[k] += self.weights[first_weight + k]

    def end_value(self, after: AfterState, seat: int) -> float:
        """Return the value of the sheets for a seat if the game is over."""
        lead = after.lead(seat)
        self.expected_lead = lead
        self.win_chance = 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0
        return self.combine_outputs(self.win_chance, self.expected_lead)

    def combine_outputs(self, win_chance: float, expected_lead: float) -> float:
        """Return the value that combines a chance to win with an expected lead.

        With one player, return `expected_lead`, which is then the expected final score.
        """
        return expected_lead if self.players == 1 else win_chance + POINT_VALUE * expected_lead


def weight_count(players: int) -> int:
    """Return the number of weights of a network for this number of players.

    The weights of the first layer come first, input by input: rows (by seat, row and state), misses (by seat), the number of
    rolls before the seat is active (with the bias added), and leads. The weights of the second layer and of the outputs follow.
    Both begin with their biases.
    """
    inputs = players * (sheet.ROWS * array_strides.STATES + sizes.MISSES) + players + players - 1
    return inputs * sizes.FIRST + (1 + sizes.FIRST) * sizes.SECOND + (1 + sizes.SECOND) * sizes.OUTPUTS


@cache
def shipped_weights(layout_name: str, players: int) -> Any | None:
    """Return the weights that are shipped for a sheet and a number of players, or None if there are none."""
    file = files(__package__).joinpath("networks", f"{layout_name}-{players}.bin")
    if not file.is_file():
        return None
    halves = struct.unpack(f"<{weight_count(players)}e", file.read_bytes())
    return memoryview(array("d", halves))
