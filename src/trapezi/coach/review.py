"""Review a game: compute what each decision cost, and how much each roll or draw helped or hurt each seat.

The value of a position for a seat is the result that it can expect if all seats play like the policies of the coach. It changes
from `start`, the value before the first event, to `result`, for three reasons:

    luck     the changes by rolls and draws, compared with the average roll or draw
    lost     what the seat's own decisions cost, compared with the moves that were best as far as the seat could know
    others   all other changes: the decisions of other seats, and what the seat gained by playing better than the policies

For every seat, `start + luck - lost + others == result`. This is exact, because all these numbers are multiples of 1 / 65536.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from time import perf_counter
from typing import Any

from trapezi.bots.budget import Budget
from trapezi.coach.game_coach import coach_for
from trapezi.coach.judgement import Judgement, MoveValue, judge
from trapezi.coach.match_observation import observe
from trapezi.coach.simulation import PositionValue, Simulator
from trapezi.coach.value_units import FIXED_POINT_ONE, POINTS, WIN, FixedPoint, from_fixed_point
from trapezi.core.errors import Reason
from trapezi.core.match import Match
from trapezi.core.special_seats import NATURE

VERSION = 1
MOMENTS = 3
TURNING_POINTS = 5
# An event is a turning point only if it changes the value of a seat by at least this much.
TURNS = {WIN: FIXED_POINT_ONE // 10, POINTS: 2 * FIXED_POINT_ONE}
POSITION_SHARE = 0.25  # The value of a position gets this share of the budget of a decision.
DEFAULT_SIMULATIONS = 2000  # How many simulations a decision gets if the budget limits only the time.
EventNumber = int  # The number of an event, counted from 1 as in `trapezi replay`.
Fraction = float


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision of a seat between several moves."""

    n: EventNumber
    judgement: Judgement
    played: MoveValue  # The value of the move that was played.
    reasons: tuple[Reason, ...] = ()  # Why the best move would have been better.

    @property
    def seat(self) -> int:
        return self.judgement.seat

    @property
    def is_worse(self) -> bool:
        return self.judgement.is_worse(self.played)

    @property
    def best(self) -> MoveValue:
        """The best move, or the move that was played if it is about as good."""
        return self.judgement.best if self.is_worse else self.played

    @property
    def cost(self) -> FixedPoint:
        return self.played.cost if self.is_worse else 0

    @property
    def is_mistake(self) -> bool:
        return self.judgement.is_mistake(self.played)

    def data(self) -> dict[str, Any]:
        return {
            "n": self.n,
            "seat": self.seat,
            "played": self.played.text,
            "best": self.best.text,
            "cost": from_fixed_point(self.cost),
            "se": round(self.played.cost_se, 6),
            "mistake": self.is_mistake,
            "exact": self.judgement.exact,
            "moves": [move.data() for move in self.judgement.moves],
            "reasons": [reason.data() for reason in self.reasons],
        }


@dataclass(frozen=True, slots=True)
class ChanceEvent:
    """A roll of dice or a draw of a card."""

    n: EventNumber
    text: str
    luck: tuple[FixedPoint, ...]  # How much the event helped (or, if negative, hurt) each seat.

    def data(self) -> dict[str, Any]:
        return {"n": self.n, "text": self.text, "luck": [from_fixed_point(luck) for luck in self.luck]}


@dataclass(frozen=True, slots=True)
class SeatReview:
    """The totals of a game for one seat. The docstring of the module explains `start`, `luck`, `lost`, `others` and `result`."""

    seat: int
    start: FixedPoint
    luck: FixedPoint
    lost: FixedPoint
    result: FixedPoint
    mistakes: int
    decisions: int

    @property
    def others(self) -> FixedPoint:
        return self.result - self.start - self.luck + self.lost

    def data(self) -> dict[str, Any]:
        sums = {name: from_fixed_point(getattr(self, name)) for name in ("start", "luck", "lost", "others", "result")}
        return {"seat": self.seat, **sums, "mistakes": self.mistakes, "decisions": self.decisions}


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a game."""

    game: str
    players: int
    unit: str
    over: bool
    decisions: tuple[Decision, ...]
    chance: tuple[ChanceEvent, ...]
    curve: tuple[tuple[EventNumber, PositionValue], ...]  # The value of the position after each event that changed it.

    @property
    def seats(self) -> list[SeatReview]:
        """The totals of all seats. If the game is not over, `result` is the value of its last position."""
        start, result = self.curve[0][1].values, self.curve[-1][1].values
        sums = []
        for seat in range(self.players):
            own = [decision for decision in self.decisions if decision.seat == seat]
            luck, lost = sum(event.luck[seat] for event in self.chance), sum(decision.cost for decision in own)
            mistakes = sum(decision.is_mistake for decision in own)
            sums.append(SeatReview(seat, start[seat], luck, lost, result[seat], mistakes, len(own)))
        return sums

    def most_instructive_decisions(
        self, seats: Iterable[int] | None = None, count: int = MOMENTS, without: Collection[EventNumber] = ()
    ) -> list[Decision]:
        """Return the decisions from which these seats can learn most: their most expensive mistakes, the worst first.

        Leave out the decisions with the event numbers `without`, such as moves that a bot made in place of an absent player.
        """
        chosen = set(range(self.players) if seats is None else seats)
        own = [decision for decision in self.decisions if decision.seat in chosen and decision.n not in without]
        mistakes = [decision for decision in own if decision.is_mistake]
        return sorted(mistakes, key=lambda decision: (-decision.cost, decision.n))[:count]

    def turning_points(self, count: int = TURNING_POINTS) -> list[EventNumber]:
        """Return at most `count` events: those that changed the value of a seat most, in the order in which they happened."""
        changes = {
            n: max(abs(new - old) for new, old in zip(after.values, before.values, strict=True))
            for (_, before), (n, after) in pairwise(self.curve)
        }
        greatest = sorted(changes, key=lambda n: (-changes[n], n))[:count]
        return sorted(n for n in greatest if changes[n] >= TURNS[self.unit])

    def data(self) -> dict[str, Any]:
        """Return the review as plain data for JSON, including everything that was hidden during the game."""
        return {
            "version": VERSION,
            "game": self.game,
            "players": self.players,
            "unit": self.unit,
            "over": self.over,
            "seats": [seat.data() for seat in self.seats],
            "decisions": [decision.data() for decision in self.decisions],
            "chance": [event.data() for event in self.chance],
            "curve": [
                {
                    "n": n,
                    "values": [from_fixed_point(value) for value in position.values],
                    "win": None if position.win is None else [round(chance, 5) for chance in position.win],
                }
                for n, position in self.curve
            ],
            "moments": [decision.n for decision in self.most_instructive_decisions()],
        }


@dataclass(frozen=True, slots=True)
class EventReview:
    """The part of a review about one event. It can be sent to another process."""

    n: EventNumber  # 0 for the start of the game.
    decision: Decision | None = None  # None if the event was not a choice between several moves.
    value: PositionValue | None = None  # The value of the position after the event, or None if the event did not change it.


class Reviewer:
    """Reviews a match event by event, so that a worker can show progress and stop at any time.

    Several processes can share the work: each reviews some of the events with `review_events_from`, and one of them makes the
    whole review with `assemble`. All processes must use the same number of `simulations` for each position.
    """

    def __init__(self, match: Match, budget: Budget | None = None, simulations: int | None = None) -> None:
        self.game = match.game
        self.events = list(match.events)
        self.coach = coach_for(match.game)
        self.budget = budget or self.coach.review_budget
        self.simulator = Simulator(self.coach)
        self.simulations = simulations or self.simulations_per_position()
        self.over = match.state.over
        self.reviewed: list[EventReview] = []  # The events that `steps` has reviewed.
        self.steps = self._review_all()  # Each step reviews one event and yields the fraction of the work that this was.

    def simulations_per_position(self) -> int:
        """Return how many games to simulate for the value of each position: POSITION_SHARE of the budget of a decision.

        If the budget limits the time, simulate a few games first to find out how many are possible in this time.
        """
        wanted = max(1, int((self.budget.simulations or DEFAULT_SIMULATIONS) * POSITION_SHARE))
        if self.budget.milliseconds is None:
            return wanted
        start, state, count = perf_counter(), self.game.start(), 4
        self.simulator.mean_values(state, count)
        seconds_each = (perf_counter() - start) / count
        return max(count, min(wanted, int(self.budget.milliseconds / 1000 * POSITION_SHARE / seconds_each)))

    def review_events_from(self, first: EventNumber) -> Iterator[EventReview]:
        """Review the events from number `first` on, one by one. Number 0 is the start of the game."""
        match = Match(self.game, by_hand=True)
        for seat, move in self.events[: max(0, first - 1)]:
            match.play(seat, move)
        if first == 0:
            yield EventReview(0, value=self.value_of(match))
        for n, (seat, move) in enumerate(self.events, 1):
            if n < first:
                continue
            decision = self.review_decision(match, n, seat, move) if seat != NATURE else None
            match.play(seat, move)
            changes = decision is not None or seat == NATURE
            yield EventReview(n, decision, self.value_of(match) if changes else None)

    def value_of(self, match: Match) -> PositionValue:
        return self.simulator.mean_values(match.state, self.simulations)

    def _review_all(self) -> Iterator[Fraction]:
        for event in self.review_events_from(0):
            self.reviewed.append(event)
            if event.n > 0:
                yield 1 / len(self.events)

    def review_decision(self, match: Match, n: EventNumber, seat: int, move: int) -> Decision | None:
        """Judge a decision before it is played. Return None for signals and for moves without an alternative."""
        if move in self.game.signals:
            return None
        observation = observe(match, seat)
        if len(observation.legal) == 1:
            return None
        judgement = judge(observation, self.budget, played=move)
        played = judgement.value_of(move)
        reasons: tuple[Reason, ...] = ()
        if judgement.is_mistake(played):
            reasons = tuple(self.coach.reasons(observation.sample, seat, judgement.best, played))
        return Decision(n, judgement, played, reasons)

    def run_to_end(self) -> Review:
        """Review all remaining events, and return the review."""
        for _ in self.steps:
            pass
        return self.assemble(self.reviewed)

    def assemble(self, reviewed: Sequence[EventReview]) -> Review:
        """Return the review of the match, given the reviews of all its events in the order of the events."""
        curve = [(event.n, event.value) for event in reviewed if event.value is not None]
        chance = []
        for (_, before), (n, after) in pairwise(curve):
            seat, move = self.events[n - 1]
            if seat == NATURE:
                luck = tuple(new - old for new, old in zip(after.values, before.values, strict=True))
                chance.append(ChanceEvent(n, self.game.text(move), luck))
        decisions = tuple(event.decision for event in reviewed if event.decision is not None)
        return Review(self.game.name, self.game.players, self.coach.unit, self.over, decisions, tuple(chance), tuple(curve))


def review(
    log: Match | Path | str | Iterable[str], budget: Budget | None = None, on_progress: Callable[[Fraction], None] | None = None
) -> Review:
    """Review a match or its log. After each event, call `on_progress` with the fraction of the work that this event was.

    Each decision gets this budget. If the budget is a number of simulations, the same match always gets the same review.

    >>> import trapezi
    >>> match = trapezi.game("qwixx", players=2).match(seed=7)
    >>> match.play(0, "pass")
    >>> match.play(1, "pass")
    >>> found = review(match, Budget(simulations=40))
    >>> [seat.start + seat.luck - seat.lost + seat.others == seat.result for seat in found.seats]
    [True, True]
    """
    if not isinstance(log, Match):
        import trapezi

        log = trapezi.replay(log)
    reviewer = Reviewer(log, budget)
    for fraction in reviewer.steps:
        if on_progress is not None:
            on_progress(fraction)
    return reviewer.run_to_end()
