"""Play game after game at several tables at once while something goes wrong."""

from __future__ import annotations

import asyncio
import itertools
import random
import time
from collections.abc import Callable

from tests.server.client import Client, Clients, play_all
from tests.server.log_check import Findings, check_finished_game, check_log

import trapezi

GAMES = trapezi.names()
ReadLog = Callable[[str], list[bytes]]  # It returns the log of the table with a code.


class ManyTables:
    """People at several tables who play game after game, and the results of checks of their logs."""

    def __init__(self, read_log: ReadLog, seed: int = 0, think_seconds: float = 0.02, chat_rate: float = 0.1) -> None:
        self.read_log = read_log
        self.rng = random.Random(seed)
        self.think_seconds = think_seconds
        self.chat_rate = chat_rate
        self.findings = Findings()
        self.games = 0
        self.commands = 0  # How many commands were acknowledged at tables that are finished.
        self.outages: list[float] = []  # For how many seconds each lost connection was interrupted.
        self.longest_silence = 0.0  # The longest time in seconds without an event at a table.
        self.tables: dict[str, list[Client]] = {}  # The clients at each table with a game in progress.
        self.ending = False

    async def table(self, n: int, url: Callable[[], str]) -> None:
        """Play at one table after another until `ending` is set. The tables have all games in turn, beginning with the n-th."""
        for game in itertools.islice(itertools.cycle(GAMES), n % len(GAMES), None):
            clients = Clients(url)
            people = await clients.at_table(game, seed=self.rng.randrange(2**30))
            for each in people:
                each.think_seconds, each.chat_rate = self.think_seconds, self.chat_rate
            self.tables[people[0].code] = people
            await play_all(people)
            del self.tables[people[0].code]
            await self._check(people)
            for each in people:
                await each.close()
            if self.ending:
                return

    async def _check(self, people: list[Client]) -> None:
        lines = await asyncio.to_thread(self.read_log, people[0].code)
        findings = await check_finished_game(lines, people)
        assert findings.good, (people[0].code, findings)
        self.findings += findings
        self.games += 1
        self.commands += sum(len(each.acknowledged) for each in people)
        self.outages += [seconds for each in people for seconds in each.outages]

    @property
    def acknowledged(self) -> int:
        """The number of commands that were acknowledged so far."""
        return self.commands + sum(len(each.acknowledged) for people in self.tables.values() for each in people)

    def check_running(self, most: int = 100) -> None:
        """Check the logs of some tables with games in progress. Await nothing, so that clients receive nothing meanwhile."""
        playing = [code for code, people in self.tables.items() if any(each.views for each in people)]
        for code in self.rng.sample(playing, min(most, len(playing))):
            findings = check_log(self.read_log(code), self.tables[code])
            assert findings.good, (code, findings)
            self.findings += findings

    async def measure_silence(self) -> None:
        """Measure for how long nothing happens at the tables."""
        last: dict[str, tuple[int, float]] = {}
        while True:
            now = time.monotonic()
            for code, people in self.tables.items():
                seq = max(each.seq for each in people)
                if last.get(code, (0, 0.0))[0] != seq:
                    last[code] = (seq, now)
                self.longest_silence = max(self.longest_silence, now - last[code][1] if code in last else 0.0)
            await asyncio.sleep(0.02)

    async def wait_for_commands(self, count: int) -> None:
        """Wait until this many further commands have been acknowledged."""
        target = self.acknowledged + count
        while self.acknowledged < target:
            await asyncio.sleep(0.01)
