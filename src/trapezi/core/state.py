"""What a game is: every guarantee of the law in one place.

A `State` is a position and nothing else. It has no random generator inside: dice and draws are moves of the seat NATURE.
Moves are small ints. `game.moves` is the range of all that seats can ever do, `game.outcomes` the range of NATURE's, and the
two never overlap, so that a number means one thing wherever it stands.

A game overrides the methods under "what a game defines". They are called by the compiled loops, trust their caller and
check nothing. People, bots and servers use the rest, which checks everything: a call that raises has changed nothing.

In `rules.pxd` the same methods are declared once more with C types; the source here stays plain Python.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from trapezi.core import bits
from trapezi.core.chance import Chance
from trapezi.core.errors import IllegalMove, Reason
from trapezi.core.random import Stream
from trapezi.core.score import Result, ScoreLine

if TYPE_CHECKING:
    from trapezi.core.game import Game

NATURE = -1
SPECTATOR = -2
NOBODY: frozenset[int] = frozenset()
DECIDERS = [frozenset(s for s in range(6) if mask >> s & 1) or frozenset([-1]) for mask in range(64)]


class Moves:
    """A list of moves that is filled again and again."""

    __slots__ = ("items", "size")

    def __init__(self) -> None:
        self.size = 0
        self.items = [0] * 512

    def add(self, move: int) -> int:
        """One move more; how many there are now."""
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
        self.waiting = 0  # one bit per seat that owes a decision; none: NATURE is on turn
        self.over = False

    # -- what a game defines: moves ------------------------------------------------------------------------------------

    def generate_moves(self, seat: int, moves: Moves) -> int:
        """Writes the legal moves of a seat that owes a decision, ascending, into `moves` (emptied first); how many."""
        raise NotImplementedError

    def is_legal(self, seat: int, move: int) -> bool:
        """Whether a seat on turn may make this move (any int from 0 to 2**30); for NATURE whether this outcome can happen.

        A game overrides this where it can be told faster than by looking through all moves, and always for NATURE.
        """
        moves = Moves()
        n = self.generate_moves(seat, moves)
        for i in range(n):
            if moves.items[i] == move:
                return True
        return False

    def _apply(self, seat: int, move: int) -> bool:
        """Carries out a legal move, trusting its caller.

        Says whether it revealed anything: NATURE's outcomes always do, and so does the last of several simultaneous decisions.
        What came before can then no longer be taken back.
        """
        raise NotImplementedError

    def generate_signals(self, seat: int, moves: Moves) -> int:
        """Like `generate_moves` for moves that nobody waits for (signals): bounded per turn, ignored by random play."""
        moves.size = 0
        return 0

    # -- what a game defines: NATURE -----------------------------------------------------------------------------------

    def chance_count(self) -> int:
        """How many outcomes NATURE has now, all equally likely unless `sample_chance` and `chance_probability` say otherwise."""
        raise NotImplementedError

    def chance_outcome(self, k: int) -> int:
        """The k-th of NATURE's outcomes, ascending."""
        raise NotImplementedError

    def sample_chance(self, rng: Stream) -> int:
        """One of NATURE's outcomes, with its probability."""
        return self.chance_outcome(rng.below(self.chance_count()))

    def chance_probability(self, outcome: int) -> float:
        """How likely an outcome is that can happen now."""
        return 1 / self.chance_count()

    # -- what a game defines: score ------------------------------------------------------------------------------------

    def score(self, seat: int) -> int:
        """The points of a seat as everybody can count them now. It equals the sum of `score_lines(seat)`."""
        raise NotImplementedError

    def score_lines(self, seat: int) -> list[ScoreLine]:
        """The score sheet of a seat, line by line, each with its reason."""
        raise NotImplementedError

    def standing(self, seat: int) -> tuple[int, ...]:
        """What seats are ranked by, the highest first: points, then tie-breaks."""
        return (self.score(seat),)

    # -- what a game defines: knowledge --------------------------------------------------------------------------------

    def public_board(self) -> dict[str, Any]:
        """The table as everybody may know it: plain data, built by naming what may be seen.

        Decisions that are not revealed yet leave it alone.
        """
        raise NotImplementedError

    def private_board(self, seat: int) -> dict[str, Any]:
        """What this seat (or SPECTATOR) may know besides. Decisions of others that are not revealed yet leave it alone."""
        return {}

    def redact(self, viewer: int, seat: int, move: int) -> dict[str, Any]:
        """What a viewer may ever learn of a move about to be made, at the latest when it is revealed."""
        return self.game.describe(move)

    def is_secret(self, seat: int) -> bool:
        """Whether this seat's last decision is still secret though something was revealed since."""
        return False

    def turn_number(self) -> int:
        """Return how many turns have begun. Only a game with `live_history = "last_turn"` needs it."""
        raise NotImplementedError

    def resample_hidden(self, seat: int, rng: Stream) -> None:
        """Replaces, in place, all that this seat does not know by a draw from all that agrees with its view."""
        raise NotImplementedError

    def talk_forbidden(self) -> bool:
        """Whether players may not talk about the game now, in words or signals."""
        return False

    def reason(self, seat: int, move: int) -> Reason:
        """Why a move that `is_legal` denies is not allowed, to a seat that owes a decision."""
        return Reason("move.not-allowed", {"move": self.game.text(move)})

    def preview(self, seat: int, move: int) -> dict[str, Any]:
        """What a legal move would mark (`marks`) and how many points it would add (`points`), without playing."""
        return {"marks": [], "points": 0}

    # -- what a game defines: copies -----------------------------------------------------------------------------------

    FIELDS: tuple[str, ...] = ()  # every attribute that may change during a game: numbers, and lists of numbers

    def clone(self) -> State:
        """Return an independent copy. A compiled game overrides this to copy its fields directly."""
        new: State = self.game.start()
        new.load(self.save())
        new.waiting = self.waiting
        new.over = self.over
        return new

    def save(self) -> list[Any]:
        """Return the values of `FIELDS` as plain data."""
        return [_copied(getattr(self, name)) for name in self.FIELDS]

    def load(self, values: list[Any]) -> None:
        """Set `FIELDS` to what `save` returned."""
        for name, value in zip(self.FIELDS, values, strict=True):
            setattr(self, name, _copied(value))

    # -- the same for all: turn ----------------------------------------------------------------------------------------

    def on_turn(self, seat: int) -> bool:
        """Whether this seat owes a decision now."""
        return -1 <= seat < 64 and self._owes(seat)

    def _owes(self, seat: int) -> bool:
        return not self.over and (self.waiting == 0 if seat == NATURE else self.waiting >> seat & 1 == 1)

    @property
    def deciders(self) -> frozenset[int]:
        """The seats that owe a decision now (several: simultaneously), or {NATURE}; nobody once the game is over."""
        return NOBODY if self.over else DECIDERS[self.waiting]

    # -- the same for all: moves ---------------------------------------------------------------------------------------

    def legal(self, seat: int) -> list[int]:
        """The legal moves of a seat, ascending; none if it owes no decision. NATURE's outcomes are in `chance()`."""
        if seat == NATURE or not self.on_turn(seat):
            return []
        moves = Moves()
        self.generate_moves(seat, moves)
        return [moves.items[i] for i in range(moves.size)]

    def optional(self, seat: int) -> list[int]:
        """Moves that this seat may make though nobody waits for them."""
        if self.over or not 0 <= seat < self.players:
            return []
        moves = Moves()
        self.generate_signals(seat, moves)
        return [moves.items[i] for i in range(moves.size)]

    def choose(self, seat: int, rng: Stream) -> int:
        """A random legal move of a seat on turn; for NATURE a random outcome."""
        if not self.on_turn(seat):
            raise IllegalMove("move.not-your-turn", seat=seat)
        if seat == NATURE:
            return self.sample_chance(rng)
        moves = Moves()
        n = self.generate_moves(seat, moves)
        return moves.items[rng.below(n)]

    def play(self, seat: Any, move: Any) -> bool:
        """Makes a legal move, and says whether it revealed anything. Any other raises `IllegalMove`; the state is as it was."""
        if type(seat) is int and type(move) is int:
            s = bits.small(seat)
            m = bits.small(move)
            if -1 <= s < 64 and m >= 0:
                if self._owes(s) and self.is_legal(s, m):
                    return self._apply(s, m)
                if m in self.optional(s):
                    return self._apply(s, m)
        raise self.rejection(seat, move)

    def why_not(self, seat: Any, move: Any) -> Reason | None:
        """Why a seat may not make this move now, or None if it may."""
        if type(seat) is not int or type(move) is not int:
            return Reason("move.not-a-number", {"seat": repr(seat), "move": repr(move)})
        if seat != NATURE and not 0 <= seat < self.players:
            return Reason("move.no-such-seat", {"seat": seat, "players": self.players})
        if self.over:
            return Reason("move.game-over")
        if seat != NATURE and move in self.optional(seat):
            return None
        optional = move in self.game.signals
        if not optional and not self.on_turn(seat):
            return Reason("move.not-your-turn", {"seat": seat})
        if move not in (self.game.outcomes if seat == NATURE else self.game.moves):
            return Reason("move.unknown", {"move": move})
        if not optional and self.is_legal(seat, move):
            return None
        return self.reason(seat, move)

    def rejection(self, seat: Any, move: Any) -> IllegalMove:
        reason = self.why_not(seat, move) or Reason("move.not-allowed", {"move": move})
        return IllegalMove(reason.key, **reason.params)

    def chance(self) -> Chance:
        """NATURE's outcomes now: how many, how likely, one at random, all of them lazily."""
        if not self.on_turn(NATURE):
            raise IllegalMove("move.not-your-turn", seat=NATURE)
        return Chance(self.clone())

    # -- the same for all: score ---------------------------------------------------------------------------------------

    @property
    def scores(self) -> list[int]:
        """Points per seat."""
        return [self.score(seat) for seat in range(self.players)]

    @property
    def result(self) -> Result | None:
        """How the game ended, or None while it lasts."""
        return self.final_result() if self.over else None

    def final_result(self) -> Result:
        """Ranks by `standing`; equal standings share a rank. A cooperative game overrides this."""
        return Result.ranked([self.standing(seat) for seat in range(self.players)])

    # -- the same for all: knowledge -----------------------------------------------------------------------------------

    def view(self, seat: int) -> dict[str, Any]:
        """All that this seat (or SPECTATOR) may know, as plain data, with its legal moves and their parts."""
        if type(seat) is not int or (seat != SPECTATOR and not 0 <= seat < self.players):
            raise IllegalMove("move.no-such-seat", seat=repr(seat), players=self.players)
        return {
            "deciders": sorted(self.deciders),
            **self.shared_view(),
            **self.seat_view(seat),
            "board": self.visible_board(seat),
        }

    def shared_view(self) -> dict[str, Any]:
        """The part of all views that is the same. Decisions that are not revealed yet leave it alone."""
        return {
            "game": self.game.name,
            "players": self.players,
            "over": self.over,
            "scores": self.scores,
            "score_lines": [[line.data() for line in self.score_lines(s)] for s in range(self.players)],
            "result": self.final_result().data() if self.over else None,
        }

    def seat_view(self, seat: int) -> dict[str, Any]:
        """What a seat can do now. Decisions of others that are not revealed yet leave it alone."""
        return {
            "seat": seat,
            "moves": self._described(seat, self.legal(seat)),
            "optional": self._described(seat, self.optional(seat)),
        }

    def visible_board(self, seat: int) -> dict[str, Any]:
        """The table as this seat (or SPECTATOR) may know it."""
        return {**self.public_board(), **self.private_board(seat)}

    def _described(self, seat: int, moves: Sequence[int]) -> list[dict[str, Any]]:
        """Moves as a client draws them."""
        text, parts = self.game.text, self.game.describe
        return [{"move": m, "text": text(m), "description": parts(m), "preview": self.preview(seat, m)} for m in moves]

    def resample(self, seat: int, rng: Stream) -> State:
        """A full state drawn from all that agree with that seat's view."""
        if type(seat) is not int or (seat != SPECTATOR and not 0 <= seat < self.players):
            raise IllegalMove("move.no-such-seat", seat=repr(seat), players=self.players)
        new = self.clone()
        new.resample_hidden(seat, rng)
        return new

    # -- the same for all: copies --------------------------------------------------------------------------------------

    def data(self) -> list[Any]:
        """The position as plain data; `game.restore` turns it back."""
        return [self.waiting, self.over, self.save()]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.game == other.game and self.data() == other.data()

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, (self.game, self.data())


def _copied(value: Any) -> Any:
    return [_copied(item) for item in value] if isinstance(value, list) else value


def restored(game: Game[Any], data: list[Any]) -> State:
    """A state from its data, as pickle needs it."""
    return game.restore(data)
