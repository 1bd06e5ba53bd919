"""The base class of all games. A `Game` object is a game with chosen options; it does not change while the game is played."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, wraps
from typing import Any, ClassVar, Generic, Literal, TypeVar

from trapezi.core.errors import BadData, BadText, IllegalMove
from trapezi.core.match import Match
from trapezi.core.options import Options, read_options
from trapezi.core.safe_text import escape_invisible, quote, require_unicode
from trapezi.core.state import State

AnyOptions = TypeVar("AnyOptions", bound=Options)


class Game(Generic[AnyOptions]):
    """Base class of all games. A game defines the attributes below and the four methods after them."""

    name: ClassVar[str]
    player_counts: ClassVar[range]  # How many players can play the game.
    Options: ClassVar[type[Options]]
    variants: ClassVar[Mapping[str, Mapping[str, Any]]] = {"standard": {}}  # Maps the name of each variant to its options.

    cooperative: ClassVar[bool] = False  # Whether all players win or lose together, with one score.
    live_history: ClassVar[Literal["all", "last_turn"]] = "all"  # Which moves players may look up before the game is over.

    moves: range  # The numbers of all moves that players can ever make.
    outcomes: range  # The numbers of all moves that NATURE can ever make. They do not overlap with `moves`.
    signals: range = range(0)  # The part of `moves` that is always optional, such as "hands off this pile".
    forbidden_numbers: range = range(0)  # The numbers that players may not mention in the chat.
    allowed_number_phrases: ClassVar[re.Pattern[str] | None] = None  # Phrases that may contain forbidden numbers, such as times.
    max_events: int  # No game has more events than this, not counting signals.

    def __init__(self, options: AnyOptions) -> None:
        self.options = options
        self.players = options.players

    def __init_subclass__(cls, **arguments: Any) -> None:
        """Wrap `text` and `describe` of every game, so that they raise `IllegalMove` for anything that is not a move."""
        super().__init_subclass__(**arguments)
        for name in ("text", "describe"):
            if name in cls.__dict__:
                setattr(cls, name, _raising_illegal_move(cls.__dict__[name]))

    # -- what a game defines -------------------------------------------------------------------------------------------

    def start(self) -> State:
        """Return the state before the first event."""
        raise NotImplementedError

    def text(self, move: int) -> str:
        """Return a move or outcome as a short English text, which `parse` can read.

        Logs contain these texts, so a later version of the game must not change them.
        """
        raise NotImplementedError

    def _parse(self, text: str) -> int | None:
        """Return the move or outcome that a text names, or None. `parse` has put the text into lower case, with single spaces."""
        raise NotImplementedError

    def describe(self, move: int) -> dict[str, Any]:
        """Return a move or outcome as plain data for a client to draw."""
        raise NotImplementedError

    # -- the same for all games ----------------------------------------------------------------------------------------

    @classmethod
    def with_options(cls, /, **given: Any) -> Game[Any]:
        """Return the game with these options. Raise `BadOption` or `BadDeck` if one is wrong."""
        return cls(read_options(cls.Options, cls.name, cls.player_counts, given))  # type: ignore[arg-type]

    @classmethod
    def cached_with_options(cls, given: Mapping[str, Any]) -> Game[Any]:
        """Return the game with these options, which are JSON data. Calls with equal options return the same object from a cache.

        >>> import trapezi
        >>> kind = trapezi.find("qwixx")
        >>> kind.cached_with_options({"players": 2}) is kind.cached_with_options({"players": 2})
        True
        """
        try:
            options_json = json.dumps(given, sort_keys=True)
        except (TypeError, ValueError, RecursionError):
            return cls.with_options(**given)
        return _cached_game(cls, options_json)  # type: ignore[arg-type]

    @classmethod
    def default_player_count(cls) -> int:
        """Return 2, or the smallest possible number of players if two cannot play the game."""
        return 2 if 2 in cls.player_counts else cls.player_counts[0]

    @classmethod
    def has_default_moves(cls) -> bool:
        """Return whether the table makes a move for a player whose time is up. If not, the table pauses instead.

        >>> import trapezi
        >>> trapezi.find("qwixx").has_default_moves(), trapezi.find("the_game").has_default_moves()
        (True, False)
        """
        state = cls.with_options(players=cls.default_player_count()).start()
        return type(state).default_move is not State.default_move

    @classmethod
    def configurations(cls) -> Iterator[tuple[str, Game[Any]]]:
        """Yield the game in every variant and with every number of players, each with a name: `<game>-<variant>-<players>`."""
        for variant, given in cls.variants.items():
            for players in given.get("players", cls.player_counts):
                options = {name: value for name, value in given.items() if name != "players"}
                yield f"{cls.name}-{variant}-{players}", cls.with_options(players=players, **options)

    def parse(self, text: str) -> int:
        """Return the move or outcome that a text names. Raise `BadText` for any other text.

        >>> import trapezi
        >>> game = trapezi.game("qwixx", players=2)
        >>> game.text(game.parse("Red 7"))
        'red 7'
        """
        move = self._parse(" ".join(require_unicode(text, "move").lower().split())) if isinstance(text, str) else None
        if move is None:
            raise BadText("common.move.not-understood", text=escape_invisible(str(text)[:80]), example=self.text(self.moves[0]))
        return move

    def match(self, seed: int | None = None, *, by_hand: bool = False) -> Match:
        """Return a new match. The seed determines the moves of NATURE, unless `by_hand` is set and the caller enters them."""
        return Match(self, seed, by_hand=by_hand)

    def restore(self, data: Any) -> State:
        """Return the state that `state.data()` has saved. Raise `BadData` for any other data."""
        state = self.start()
        try:
            waiting, over, fields = data
            state.load(fields)
            state.waiting, state.over = waiting, over
        except (TypeError, ValueError, IndexError, KeyError, OverflowError) as error:
            raise BadData("common.data.not-a-state", game=self.name) from error
        return state

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).cached_with_options, (self.options.data(),)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.options == other.options

    def __hash__(self) -> int:
        return hash((self.name, self.players))

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in self.options.data().items())
        return f"<{self.name}: {given}>"


@lru_cache(maxsize=64)
def _cached_game(game_class: type[Game[Any]], options_json: str) -> Game[Any]:
    return game_class.with_options(**json.loads(options_json))


def _raising_illegal_move(method: Any) -> Callable[..., Any]:
    """Return a method that checks its move, raises `IllegalMove` if it is none, and then calls `text` or `describe`."""
    function = method.__func__ if isinstance(method, staticmethod) else None

    @wraps(function or method)
    def call_or_raise_illegal_move(self: Any, move: Any) -> Any:
        try:
            if not 0 <= move < max(self.moves.stop, self.outcomes.stop):
                raise IndexError
            return method(self, move) if function is None else function(move)
        except (TypeError, ValueError, LookupError, ArithmeticError, AttributeError) as error:
            raise IllegalMove("common.move.unknown", move=quote(move)) from error

    return call_or_raise_illegal_move
