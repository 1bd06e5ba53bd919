"""A game with its options: everything that stays the same from the first event to the last."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Generic, Literal, TypeVar

from trapezi.core.errors import BadData, BadText
from trapezi.core.match import Match
from trapezi.core.options import Options, read_options
from trapezi.core.state import State
from trapezi.core.text import check_text, escape

AnyOptions = TypeVar("AnyOptions", bound=Options)


class Game(Generic[AnyOptions]):
    """Base class of all games. A game defines the attributes below and the four methods after them."""

    name: ClassVar[str]
    player_counts: ClassVar[range]  # the possible numbers of players
    Options: ClassVar[type[Options]]
    variants: ClassVar[Mapping[str, Mapping[str, Any]]] = {"standard": {}}  # options worth testing, by name of the variant

    cooperative: ClassVar[bool] = False  # whether all players win or lose together, with one score
    live_history: ClassVar[Literal["all", "last_turn"]] = "all"  # what players may look up while a game goes on

    moves: range  # all moves of the players
    outcomes: range  # all moves of NATURE; does not overlap `moves`
    signals: range = range(0)  # the optional moves among `moves`
    forbidden_numbers: range = range(0)  # numbers that players may not mention in the chat
    allowed_talk: ClassVar[re.Pattern[str] | None] = None  # phrases that may be said although they contain such a number
    max_events: int  # an upper limit for the events of one game, not counting signals

    def __init__(self, options: AnyOptions) -> None:
        self.options = options
        self.players = options.players

    # -- what a game defines -------------------------------------------------------------------------------------------

    def start(self) -> State:
        """Return the position before the first event."""
        raise NotImplementedError

    def text(self, move: int) -> str:
        """Return a move or outcome as a short English text that never changes, because logs contain it; `parse` reads it."""
        raise NotImplementedError

    def _parse(self, text: str) -> int | None:
        """Return the move or outcome that a text (in lower case, with single spaces) names, or None."""
        raise NotImplementedError

    def describe(self, move: int) -> dict[str, Any]:
        """Return a move or outcome as plain data for a client to draw."""
        raise NotImplementedError

    # -- the same for all games ----------------------------------------------------------------------------------------

    @classmethod
    def with_options(cls, /, **given: Any) -> Game[Any]:
        """Return the game with these options; raise `BadOption` or `BadDeck` if one is wrong."""
        return cls(read_options(cls.Options, cls.name, cls.player_counts, given))  # type: ignore[arg-type]

    @classmethod
    def default_players(cls) -> int:
        """Return 2, or the smallest possible number of players if two cannot play the game."""
        return 2 if 2 in cls.player_counts else cls.player_counts[0]

    @classmethod
    def configurations(cls) -> Iterator[tuple[str, Game[Any]]]:
        """Yield every variant with every number of players that it allows, each with a name."""
        for variant, given in cls.variants.items():
            for players in given.get("players", cls.player_counts):
                options = {name: value for name, value in given.items() if name != "players"}
                yield f"{cls.name}-{variant}-{players}", cls.with_options(players=players, **options)

    def parse(self, text: str) -> int:
        """Return the move or outcome that a text names; raise `BadText` for any other text.

        >>> import trapezi
        >>> game = trapezi.game("qwixx", players=2)
        >>> game.text(game.parse("Red 7"))
        'red 7'
        """
        move = self._parse(" ".join(check_text(text, "move").lower().split())) if isinstance(text, str) else None
        if move is None:
            raise BadText("common.move.not-understood", text=escape(str(text)[:80]), example=self.text(self.moves[0]))
        return move

    def match(self, seed: int | None = None, *, by_hand: bool = False) -> Match:
        """Return a new match. NATURE's moves are drawn from the seed; with `by_hand`, the caller enters dice and draws."""
        return Match(self, seed, by_hand=by_hand)

    def restore(self, data: Any) -> State:
        """Return the state that `state.data()` described; raise `BadData` for any other data."""
        state = self.start()
        try:
            waiting, over, fields = data
            state.load(fields)
            state.waiting, state.over = waiting, over
        except (TypeError, ValueError, IndexError, KeyError, OverflowError) as error:
            raise BadData("common.data.not-a-state", game=self.name) from error
        return state

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.options == other.options

    def __hash__(self) -> int:
        return hash((self.name, self.players))

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in self.options.data().items())
        return f"<{self.name}: {given}>"
