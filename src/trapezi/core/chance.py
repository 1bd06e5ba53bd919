"""The outcomes that NATURE has in one position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from trapezi.core.random import Stream
    from trapezi.core.state import State


class Chance:
    """The outcomes of NATURE that are possible in one position, such as all rolls of the dice.

    They are generated on demand, because there can be many: Qwixx has 46,656 rolls.

    >>> import trapezi
    >>> chance = trapezi.game("qwixx", players=2).start().chance()
    >>> chance.count, chance.probability(next(iter(chance))) == 1 / 46656
    (46656, True)
    """

    __slots__ = ("_state",)

    def __init__(self, state: State) -> None:
        self._state = state

    @property
    def count(self) -> int:
        """The number of outcomes."""
        return self._state.chance_count()

    def probability(self, outcome: int) -> float:
        """Return the probability of an outcome: 0 if the outcome cannot happen."""
        return self._state.chance_probability(outcome) if outcome in self else 0.0

    def sample(self, rng: Stream) -> int:
        """Return a random outcome, drawn by the probabilities of all outcomes."""
        return self._state.sample_chance(rng)

    def __iter__(self) -> Iterator[int]:
        for k in range(self.count):
            yield self._state.chance_outcome(k)

    def __contains__(self, outcome: object) -> bool:
        return type(outcome) is int and 0 <= outcome < 1 << 30 and self._state.is_legal(-1, outcome)
