"""Simulate people at tables for `table_load.py`: many cheap WebSockets in one process, the same for both kinds of server.

A `Connection` is a minimal WebSocket (a masking key of zeros, no compression). A `Person` receives messages, and makes a move
some time after its turn begins. boardgame.io uses socket.io, which puts a few letters before each JSON text. Only the fields
that a move needs are decoded, which leaves most of the CPU to the server.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import random
import secrets
import time
from dataclasses import dataclass, field
from multiprocessing.connection import Connection as PipeConnection
from typing import Any, Literal
from urllib.parse import urlsplit

import msgspec
from msgspec import Raw, Struct

PLAYERS = 3
PARALLEL = 16  # This many tables are set up at the same time.
HANDSHAKE = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dHJhcGV6aSB0cmFwZXppIQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


@dataclass(frozen=True)
class Task:
    """The task of one client process."""

    kind: Literal["trapezi", "boardgame.io"]
    url: str
    games: tuple[str, ...]  # The game of each table.
    think: float
    seed: int


@dataclass
class Tally:
    """What the clients of a process measured between the times `begin` and `end`."""

    begin: float = float("inf")
    end: float = float("inf")
    latencies: list[float] = field(default_factory=list)
    rejected: list[str] = field(default_factory=list)
    lost: int = 0  # How many connections were lost.
    bytes: int = 0  # How many bytes were received.
    messages: int = 0
    cpu: float = 0.0  # The CPU time of the clients themselves.

    @property
    def counting(self) -> bool:
        return self.begin <= time.monotonic() < self.end


# -- a WebSocket -------------------------------------------------------------------------------------------------------


class Connection(asyncio.Protocol):
    """The WebSocket of a person."""

    def __init__(self, person: Person, tally: Tally) -> None:
        self.person, self.tally = person, tally
        self.transport: asyncio.Transport
        self._open = False
        self._rest = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        where = urlsplit(self.person.task.url).netloc
        transport.write(HANDSHAKE.format(path=self.person.path, host=where).encode())

    def connection_lost(self, exc: Exception | None) -> None:
        self.tally.lost += self.tally.counting

    def data_received(self, data: bytes) -> None:
        data = self._rest + data if self._rest else data
        at = 0
        if not self._open:
            head, end, _ = data.partition(b"\r\n\r\n")
            if end:
                assert head.startswith(b"HTTP/1.1 101"), head
                self._open, at = True, len(head) + 4
                self.person.on_open()
        while self._open and len(data) >= at + 2:
            length, start = data[at + 1] & 127, at + 2
            if length > 125:
                start += 2 if length == 126 else 8
                length = int.from_bytes(data[at + 2 : start])
            if len(data) < start + length:
                break
            self._frame(data[at] & 15, data[start : start + length])
            at = start + length
        self._rest = data[at:]

    def _frame(self, kind: int, body: bytes) -> None:
        if kind == 1:
            if self.tally.counting:
                self.tally.messages += 1
                self.tally.bytes += len(body)
            self.person.receive(body)
        elif kind == 9:
            self._write(10, body)

    def send(self, text: bytes) -> None:
        self._write(1, text)

    def _write(self, kind: int, body: bytes) -> None:
        size = len(body)
        head = bytes([128 | kind, 128 | size]) if size < 126 else bytes([128 | kind, 128 | 126]) + size.to_bytes(2)
        self.transport.write(head + bytes(4) + body)


# -- people ------------------------------------------------------------------------------------------------------------


class Person:
    """A person who makes a move about `think` seconds after the turn begins, using everything received until then."""

    path = "/"

    def __init__(self, task: Task, tally: Tally, seat: int, table: str, token: str) -> None:
        self.task, self.tally, self.seat, self.table, self.token = task, tally, seat, table, token
        self.connection = Connection(self, tally)
        self.ready = asyncio.get_running_loop().create_future()
        self.rng = random.Random(f"{task.seed} {table} {seat}")
        self.sent = 0.0
        self._thinking = False

    def receive(self, text: bytes) -> None:
        raise NotImplementedError

    def answer(self) -> None:
        raise NotImplementedError

    def on_open(self) -> None:
        raise NotImplementedError

    def begin(self) -> None:
        """Start to play, because all people of the table are connected."""

    def schedule_answer(self) -> None:
        """Make a move after some time, unless this is planned already."""
        if not self._thinking:
            self._thinking = True
            asyncio.get_running_loop().call_later(self.task.think * (0.5 + self.rng.random()), self._answer)

    def _answer(self) -> None:
        self._thinking = False
        self.answer()

    def acknowledged(self) -> None:
        now = time.monotonic()
        if self.tally.begin <= self.sent and now < self.tally.end:
            self.tally.latencies.append(now - self.sent)

    def connected(self) -> None:
        if not self.ready.done():
            self.ready.set_result(None)


class View(Struct):
    """The parts of a view that a person needs to choose a move."""

    moves: list[int | tuple[int, Raw]] | None = None
    over: bool | None = None


class SeatView(Struct):
    """A whole view, or what has changed in it."""

    version: int
    view: View | None = None
    delta: View | None = None


class Message(Struct):
    t: str
    id: str | None = None
    key: str = ""
    views: list[SeatView] = []


class TrapeziPerson(Person):
    """A person on our server, who plays random moves, game after game."""

    path = "/ws"
    _read = msgspec.json.Decoder(Message).decode

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.version = 0
        self.moves: list[int] = []
        self.over = False
        self.answered = -1
        self._acts = 0

    def on_open(self) -> None:
        self.connection.send(json.dumps({"t": "hello", "table": self.table, "token": self.token}).encode())

    def begin(self) -> None:
        self.connection.send(b'{"t":"start","id":"start"}')

    def receive(self, text: bytes) -> None:
        message = TrapeziPerson._read(text)
        if message.t == "ack":
            if message.id is not None and message.id.startswith("a"):
                self.acknowledged()
        elif message.t == "rejection":
            if self.tally.counting:
                self.tally.rejected.append(message.key)
            self.answered = -1
        elif message.t == "welcome":
            self.connected()
        if message.views:
            now = message.views[0]
            changed = now.view or now.delta or View()
            self.version = now.version
            if changed.moves is not None:
                self.moves = [each if isinstance(each, int) else each[0] for each in changed.moves]
            if changed.over is not None:
                self.over = changed.over
            if self.over:
                self.answered = -1
            if (self.moves and self.version != self.answered) or (self.over and changed.over):
                self.schedule_answer()

    def answer(self) -> None:
        if self.over:
            self.connection.send(b'{"t":"ready","id":"r%s"}' % secrets.token_hex(6).encode())
        elif self.moves and self.version != self.answered:
            self.answered = self.version
            self._acts += 1
            move = self.rng.choice(self.moves)
            self.sent = time.monotonic()
            self.connection.send(
                b'{"t":"act","id":"a%d","seat":%d,"version":%d,"move":%d}' % (self._acts, self.seat, self.version, move)
            )


class Ctx(Struct):
    player: str = msgspec.field(name="currentPlayer")
    active: dict[str, str] | None = msgspec.field(name="activePlayers")


class Sheet(Struct):
    rows: list[list[bool]]


class Sheets(Struct):
    sheets: list[Sheet]
    dice: list[int]
    closed: list[bool]


class Game(Struct):
    G: Sheets
    ctx: Ctx
    state: int = msgspec.field(name="_stateID")

    def due_move(self, seat: int) -> str | None:
        """Return the move that a seat must make, or None."""
        if self.ctx.active:
            return "choose" if str(seat) in self.ctx.active else None
        return "colour" if self.ctx.player == str(seat) else None


class Synced(Struct):
    state: Game


class BoardgamePerson(Person):
    """A person on boardgame.io's server, which uses socket.io over a WebSocket."""

    path = "/socket.io/?EIO=4&transport=websocket"
    _read = msgspec.json.Decoder(list[Raw]).decode
    _game = msgspec.json.Decoder(Game).decode
    _sync = msgspec.json.Decoder(Synced).decode

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.now: Game | None = None
        self.waiting = -1  # The person has moved in the state with this number, and waits for the next state.

    def on_open(self) -> None:
        self.connection.send(b"40/qwixx,")

    def emit(self, *values: Any) -> None:
        self.connection.send(b"42/qwixx," + json.dumps(values).encode())

    def receive(self, text: bytes) -> None:
        if text == b"2":
            self.connection.send(b"3")
        elif text.startswith(b"40/qwixx,"):
            self.emit("sync", self.table, str(self.seat), self.token, PLAYERS)
        elif text.startswith(b"42/qwixx,"):
            what, *rest = BoardgamePerson._read(text.partition(b",")[2])
            if bytes(what) == b'"sync"':
                self.connected()
                self.on_state(BoardgamePerson._sync(rest[1]).state)
            elif bytes(what) == b'"update"':
                self.on_state(BoardgamePerson._game(rest[1]))

    def on_state(self, game: Game) -> None:
        self.now = game
        if 0 <= self.waiting < game.state:
            self.waiting = -1
            self.acknowledged()
        if game.due_move(self.seat) and self.waiting < 0:
            self.schedule_answer()

    def answer(self) -> None:
        game = self.now
        move = game.due_move(self.seat) if game is not None else None
        if game is None or move is None:
            return
        arguments = self.rng.choice([[], *legal(game.G, self.seat, move)])
        payload = {"type": move, "args": arguments, "playerID": str(self.seat), "credentials": self.token}
        self.waiting, self.sent = game.state, time.monotonic()
        self.emit("update", {"type": "MAKE_MOVE", "payload": payload}, game.state, self.table, str(self.seat))


def legal(game: Sheets, seat: int, move: str) -> list[list[int]]:
    """Return the row and the cell of every legal cross, as in `boardgame.io/server.js`."""
    crosses: list[list[int]] = []
    (first, second, *colours) = game.dice
    for row, cells in enumerate(game.sheets[seat].rows):
        last = max((n for n, crossed in enumerate(cells) if crossed), default=-1)
        for total in {first + second} if move == "choose" else {first + colours[row], second + colours[row]}:
            cell = total - 2 if row < 2 else 12 - total
            if not game.closed[row] and cell > last and (cell < 10 or sum(cells) >= 5):
                crosses.append([row, cell])
    return crosses


# -- all people together -------------------------------------------------------------------------------------------------------


def create_table(task: Task, game: str) -> list[tuple[int, str, str]]:
    """Create a table. Return the seat, the code and the token of each person."""
    connection = http.client.HTTPConnection(urlsplit(task.url).netloc, timeout=60)

    def ask(path: str, body: dict[str, Any], token: str = "") -> Any:
        headers = {"content-type": "application/json", "authorization": f"Bearer {token}"}
        connection.request("POST", path, json.dumps(body), headers)
        answer = connection.getresponse()
        text = answer.read()
        assert answer.status < 300, text
        return json.loads(text)

    if task.kind == "boardgame.io":
        code = ask("/games/qwixx/create", {"numPlayers": PLAYERS})["matchID"]
        join = [ask(f"/games/qwixx/{code}/join", {"playerID": str(n), "playerName": f"P{n}"}) for n in range(PLAYERS)]
        return [(seat, code, joined["playerCredentials"]) for seat, joined in enumerate(join)]
    tokens = [secrets.token_urlsafe(32) for _ in range(PLAYERS)]
    new = {"game": game, "options": {"players": PLAYERS}, "names": ["Ada"]}
    code = ask("/api/tables", new, tokens[0])["table"]["code"]
    for token in tokens[1:]:
        ask(f"/api/tables/{code}/join", {"name": "Bo"}, token)
    return [(seat, code, token) for seat, token in enumerate(tokens)]


def play(task: Task, pipe: PipeConnection) -> None:
    """Create the tables, report that everyone is connected, play until the given time, and report what was measured."""
    asyncio.run(_play(task, pipe))


async def _play(task: Task, pipe: PipeConnection) -> None:
    tally, loop, limit = Tally(), asyncio.get_running_loop(), asyncio.Semaphore(PARALLEL)
    where, kind = urlsplit(task.url), TrapeziPerson if task.kind == "trapezi" else BoardgamePerson

    async def table(game: str) -> Person:
        async with limit:
            people = [kind(task, tally, *each) for each in await asyncio.to_thread(create_table, task, game)]
            for person in people:
                await loop.create_connection(lambda connection=person.connection: connection, where.hostname, where.port)  # type: ignore[misc]
                await person.ready
            return people[0]

    for host in await asyncio.gather(*map(table, task.games)):
        host.begin()
    pipe.send("ready")
    tally.begin, tally.end = await loop.run_in_executor(None, pipe.recv)
    await asyncio.sleep(tally.begin - time.monotonic())
    before = time.process_time()
    await asyncio.sleep(tally.end - time.monotonic())
    tally.cpu = time.process_time() - before
    pipe.send(tally)
