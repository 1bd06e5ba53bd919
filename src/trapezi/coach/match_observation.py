"""Make the observation of a seat in a match. It does not contain the pending decisions of other seats."""

from __future__ import annotations

from trapezi.bots.observation import Observation
from trapezi.core.errors import IllegalMove
from trapezi.core.match import Match
from trapezi.core.random import Stream
from trapezi.core.state import State


def observe(match: Match, seat: int, rng: Stream | None = None) -> Observation:
    """Return the observation of a seat that must decide, without the decisions of other seats that are still hidden.

    >>> import trapezi
    >>> match = trapezi.game("qwixx", players=2).match(seed=7)
    >>> match.play(1, "pass")
    >>> sorted(observe(match, 0).sample.deciders)
    [0, 1]
    """
    return Observation(state_before_hidden_decisions(match, seat), seat, rng or Stream(0))


def state_before_hidden_decisions(match: Match, seat: int) -> State:
    """Return the current state as it would be if no other seat had made a decision that is still hidden."""
    pending = match.pending_decisions
    others = [event for event in pending if event[0] != seat]
    if not others:
        return match.state
    state = match.state_before_pending_decisions()
    try:
        for who, move in pending:
            if who == seat:
                state.play(who, move)
    except IllegalMove:  # Without the hidden moves of other seats, the seat's own moves are illegal.
        return match.state
    return state if state.is_on_turn(seat) else match.state
