"""Two runs that differ only in what a viewer may not know: the bytes sent to the viewer are the same.

The runs go side by side. Chance is given from outside, to each run its own: whatever the viewer is not shown may differ. Who
decides at the same time as others tries things in one run and other things, more or fewer, in the other one, takes them back, and
decides. The viewer meanwhile asks for whatever can be asked, comes back to a lost connection, and tries what is not allowed.
"""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

import trapezi
from trapezi import protocol
from trapezi.core.errors import TrapeziError
from trapezi.core.random import Stream
from trapezi.core.seats import NATURE, SPECTATOR
from trapezi.core.state import State
from trapezi.protocol import http
from trapezi.protocol.commands import Hello
from trapezi.protocol.types import Being
from trapezi.store import Entry
from trapezi.tables import commands
from trapezi.tables import events as r
from trapezi.tables import registry as house_module
from trapezi.tables.registry import Settings, TableRegistry
from trapezi.tables.session import GameSession

PLAYERS = 3
STEPS = int(os.environ.get("TRAPEZI_ALIKE_STEPS", "9"))  # joint moves per viewer
DIFFERENT = 0.3  # of what the viewer is not shown: more, and the runs soon can no longer look the same
PAIRS = 6  # of moves or outcomes that are tried, to find two that look the same


class Memory:
    """A store that forgets: nothing here is about the disk."""

    house, shared = "here", False

    def __init__(self) -> None:
        self.made: Entry | None = None
        self.records: list[bytes] = []

    async def create(self, entry: Entry, records: Sequence[bytes], holders: Sequence[str]) -> None:
        self.made = entry
        self.records += records

    async def append(self, code: str, seq: int, records: Sequence[bytes], entry: Any = None, holders: Any = ()) -> None:
        self.records += records

    async def read(self, code: str, since: int = 0) -> list[bytes]:
        return self.records[since:]

    async def entry(self, code: str) -> Entry | None:
        return self.made

    async def held(self, holder: str, limit: int = 100) -> list[Entry]:
        return [] if self.made is None else [self.made]


class Ear:
    """A connection that keeps every byte."""

    def __init__(self, run: Run, seat: int) -> None:
        self.run, self.seat = run, seat
        self.person: str | None = None
        self.being: Being = "away"
        self.device = ""
        self.heard: list[bytes] = []
        self.wishes = 0

    def send(self, *messages: bytes) -> None:
        self.heard += messages

    async def hello(self, seq: int | None = None, game: int | None = None) -> None:
        token = None if self.seat == SPECTATOR else token_of(self.seat)
        await self.run.house.hello(self, Hello(self.run.code, token, seq, game))

    async def wish(self, **wish: Any) -> None:
        self.wishes += 1
        body = protocol.write({"id": f"w{self.wishes}", **wish})
        try:
            await self.run.house.wish(self, self.run.code, protocol.read(body))  # type: ignore[arg-type]
        except TrapeziError as error:
            self.heard.append(repr(error.reason).encode())


class Run:
    """One of the two: a house with a table, and a connection for each seat and one that watches."""

    def __init__(self) -> None:
        self.house = TableRegistry(Memory(), Settings(pace=0))  # type: ignore[arg-type]
        self.code = ""
        self.ears = {seat: Ear(self, seat) for seat in (SPECTATOR, *range(PLAYERS))}

    async def open(self, game: str) -> None:
        new = http.NewTable(game=game, options={"players": PLAYERS}, names=["seat 0"])
        self.code = (await self.house.create(token_of(0), new)).table.code
        for seat in range(1, PLAYERS):
            await self.house.join(self.code, token_of(seat), http.Join(f"seat {seat}"))
        for ear in self.ears.values():
            await ear.hello()

    async def table(self) -> Any:
        return (await self.house.find(self.code)).table

    async def state(self) -> State:
        return (await self.table()).play.state.clone()  # type: ignore[no-any-return]

    async def act(self, seat: int, move: int) -> None:
        play = (await self.table()).play
        await self.ears[seat].wish(t="act", seat=seat, version=play.versions[seat], move=move)

    async def take_back(self, seat: int) -> None:
        await self.ears[seat].wish(t="take_back", seat=seat)


def token_of(seat: int) -> str:
    return f"seat-{seat}".ljust(40, "_")


# -- two moves, or two outcomes, that look the same ---------------------------------------------------------------------

Joint = tuple[int, list[int], int, list[int]]  # a move and the outcomes after it, in one run and in the other


def same(one: State, two: State, viewer: int) -> bool:
    return one.view(viewer) == two.view(viewer)


def nature(one: State, two: State, viewer: int, rng: random.Random) -> tuple[list[int], list[int]] | None:
    """Plays chance in both, differently where the viewer cannot tell."""
    ones: list[int] = []
    twos: list[int] = []
    while one.on_turn(NATURE):
        found = next(alike(one, two, viewer, rng), None)
        if found is None:
            return None
        one.play(NATURE, found[0])
        two.play(NATURE, found[1])
        ones.append(found[0])
        twos.append(found[1])
    return ones, twos


def alike(one: State, two: State, viewer: int, rng: random.Random) -> Iterator[tuple[int, int]]:
    """Outcomes of chance that look the same to the viewer, different ones first."""
    for _ in range(PAIRS**2):
        a = one.sample_chance(Stream(rng.getrandbits(60)))
        one_after = one.clone()
        one_after.play(NATURE, a)
        others = [two.sample_chance(Stream(rng.getrandbits(60))) for _ in range(PAIRS)]
        for b in [*others, a] if rng.random() < DIFFERENT else [a, *others]:
            if two.is_legal(NATURE, b) and two.redact(viewer, NATURE, b) == one.redact(viewer, NATURE, a):
                two_after = two.clone()
                two_after.play(NATURE, b)
                if same(one_after, two_after, viewer):
                    yield a, b


def joint(one: State, two: State, seat: int, viewer: int, rng: random.Random) -> Joint | None:
    """A move of the seat in each run that the viewer cannot tell apart, now or ever."""
    for a in rng.sample(moves := one.legal(seat), len(moves)):
        others = two.legal(seat)
        wanted = [a] if seat == viewer else [*rng.sample(others, min(PAIRS, len(others))), a]
        for b in wanted:
            if b not in others or one.redact(viewer, seat, a) != two.redact(viewer, seat, b):
                continue
            one_after, two_after = one.clone(), two.clone()
            one_after.play(seat, a)
            two_after.play(seat, b)
            if not same(one_after, two_after, viewer) and not one_after.on_turn(NATURE):
                continue
            drawn = nature(one_after, two_after, viewer, rng)
            if drawn is not None and same(one_after, two_after, viewer):
                return a, drawn[0], b, drawn[1]
    return None


# -- second thoughts ---------------------------------------------------------------------------------------------------


async def ponder(run: Run, seat: int, rng: random.Random, *, whole: bool) -> int:
    """Steps of a decision that the others must not notice; a whole decision if told. How many there were."""
    done = 0
    while True:
        state = await run.state()
        if not state.on_turn(seat) or (not whole and rng.random() < 0.3):
            return done
        move = state.choose(seat, Stream(rng.getrandbits(60)))
        after = state.clone()
        after.play(seat, move)
        if not after.on_turn(seat) and not whole:
            return done
        await run.act(seat, move)
        done += 1


class Pair:
    """Two runs, and a viewer who compares them."""

    def __init__(self, game: str, viewer: int, rng: random.Random) -> None:
        self.game, self.viewer, self.rng = game, viewer, rng
        self.runs = (Run(), Run())
        self.given: list[int] = []  # what chance does next
        self.compared = self.different = self.uneven = self.steps = 0

    async def play(self) -> None:
        """Until the game is over, or the runs can no longer look the same."""
        for run in self.runs:
            await run.open(self.game)
        drawn = nature(*(trapezi.game(self.game, players=PLAYERS).start() for _ in range(2)), self.viewer, self.rng)
        assert drawn is not None
        for run, outcomes in zip(self.runs, drawn, strict=True):
            self.given = outcomes
            await run.ears[0].wish(t="start")
        for n in range(STEPS):
            if n % (STEPS // 3) == STEPS // 3 - 1:
                await self.forward(self.rng.randrange(60))
            self.steps += 1
            await self.look()
            states = [await run.state() for run in self.runs]
            owing = sorted(states[0].deciders)
            if states[0].over:
                break
            seat = self.rng.choice(owing)
            if len(owing) > 1 and seat != self.viewer:
                await self.second_thoughts(seat)
            found = joint(*states, seat, self.viewer, self.rng)
            if found is None:
                break
            for run, move, outcomes in zip(self.runs, found[::2], found[1::2], strict=True):
                self.given = outcomes
                await run.act(seat, move)
        await self.look()

    async def forward(self, moves: int) -> None:
        """Goes on for a while without anybody's looking, to where decisions have more steps."""
        tables = [await run.table() for run in self.runs]
        for _ in range(moves):
            states = [table.play.state.clone() for table in tables]
            for seat in sorted(states[0].deciders):
                found = joint(*states, seat, self.viewer, self.rng)
                break
            else:
                return
            if found is None or self.over_after(states[0], seat, found):
                return
            for table, move, outcomes in zip(tables, found[::2], found[1::2], strict=True):
                text = table.game.text
                table.apply(r.Played(seat=seat, move=text(move), outcomes=[text(each) for each in outcomes]))

    def over_after(self, state: State, seat: int, found: Joint) -> bool:
        state.play(seat, found[0])
        for outcome in found[1]:
            state.play(NATURE, outcome)
        return state.over

    async def second_thoughts(self, seat: int) -> None:
        self.given = []
        for whole in (False, True):
            steps = [await ponder(run, seat, self.rng, whole=whole) for run in self.runs]
            self.uneven += steps[0] != steps[1]
            await self.look()
            for run, done in zip(self.runs, steps, strict=True):
                for _ in range(done):
                    await run.take_back(seat)
            await self.look()

    async def look(self) -> None:
        """The viewer does all that can be done, the same in both runs, and hears the same."""
        kind, wild = self.rng.randrange(5), self.rng.randrange(500)
        for run in self.runs:
            ear, table = run.ears[self.viewer], await run.table()
            if kind == 0:
                await ear.hello()
            elif kind == 1:
                await ear.hello(max(0, table.news - wild % 4), table.number)
            elif kind == 2:
                await ear.wish(t="act", seat=max(0, self.viewer), version=wild % 7, move=wild)
            elif kind == 3 and self.viewer == SPECTATOR:
                await ear.wish(t="take_back", seat=wild % PLAYERS)
            ear.send(protocol.write(await run.house.info(run.code)))
            ear.send(protocol.write(await run.house.mine(token_of(self.viewer))))
        heard = [run.ears[self.viewer].heard for run in self.runs]
        for n, (this, that) in enumerate(zip(*heard, strict=False)):
            assert this == that, f"{self.game}, viewer {self.viewer}, message {self.compared + n}:\n{this!r}\n{that!r}"
        assert len(heard[0]) == len(heard[1])
        states = [(await run.table()).play and (await run.table()).play.match.record for run in self.runs]
        self.compared += len(heard[0])
        self.different += len(heard[0]) if states[0] != states[1] else 0
        for each in heard:
            each.clear()


@pytest.fixture
def fixed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Codes, times and commitments are the same in both runs; chance is what the runs are given."""
    clock = lambda: 1_800_000_000.0  # noqa: E731
    monkeypatch.setattr(house_module.secrets, "choice", lambda letters: letters[0])
    for module in (commands, house_module):
        monkeypatch.setattr(module, "new_secret", lambda: "07" * 32)
    monkeypatch.setattr(commands.time, "time", clock)


@pytest.mark.usefixtures("fixed")
@pytest.mark.parametrize("viewer", [SPECTATOR, *range(PLAYERS)])
@pytest.mark.parametrize("game", trapezi.names())
def test_what_a_viewer_may_not_know_changes_no_byte(game: str, viewer: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng, steps, different, uneven = random.Random(f"{game} {viewer}"), 0, 0, 0
    while steps < STEPS or (uneven == 0 and game == "silver_gold"):  # where decisions have several steps
        pair = Pair(game, viewer, rng)
        monkeypatch.setattr(GameSession, "outcomes", lambda *_, pair=pair: pair.given)
        asyncio.run(pair.play())
        steps += pair.steps
        different += pair.different
        uneven += pair.uneven
        assert steps < 20 * STEPS, "the numbers of steps never differed"
    assert different > STEPS, "the runs were the same"
