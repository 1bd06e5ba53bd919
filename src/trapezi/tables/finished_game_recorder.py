"""Add the finished games of a table to the histories of its players.

The entries are computed from the events of the table, and adding a game twice changes nothing. If a server is killed before it
has added a finished game, nothing is lost: the game is added when the table is loaded again, or when a player looks at the
history (`finished_games_of_player.py`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from trapezi.core.state import State
from trapezi.games import package
from trapezi.store.interface import FinishedGameEntry, NotStored
from trapezi.tables.table import Ending, Result, Table

if TYPE_CHECKING:
    from trapezi.tables.live import LiveTable

log = logging.getLogger("trapezi.tables")


class FinishedGame(Struct, frozen=True):
    """A finished game in a player's history. `seats` are the player's own seats. The stored field names never change."""

    code: str
    number: int
    game: str
    at: int
    ending: Ending
    names: list[str]
    bots: list[str | None]
    seats: list[int]
    scores: list[int]
    winners: list[int]
    won: bool | None


SQUARES = 8  # A line that a player may share draws a score as at most this many squares.

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(FinishedGame).decode


def finished_game_entries(table: Table, since: int = 0) -> list[FinishedGameEntry]:
    """Return the history entries for the results of a table from index `since` on, one for each device of each player."""
    return [entry for result in table.results[since:] for entry in entries_of_result(table, result)]


def entries_of_result(table: Table, result: Result) -> Iterator[FinishedGameEntry]:
    for person in dict.fromkeys(each for each in result.people if each is not None):
        seats = [seat for seat, each in enumerate(result.people) if each == person]
        game = FinishedGame(
            code=table.code,
            number=result.number,
            game=result.game,
            at=result.at,
            ending=result.ending,
            names=result.names,
            bots=result.bots,
            seats=seats,
            scores=result.scores,
            winners=result.winners,
            won=result.won,
        )
        for token in sorted(table.people[person].tokens):
            yield FinishedGameEntry(token, game_id(table, result.number), result.at, encode(game))


def game_id(table: Table, number: int) -> str:
    """Return the id of a game. The id depends on the creator's token, because the code of a deleted table may be used again."""
    return sha256(f"{table.code} {table.creator_token} {number}".encode()).hexdigest()[:32]


def share_lines(state: State, seat: int) -> list[str]:
    """Return lines about a seat's score that a player may share, because they do not reveal what happens in the deal."""
    own = package(state.game.name).daily_function("share_lines")
    if own is not None:
        return [str(line) for line in own(state, seat)]
    points = [line.points for line in state.score_lines(seat) if line.points > 0]
    crosses = [round(SQUARES * each / max(points)) for each in points]
    return ["✕" * each + "□" * (SQUARES - each) for each in crosses]


class GameRecorder:
    """Add the finished games of a live table to the histories of its players."""

    def __init__(self, live: LiveTable) -> None:
        self.live = live
        self.count = 0  # This many results of the table are in the histories.
        self._lock = asyncio.Lock()

    @property
    def has_unrecorded_games(self) -> bool:
        return self.count < len(self.live.table.results)

    def record_soon(self) -> None:
        """Add new results in the background, if there are any."""
        if self.has_unrecorded_games:
            self.live.run_task(self._record_and_log_errors())

    async def record(self) -> None:
        """Add new results to the histories. Raise `NotStored` if the store fails."""
        async with self._lock:
            if self.has_unrecorded_games:
                count = len(self.live.table.results)
                await self.live.store.history.add_games(finished_game_entries(self.live.table, self.count))
                await self._store_daily_score()
                self.count = count
                self.live.list_entry_writer.write_soon()

    async def _store_daily_score(self) -> None:
        """Store the score if the game is a deal of the day that was played to its end without the help of a bot."""
        table = self.live.table
        if table.deal and table.session is not None and table.results[0].ending == "over" and not table.assisted:
            lines = encode(share_lines(table.session.state, 0))
            await self.live.store.daily.finish_attempt(table.code, table.results[0].scores[0], table.results[0].at, lines)

    async def _record_and_log_errors(self) -> None:
        try:
            await self.record()
        except NotStored as error:  # The game is added later, when a player looks at the history.
            log.error("finished game not added to the history: %s", error, extra={"table": self.live.table.code})
