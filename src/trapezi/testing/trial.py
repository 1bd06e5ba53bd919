"""One random game under observation: what all checks share."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn, TypeVar

from trapezi.core.errors import IllegalMove, Reason
from trapezi.core.game import Game
from trapezi.core.match import Match
from trapezi.core.random import Stream, branch
from trapezi.core.seats import NATURE, SPECTATOR
from trapezi.core.state import State
from trapezi.testing.fault import Fault

T = TypeVar("T")
ChooseMove = Callable[[State, int, Stream], int]  # returns a legal move of a seat


@dataclass
class Report:
    """How much was checked, and which messages occurred."""

    games: int = 0
    events: int = 0
    positions: int = 0  # positions that were examined closely
    secrets: int = 0  # resampled positions that differ from the real one
    taken_back: int = 0
    signals: int = 0
    simultaneous: int = 0  # pending decisions that were compared
    longest: int = 0
    messages: dict[str, frozenset[str]] = field(default_factory=dict)  # keys of reasons and score lines, with their parameters
    descriptions: set[tuple[str, frozenset[str]]] = field(
        default_factory=set
    )  # kinds of moves as viewers see them, and their parts


@dataclass
class Trial:
    """A match of random moves, the random numbers that the checks use, and the report that they fill in."""

    game: Game[Any]
    seed: int
    report: Report
    match: Match = field(init=False)
    rng: Stream = field(init=False)

    def __post_init__(self) -> None:
        self.match = Match(self.game, self.seed, by_hand=True)
        self.rng = branch(self.seed, 1 << 40)

    @property
    def state(self) -> State:
        return self.match.state

    @property
    def viewers(self) -> list[int]:
        return [SPECTATOR, *range(self.game.players)]

    # -- findings --------------------------------------------------------------------------------------------------------

    def fault(self, what: str, advice: str = "") -> NoReturn:
        event = len(self.match.events)
        raise Fault(f"{self.game!r}, seed {self.seed}, event {event}", what, advice, seed=self.seed, event=event)

    def need(self, condition: bool, what: str, advice: str = "") -> None:
        if not condition:
            self.fault(what, advice)

    def plain(self, value: Any, what: str) -> Any:
        """Return a value as it comes back from JSON; report a fault if it does not survive that."""
        try:
            copy = json.loads(json.dumps(value, allow_nan=False))
        except (TypeError, ValueError) as error:
            self.fault(
                f"{what} is not plain data: {error}", "Use only dicts with text keys, lists, text, finite numbers, True, None"
            )
        self.need(
            copy == value,
            f"{what} is not plain data: {value!r:.200} comes back from JSON as {copy!r:.200}",
            "Use lists, not tuples",
        )
        return copy

    def same(self, one: Any, other: Any, what: str, advice: str) -> None:
        """Report a fault if two pieces of plain data differ, with the place where they differ."""
        if one == other:
            return
        a, b = (json.dumps(each, sort_keys=True, default=repr) for each in (one, other))
        at = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
        near = slice(max(0, at - 60), at + 40)
        self.fault(f"{what}: …{a[near]}… became …{b[near]}…", advice)

    def note_message(self, reason: Reason) -> None:
        self.report.messages[reason.key] = self.report.messages.get(reason.key, frozenset(reason.params)) & frozenset(
            reason.params
        )

    def note_description(self, description: Any) -> None:
        """Check a description of a move, and note its kind for the check of the catalogues."""
        if not isinstance(description, dict) or not isinstance(description.get("kind"), str):
            self.fault(f"a move is described as {description!r:.100}", 'Return a dict with a text under "kind"')
        self.report.descriptions.add((description["kind"], frozenset(description)))

    # -- random choices --------------------------------------------------------------------------------------------------

    def happens(self, probability: float) -> bool:
        return self.rng.below(1 << 20) < probability * (1 << 20)

    def pick(self, items: Sequence[T]) -> T:
        return items[self.rng.below(len(items))]

    # -- playing -----------------------------------------------------------------------------------------------------------

    def check_turn(self, state: State) -> None:
        players = self.game.players
        advice = "Set `waiting` to one bit for each seat that owes a decision, or to 0 for NATURE"
        self.need(state.waiting < 1 << players, f"`waiting` is {bin(state.waiting)} with {players} seats", advice)

    def random_step(self, state: State, seat: int | None = None, rng: Stream | None = None) -> None:
        """Play a random decision or outcome in a copy; check that it is accepted and changes something."""
        self.check_turn(state)
        seat = self.pick(sorted(state.deciders)) if seat is None else seat
        before = repr(state.data())  # not the lists themselves, which a wrong game changes
        move = state.choose(seat, rng or self.rng)
        advice = "List signals in `generate_signals` only"
        self.need(seat == NATURE or move not in self.game.signals, f"the legal move {move} is in `signals`", advice)
        text = self.game.text(move)
        try:
            state.play(seat, move)
        except IllegalMove as error:
            advice = "List at least one move in `generate_moves`, and let `is_legal` accept all of them"
            self.fault(f"`choose` gives seat {seat} the move {text}, which is rejected: {error}", advice)
        self.need(
            repr(state.data()) != before, f"{text} changes nothing", "Let every decision and every outcome change the state"
        )

    def play_to_end(self, state: State) -> None:
        for _ in range(self.game.max_events + 1):
            if state.over:
                return
            self.random_step(state)
        self.fault(
            f"a game that goes on from here has more than {self.game.max_events} events",
            "Raise `max_events`, or let the game end",
        )
