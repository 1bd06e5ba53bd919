"""An evening: several tables at once, all five games, one after the other, while something goes wrong all the time."""

from __future__ import annotations

import asyncio
import itertools
import random
import time
from collections.abc import Callable

from tests.server.client import Client, Clients, play_all
from tests.server.log_check import Findings, check_log, check_finished_game

import trapezi

GAMES = trapezi.names()
Lines = Callable[[str], list[bytes]]  # the log of a table, by its code


class ManyTables:
    """People who play game after game, and what was found in the logs so far."""

    def __init__(self, lines: Lines, seed: int = 0, thinks: float = 0.02, chats: float = 0.1) -> None:
        self.lines = lines
        self.rng = random.Random(seed)
        self.thinks = thinks
        self.chats = chats
        self.found = Findings()
        self.games = 0
        self.moves = 0
        self.back: list[float] = []  # seconds without a line, of everybody
        self.silent = 0.0  # seconds in which nothing happened at some table, at most
        self.tables: dict[str, list[Client]] = {}  # being played
        self.ending = False

    async def table(self, n: int, url: Callable[[], str]) -> None:
        """One table after the other until the evening ends, of all games in turn, from the n-th on."""
        for game in itertools.islice(itertools.cycle(GAMES), n % len(GAMES), None):
            browsers = Clients(url)
            people = await browsers.at_table(game, seed=self.rng.randrange(2**30))
            for each in people:
                each.thinks, each.chats = self.thinks, self.chats
            self.tables[people[0].code] = people
            await play_all(people)
            del self.tables[people[0].code]
            await self._ended(people)
            for each in people:
                await each.close()
            if self.ending:
                return

    async def _ended(self, people: list[Client]) -> None:
        lines = await asyncio.to_thread(self.lines, people[0].code)
        found = await check_finished_game(lines, people)
        assert found.good, (people[0].code, found)
        self.found += found
        self.games += 1
        self.moves += sum(len(each.acknowledged) for each in people)
        self.back += [seconds for each in people for seconds in each.back]

    @property
    def granted(self) -> int:
        """How many wishes were acknowledged so far."""
        return self.moves + sum(len(each.acknowledged) for people in self.tables.values() for each in people)

    def look_around(self, most: int = 100) -> None:
        """Some tables as they are now, in the middle of their games. Nobody hears anything meanwhile."""
        playing = [code for code, people in self.tables.items() if any(each.views for each in people)]
        for code in self.rng.sample(playing, min(most, len(playing))):
            found = check_log(self.score_lines(code), self.tables[code])
            assert found.good, (code, found)
            self.found += found

    async def watch(self) -> None:
        """How long tables stand still."""
        last: dict[str, tuple[int, float]] = {}
        while True:
            now = time.monotonic()
            for code, people in self.tables.items():
                seq = max(each.seq for each in people)
                if last.get(code, (0, 0.0))[0] != seq:
                    last[code] = (seq, now)
                self.silent = max(self.silent, now - last[code][1] if code in last else 0.0)
            await asyncio.sleep(0.02)
