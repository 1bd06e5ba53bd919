"""The arena plays every pairing of bots, in every seating, with the same dice and cards.

A seating says which bot has which seat. A deal is a seed, which determines all dice and cards. Game n of a pairing plays deal
n // s in seating n % s, where s is the number of seatings. So every deal is played in every seating, and all pairings play the
same deals. With three or more seats, the two bots of a pairing share them as evenly as possible. In a cooperative or solitaire
game a pairing is one bot, which takes all seats; two bots are then compared by their results in the same deals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

from trapezi.bots import make
from trapezi.core.errors import Reason
from trapezi.core.game import Game
from trapezi.core.random import branch
from trapezi.core.state import State
from trapezi.games import find
from trapezi.lab.checkpoint import Checkpoint
from trapezi.lab.chunks import Chunk
from trapezi.lab.lineup import BotFailed, Lineup, is_built_in
from trapezi.lab.run_with_checkpoint import OnProgress, RunEnd, no_progress, run_games
from trapezi.lab.time_limit import DEFAULT_LIMIT, GAME, CurrentDecision, TimeLimit
from trapezi.lab.totals import EXCELLENT, LEFT
from trapezi.lab.workers import BadRun

# The result of one game as plain data: a list that `game_row` returns or, if a bot forfeited, a dict that `forfeit_row` returns.
GameRow = list[int] | dict[str, Any]


@dataclass(frozen=True)
class Pairing:
    """Bots that play against each other, and the ways to seat them."""

    bots: tuple[int, ...]  # Indices in `Arena.bots`: two bots, or one bot that takes all seats.
    seatings: tuple[tuple[int, ...], ...]  # Each seating has the index of a bot for each seat.

    def deal_and_seating(self, game: int) -> tuple[int, tuple[int, ...]]:
        """Return the number of the deal and the seating of the game with this number."""
        deal, n = divmod(game, len(self.seatings))
        return deal, self.seatings[n]


def pairings(bot_count: int, seats: int, cooperative: bool, ladder: bool) -> list[Pairing]:
    """Return all pairings of an arena. In a ladder, each bot plays only against its neighbours in the list of bots.

    >>> pairings(2, 2, cooperative=False, ladder=False)
    [Pairing(bots=(0, 1), seatings=((0, 1), (1, 0)))]
    """
    if cooperative or seats == 1:
        return [Pairing((bot,), ((bot,) * seats,)) for bot in range(bot_count)]
    pairs = pairwise(range(bot_count)) if ladder else combinations(range(bot_count), 2)
    return [Pairing((a, b), tuple(seatings(a, b, seats))) for a, b in pairs]


def seatings(a: int, b: int, seats: int) -> list[tuple[int, ...]]:
    """Return every way to divide the seats between bots `a` and `b` as evenly as possible.

    Each seating is followed by the seating in which the bots are swapped, so that each bot has each seat equally often.

    >>> seatings(0, 1, 3)
    [(0, 1, 1), (1, 0, 0), (1, 0, 1), (0, 1, 0), (1, 1, 0), (0, 0, 1)]
    """
    ways: list[tuple[int, ...]] = []
    for seats_of_a in combinations(range(seats), seats // 2):
        seating = tuple(a if seat in seats_of_a else b for seat in range(seats))
        if seating not in ways:
            ways += [seating, tuple(b if bot == a else a for bot in seating)]
    return ways


@dataclass(frozen=True)
class Arena:
    """The settings of an arena. Any process that gets this object can play some of the games."""

    game_name: str
    options: Mapping[str, Any]
    bots: tuple[str, ...]
    seed: int = 0
    ladder: bool = False
    limit: float = DEFAULT_LIMIT  # How many seconds a bot of another package may think about a decision.

    def checkpoint_identity(self) -> dict[str, Any]:
        """Return the settings that must be the same if a run continues from a checkpoint."""
        run = {"run": "arena", "game": self.game_name, "options": dict(self.options), "bots": list(self.bots), "seed": self.seed}
        return {**run, "ladder": self.ladder}

    @cached_property
    def game(self) -> Game[Any]:
        return find(self.game_name).with_options(**self.options)

    @cached_property
    def pairings(self) -> list[Pairing]:
        return pairings(len(self.bots), self.game.players, self.game.cooperative, self.ladder)

    @cached_property
    def needs_own_process(self) -> bool:
        return not all(is_built_in(make(name, self.game_name)) for name in self.bots)

    def play_chunk(self, chunk: Chunk, current: CurrentDecision) -> list[GameRow]:
        game, pairing = self.game, self.pairings[chunk.pairing]
        time_limit = TimeLimit(self.limit, current) if self.needs_own_process else None
        lineups: dict[tuple[int, ...], Lineup] = {}
        start, crashed, rows = game.start(), dict(chunk.crashed), []
        for n in chunk.games:
            current[GAME] = n
            deal, seating = pairing.deal_and_seating(n)
            if seating not in lineups:
                lineups[seating] = Lineup([self.bots[bot] for bot in seating], self.game_name, time_limit)
            try:
                if n in crashed:
                    raise lineups[seating].bot_failed_error(crashed[n], "common.bot.lost")
                state, _ = lineups[seating].play_game(start, branch(self.seed, deal).next64() >> 1)
                rows.append(game_row(state))
            except BotFailed as failed:
                rows.append(forfeit_row(failed.reason))
        return rows

    def __getstate__(self) -> dict[str, Any]:
        """Return the attributes without those that other processes can compute themselves."""
        return {name: value for name, value in self.__dict__.items() if name not in ("game", "pairings")}


def game_row(end: State) -> GameRow:
    """Return the result of a finished game as a list of numbers.

    The list has the set of winners (as bits) and the points of each seat. For a cooperative game it has whether the team won, its
    points, the number of cards left, and whether this number counts as excellent.
    """
    result = end.final_result()
    if result.won is not None:
        return [int(result.won), end.score(0), result.facts.get(LEFT, 0), result.facts.get(EXCELLENT, 0)]
    return [sum(1 << seat for seat in result.winners), *end.scores]


def forfeit_row(reason: Reason) -> GameRow:
    """Return the result of a game that a bot has forfeited: the seat of the bot and the reason, as plain data."""
    params = {name: value for name, value in reason.params.items() if name != "seat"}
    return {"seat": reason.params["seat"], "reason": reason.key, "params": params}


@dataclass(frozen=True)
class ArenaResult:
    """The results of all games of an arena."""

    arena: Arena
    games: int  # The number of games of each pairing.
    rows: list[list[GameRow | None]]  # rows[pairing][game] is the result of a game, or None if it was not played.
    end: RunEnd

    @property
    def games_played(self) -> int:
        return sum(row is not None for rows in self.rows for row in rows)


def run_arena(
    game: Game[Any],
    bots: Sequence[str],
    games: int,
    *,
    seed: int = 0,
    ladder: bool = False,
    limit: float = DEFAULT_LIMIT,
    jobs: int = 1,
    cluster: str | None = None,
    checkpoint: Path | None = None,
    on_progress: OnProgress = no_progress,
) -> ArenaResult:
    """Play this many games of every pairing. Ctrl-C stops the run; the result then has only the games that were finished.

    >>> import trapezi
    >>> result = run_arena(trapezi.game("qwixx", players=2), ["chance", "greedy"], 4)
    >>> len(result.rows[0]), len(result.rows[0][0])
    (4, 3)
    """
    work = Arena(game.name, game.options.data(), tuple(bots), seed, ladder, limit)
    duplicate = next((name for name in bots if list(bots).count(name) > 1), None)
    if duplicate is not None:
        raise BadRun("arena.twice", name=duplicate[:80])
    if not bots or not work.pairings:
        raise BadRun("arena.too-few")
    for name in bots:
        make(name, game.name)  # This raises an error at once if a name is wrong.
    rows: list[list[GameRow | None]] = [[None] * games for _ in work.pairings]

    def store_rows(chunk: Chunk, data: Sequence[GameRow]) -> None:
        rows[chunk.pairing][chunk.first : chunk.games.stop] = data

    wanted = {pairing: range(games) for pairing in range(len(work.pairings))}
    end = run_games(work, wanted, store_rows, Checkpoint(checkpoint, work.checkpoint_identity()), jobs, cluster, on_progress)
    return ArenaResult(work, games, rows, end)
