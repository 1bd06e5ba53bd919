"""A viewer gets the same bytes in two runs of a game that differ only in what the viewer may not know.

The two runs are played side by side. Their outcomes of chance differ wherever the viewer does not see them. Seats that decide
at the same time as the viewer make different moves in the two runs, also different numbers of moves, and take them back.
Meanwhile the viewer sends every possible request, reconnects, and tries moves that are not allowed.
"""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from tests.tables.fast_hints import use_fast_workers

import trapezi
from trapezi import protocol
from trapezi.core.errors import TrapeziError
from trapezi.core.history import EventOnCopy
from trapezi.core.random import Stream
from trapezi.core.special_seats import NATURE, SPECTATOR
from trapezi.core.state import State
from trapezi.protocol import http
from trapezi.protocol.commands import AskHint, Hello
from trapezi.store.interface import TableEntry
from trapezi.tables import commands_to_events, events
from trapezi.tables import registry as registry_module
from trapezi.tables.game_session import GameSession
from trapezi.tables.people_and_seats import Presence
from trapezi.tables.presence import PresenceTracker
from trapezi.tables.registry import Settings, TableRegistry

PLAYERS = 3
STEPS = int(os.environ.get("TRAPEZI_SECRECY_STEPS", "9"))  # This many steps are played for each viewer.
DIFFERENT = 0.3  # This share of hidden outcomes differs. With more, the runs soon could not look the same any longer.
PAIRS = 6  # At most this many pairs of moves or outcomes are tried to find two that look the same.


class Memory:
    """A store that keeps everything in memory."""

    registry, shared = "here", False

    def __init__(self) -> None:
        self.made: TableEntry | None = None
        self.records: list[bytes] = []

    async def create(self, entry: TableEntry, records: Sequence[bytes], tokens: Sequence[str]) -> None:
        self.made = entry
        self.records += records

    async def append(self, code: str, seq: int, records: Sequence[bytes], entry: Any = None, tokens: Any = ()) -> None:
        self.records += records

    async def read(self, code: str, since: int = 0) -> list[bytes]:
        return self.records[since:]

    async def entry(self, code: str) -> TableEntry | None:
        return self.made

    async def entries_by_token_hash(self, token: str, limit: int = 100) -> list[TableEntry]:
        return [] if self.made is None else [self.made]


class Connection:
    """A connection that keeps every byte that it received."""

    def __init__(self, run: Run, seat: int) -> None:
        self.run, self.seat = run, seat
        self.person: str | None = None
        self.presence: Presence = "away"
        self.device = ""
        self.received: list[bytes] = []
        self.commands_sent = 0

    def send(self, *messages: bytes) -> None:
        self.received += messages

    async def hello(self, seq: int | None = None, game: int | None = None, history: int | None = None) -> None:
        token = None if self.seat == SPECTATOR else token_of(self.seat)
        await self.run.registry.hello(self, Hello(self.run.code, token, seq, game, history))

    async def command(self, **fields: Any) -> None:
        self.commands_sent += 1
        body = protocol.write({"id": f"w{self.commands_sent}", **fields})
        try:
            await self.run.registry.execute(self, self.run.code, protocol.read(body))
        except TrapeziError as error:
            self.received.append(repr(error.reason).encode())


class Run:
    """One of the two runs: a registry with a table, a connection for each seat, and a spectator's connection."""

    def __init__(self) -> None:
        self.registry = TableRegistry(Memory(), Settings(pace=0))  # type: ignore[arg-type]
        self.code = ""
        self.connections = {seat: Connection(self, seat) for seat in (SPECTATOR, *range(PLAYERS))}

    async def open(self, game: str) -> None:
        new = http.NewTable(game=game, options={"players": PLAYERS}, names=["seat 0"], hints="everyone")
        self.code = (await self.registry.create(token_of(0), new)).table.code
        for seat in range(1, PLAYERS):
            await self.registry.join(self.code, token_of(seat), http.Join(f"seat {seat}"))
        for connection in self.connections.values():
            await connection.hello()
        use_fast_workers(self.registry.live[self.code])

    async def table(self) -> Any:
        return (await self.registry.find_or_load(self.code)).table

    async def state(self) -> State:
        return (await self.table()).session.state.clone()

    async def act(self, seat: int, move: int) -> None:
        session = (await self.table()).session
        await self.connections[seat].command(t="act", seat=seat, version=session.versions[seat], move=move)

    async def hint(self, seat: int) -> None:
        """Let a seat ask for a hint, and wait for the answer."""
        live, connection = await self.registry.find_or_load(self.code), self.connections[seat]
        version = live.table.session.versions[max(0, seat)] if live.table.session else 0
        try:
            await self.registry.ask_hint(connection, self.code, AskHint("hint", max(0, seat), version))
        except TrapeziError as error:
            connection.received.append(repr(error.reason).encode())
        await asyncio.gather(*(request.task for request in live.hints._requests.values() if request.task))

    async def take_back(self, seat: int) -> None:
        await self.connections[seat].command(t="take_back", seat=seat)


def token_of(seat: int) -> str:
    return f"seat-{seat}".ljust(40, "_")


# -- two moves, or two outcomes, that look the same ---------------------------------------------------------------------

Joint = tuple[int, list[int], int, list[int]]  # The move of a seat and the outcomes after it, in the first run and in the second.


def same(one: State, two: State, viewer: int) -> bool:
    return one.view(viewer) == two.view(viewer)


def nature(one: State, two: State, viewer: int, rng: random.Random) -> tuple[list[int], list[int]] | None:
    """Draw outcomes of chance in both runs, different outcomes where the viewer cannot see them."""
    ones: list[int] = []
    twos: list[int] = []
    while one.is_on_turn(NATURE):
        found = next(alike(one, two, viewer, rng), None)
        if found is None:
            return None
        one.play(NATURE, found[0])
        two.play(NATURE, found[1])
        ones.append(found[0])
        twos.append(found[1])
    return ones, twos


def alike(one: State, two: State, viewer: int, rng: random.Random) -> Iterator[tuple[int, int]]:
    """Yield pairs of outcomes of chance that look the same to the viewer, pairs of different outcomes first."""
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
    """Return a move of the seat for each run, such that the viewer can never distinguish the two runs."""
    for a in rng.sample(moves := one.legal(seat), len(moves)):
        others = two.legal(seat)
        wanted = [a] if seat == viewer else [*rng.sample(others, min(PAIRS, len(others))), a]
        for b in wanted:
            if b not in others or one.redact(viewer, seat, a) != two.redact(viewer, seat, b):
                continue
            one_after, two_after = one.clone(), two.clone()
            one_after.play(seat, a)
            two_after.play(seat, b)
            if not same(one_after, two_after, viewer) and not one_after.is_on_turn(NATURE):
                continue
            drawn = nature(one_after, two_after, viewer, rng)
            if drawn is not None and same(one_after, two_after, viewer):
                return a, drawn[0], b, drawn[1]
    return None


# -- second thoughts ---------------------------------------------------------------------------------------------------


async def ponder(run: Run, seat: int, rng: random.Random, *, whole: bool) -> int:
    """Make some or all steps of a decision that other seats must not notice. Return the number of steps.

    The seat asks for a hint before each step.
    """
    done = 0
    await run.hint(seat)
    while True:
        state = await run.state()
        if not state.is_on_turn(seat) or (not whole and rng.random() < 0.3):
            return done
        move = state.choose(seat, Stream(rng.getrandbits(60)))
        after = state.clone()
        after.play(seat, move)
        if not after.is_on_turn(seat) and not whole:
            return done
        await run.act(seat, move)
        await run.hint(seat)
        done += 1


class Pair:
    """The two runs, and a viewer who compares them."""

    def __init__(self, game: str, viewer: int, rng: random.Random) -> None:
        self.game, self.viewer, self.rng = game, viewer, rng
        self.runs = (Run(), Run())
        self.given: list[int] = []  # The next outcomes of chance.
        self.compared = self.different = self.uneven = self.steps = 0

    async def play(self) -> None:
        """Play until the game is over, or until the runs can no longer look the same."""
        for run in self.runs:
            await run.open(self.game)
        one, two = (trapezi.game(self.game, players=PLAYERS).start() for _ in range(2))
        drawn = nature(one, two, self.viewer, self.rng)
        assert drawn is not None
        for run, outcomes in zip(self.runs, drawn, strict=True):
            self.given = outcomes
            await run.connections[0].command(t="start")
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
            found = joint(states[0], states[1], seat, self.viewer, self.rng)
            if found is None:
                break
            for run, move, outcomes in zip(self.runs, found[::2], found[1::2], strict=True):
                self.given = outcomes
                await run.act(seat, move)
        await self.look()

    async def forward(self, moves: int) -> None:
        """Play without comparisons up to a position in which decisions have several steps."""
        tables = [await run.table() for run in self.runs]
        for _ in range(moves):
            states = [table.session.state.clone() for table in tables]
            for seat in sorted(states[0].deciders):
                found = joint(states[0], states[1], seat, self.viewer, self.rng)
                break
            else:
                return
            if found is None or self.over_after(states[0], seat, found):
                return
            for table, move, outcomes in zip(tables, found[::2], found[1::2], strict=True):
                text = table.game.text
                table.apply(events.Played(seat=seat, move=text(move), outcomes=[text(each) for each in outcomes]))

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
        """Let the viewer send every possible request in both runs, and compare the bytes of the answers."""
        kind, wild = self.rng.randrange(5), self.rng.randrange(500)
        for run in self.runs:
            connection, table = run.connections[self.viewer], await run.table()
            if kind == 0:
                await connection.hello()
            elif kind == 1:
                known = table.session.history.entry_count(self.viewer)
                await connection.hello(max(0, table.public_seq - wild % 4), table.number, max(0, known - wild % 4))
            elif kind == 2:
                await connection.command(t="act", seat=max(0, self.viewer), version=wild % 7, move=wild)
            elif kind == 4:
                await run.hint(self.viewer)
            elif kind == 3 and self.viewer == SPECTATOR:
                await connection.command(t="take_back", seat=wild % PLAYERS)
            connection.send(protocol.write(await run.registry.table_info(run.code)))
            connection.send(protocol.write(await run.registry.tables_of(token_of(self.viewer))))
        received = [run.connections[self.viewer].received for run in self.runs]
        for n, (this, that) in enumerate(zip(*received, strict=False)):
            assert this == that, f"{self.game}, viewer {self.viewer}, message {self.compared + n}:\n{this!r}\n{that!r}"
        assert len(received[0]) == len(received[1])
        states = [(await run.table()).session and (await run.table()).session.match.record for run in self.runs]
        self.compared += len(received[0])
        self.different += len(received[0]) if states[0] != states[1] else 0
        for each in received:
            each.clear()


@pytest.fixture
def fixed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make codes, times and commitments equal in both runs. Switch off messages that depend on the time that passes."""
    clock = lambda: 1_800_000_000.0  # noqa: E731
    monkeypatch.setattr("secrets.choice", lambda letters: letters[0])
    for module in (commands_to_events, registry_module):
        monkeypatch.setattr(module, "new_secret", lambda: "07" * 32)
    monkeypatch.setattr("time.time", clock)
    monkeypatch.setattr("trapezi.tables.presence.monotonic", clock)
    monkeypatch.setattr(PresenceTracker, "broadcast_soon", lambda _: None)


@pytest.mark.usefixtures("fixed")
@pytest.mark.parametrize("viewer", [SPECTATOR, *range(PLAYERS)])
@pytest.mark.parametrize("game", trapezi.names())
def test_what_a_viewer_may_not_know_changes_no_byte(game: str, viewer: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng, steps, different, uneven = random.Random(f"{game} {viewer}"), 0, 0, 0
    while steps < STEPS or (uneven == 0 and game == "silver_gold"):  # Only in this game, decisions have several steps.
        pair = Pair(game, viewer, rng)

        def draft(session: GameSession, seat: int, move: int, _: Any, pair: Pair = pair) -> list[EventOnCopy]:
            moves = [] if seat == NATURE else [(seat, move)]
            return session.draft_logged_events([*moves, *((NATURE, outcome) for outcome in pair.given)])

        monkeypatch.setattr(GameSession, "draft", draft)
        asyncio.run(pair.play())
        steps += pair.steps
        different += pair.different
        uneven += pair.uneven
        assert steps < 20 * STEPS, "the numbers of steps never differed"
    assert different > STEPS, "the runs were the same"
