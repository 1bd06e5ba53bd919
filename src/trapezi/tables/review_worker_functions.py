"""The functions that worker processes run to review a finished game: prepare it, review a few of its events, encode the review.

Each function returns pickled bytes for the next call. The server process passes them on without unpickling them.
"""

from __future__ import annotations

import pickle
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from trapezi.bots import Budget
from trapezi.coach.review import Decision, EventNumber, EventReview, Review, Reviewer
from trapezi.coach.skill_and_luck import skill_and_luck_sentence
from trapezi.coach.value_units import WIN, from_fixed_point
from trapezi.core.errors import BadLog, Reason
from trapezi.core.game import Game
from trapezi.core.history import PlayedBy
from trapezi.core.log import replay as read_log
from trapezi.core.match import Match
from trapezi.games import find
from trapezi.protocol import http
from trapezi.protocol.types import Sentence
from trapezi.tables import log_format
from trapezi.tables.errors import Rejected
from trapezi.tables.moves_by_bot_or_clock import moves_by_bot_or_clock, moves_by_bot_or_clock_in_log
from trapezi.tables.replays import compress

VERSION = 2  # This is the version of the format of reviews. Reviews of earlier versions are computed again.
MAX_EVENTS = 2000  # Games with more than this many events are not reviewed.
MAX_MOVES = 80  # Of each decision, a review lists at most this many moves: the best moves and the move that was played.

Pickled = bytes


@dataclass(frozen=True, slots=True)
class PreparedGame:
    """A game to be reviewed.

    `people` are the seats of people, whose mistakes the review shows. `played_by` lists the moves that bots or the clock made.
    """

    match: Match
    budget: Budget
    simulations: int  # The number of simulated games from which the value of each position is computed.
    people: tuple[int, ...]
    played_by: dict[EventNumber, PlayedBy] = field(default_factory=dict)

    def reviewer(self) -> Reviewer:
        return Reviewer(self.match, self.budget, self.simulations)


# -- preparing ---------------------------------------------------------------------------------------------------------


def prepare_game_of_table(code: str, lines: Sequence[bytes], number: int, simulations: int | None) -> tuple[Pickled, int]:
    """Prepare game `number` of a table, given the log of the table. Return the prepared game and the number of its events."""
    table = log_format.rebuild(code, lines, until=number)
    assert table.session is not None
    people = tuple(seat for seat, person in enumerate(table.results[number - 1].people) if person is not None)
    return prepare(table.session.match, simulations, people, moves_by_bot_or_clock(table.session))


def prepare_log(log: str, simulations: int | None) -> tuple[Pickled, int]:
    """Prepare the game of a log that somebody uploads. Raise `BadLog` if the log is faulty or too long."""
    if log.count("\n") > MAX_EVENTS:
        raise BadLog("common.log.too-long", line=MAX_EVENTS + 1, most=MAX_EVENTS)
    match = read_log(log, find)
    return prepare(match, simulations, tuple(range(match.game.players)), moves_by_bot_or_clock_in_log(log))


def prepare(
    match: Match, simulations: int | None, people: tuple[int, ...], played_by: dict[EventNumber, PlayedBy]
) -> tuple[Pickled, int]:
    """Return a match as a prepared game, and the number of its events.

    `simulations` is the number of simulated games per decision, or None for the number that the coach recommends.
    """
    if not any(seat >= 0 for seat, _ in match.events):
        raise Rejected("table.nothing-to-review")
    if len(match.events) > MAX_EVENTS:
        raise Rejected("table.too-long-to-review")
    reviewer = Reviewer(match, None if simulations is None else Budget(simulations=simulations))
    game = PreparedGame(match, reviewer.budget, reviewer.simulations, people, played_by)
    return pickle.dumps(game), len(match.events)


# -- reviewing ---------------------------------------------------------------------------------------------------------


def review_events(prepared: Pickled, first: EventNumber, seconds: float) -> tuple[EventNumber, Pickled]:
    """Review events from number `first` on until `seconds` have passed, but at least one event.

    Return the number of the next event to review, and the reviews of these events.
    """
    started, done = time.perf_counter(), []
    for event in unpickle_game(prepared).reviewer().review_events_from(first):
        done.append(event)
        if time.perf_counter() - started >= seconds:
            break
    return done[-1].n + 1, pickle.dumps(done)


def unpickle_game(prepared: Pickled) -> PreparedGame:
    game: PreparedGame = pickle.loads(prepared)
    return game


# -- encoding ----------------------------------------------------------------------------------------------------------


def encode_review(prepared: Pickled, parts: Sequence[Pickled]) -> bytes:
    """Return the review of a whole game as compressed JSON, given the reviews of all its events."""
    game = unpickle_game(prepared)
    events: list[EventReview] = [event for part in parts for event in pickle.loads(part)]
    return compress(msgspec.json.encode(review_struct(game.reviewer().assemble(events), game)))


def review_struct(review: Review, game: PreparedGame) -> http.Review:
    """Return a review as a struct of the protocol."""
    kind = game.match.game
    moments = review.most_instructive_decisions(game.people, without=game.played_by)
    return http.Review(
        game=review.game,
        players=review.players,
        cooperative=kind.cooperative,
        unit="win" if review.unit == WIN else "points",
        over=review.over,
        verdict=sentence(skill_and_luck_sentence(review)),
        seats=[http.ReviewSeat(**seat.data()) for seat in review.seats],
        decisions=[decision_struct(decision, kind, game.played_by.get(decision.n)) for decision in review.decisions],
        chance=[http.ReviewChance(event.n, [from_fixed_point(luck) for luck in event.luck]) for event in review.chance],
        curve=[
            http.ReviewPoint(n, [round(from_fixed_point(value), 4) for value in position.values]) for n, position in review.curve
        ],
        turning_points=review.turning_points(),
        moments=[decision.n for decision in moments],
    )


def decision_struct(decision: Decision, kind: Game[Any], played_by: PlayedBy) -> http.ReviewDecision:
    judgement = decision.judgement
    moves = list(judgement.moves[:MAX_MOVES])
    if decision.played not in moves:
        moves.append(decision.played)
    return http.ReviewDecision(
        n=decision.n,
        seat=decision.seat,
        played=decision.played.move,
        played_by=played_by,
        value=round(judgement.best.value, 5),
        cost=round(from_fixed_point(decision.cost), 5),
        mistake=decision.is_mistake,
        moves=[
            http.ReviewMove(
                move=each.move,
                text=each.text,
                description=kind.describe(each.move),
                cost=round(from_fixed_point(each.cost), 5),
                se=round(each.cost_se, 5),
                worse=judgement.is_worse(each),
            )
            for each in moves
        ],
        reasons=[sentence(reason) for reason in decision.reasons],
    )


def sentence(reason: Reason) -> Sentence:
    return Sentence(reason.key, dict(reason.params))
