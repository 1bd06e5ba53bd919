"""A game with its options: all that stays the same from the first event to the last."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Generic, Literal, TypeVar

from trapezi.core.errors import BadData, BadText
from trapezi.core.match import Match
from trapezi.core.options import Options, read_options
from trapezi.core.state import State

AnyOptions = TypeVar("AnyOptions", bound=Options)


class Game(Generic[AnyOptions]):
    """Base of all games. `name`, `seats`, `Options`, the ranges and the four methods below are the game's own."""

    name: ClassVar[str]
    seats: ClassVar[range]  # how many can play
    Options: ClassVar[type[Options]]
    variants: ClassVar[Mapping[str, Mapping[str, Any]]] = {"standard": {}}  # options worth a test, by name

    cooperative: ClassVar[bool] = False  # whether all win or lose together, with one score
    live_history: ClassVar[Literal["all", "last_turn"]] = "all"  # what players may look up while the game lasts

    moves: range  # what seats can ever do
    outcomes: range  # what NATURE can ever do; apart from `moves`
    signals: range = range(0)  # the part of `moves` that is optional
    forbidden_numbers: range = range(0)  # numbers that players may not speak of while they play
    longest: int  # no game has more events than this, signals left aside

    def __init__(self, options: AnyOptions) -> None:
        self.options = options
        self.players = options.players

    # -- what a game defines -------------------------------------------------------------------------------------------

    def start(self) -> State:
        """The position before the first event."""
        raise NotImplementedError

    def text(self, move: int) -> str:
        """A move or outcome as a short English text, the same for ever; `parse` reads it back."""
        raise NotImplementedError

    def _parse(self, text: str) -> int | None:
        """The move or outcome that a text (lower case, single spaces) names, or None."""
        raise NotImplementedError

    def describe(self, move: int) -> dict[str, Any]:
        """A move or outcome as data: what a client draws."""
        raise NotImplementedError

    # -- the same for all ----------------------------------------------------------------------------------------------

    @classmethod
    def of(cls, /, **given: Any) -> Game[Any]:
        """The game with these options, checked."""
        return cls(read_options(cls.Options, cls.name, cls.seats, given))  # type: ignore[arg-type]

    @classmethod
    def cases(cls) -> Iterator[tuple[str, Game[Any]]]:
        """Every variant with every number of players that it allows, each with a name."""
        for variant, given in cls.variants.items():
            for players in given.get("players", cls.seats):
                options = {name: value for name, value in given.items() if name != "players"}
                yield f"{cls.name}-{variant}-{players}", cls.of(players=players, **options)

    def parse(self, text: str) -> int:
        """The move or outcome that a text names; `BadText` for any other text.

        >>> import trapezi
        >>> game = trapezi.game("qwixx", players=2)
        >>> game.text(game.parse("Red 7"))
        'red 7'
        """
        move = self._parse(" ".join(text.lower().split())) if isinstance(text, str) else None
        if move is None:
            raise BadText("move.not-understood", text=str(text)[:80], example=self.text(self.moves[0]))
        return move

    def match(self, seed: int | None = None, *, by_hand: bool = False) -> Match:
        """A match from the start. NATURE plays by itself, from the seed; by hand, somebody enters dice and draws."""
        return Match(self, seed, by_hand=by_hand)

    def restore(self, data: Any) -> State:
        """A state from `state.data()`."""
        state = self.start()
        try:
            waiting, over, fields = data
            state.load(fields)
            state.waiting, state.over = waiting, over
        except (TypeError, ValueError, IndexError, KeyError, OverflowError) as error:
            raise BadData("data.not-a-state", game=self.name) from error
        return state

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.options == other.options

    def __hash__(self) -> int:
        return hash((self.name, self.players))

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in self.options.data().items())
        return f"<{self.name}: {given}>"
