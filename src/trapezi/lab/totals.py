"""The totals of many games: sums of points and wins. All are integers, so that the order of adding does not matter."""

from __future__ import annotations

from typing import Any

from trapezi.core.state import State

SHARES = 60  # A win counts as this many shares, a number that 1 to 6 winners can divide evenly.
LEFT = "left"  # Result.facts[LEFT] is the number of cards that a team has left.
EXCELLENT = "excellent"  # Result.facts[EXCELLENT] says whether this number counts as excellent.


class Totals:
    """The sums of the scores and wins of games with the same players."""

    __slots__ = ("decisions", "excellent", "games", "left", "players", "score_squares", "scores", "team", "win_shares", "won")

    def __init__(self, players: int) -> None:
        self.players = players
        self.games = 0
        self.decisions = 0
        self.scores = [0] * 6  # The sum of the points of each seat.
        self.score_squares = [0] * 6  # The sum of the squared points of each seat.
        self.win_shares = [0] * 6  # The wins of each seat, in shares of a win.
        self.team = False  # Whether the game is cooperative.
        self.won = 0  # The number of games that the team won.
        self.left = 0
        self.excellent = 0

    def add_game(self, end: State) -> None:
        """Add a game, given its last state. To save time, evaluate tie-breaks only if several seats have the most points."""
        best = 0
        leaders = 0
        winner = 0
        for seat in range(self.players):
            points = end.score(seat)
            self.scores[seat] += points
            self.score_squares[seat] += points * points
            if leaders == 0 or points > best:
                best = points
                leaders = 1
                winner = seat
            elif points == best:
                leaders += 1
        if self.team or leaders > 1 or self.games == 0:
            self.add_winners(end)
        else:
            self.win_shares[winner] += SHARES
        self.games += 1

    def add_winners(self, end: State) -> None:
        """Divide the win of a game among its winners (after tie-breaks). In a cooperative game, add the result of the team."""
        result = end.final_result()
        for seat in result.winners:
            self.win_shares[seat] += SHARES // len(result.winners)
        if result.won is not None:
            self.team = True
            self.won += result.won
            self.left += result.facts.get(LEFT, 0)
            self.excellent += result.facts.get(EXCELLENT, 0)

    def add(self, other: Totals, rotation: int = 0) -> None:
        """Add the totals of other games. In these games, the player of seat n had seat n + `rotation` instead."""
        for seat in range(self.players):
            there = (seat + rotation) % self.players
            self.scores[seat] += other.scores[there]
            self.score_squares[seat] += other.score_squares[there]
            self.win_shares[seat] += other.win_shares[there]
        self.team = self.team or other.team
        self.games += other.games
        self.decisions += other.decisions
        self.won += other.won
        self.left += other.left
        self.excellent += other.excellent

    def win_rate(self, seat: int) -> float:
        return self.win_shares[seat] / SHARES / self.games

    def data(self) -> list[Any]:
        """Return the totals as plain data, from which `totals_from_data` makes equal totals."""
        sums = (list(self.scores), list(self.score_squares), list(self.win_shares))
        return [self.players, self.games, self.decisions, *sums, bool(self.team), self.won, self.left, self.excellent]


def totals_from_data(players: int, *fields: Any) -> Totals:
    """Return totals, given the data that `Totals.data()` has returned."""
    totals = Totals(players)
    totals.games, totals.decisions, scores, squares, shares, totals.team, totals.won, totals.left, totals.excellent = fields
    totals.scores = scores
    totals.score_squares = squares
    totals.win_shares = shares
    return totals
