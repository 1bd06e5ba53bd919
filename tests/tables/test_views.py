"""The protocol's structs show what everyone may know about a table."""

from __future__ import annotations

from trapezi.tables.table import Result, Table
from trapezi.tables.views import tally_lines


def test_the_tally_counts_no_game_that_all_win_or_lose_together() -> None:
    table = Table("BCDFG")
    games = [("qwixx", None, [0]), ("the_game", True, [0, 1]), ("the_game", False, [])]
    for number, (game, won, winners) in enumerate(games, 1):
        nobody: list[str | None] = [None, None]
        table.results.append(Result(number, game, "over", ["ada", "bo"], [3, 2], winners, won, nobody, nobody, 0, [0, 0]))
    assert [(line.name, line.games, line.wins) for line in tally_lines(table)] == [("ada", 1, 1), ("bo", 1, 0)]
