# cython: boundscheck=False, wraparound=False
"""A small neural network that estimates how good the sheets of all seats are for one seat, between two turns.

The inputs are one-hot vectors. For each seat, in the order of the turns, they encode the states of the four rows and the number
of misses. Further vectors encode how many rolls it takes until the seat is active, and the leads over the other seats. Two hidden
layers follow. The outputs are the chance to win and the expected final lead over the best other seat.

`tools/train_qwixx_network.c` learns the weights by self-play. All sums are computed in one order with 64-bit floats, so plain
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
    """Evaluates the sheets of all seats (`AfterState`) for a seat, in games with a certain number of players.

    `set_base` computes the first layer for some sheets and a seat. After that, `evaluate` adds only what is different.
    """

    __slots__ = (
        "base", "base_inputs", "expected_lead", "first", "input_count", "inputs", "leads_start", "misses_start", "players",
        "second", "second_start", "turn_start", "weights", "win_chance",
    )  # fmt: skip

    def __init__(self, players: int, weights: Any) -> None:
        self.players = players
        self.weights = weights  # The weights of all layers, in the order of `weight_count`.
        self.misses_start = players * sheet.ROWS * array_strides.STATES * sizes.FIRST
        self.turn_start = self.misses_start + players * sizes.MISSES * sizes.FIRST
        self.leads_start = self.turn_start + players * sizes.FIRST
        self.second_start = self.leads_start + (players - 1) * sizes.LEADS * sizes.FIRST
        self.inputs = [0] * 30  # For each input that is 1, the index of its first weight.
        self.input_count = 0
        self.base_inputs = [0] * 150  # base_inputs[seat * MAX_INPUTS + n] is inputs[n] of the last call of `set_base` for a seat.
        self.base = [0.0] * 320  # base[seat * FIRST + k] is unit k of the first hidden layer for these inputs.
        self.first = [0.0] * 64  # The units of the first hidden layer.
        self.second = [0.0] * 16  # The units of the second hidden layer.
        self.win_chance = 0.0  # The chance to win, as the last call of `evaluate` computed it.
        self.expected_lead = 0.0  # The expected lead, as the last call of `evaluate` computed it.

    def set_inputs(self, after: AfterState, seat: int, next_active: int) -> None:
        """Set `inputs` for the sheets as a seat sees them."""
        n = 0
        for slot in range(self.players):
            other = (seat + slot) % self.players
            for row in range(sheet.ROWS):
                state = after.row[other * sheet.ROWS + row]
                self.inputs[n] = ((slot * sheet.ROWS + row) * array_strides.STATES + state) * sizes.FIRST
                n += 1
            self.inputs[n] = self.misses_start + (slot * sizes.MISSES + after.misses[other]) * sizes.FIRST
            n += 1
            if slot > 0:
                lead = after.score[seat] - after.score[other] + sizes.LEADS // 2
                lead = 0 if lead < 0 else sizes.LEADS - 1 if lead >= sizes.LEADS else lead
                self.inputs[n] = self.leads_start + ((slot - 1) * sizes.LEADS + lead) * sizes.FIRST
                n += 1
        self.inputs[n] = self.turn_start + (seat - next_active + self.players) % self.players * sizes.FIRST
        self.input_count = n + 1

    def set_base(self, after: AfterState, seat: int, next_active: int) -> None:
        """Compute the first layer for sheets that are similar to those that `evaluate` will get for this seat."""
        self.set_inputs(after, seat, next_active)
        start = seat * sizes.FIRST
        for k in range(sizes.FIRST):
            self.base[start + k] = 0.0
        for n in range(self.input_count):
            at = self.inputs[n]
            self.base_inputs[seat * sizes.MAX_INPUTS + n] = at
            for k in range(sizes.FIRST):
                self.base[start + k] += self.weights[at + k]

    def evaluate(self, after: AfterState, seat: int, next_active: int) -> float:
        """Return the value of the sheets for a seat if `next_active` is the seat that rolls next and the game is not over.

        The value is the chance to win, plus POINT_VALUE for each point of the expected lead. The parts are in `win_chance` and
        `expected_lead`. `set_base` must have been called for this seat.
        """
        weights = self.weights
        self.set_inputs(after, seat, next_active)
        at = seat * sizes.FIRST
        for k in range(sizes.FIRST):
            self.first[k] = self.base[at + k]
        for n in range(self.input_count):
            at = self.inputs[n]
            before = self.base_inputs[seat * sizes.MAX_INPUTS + n]
            if at != before:
                for k in range(sizes.FIRST):
                    self.first[k] += weights[at + k] - weights[before + k]
        at = self.second_start
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
        return self.win_chance + POINT_VALUE * self.expected_lead

    def end_value(self, after: AfterState, seat: int) -> float:
        """Return the value of the sheets for a seat if the game is over."""
        lead = after.lead(seat)
        self.expected_lead = lead
        self.win_chance = 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0
        return self.win_chance + POINT_VALUE * self.expected_lead


def weight_count(players: int) -> int:
    """Return the number of weights of a network for this number of players.

    The weights of the first layer come first, input by input: rows (by seat, row and state), misses (by seat), the number of
    rolls before the seat is active (with the bias added), and leads (by seat). The weights of the second layer and of the outputs
    follow. Both begin with their biases.
    """
    inputs = players * (sheet.ROWS * array_strides.STATES + sizes.MISSES) + players + (players - 1) * sizes.LEADS
    return inputs * sizes.FIRST + (1 + sizes.FIRST) * sizes.SECOND + (1 + sizes.SECOND) * sizes.OUTPUTS


@cache
def shipped_weights(layout_name: str, players: int) -> Any | None:
    """Return the weights that are shipped for a sheet and a number of players, or None if there are none."""
    file = files(__package__).joinpath("networks", f"{layout_name}-{players}.bin")
    if not file.is_file():
        return None
    halves = struct.unpack(f"<{weight_count(players)}e", file.read_bytes())
    return memoryview(array("d", halves))
