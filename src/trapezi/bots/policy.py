"""Bots that decide in one step, and whole games with them: the compiled loop of rollouts and simulations."""

from __future__ import annotations

from trapezi.bots.seen import Seen
from trapezi.law.contract import Moves, State
from trapezi.law.random import Stream

NATURE = -1


class Policy:
    """A bot without memory. `pick` reads of the position only what the seat may know: `check_bot` proves it."""

    __slots__ = ("moves",)

    def __init__(self) -> None:
        self.moves = Moves()  # filled again and again

    def pick(self, state: State, seat: int, rng: Stream) -> int:
        """A legal move of a seat that owes a decision; any one unless a policy knows better."""
        return self.moves.items[rng.below(state.fill(seat, self.moves))]

    def decide(self, seen: Seen, rng: Stream) -> int:
        return self.pick(seen.like, seen.seat, rng)


def rollout(state: State, policies: list[Policy], dice: Stream, rng: Stream, most: int = -1) -> int:
    """Plays on to the end, or until `most` decisions were made, one policy per seat; how many decisions that took.

    >>> import trapezi
    >>> state = trapezi.game("qwixx", players=2).start()
    >>> rollout(state, [Policy(), Policy()], Stream(7), Stream(8)) > 20, state.over
    (True, True)
    """
    made = 0
    while not state.over and made != most:
        waiting = state.waiting
        if waiting == 0:
            state._apply(NATURE, state.draw(dice))
            continue
        seat = 0
        while waiting:
            if waiting & 1:
                policy = policies[seat]
                state._apply(seat, policy.pick(state, seat, rng))
                made += 1
                if made == most:
                    break
            waiting >>= 1
            seat += 1
    return made
