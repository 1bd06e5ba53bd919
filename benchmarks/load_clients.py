"""People at tables, for `table_load.py`: many WebSockets in one process, as light as can be, the same for both kinds of server.

A `Line` is a WebSocket by hand (a masking key of zeros, no compression); a `Person` hears messages and answers a while after
being asked. boardgame.io is spoken to in socket.io's own words, a few letters before each JSON text. Of what comes only those
fields are read that an answer needs, so that the clients leave the machine to the server.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import random
import secrets
import time
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any, Literal
from urllib.parse import urlsplit

import msgspec
from msgspec import Raw, Struct

PLAYERS = 3
AT_ONCE = 16  # tables being set up
HANDSHAKE = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dHJhcGV6aSB0cmFwZXppIQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


@dataclass(frozen=True)
class Task:
    """What one process of clients does."""

    kind: Literal["trapezi", "boardgame.io"]
    url: str
    games: tuple[str, ...]  # one for each table
    think: float
    seed: int


@dataclass
class Tally:
    """What clients have seen between `begin` and `end`."""

    begin: float = float("inf")
    end: float = float("inf")
    latencies: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    lost: int = 0  # connections
    bytes: int = 0  # received
    messages: int = 0
    cpu: float = 0.0  # of the clients themselves

    @property
    def counting(self) -> bool:
        return self.begin <= time.monotonic() < self.end


# -- a WebSocket -------------------------------------------------------------------------------------------------------


class Line(asyncio.Protocol):
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
            head, found, _ = data.partition(b"\r\n\r\n")
            if found:
                assert head.startswith(b"HTTP/1.1 101"), head
                self._open, at = True, len(head) + 4
                self.person.greet()
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
            self.person.hear(body)
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
    """Answers about `think` seconds after being asked, with what is known by then."""

    path = "/"

    def __init__(self, task: Task, tally: Tally, seat: int, table: str, token: str) -> None:
        self.task, self.tally, self.seat, self.table, self.token = task, tally, seat, table, token
        self.line = Line(self, tally)
        self.ready = asyncio.get_running_loop().create_future()
        self.rng = random.Random(f"{task.seed} {table} {seat}")
        self.sent = 0.0
        self._thinking = False

    def hear(self, text: bytes) -> None:
        raise NotImplementedError

    def answer(self) -> None:
        raise NotImplementedError

    def greet(self) -> None:
        raise NotImplementedError

    def begin(self) -> None:
        """All are here."""

    def asked(self) -> None:
        """Something is to be answered."""
        if not self._thinking:
            self._thinking = True
            asyncio.get_running_loop().call_later(self.task.think * (0.5 + self.rng.random()), self._answer)

    def _answer(self) -> None:
        self._thinking = False
        self.answer()

    def granted(self) -> None:
        now = time.monotonic()
        if self.tally.begin <= self.sent and now < self.tally.end:
            self.tally.latencies.append(now - self.sent)

    def here(self) -> None:
        if not self.ready.done():
            self.ready.set_result(None)


class Move(Struct):
    move: int


class View(Struct):
    """Those parts that are new."""

    moves: list[Move] | None = None
    over: bool | None = None


class SeatView(Struct):
    version: int
    view: View


class Heard(Struct):
    t: str
    id: str | None = None
    key: str = ""
    views: list[SeatView] = []


class Guest(Person):
    """Somebody at a table of ours: game after game, by chance."""

    path = "/ws"
    _read = msgspec.json.Decoder(Heard).decode

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.now: SeatView | None = None
        self.answered = -1
        self._acts = 0

    def greet(self) -> None:
        self.line.send(json.dumps({"t": "hello", "table": self.table, "token": self.token}).encode())

    def begin(self) -> None:
        self.line.send(b'{"t":"start","id":"start"}')

    def hear(self, text: bytes) -> None:
        heard = Guest._read(text)
        if heard.t == "ack":
            if heard.id is not None and heard.id.startswith("a"):
                self.granted()
        elif heard.t == "rejection":
            if self.tally.counting:
                self.tally.refused.append(heard.key)
            self.answered = -1
        elif heard.t == "welcome":
            self.here()
        if heard.views:
            before, self.now = self.now, heard.views[0]
            if before is not None and self.now.view.moves is None:
                self.now.view.moves = before.view.moves
            if before is not None and self.now.view.over is None:
                self.now.view.over = before.view.over
            if self.now.view.over:
                self.answered = -1
            if (self.now.view.moves and self.now.version != self.answered) or (self.now.view.over and self.seat == 0):
                self.asked()

    def answer(self) -> None:
        now = self.now
        if now is None:
            return
        if now.view.over:
            if self.seat == 0:
                self.line.send(b'{"t":"rematch","id":"r%s"}' % secrets.token_hex(6).encode())
        elif now.view.moves and now.version != self.answered:
            self.answered = now.version
            self._acts += 1
            move = self.rng.choice(now.view.moves).move
            self.sent = time.monotonic()
            self.line.send(
                b'{"t":"act","id":"a%d","seat":%d,"version":%d,"move":%d}' % (self._acts, self.seat, now.version, move)
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

    def asks(self, seat: int) -> str | None:
        """What a seat is to do."""
        if self.ctx.active:
            return "choose" if str(seat) in self.ctx.active else None
        return "colour" if self.ctx.player == str(seat) else None


class Synced(Struct):
    state: Game


class Visitor(Person):
    """Somebody at a table of boardgame.io's, spoken to by socket.io over a WebSocket."""

    path = "/socket.io/?EIO=4&transport=websocket"
    _read = msgspec.json.Decoder(list[Raw]).decode
    _game = msgspec.json.Decoder(Game).decode
    _sync = msgspec.json.Decoder(Synced).decode

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.now: Game | None = None
        self.waiting = -1  # for the state after this one

    def greet(self) -> None:
        self.line.send(b"40/qwixx,")

    def translate(self, *words: Any) -> None:
        self.line.send(b"42/qwixx," + json.dumps(words).encode())

    def hear(self, text: bytes) -> None:
        if text == b"2":
            self.line.send(b"3")
        elif text.startswith(b"40/qwixx,"):
            self.translate("sync", self.table, str(self.seat), self.token, PLAYERS)
        elif text.startswith(b"42/qwixx,"):
            what, *rest = Visitor._read(text.partition(b",")[2])
            if bytes(what) == b'"sync"':
                self.here()
                self.learn(Visitor._sync(rest[1]).state)
            elif bytes(what) == b'"update"':
                self.learn(Visitor._game(rest[1]))

    def learn(self, game: Game) -> None:
        self.now = game
        if 0 <= self.waiting < game.state:
            self.waiting = -1
            self.granted()
        if game.asks(self.seat) and self.waiting < 0:
            self.asked()

    def answer(self) -> None:
        game = self.now
        move = game.asks(self.seat) if game is not None else None
        if game is None or move is None:
            return
        given = self.rng.choice([[], *legal(game.G, self.seat, move)])
        payload = {"type": move, "args": given, "playerID": str(self.seat), "credentials": self.token}
        self.waiting, self.sent = game.state, time.monotonic()
        self.translate("update", {"type": "MAKE_MOVE", "payload": payload}, game.state, self.table, str(self.seat))


def legal(game: Sheets, seat: int, move: str) -> list[list[int]]:
    """FeatureWriter and cell of all that may be crossed: as `boardgame.io/server.js` has it."""
    found, (first, second, *colours) = [], game.dice
    for row, cells in enumerate(game.sheets[seat].rows):
        last = max((n for n, crossed in enumerate(cells) if crossed), default=-1)
        for total in {first + second} if move == "choose" else {first + colours[row], second + colours[row]}:
            cell = total - 2 if row < 2 else 12 - total
            if not game.closed[row] and cell > last and (cell < 10 or sum(cells) >= 5):
                found.append([row, cell])
    return found


# -- all of them -------------------------------------------------------------------------------------------------------


def made(task: Task, game: str) -> list[tuple[int, str, str]]:
    """A new table: seat, code and token of each person."""
    line = http.client.HTTPConnection(urlsplit(task.url).netloc, timeout=60)

    def ask(path: str, body: dict[str, Any], token: str = "") -> Any:
        headers = {"content-type": "application/json", "authorization": f"Bearer {token}"}
        line.request("POST", path, json.dumps(body), headers)
        answer = line.getresponse()
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


def play(task: Task, told: Connection) -> None:
    """Makes the tables, sits down, says so, and plays until the time that it is told; then tells what was seen."""
    asyncio.run(_play(task, told))


async def _play(task: Task, told: Connection) -> None:
    tally, loop, few = Tally(), asyncio.get_running_loop(), asyncio.Semaphore(AT_ONCE)
    where, kind = urlsplit(task.url), Guest if task.kind == "trapezi" else Visitor

    async def table(game: str) -> Person:
        async with few:
            people = [kind(task, tally, *each) for each in await asyncio.to_thread(made, task, game)]
            for person in people:
                await loop.create_connection(lambda line=person.line: line, where.hostname, where.port)  # type: ignore[misc]
                await person.ready
            return people[0]

    for host in await asyncio.gather(*map(table, task.games)):
        host.begin()
    told.send("ready")
    tally.begin, tally.end = await loop.run_in_executor(None, told.recv)
    await asyncio.sleep(tally.begin - time.monotonic())
    before = time.process_time()
    await asyncio.sleep(tally.end - time.monotonic())
    tally.cpu = time.process_time() - before
    told.send(tally)
