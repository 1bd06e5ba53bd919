"""Compute the standings of an arena: win rates with intervals, scores, ratings, pairs and forfeits."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations
from statistics import fmean
from typing import Any

from trapezi.lab.arena import ArenaResult, GameRow, Pairing
from trapezi.lab.confidence_intervals import grouped_mean_interval, grouped_rate_interval, wilson_interval
from trapezi.lab.ratings import PairResults, ratings


@dataclass
class DealSums:
    """The wins or the points of a bot, added up for each deal. A tie counts as half a win."""

    sums: dict[int, float] = field(default_factory=dict)  # Maps the number of a deal to the sum of wins or points in this deal.
    games: dict[int, int] = field(default_factory=dict)  # Maps the number of a deal to the number of its games.

    def add(self, deal: int, value: float) -> None:
        self.sums[deal] = self.sums.get(deal, 0) + value
        self.games[deal] = self.games.get(deal, 0) + 1

    def win_rate_data(self) -> dict[str, Any]:
        won, games = list(self.sums.values()), list(self.games.values())
        if not games:
            return {"win_rate": None, "ci95": None, "games": 0}
        return {"win_rate": sum(won) / sum(games), "ci95": grouped_rate_interval(won, games), "games": sum(games)}


@dataclass
class Pair:
    """Two bots and their results against each other."""

    a: int  # The index of the first bot in `Arena.bots`.
    b: int  # The index of the second bot.
    wins: DealSums = field(default_factory=DealSums)  # The wins of bot a.
    a_wins: int = 0
    b_wins: int = 0
    ties: int = 0
    # Maps the number of a deal to a list with one number per game: the points of bot a minus the points of bot b.
    leads: dict[int, list[float]] = field(default_factory=dict)

    def add_game(self, deal: int, won: float, lead: float | None) -> None:
        self.wins.add(deal, won)
        self.a_wins += won == 1
        self.b_wins += won == 0
        self.ties += won == 0.5
        if lead is not None:
            self.leads.setdefault(deal, []).append(lead)

    def data(self, names: tuple[str, ...]) -> dict[str, Any]:
        rate = self.wins.win_rate_data()
        leads = [fmean(values) for values in self.leads.values()]
        return {
            "a": names[self.a],
            "b": names[self.b],
            "games": rate["games"],
            "a_wins": self.a_wins,
            "b_wins": self.b_wins,
            "ties": self.ties,
            "a_rate": rate["win_rate"],
            "ci95": rate["ci95"],
            "score_difference": fmean(leads) if leads else None,
            "score_difference_ci95": grouped_mean_interval(leads, [1] * len(leads)) if leads else None,
        }


class Standings:
    """The statistics of an arena, computed from the results of its games."""

    def __init__(self, result: ArenaResult) -> None:
        self.result = result
        self.arena = result.arena
        self.game = result.arena.game
        bots = range(len(self.arena.bots))
        self.wins = [DealSums() for _ in bots]
        self.scores: list[Counter[int]] = [Counter() for _ in bots]
        self.points = [DealSums() for _ in bots]
        self.team: list[list[list[int]]] = [[] for _ in bots]  # team[bot] has the results of the bot's cooperative games.
        self.forfeits: dict[tuple[int, str], dict[str, Any]] = {}
        if len(self.arena.pairings[0].bots) == 2:
            self.pairs = [Pair(pairing.bots[0], pairing.bots[1]) for pairing in self.arena.pairings]
            for pair, pairing, rows in zip(self.pairs, self.arena.pairings, result.rows, strict=True):
                self.add_pair_games(pair, pairing, rows)
        else:
            for bot, rows in enumerate(result.rows):
                self.add_team_games(bot, rows)
            self.pairs = [Pair(a, b) for a, b in combinations(bots, 2)]
            for pair in self.pairs:
                self.add_deal_comparisons(pair)

    def add_pair_games(self, pair: Pair, pairing: Pairing, rows: list[GameRow | None]) -> None:
        """Add the games between two bots. A bot wins if any of its seats wins; if both bots win, the game is a tie."""
        a, b = pair.a, pair.b
        for n, row in enumerate(rows):
            if row is None:
                continue
            deal, seating = pairing.deal_and_seating(n)
            lead = None
            if isinstance(row, dict):
                loser = seating[row["seat"]]
                self.add_forfeit(loser, n, row)
                won = 0.0 if loser == a else 1.0
            else:
                winners = {bot for seat, bot in enumerate(seating) if row[0] >> seat & 1}
                won = 0.5 if len(winners) == 2 else float(a in winners)
                points: dict[int, list[int]] = {a: [], b: []}
                for bot, score in zip(seating, row[1:], strict=True):
                    points[bot].append(score)
                    self.add_score(bot, deal, score)
                lead = fmean(points[a]) - fmean(points[b])
            pair.add_game(deal, won, lead)
            self.wins[a].add(deal, won)
            self.wins[b].add(deal, 1 - won)

    def add_team_games(self, bot: int, rows: list[GameRow | None]) -> None:
        """Add the games in which a bot had all seats."""
        for n, row in enumerate(rows):
            if isinstance(row, dict):
                self.add_forfeit(bot, n, row)
            elif row is not None:
                self.add_score(bot, n, row[1])
                self.team[bot].append(row)
            if row is not None and self.game.cooperative:
                self.wins[bot].add(n, self.comparison_value(row))

    def add_deal_comparisons(self, pair: Pair) -> None:
        """Compare two bots that played the same deals separately, deal by deal, and add the results to the pair."""
        a, b = pair.a, pair.b
        for n, (one, other) in enumerate(zip(self.result.rows[a], self.result.rows[b], strict=True)):
            if one is None or other is None:
                continue
            value_a, value_b = self.comparison_value(one), self.comparison_value(other)
            lead = None if isinstance(one, dict) or isinstance(other, dict) else float(one[1] - other[1])
            won = 0.5 if value_a == value_b else float(value_a > value_b)
            pair.add_game(n, won, lead)
            if not self.game.cooperative:
                self.wins[a].add(n, won)
                self.wins[b].add(n, 1 - won)

    def comparison_value(self, row: GameRow) -> float:
        """Return how good a result is, to compare two bots in the same deal: 1 or 0 for a team, or the points of a single player.

        A game that was forfeited has the lowest possible number.
        """
        if isinstance(row, dict):
            return 0.0 if self.game.cooperative else float("-inf")
        return row[0] if self.game.cooperative else row[1]

    def add_score(self, bot: int, deal: int, points: int) -> None:
        self.scores[bot][points] += 1
        self.points[bot].add(deal, points)

    def add_forfeit(self, bot: int, game: int, row: dict[str, Any]) -> None:
        forfeit = {"bot": self.arena.bots[bot], "reason": row["reason"], "games": 0, "first_game": game, "params": row["params"]}
        self.forfeits.setdefault((bot, row["reason"]), forfeit)["games"] += 1

    def data(self, anchor: str | None = None, anchor_rating: float = 1000.0) -> dict[str, Any]:
        """Return what `trapezi arena --json` prints. The bot `anchor`, by default the first, has the rating `anchor_rating`."""
        arena, names = self.arena, self.arena.bots
        anchor_bot = names.index(anchor) if anchor is not None else 0
        rated = ratings(len(names), self.pair_results(), anchor_bot, anchor_rating)
        return {
            "game": arena.game_name,
            "players": self.game.players,
            "games": self.result.games,
            "seed": arena.seed,
            "options": {name: value for name, value in arena.options.items() if name != "players"},
            "played": self.result.games_played,
            "stopped": self.result.end.stopped,
            "seconds": self.result.end.seconds,
            "bots": {name: {**self.bot_data(bot), **rated[bot]} for bot, name in enumerate(names)},
            "pairs": [pair.data(names) for pair in self.pairs],
            "forfeits": list(self.forfeits.values()),
        }

    def bot_data(self, bot: int) -> dict[str, Any]:
        scores, team = self.scores[bot], self.team[bot]
        points, counts = list(self.points[bot].sums.values()), list(self.points[bot].games.values())
        data = {
            **self.wins[bot].win_rate_data(),
            "mean_score": sum(points) / sum(counts) if counts else None,
            "score_ci95": grouped_mean_interval(points, counts) if counts else None,
            "scores": {str(score): scores[score] for score in sorted(scores)},
            "forfeits": sum(forfeit["games"] for (loser, _), forfeit in self.forfeits.items() if loser == bot),
        }
        if self.game.cooperative and team:
            won = sum(row[0] for row in team)
            data |= {"ci95": wilson_interval(won, data["games"]), "mean_left": fmean(row[2] for row in team)}
            data["excellent_rate"] = sum(row[3] for row in team) / data["games"]
        return data

    def pair_results(self) -> list[PairResults]:
        """Return, for each pair, its two bots and for each deal the wins of the first bot and the number of games."""
        return [(pair.a, pair.b, [*zip(pair.wins.sums.values(), pair.wins.games.values(), strict=True)]) for pair in self.pairs]
