"""Bots against one another: every pairing, on every seat, with the same luck.

A *table* is a pairing. Its game n is deal n // line-ups of cards or dice, played in line-up n % line-ups: whoever sat here sits
there next, with the same luck, and so does every other pairing. Three seats and more are divided as evenly as can be, in every
way. A game that all win or lose together, and one that is played alone, has a table for each bot, which takes all seats; deals
are compared.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

from trapezi import bots as players
from trapezi.core.errors import Reason
from trapezi.core.game import Game
from trapezi.core.random import branch
from trapezi.core.state import State
from trapezi.games import find
from trapezi.lab.checkpoint import Kept
from trapezi.lab.chunks import Piece
from trapezi.lab.lineup import BotFailed, Seated, minds, of_the_house
from trapezi.lab.runner import Done, run
from trapezi.lab.time_limit import GAME, LIMIT, Spot, Watch
from trapezi.lab.workers import BadRun

LEFT, EXCELLENT = "left", "excellent"  # facts of a team's outcome

Row = list[int] | dict[str, Any]  # a game: winners as bits and points by seat; or who lost it without playing on, and why


@dataclass(frozen=True)
class Table:
    """Who plays here, by number, and in which line-ups: a bot for each seat."""

    bots: tuple[int, ...]
    lineups: tuple[tuple[int, ...], ...]

    def place(self, game: int) -> tuple[int, tuple[int, ...]]:
        """The deal of a game, and who sits where."""
        deal, turn = divmod(game, len(self.lineups))
        return deal, self.lineups[turn]


def tables(bots: int, seats: int, together: bool, ladder: bool) -> list[Table]:
    """All tables of an arena.

    >>> tables(2, 2, together=False, ladder=False)
    [Table(bots=(0, 1), lineups=((0, 1), (1, 0)))]
    """
    if together or seats == 1:
        return [Table((bot,), ((bot,) * seats,)) for bot in range(bots)]
    pairs = pairwise(range(bots)) if ladder else combinations(range(bots), 2)
    return [Table((a, b), tuple(lineups(a, b, seats))) for a, b in pairs]


def lineups(a: int, b: int, seats: int) -> list[tuple[int, ...]]:
    """Every way to divide the seats as evenly as can be, each followed by its opposite: every seat is everybody's as often.

    >>> lineups(0, 1, 3)
    [(0, 1, 1), (1, 0, 0), (1, 0, 1), (0, 1, 0), (1, 1, 0), (0, 0, 1)]
    """
    found: list[tuple[int, ...]] = []
    for own in combinations(range(seats), seats // 2):
        way = tuple(a if seat in own else b for seat in range(seats))
        if way not in found:
            found += [way, tuple(b if bot == a else a for bot in way)]
    return found


@dataclass(frozen=True)
class Arena:
    """The games of an arena, for any process that plays some of them."""

    game: str
    options: Mapping[str, Any]
    bots: tuple[str, ...]
    seed: int = 0
    ladder: bool = False  # only neighbours meet
    limit: float = LIMIT  # seconds of thought a decision, for bots of others

    def data(self) -> dict[str, Any]:
        """Which run it is."""
        told = {"run": "arena", "game": self.game, "options": dict(self.options), "bots": list(self.bots), "seed": self.seed}
        return {**told, "ladder": self.ladder}

    @cached_property
    def played(self) -> Game[Any]:
        return find(self.game).of(**self.options)

    @cached_property
    def tables(self) -> list[Table]:
        return tables(len(self.bots), self.played.players, self.played.cooperative, self.ladder)

    @cached_property
    def guarded(self) -> bool:
        return not all(of_the_house(players.make(name, self.game)) for name in self.bots)

    def do(self, piece: Piece, spot: Spot) -> list[Row]:
        game, table = self.played, self.tables[piece.table]
        watch = Watch(self.limit, spot) if self.guarded else None
        seated: dict[tuple[int, ...], Seated] = {}
        start, lost, rows = game.start(), dict(piece.lost), []
        for n in piece.games:
            spot[GAME] = n
            deal, lineup = table.place(n)
            if lineup not in seated:
                seated[lineup] = Seated([self.bots[bot] for bot in lineup], self.game, watch)
            state, dice = start.clone(), branch(self.seed, deal)
            try:
                if n in lost:
                    raise seated[lineup].failed(lost[n], "bot.lost")
                seated[lineup].play(state, dice, minds(game.players, dice.key))
                rows.append(row(state))
            except BotFailed as failed:
                rows.append(forfeit(failed.reason))
        return rows

    def __getstate__(self) -> dict[str, Any]:
        """What is sent to other processes: a game is found there by its name."""
        return {name: value for name, value in self.__dict__.items() if name not in ("played", "tables")}


def row(end: State) -> Row:
    """A game as it ended: winners and points; of a team whether it won, its points, cards left, and whether that is excellent."""
    outcome = end.final_result()
    if outcome.won is not None:
        return [int(outcome.won), end.score(0), outcome.facts.get(LEFT, 0), outcome.facts.get(EXCELLENT, 0)]
    return [sum(1 << seat for seat in outcome.winners), *end.scores]


def forfeit(reason: Reason) -> Row:
    params = {name: value for name, value in reason.params.items() if name != "seat"}
    return {"seat": reason.params["seat"], "reason": reason.key, "params": params}


@dataclass
class Played:
    """What an arena came to, game by game; None where it did not get to."""

    arena: Arena
    games: int  # a table
    rows: list[list[Row | None]] = field(default_factory=list)
    seconds: float = 0.0
    stopped: bool = False

    def take(self, piece: Piece, data: Sequence[Row]) -> None:
        self.rows[piece.table][piece.first : piece.games.stop] = data


def arena(
    game: Game[Any],
    bots: Sequence[str],
    games: int,
    *,
    seed: int = 0,
    ladder: bool = False,
    limit: float = LIMIT,
    jobs: int = 1,
    cluster: str | None = None,
    keep: Path | None = None,
    done: Done | None = None,
) -> Played:
    """Plays so many games of every pairing; of a team, so many by each bot. Ctrl-C ends it with what was played so far.

    >>> import trapezi
    >>> played = arena(trapezi.game("qwixx", players=2), ["chance", "greedy"], 4)
    >>> len(played.rows[0]), len(played.rows[0][0])
    (4, 3)
    """
    work = Arena(game.name, game.options.data(), tuple(bots), seed, ladder, limit)
    twice = next((name for name in bots if list(bots).count(name) > 1), None)
    if twice is not None:
        raise BadRun("arena.twice", name=twice[:80])
    if not bots or (len(bots) < 2 and len(work.tables) == 0):
        raise BadRun("arena.too-few")
    for name in bots:
        players.make(name, game.name)  # a wrong name is told before anything is done
    played = Played(work, games, [[None] * games for _ in work.tables])
    started = time.perf_counter()
    wanted = {table: range(games) for table in range(len(work.tables))}
    played.stopped = run(work, wanted, played.take, Kept(keep, work.data()), jobs, cluster, done).stopped
    played.seconds = time.perf_counter() - started
    return played
