"""What many games came to, in whole numbers: sums of parts are exact, in any order."""

from __future__ import annotations

from typing import Any

from trapezi.core.state import State

SHARES = 60  # a win is divided by 1 to 6 winners without remainder
LEFT = "left"  # facts of a team's outcome: cards that were left, and whether that was excellent
EXCELLENT = "excellent"


class Count:
    """Scores and wins of games with the same players."""

    __slots__ = ("decisions", "excellent", "games", "left", "players", "score", "shares", "square", "team", "won")

    def __init__(self, players: int) -> None:
        self.players = players
        self.games = 0
        self.decisions = 0
        self.score = [0] * 6  # per seat, summed
        self.square = [0] * 6  # per seat, of the squares
        self.shares = [0] * 6  # per seat, of won games, in sixtieths
        self.team = False  # all win or lose together
        self.won = 0  # games of a team
        self.left = 0
        self.excellent = 0

    def add_game(self, end: State) -> None:
        """One more game, by its last position. The most points win; only where several have them tie-breaks are asked for."""
        best = 0
        holders = 0
        winner = 0
        for seat in range(self.players):
            points = end.score(seat)
            self.score[seat] += points
            self.square[seat] += points * points
            if holders == 0 or points > best:
                best = points
                holders = 1
                winner = seat
            elif points == best:
                holders += 1
        if self.team or holders > 1 or self.games == 0:
            self.add_outcome(end)
        else:
            self.shares[winner] += SHARES
        self.games += 1

    def add_outcome(self, end: State) -> None:
        outcome = end.final_result()
        for seat in outcome.winners:
            self.shares[seat] += SHARES // len(outcome.winners)
        if outcome.won is not None:
            self.team = True
            self.won += outcome.won
            self.left += outcome.facts.get(LEFT, 0)
            self.excellent += outcome.facts.get(EXCELLENT, 0)

    def add(self, other: Count, turn: int = 0) -> None:
        """The games of another count as well, in which everybody sat so many seats further on."""
        for seat in range(self.players):
            there = (seat + turn) % self.players
            self.score[seat] += other.score[there]
            self.square[seat] += other.square[there]
            self.shares[seat] += other.shares[there]
        self.team = self.team or other.team
        self.games += other.games
        self.decisions += other.decisions
        self.won += other.won
        self.left += other.left
        self.excellent += other.excellent

    def data(self) -> list[Any]:
        """As plain data; `restored` turns it back."""
        sums = (list(self.score), list(self.square), list(self.shares))
        return [self.players, self.games, self.decisions, *sums, bool(self.team), self.won, self.left, self.excellent]

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, tuple(self.data())


def restored(players: int, *fields: Any) -> Count:
    """A count from its data."""
    count = Count(players)
    count.games, count.decisions, score, square, shares, count.team, count.won, count.left, count.excellent = fields
    count.score = score
    count.square = square
    count.shares = shares
    return count
