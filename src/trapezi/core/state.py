"""The contract between a game and everything that uses it: what each method guarantees.

A `State` is a position and nothing else. It contains no random generator: dice rolls and card draws are moves of the seat
NATURE. Moves are small ints. `game.moves` is the range of all moves of the players, `game.outcomes` the range of all moves of
NATURE; the two ranges never overlap, so a number always means the same move.

A game overrides the methods under "what a game defines". These methods do not check their arguments, because the fast loops of
compiled code call them. All other code calls the methods under "the same for all games", which do check their arguments. If one
of them raises an error, the state has not changed.

A compiled game declares the same methods with C types in its `rules.pxd`. The source stays plain Python.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import TYPE_CHECKING, Any

from trapezi.core import bits, special_seats
from trapezi.core.chance import Chance
from trapezi.core.errors import IllegalMove, Reason
from trapezi.core.game_result import Result
from trapezi.core.random import Stream
from trapezi.core.safe_text import quote
from trapezi.core.score_lines import ScoreLine

if TYPE_CHECKING:
    from trapezi.core.game import Game

MoveCount = int
RevealedAnything = bool  # True if a move revealed something; then it and earlier moves can no longer be taken back.

NOBODY: frozenset[int] = frozenset()
DECIDERS = [frozenset(s for s in range(6) if mask >> s & 1) or frozenset([-1]) for mask in range(64)]


class Moves:
    """A list of at most 512 moves. It can be reused, which is faster than creating new lists."""

    __slots__ = ("items", "size")

    def __init__(self) -> None:
        self.size = 0
        self.items = [0] * 512

    def add(self, move: int) -> MoveCount:
        """Append a move. Return the number of moves in the list."""
        if self.size >= 512:
            raise OverflowError("more than 512 legal moves at once")
        self.items[self.size] = move
        self.size += 1
        return self.size


class State:
    """A position of a game.

    >>> import trapezi
    >>> state = trapezi.game("qwixx", players=2).start()
    >>> state.deciders == {trapezi.NATURE}
    True
    """

    __slots__ = ("game", "over", "players", "waiting")

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.players = game.players
        self.waiting = 0  # The seats that must decide, one bit per seat; if no bit is set, NATURE must decide.
        self.over = False

    # -- what a game defines: moves ------------------------------------------------------------------------------------

    def generate_moves(self, seat: int, moves: Moves) -> MoveCount:
        """Replace the content of `moves` by the legal moves of a seat that must decide, ascending. Return their number."""
        raise NotImplementedError

    def is_legal(self, seat: int, move: int) -> bool:
        """Return whether a seat that must decide may make this move. If the seat is NATURE: whether the outcome can happen.

        `move` is any int from 0 to 2**30. The implementation here generates all legal moves of a player and knows nothing of
        NATURE. A game must therefore override it for NATURE, and should override it for players if it can be faster.
        """
        moves = Moves()
        n = self.generate_moves(seat, moves)
        for i in range(n):
            if moves.items[i] == move:
                return True
        return False

    def _apply(self, seat: int, move: int) -> RevealedAnything:
        """Make a move that the caller knows to be legal. Return whether it revealed anything.

        An outcome of NATURE always reveals something. So does the last of several simultaneous decisions. A move that revealed
        something, and all moves before it, can no longer be taken back.
        """
        raise NotImplementedError

    def generate_signals(self, seat: int, moves: Moves) -> MoveCount:
        """Replace the content of `moves` by the signals that a seat may give now, ascending. Return their number.

        The number of signals in a turn must be limited. Random play gives no signals.
        """
        moves.size = 0
        return 0

    # -- what a game defines: NATURE -----------------------------------------------------------------------------------

    def chance_count(self) -> int:
        """Return the number of outcomes that are possible now. Called only when NATURE is on turn.

        All outcomes are equally likely unless the game overrides `sample_chance` and `chance_probability`.
        """
        raise NotImplementedError

    def chance_outcome(self, k: int) -> int:
        """Return the k-th smallest of the outcomes that are possible now, counted from 0."""
        raise NotImplementedError

    def sample_chance(self, rng: Stream) -> int:
        """Return a random outcome, drawn by the probabilities of all outcomes."""
        return self.chance_outcome(rng.below(self.chance_count()))

    def chance_probability(self, outcome: int) -> float:
        """Return the probability of an outcome that can happen now."""
        return 1 / self.chance_count()

    # -- what a game defines: score ------------------------------------------------------------------------------------

    def score(self, seat: int) -> int:
        """Return the points that a seat has now, without what is still hidden. They are the sum of `score_lines(seat)`."""
        raise NotImplementedError

    def score_lines(self, seat: int) -> list[ScoreLine]:
        """Return the score sheet of a seat, line by line, each line with its reason."""
        raise NotImplementedError

    def ranking_key(self, seat: int) -> tuple[int, ...]:
        """Return the points and tie-breaks of a seat. The seat with the highest key wins."""
        return (self.score(seat),)

    def end_reason(self) -> Reason | None:
        """Return why the game has ended, or None if that needs no explanation. Called only when the game is over."""
        return None

    # -- what a game defines: views ------------------------------------------------------------------------------------

    def public_board(self) -> dict[str, Any]:
        """Return the part of the board that everybody may see, as plain data.

        A game lists each attribute that it shows here, so that a new attribute stays secret by default. Decisions that are not
        yet revealed must not change the public board.
        """
        raise NotImplementedError

    def private_part_of_board(self, seat: int) -> dict[str, Any]:
        """Return the part of the board that only this seat may see. Hidden decisions of other seats must not change it."""
        return {}

    def redact(self, viewer: int, seat: int, move: int) -> dict[str, Any]:
        """Return the description of a move without the parts that must stay secret from this viewer, such as a card drawn.

        Called before the move is made, on the state before the move.
        """
        return self.game.describe(move)

    def is_decision_still_secret_after_reveal(self, seat: int) -> bool:
        """Return whether the last decision of a seat stays secret although simultaneous decisions were revealed."""
        return False

    def turn_number(self) -> int:
        """Return how many turns have begun. Only games with `live_history = "last_turn"` need this method."""
        raise NotImplementedError

    def resample_hidden(self, seat: int, rng: Stream) -> None:
        """Replace everything that this seat cannot know by random values that are consistent with its view."""
        raise NotImplementedError

    def talk_forbidden(self) -> bool:
        """Return whether the players must not talk about the game now, neither in the chat nor by signals."""
        return False

    def rejection_reason(self, seat: int, move: int) -> Reason:
        """Return why a move is illegal. Called only for an illegal move of a seat on turn, or for an illegal signal."""
        return Reason("common.move.not-allowed", {"move": self.game.text(move)})

    def preview(self, seat: int, move: int) -> dict[str, Any]:
        """Return what a legal move would do, without making the move. `points` is how many points it would add."""
        return {"points": 0}

    # -- what a game defines: time -------------------------------------------------------------------------------------

    def default_move(self, seat: int) -> int | None:
        """Return the move that the table makes for a seat whose time is up. Return None if the table pauses instead.

        If the rules say what happens when a player does nothing, such as a pass, and that costs no points, return that move.
        Otherwise return the move that loses least (`best_move_by_preview`). The move is never random, and depends only on what
        the seat may know. In a cooperative game, always return None: one bad move could lose the game for everybody.
        """
        return None

    # -- what a game defines: copies -----------------------------------------------------------------------------------

    FIELDS: tuple[str, ...] = ()  # The names of all attributes that may change during a game: numbers and lists of numbers.

    def clone(self) -> State:
        """Return an independent copy. Games override this, because `copy_fields` is faster."""
        new: State = self.game.start()
        new.load(self.save())
        new.waiting = self.waiting
        new.over = self.over
        return new

    def save(self) -> list[Any]:
        """Return the values of the attributes of `FIELDS`, as plain data."""
        return [_copy_lists(getattr(self, name)) for name in self.FIELDS]

    def load(self, values: list[Any]) -> None:
        """Set the attributes of `FIELDS` to values that `save` returned."""
        for name, value in zip(self.FIELDS, values, strict=True):
            setattr(self, name, _copy_lists(value))

    # -- the same for all games: turn ----------------------------------------------------------------------------------

    def is_on_turn(self, seat: int) -> bool:
        """Return whether this seat must decide now."""
        return -1 <= seat < 64 and self._is_on_turn_unchecked(seat)

    def _is_on_turn_unchecked(self, seat: int) -> bool:
        return not self.over and (self.waiting == 0 if seat == special_seats.NATURE else self.waiting >> seat & 1 == 1)

    @property
    def deciders(self) -> frozenset[int]:
        """The seats that must decide now, or {NATURE}. The set is empty when the game is over."""
        return NOBODY if self.over else DECIDERS[self.waiting]

    # -- the same for all games: moves ---------------------------------------------------------------------------------

    def _require_seat_number(self, seat: Any) -> int:
        """Return the seat as an int. Raise `IllegalMove` if it cannot be the number of a seat or a spectator."""
        try:
            if -64 <= seat < 64:
                return index(seat)
        except (TypeError, ValueError):
            pass
        raise IllegalMove("common.move.no-such-seat", number=quote(repr(seat)), last=self.players - 1)

    def legal(self, seat: Any) -> list[int]:
        """Return the legal moves of a seat in ascending order. Return an empty list if the seat is not on turn or is NATURE."""
        s = self._require_seat_number(seat)
        if s == special_seats.NATURE or not self.is_on_turn(s):
            return []
        moves = Moves()
        self.generate_moves(s, moves)
        return [moves.items[i] for i in range(moves.size)]

    def optional(self, seat: Any) -> list[int]:
        """Return the optional moves (signals) of a seat. The game goes on without waiting for them."""
        s = self._require_seat_number(seat)
        if self.over or not 0 <= s < self.players:
            return []
        moves = Moves()
        self.generate_signals(s, moves)
        return [moves.items[i] for i in range(moves.size)]

    def best_move_by_preview(self, seat: int) -> int:
        """Return the legal move whose preview promises the most points. If several do, return the one with the lowest number."""
        return max(self.legal(seat), key=lambda move: int(self.preview(seat, move)["points"]))

    def choose(self, seat: int, rng: Stream) -> int:
        """Return a random legal move of a seat that must decide, or a random outcome if the seat is NATURE."""
        if not self.is_on_turn(seat):
            raise IllegalMove("common.move.not-your-turn", seat=seat)
        if seat == special_seats.NATURE:
            return self.sample_chance(rng)
        moves = Moves()
        n = self.generate_moves(seat, moves)
        return moves.items[rng.below(n)]

    def play(self, seat: Any, move: Any) -> RevealedAnything:
        """Make a move. Return whether it revealed anything. Raise `IllegalMove`, and change nothing, if the move is illegal."""
        if type(seat) is int and type(move) is int:
            s = bits.c_int_or_invalid(seat)
            m = bits.c_int_or_invalid(move)
            if -1 <= s < 64 and m >= 0:
                if self._is_on_turn_unchecked(s) and self.is_legal(s, m):
                    return self._apply(s, m)
                if m in self.optional(s):
                    return self._apply(s, m)
        raise self.illegal_move_error(seat, move)

    def why_not(self, seat: Any, move: Any) -> Reason | None:
        """Return why a seat may not make this move now, or None if it may."""
        if type(seat) is not int or type(move) is not int:
            return Reason("common.move.not-a-number", {"seat": repr(seat), "move": repr(move)})
        if seat != special_seats.NATURE and not 0 <= seat < self.players:
            return Reason("common.move.no-such-seat", {"number": seat, "last": self.players - 1})
        if self.over:
            return Reason("common.move.game-over")
        if seat != special_seats.NATURE and move in self.optional(seat):
            return None
        optional = move in self.game.signals
        if not optional and not self.is_on_turn(seat):
            return Reason("common.move.not-your-turn", {"seat": seat})
        if move not in (self.game.outcomes if seat == special_seats.NATURE else self.game.moves):
            return Reason("common.move.unknown", {"move": move})
        if not optional and self.is_legal(seat, move):
            return None
        return self.rejection_reason(seat, move)

    def illegal_move_error(self, seat: Any, move: Any) -> IllegalMove:
        """Return the error that says why this move is not allowed."""
        reason = self.why_not(seat, move) or Reason("common.move.not-allowed", {"move": move})
        return IllegalMove(reason.key, **reason.params)

    def chance(self) -> Chance:
        """Return the possible outcomes of the current chance event. Raise `IllegalMove` if NATURE is not on turn."""
        if not self.is_on_turn(special_seats.NATURE):
            raise IllegalMove("common.move.not-your-turn", seat=special_seats.NATURE)
        return Chance(self.clone())

    # -- the same for all games: score ---------------------------------------------------------------------------------

    @property
    def scores(self) -> list[int]:
        """The points of each seat."""
        return [self.score(seat) for seat in range(self.players)]

    @property
    def result(self) -> Result | None:
        """How the game ended, or None while it goes on."""
        return self.final_result() if self.over else None

    def final_result(self) -> Result:
        """Return the result at the end: the seats ranked by `ranking_key`. A cooperative game overrides this method."""
        return Result.from_ranking_keys([self.ranking_key(seat) for seat in range(self.players)], self.end_reason())

    # -- the same for all games: views ---------------------------------------------------------------------------------

    def view(self, seat: int) -> dict[str, Any]:
        """Return everything that this seat (or SPECTATOR) may know, as plain data, with its legal moves described."""
        if type(seat) is not int or (seat != special_seats.SPECTATOR and not 0 <= seat < self.players):
            raise IllegalMove("common.move.no-such-seat", number=repr(seat), last=self.players - 1)
        return {
            "deciders": sorted(self.deciders),
            **self.common_view_fields(),
            **self.legal_moves_view(seat),
            "board": self.visible_board(seat),
        }

    def common_view_fields(self) -> dict[str, Any]:
        """Return the part of a view that is the same for all seats. It does not depend on hidden decisions.

        In a cooperative game, all seats share one score sheet.
        """
        return {
            "game": self.game.name,
            "players": self.players,
            "over": self.over,
            "scores": self.scores,
            "score_lines": [
                [line.data() for line in self.score_lines(s)] for s in range(1 if self.game.cooperative else self.players)
            ],
            "result": self.final_result().data() if self.over else None,
        }

    def legal_moves_view(self, seat: int) -> dict[str, Any]:
        """Return the part of a view with the legal moves and signals of a seat. Others' hidden decisions do not change it."""
        return {
            "seat": seat,
            "moves": self.describe_moves(seat, self.legal(seat)),
            "optional": self.describe_moves(seat, self.optional(seat)),
        }

    def visible_board(self, seat: int) -> dict[str, Any]:
        """Return the board as this seat (or SPECTATOR) may see it."""
        return {**self.public_board(), **self.private_part_of_board(seat)}

    def describe_moves(self, seat: int, moves: Sequence[int]) -> list[dict[str, Any]]:
        """Return the number, text, description and preview of each move, as plain data."""
        text, describe = self.game.text, self.game.describe
        return [{"move": m, "text": text(m), "description": describe(m), "preview": self.preview(seat, m)} for m in moves]

    def resample(self, seat: int, rng: Stream) -> State:
        """Return a random state among all states that are consistent with the view of this seat."""
        if type(seat) is not int or (seat != special_seats.SPECTATOR and not 0 <= seat < self.players):
            raise IllegalMove("common.move.no-such-seat", number=repr(seat), last=self.players - 1)
        new = self.clone()
        new.resample_hidden(seat, rng)
        return new

    # -- the same for all games: copies --------------------------------------------------------------------------------

    def data(self) -> list[Any]:
        """Return the whole state as plain data, from which `game.restore` makes an equal state."""
        return [self.waiting, self.over, self.save()]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.game == other.game and self.data() == other.data()

    def __reduce__(self) -> tuple[Any, ...]:
        return self.game.restore, (self.data(),)


def _copy_lists(value: Any) -> Any:
    return [_copy_lists(item) for item in value] if isinstance(value, list) else value
