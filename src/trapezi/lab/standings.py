"""What an arena came to, in figures: win rates with intervals, scores, ratings, every pair, and who lost without playing on."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from trapezi.lab.arena import Played, Row, Table
from trapezi.lab.interval import of_deals, of_groups, of_mean, wilson
from trapezi.lab.ratings import ratings


@dataclass
class Record:
    """What somebody did, deal by deal."""

    won: dict[int, float] = field(default_factory=dict)  # a tie is half a win; or points
    games: dict[int, int] = field(default_factory=dict)

    def add(self, deal: int, won: float) -> None:
        self.won[deal] = self.won.get(deal, 0) + won
        self.games[deal] = self.games.get(deal, 0) + 1

    def data(self) -> dict[str, Any]:
        won, games = list(self.won.values()), list(self.games.values())
        if not games:
            return {"win_rate": None, "ci95": None, "games": 0}
        return {"win_rate": sum(won) / sum(games), "ci95": of_deals(won, games), "games": sum(games)}


@dataclass
class Pair:
    """Two bots and how they did against one another."""

    a: int
    b: int
    wins: Record = field(default_factory=Record)  # of a
    a_wins: int = 0
    b_wins: int = 0
    ties: int = 0
    ahead: dict[int, list[float]] = field(default_factory=dict)  # points of a above those of b, by deal

    def add(self, deal: int, won: float, ahead: float | None) -> None:
        self.wins.add(deal, won)
        self.a_wins += won == 1
        self.b_wins += won == 0
        self.ties += won == 0.5
        if ahead is not None:
            self.ahead.setdefault(deal, []).append(ahead)

    def data(self, names: tuple[str, ...]) -> dict[str, Any]:
        rate = self.wins.data()
        leads = [sum(some) / len(some) for some in self.ahead.values()]
        return {
            "a": names[self.a],
            "b": names[self.b],
            "games": rate["games"],
            "a_wins": self.a_wins,
            "b_wins": self.b_wins,
            "ties": self.ties,
            "a_rate": rate["win_rate"],
            "ci95": rate["ci95"],
            "score_difference": sum(leads) / len(leads) if leads else None,
            "score_difference_ci95": of_mean(leads) if leads else None,
        }


class Standings:
    """All figures of an arena."""

    def __init__(self, played: Played) -> None:
        self.played = played
        self.arena = played.arena
        self.game = played.arena.played
        bots = range(len(self.arena.bots))
        self.records = [Record() for _ in bots]
        self.scores: list[Counter[int]] = [Counter() for _ in bots]
        self.points = [Record() for _ in bots]  # the same by deal
        self.team: list[list[list[int]]] = [[] for _ in bots]  # games that a team played to their end
        self.forfeits: dict[tuple[int, str], dict[str, Any]] = {}
        if len(self.arena.tables[0].bots) == 2:
            self.pairs = [self.against(table, rows) for table, rows in zip(self.arena.tables, played.rows, strict=True)]
        else:
            for bot, rows in enumerate(played.rows):
                self.alone(bot, rows)
            self.pairs = [self.compared(a, b) for a, b in combinations(bots, 2)]

    # -- one game after the other --------------------------------------------------------------------------------------

    def against(self, table: Table, rows: list[Row | None]) -> Pair:
        """A pairing at its table. Whoever has a winner among its seats wins; if both have, it is a tie."""
        a, b = table.bots
        pair = Pair(a, b)
        for n, row in enumerate(rows):
            if row is None:
                continue
            deal, lineup = table.place(n)
            ahead = None
            if isinstance(row, dict):
                loser = lineup[row["seat"]]
                self.forfeit(loser, n, row)
                won = 0.0 if loser == a else 1.0
            else:
                winners = {bot for seat, bot in enumerate(lineup) if row[0] >> seat & 1}
                won = 0.5 if len(winners) == 2 else float(a in winners)
                points: dict[int, list[int]] = {a: [], b: []}
                for bot, score in zip(lineup, row[1:], strict=True):
                    points[bot].append(score)
                    self.score(bot, deal, score)
                ahead = mean(points[a]) - mean(points[b])
            pair.add(deal, won, ahead)
            self.records[a].add(deal, won)
            self.records[b].add(deal, 1 - won)
        return pair

    def alone(self, bot: int, rows: list[Row | None]) -> None:
        """A bot on all seats."""
        for n, row in enumerate(rows):
            if isinstance(row, dict):
                self.forfeit(bot, n, row)
            elif row is not None:
                self.score(bot, n, row[1])
                self.team[bot].append(row)
            if row is not None and self.game.cooperative:
                self.records[bot].add(n, self.win_share(row))

    def compared(self, a: int, b: int) -> Pair:
        """Two bots that had the same deals, each for itself: who won, or alone who had more points."""
        pair = Pair(a, b)
        for n, (one, other) in enumerate(zip(self.played.rows[a], self.played.rows[b], strict=True)):
            if one is None or other is None:
                continue
            mine, theirs = self.win_share(one), self.win_share(other)
            ahead = None if isinstance(one, dict) or isinstance(other, dict) else float(one[1] - other[1])
            pair.add(n, 0.5 if mine == theirs else float(mine > theirs), ahead)
            if not self.game.cooperative:
                self.records[a].add(n, 0.5 if mine == theirs else float(mine > theirs))
                self.records[b].add(n, 0.5 if mine == theirs else float(mine < theirs))
        return pair

    def win_share(self, row: Row) -> float:
        """What deals are compared by; nothing is worse than to fail."""
        if isinstance(row, dict):
            return 0.0 if self.game.cooperative else float("-inf")
        return row[0] if self.game.cooperative else row[1]

    def score(self, bot: int, deal: int, points: int) -> None:
        self.scores[bot][points] += 1
        self.points[bot].add(deal, points)

    def forfeit(self, bot: int, game: int, row: dict[str, Any]) -> None:
        told = {"bot": self.arena.bots[bot], "reason": row["reason"], "games": 0, "first_game": game, "params": row["params"]}
        self.forfeits.setdefault((bot, row["reason"]), told)["games"] += 1

    # -- all together --------------------------------------------------------------------------------------------------

    def data(self, anchor: str | None = None, anchored: float = 1000.0) -> dict[str, Any]:
        """As `trapezi arena --json` prints it; the anchor (the first bot) is rated so high by definition."""
        arena, names = self.arena, self.arena.bots
        fixed = names.index(anchor) if anchor is not None else 0
        rated = ratings(len(names), self.duels(), fixed, anchored)
        return {
            "game": arena.game,
            "players": self.game.players,
            "games": self.played.games,
            "seed": arena.seed,
            "options": {name: value for name, value in arena.options.items() if name != "players"},
            "played": sum(row is not None for rows in self.played.rows for row in rows),
            "stopped": self.played.stopped,
            "seconds": self.played.seconds,
            "bots": {name: {**self.bot(bot), **rated[bot]} for bot, name in enumerate(names)},
            "pairs": [pair.data(names) for pair in self.pairs],
            "forfeits": list(self.forfeits.values()),
        }

    def bot(self, bot: int) -> dict[str, Any]:
        scores, team = self.scores[bot], self.team[bot]
        points, numbers = list(self.points[bot].won.values()), list(self.points[bot].games.values())
        told = {
            **self.records[bot].data(),
            "mean_score": sum(points) / sum(numbers) if numbers else None,
            "score_ci95": of_groups(points, numbers) if numbers else None,
            "scores": {str(score): scores[score] for score in sorted(scores)},
            "forfeits": sum(told["games"] for (loser, _), told in self.forfeits.items() if loser == bot),
        }
        if self.game.cooperative and team:
            won = sum(row[0] for row in team)
            told |= {"ci95": wilson(won, told["games"]), "mean_left": mean([row[2] for row in team])}
            told["excellent_rate"] = sum(row[3] for row in team) / told["games"]
        return told

    def duels(self) -> list[tuple[int, int, list[tuple[float, int]]]]:
        """For the ratings: every pair with what the first won, of how many games, deal by deal."""
        return [(pair.a, pair.b, list(zip(pair.wins.won.values(), pair.wins.games.values(), strict=True))) for pair in self.pairs]


def mean(numbers: list[int]) -> float:
    return sum(numbers) / len(numbers)
