"""A random game with checks, and the report that counts what was checked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from trapezi.core.errors import IllegalMove, Reason
from trapezi.core.game import Game
from trapezi.core.match import Match
from trapezi.core.random import Stream, branch
from trapezi.core.special_seats import NATURE, SPECTATOR
from trapezi.core.state import State
from trapezi.testing.fault import Checker, Fault

T = TypeVar("T")
ChooseMove = Callable[[State, int, Stream], int]  # (state, seat, rng) -> a legal move of the seat.


@dataclass
class Report:
    """How much of a game was checked, and which messages it needs."""

    games: int = 0
    events: int = 0
    positions: int = 0  # The number of positions that were examined closely.
    secrets: int = 0  # The number of resampled positions that differ from the real position.
    taken_back: int = 0
    signals: int = 0
    simultaneous: int = 0  # The number of pending decisions that were checked.
    longest: int = 0  # The number of events in the longest game.
    # Maps the message key of each reason or score line to the names of the parameters that it always has.
    messages: dict[str, frozenset[str]] = field(default_factory=dict)
    # (kind, names of the fields) of each description of a move that occurred.
    descriptions: set[tuple[str, frozenset[str]]] = field(default_factory=set)


def random_bool(rng: Stream, probability: float) -> bool:
    return rng.below(1 << 20) < probability * (1 << 20)


@dataclass
class CheckedMatch(Checker):
    """A match of random moves with checks, which add to `report` what they have checked."""

    game: Game[Any]
    seed: int
    report: Report

    @cached_property
    def match(self) -> Match:
        return Match(self.game, self.seed, by_hand=True)

    @cached_property
    def rng(self) -> Stream:
        return branch(self.seed, 1 << 40)

    @property
    def state(self) -> State:
        return self.match.state

    @property
    def viewers(self) -> list[int]:
        return [SPECTATOR, *range(self.game.players)]

    def make_fault(self, problem: str, advice: str) -> Fault:
        event = len(self.match.events) if "match" in vars(self) else 0
        return Fault(f"{self.game!r}, seed {self.seed}, event {event}", problem, advice, seed=self.seed, event=event)

    def note_message(self, reason: Reason) -> None:
        """Add a message to the report, with those parameters that it has had every time."""
        params = frozenset(reason.params)
        self.report.messages[reason.key] = self.report.messages.get(reason.key, params) & params

    def check_and_note_description(self, description: Any, name: str) -> None:
        """Check the description of a move, and add its kind and fields to the report."""
        self.check_description(description, name)
        self.report.descriptions.add((description["kind"], frozenset(description)))

    def check_description(self, description: Any, name: str) -> None:
        self.require_plain_data(description, name)
        fine = isinstance(description, dict) and isinstance(description.get("kind"), str)
        self.require(fine, f"{name} is {description!r:.200}", 'Return a dict of plain data with a text under "kind"')

    def random_item(self, items: Sequence[T]) -> T:
        return items[self.rng.below(len(items))]

    def check_waiting_bits(self, state: State) -> None:
        players = self.game.players
        advice = "Set `waiting` to one bit for each seat that owes a decision, or to 0 for NATURE"
        self.require(state.waiting < 1 << players, f"`waiting` is {bin(state.waiting)} with {players} seats", advice)

    def play_random_step(self, state: State, seat: int | None = None, rng: Stream | None = None) -> None:
        """Play a random decision or outcome in a state. Check that the state accepts the move, and that it changes."""
        self.check_waiting_bits(state)
        seat = self.random_item(sorted(state.deciders)) if seat is None else seat
        before = repr(state.data())  # Compare texts, because a faulty game may change the lists themselves.
        move = state.choose(seat, rng or self.rng)
        advice = "List signals in `generate_signals` only"
        self.require(seat == NATURE or move not in self.game.signals, f"the legal move {move} is in `signals`", advice)
        text = self.game.text(move)
        try:
            state.play(seat, move)
        except IllegalMove as error:
            advice = "List at least one move in `generate_moves`, and let `is_legal` accept all of them"
            self.fail(f"`choose` gives seat {seat} the move {text}, which is rejected: {error}", advice)
        advice = "Let every decision and every outcome change the state"
        self.require(repr(state.data()) != before, f"{text} changes nothing", advice)

    def play_randomly_to_end(self, state: State) -> None:
        most = self.game.max_events
        for _ in range(most + 1):
            if state.over:
                return
            self.play_random_step(state)
        self.fail(f"a game that goes on from here has more than {most} events", "Raise `max_events`, or let the game end")
