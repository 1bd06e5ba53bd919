"""The attacks of `attacks.py`. Each function does what a stranger could do to a server, until its time is over.

An attack runs in a process of its own. A function prepares what it needs, then awaits `attack.begin()`, then attacks while
`attack.is_on`. Everything goes to one server on this machine, with its default limits.
"""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import itertools
import json
import random
import secrets
import time
from collections.abc import Awaitable, Callable
from multiprocessing.connection import Connection as PipeConnection
from typing import Any
from urllib.parse import urlsplit

OTHER_ADDRESS = "127.0.0.2"  # Some attacks come from this address, which no player uses.
LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
TEXT, PING = 0x81, 0x89
FIRST_FRAGMENT, EMPTY_FRAGMENT = 0x01, 0x00
CLOSED = (OSError, EOFError, asyncio.IncompleteReadError, http.client.HTTPException)


def frame(kind: int, body: bytes = b"") -> bytes:
    """Return a WebSocket frame with a masking key of zeros."""
    size = bytes([0x80 | len(body)]) if len(body) < 126 else b"\xfe" + len(body).to_bytes(2)
    return bytes([kind]) + size + bytes(4) + body


class Socket:
    """A WebSocket to the server."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.views: dict[int, dict[str, Any]] = {}

    def send(self, *messages: dict[str, Any]) -> None:
        self.writer.write(b"".join(frame(TEXT, json.dumps(message).encode()) for message in messages))

    async def receive(self) -> dict[str, Any]:
        kind, size = await self.reader.readexactly(2)
        if size > 125:
            size = int.from_bytes(await self.reader.readexactly(2 if size == 126 else 8))
        body = await self.reader.readexactly(size)
        message: dict[str, Any] = json.loads(body) if kind == TEXT else {"t": "frame"}
        for view in message.get("views") or ():
            changed = view.get("view") or view.get("delta") or {}
            before = self.views.get(view["seat"], {}).get("moves", [])
            moves = [each if isinstance(each, int) else each[0] for each in changed["moves"]] if "moves" in changed else before
            self.views[view["seat"]] = {**view, "moves": moves}
        return message

    async def receive_until(self, *kinds: str) -> dict[str, Any]:
        while (message := await self.receive())["t"] not in kinds:
            pass
        return message

    async def command(self, kind: str, **fields: Any) -> bool:
        """Send a command. Return whether it was acknowledged."""
        self.send({"t": kind, "id": secrets.token_hex(8), **fields})
        return (await self.receive_until("ack", "rejection"))["t"] == "ack"

    async def play(self, moves: int) -> None:
        """Make random moves for all seats of the attacker."""
        rng = random.Random(1)
        for _ in range(moves):
            due = [view for view in self.views.values() if view["moves"]]
            if not due:
                return
            move = rng.choice(due[0]["moves"])
            await self.command("act", seat=due[0]["seat"], version=due[0]["version"], move=move)
            await self.receive_until("update")

    async def discard(self) -> None:
        """Read and discard what the server sends, until it closes the connection."""
        with contextlib.suppress(*CLOSED):
            while await self.reader.read(65536):
                pass


class Attack:
    """What an attack needs: the URL of the server, the attacker's address, and the time when the attack ends."""

    def __init__(self, url: str, pipe: PipeConnection, address: str) -> None:
        self.url, self.pipe, self.address = url, pipe, address
        self.host, self.port = str(urlsplit(url).hostname), int(urlsplit(url).port or 80)
        self.until = 0.0
        self.token = secrets.token_urlsafe(32)

    async def begin(self) -> None:
        """Report that everything is prepared, and wait until the attack may begin."""
        self.pipe.send("ready")
        self.until = await asyncio.get_running_loop().run_in_executor(None, self.pipe.recv)

    @property
    def is_on(self) -> bool:
        return time.monotonic() < self.until

    async def wait(self) -> None:
        await asyncio.sleep(max(0.0, self.until - time.monotonic()))

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(self.host, self.port, local_addr=(self.address, 0))

    async def open(self) -> Socket:
        """Open a WebSocket without sending `hello`."""
        reader, writer = await self.connect()
        writer.write(self.handshake)
        try:
            await reader.readuntil(b"\r\n\r\n")
        except BaseException:
            writer.close()
            raise
        return Socket(reader, writer)

    @property
    def handshake(self) -> bytes:
        return (
            f"GET /ws HTTP/1.1\r\nHost: {self.host}:{self.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: dHJhcGV6aSB0cmFwZXppIQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        ).encode()

    async def hello(self, code: str, token: str | None = "") -> Socket:
        """Open a WebSocket and say hello, by default with the attacker's own token."""
        socket = await self.open()
        socket.send({"t": "hello", "table": code, "token": self.token if token == "" else token})
        await socket.receive_until("welcome", "rejection")
        return socket

    async def request(self, method: str, path: str, body: Any = None, token: str = "", **headers: str) -> Any:
        """Send a request on a new connection. Return the decoded JSON of the answer."""
        reader, writer = await self.connect()
        try:
            writer.write(self.request_bytes(method, path, body, token, **headers))
            answer = await reader.read()
        finally:
            writer.close()
        with contextlib.suppress(ValueError):
            return json.loads(answer.partition(b"\r\n\r\n")[2])

    def request_bytes(self, method: str, path: str, body: Any = None, token: str = "", **headers: str) -> bytes:
        content = b"" if body is None else json.dumps(body).encode()
        fields = {
            "host": f"{self.host}:{self.port}",
            "authorization": f"Bearer {token or self.token}",
            "content-type": "application/json",
            "content-length": str(len(content)),
            "connection": "close",
            **{name.replace("_", "-"): value for name, value in headers.items()},
        }
        lines = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
        return f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode() + content

    async def create_table(self, game: str = "qwixx", token: str = "", **fields: Any) -> str:
        """Create a table and return its code."""
        new = {"game": game, "options": {"players": 2}, "names": ["Mallory"], **fields}
        joined = await self.request("POST", "/api/tables", new, token)
        return str(joined["table"]["code"])

    async def repeat(self, count: int, work: Callable[[], Awaitable[None]]) -> None:
        """Call `work` over and over in `count` tasks. Open a new connection when one breaks."""

        async def one() -> None:
            while self.is_on:
                with contextlib.suppress(*CLOSED, KeyError, TypeError):
                    await work()
                await asyncio.sleep(0)

        await asyncio.gather(*(one() for _ in range(count)))


def random_code() -> str:
    return "".join(random.choices(LETTERS, k=5))


# -- wrong codes and sockets -------------------------------------------------------------------------------------------


async def wrong_codes(attack: Attack) -> None:
    """Ask for tables that do not exist, from the players' own address."""
    await attack.begin()

    async def guess() -> None:
        await attack.request("GET", f"/api/tables/{random_code()}")
        socket = await attack.open()
        for _ in range(20):
            socket.send({"t": "hello", "table": random_code()})
            await socket.receive()
        socket.writer.close()

    await attack.repeat(4, guess)


async def wrong_codes_in_images(attack: Attack) -> None:
    """Let a page of another site load `<img src="/api/tables/CODE">` in a player's browser."""
    await attack.begin()
    image = {"sec_fetch_site": "cross-site", "sec_fetch_mode": "no-cors", "sec_fetch_dest": "image"}

    async def load_image() -> None:
        await attack.request("GET", f"/api/tables/{random_code()}", **image)

    await attack.repeat(6, load_image)


async def anonymous_sockets(attack: Attack) -> None:
    """Keep more than 500 sockets open from the players' own address, and replace those that are closed."""
    await attack.begin()

    async def hold() -> None:
        socket = await attack.open()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(max(0.0, attack.until - time.monotonic())):
                await socket.discard()
        socket.writer.close()
        await asyncio.sleep(0.5)

    await attack.repeat(600, hold)


async def handshakes(attack: Attack) -> None:
    """Open WebSockets as fast as possible."""
    await attack.begin()

    async def open_and_close() -> None:
        (await attack.open()).writer.close()

    await attack.repeat(20, open_and_close)


# -- frames ------------------------------------------------------------------------------------------------------------


async def flood(attack: Attack, opening: bytes, data: bytes) -> None:
    """Send the same frames over and over on four sockets without hello, at up to 1 MB per second."""
    await attack.begin()

    async def send() -> None:
        socket = await attack.open()
        reading = asyncio.ensure_future(socket.discard())
        try:
            socket.writer.write(opening)
            while attack.is_on and not reading.done():
                socket.writer.write(data)
                await socket.writer.drain()
                await asyncio.sleep(len(data) / 250_000)
        finally:
            socket.writer.close()
            reading.cancel()

    await attack.repeat(4, send)


async def pings(attack: Attack) -> None:
    """Send ping frames at 1 MB per second."""
    await flood(attack, b"", frame(PING) * 2000)


async def empty_fragments(attack: Attack) -> None:
    """Send one message in an endless number of empty fragments."""
    await flood(attack, frame(FIRST_FRAGMENT, b"{"), frame(EMPTY_FRAGMENT) * 2000)


async def byte_by_byte(attack: Attack) -> None:
    """Send one long message in fragments of a byte each."""
    await flood(attack, frame(FIRST_FRAGMENT, b"{"), frame(EMPTY_FRAGMENT, b" ") * 2000)


# -- work for the server -----------------------------------------------------------------------------------------------


async def replays(attack: Attack) -> None:
    """Ask for the replay of a finished game, with two requests at a time."""
    code = await attack.create_table(game="silver_gold", options={"players": 2}, names=["Mallory", "Eve"], start=True)
    socket = await attack.hello(code)
    await socket.play(100)
    await socket.command("end_early")
    await attack.begin()

    async def replay() -> None:
        await attack.request("GET", f"/api/tables/{code}/games/1/replay?seat=0&since=0")

    await attack.repeat(2, replay)


async def hellos_after_take_backs(attack: Attack) -> None:
    """Make a game's history long by taking back moves, then say hello over and over."""
    code = await attack.create_table(names=["Mallory", "Eve"], start=True)
    sockets = [await attack.hello(code) for _ in range(8)]
    view = sockets[0].views[0]
    move, end = view["moves"][0], time.monotonic() + 8.0

    async def take_back(socket: Socket) -> None:
        while time.monotonic() < end:
            version = socket.views[0]["version"]
            await socket.command("act", seat=0, version=version, move=move)
            await socket.command("take_back", seat=0)
            await asyncio.sleep(0.06)

    with contextlib.suppress(*CLOSED):
        await asyncio.gather(*map(take_back, sockets))
    await attack.begin()

    async def say_hello() -> None:
        socket = await attack.hello(code)
        for _ in range(100):
            socket.send({"t": "hello", "table": code, "token": attack.token})
            await socket.receive_until("welcome", "rejection")
            await asyncio.sleep(0.03)
        socket.writer.close()

    await attack.repeat(20, say_hello)


async def presence_toggles(attack: Attack) -> None:
    """Many sockets of one table switch between here and away. The server must send each switch to all of them."""
    code = await attack.create_table(options={"players": 2})
    await attack.begin()

    async def toggle() -> None:
        token = secrets.token_urlsafe(32)
        await attack.request("POST", f"/api/tables/{code}/join", {"name": "Eve", "watch": True}, token)
        socket = await attack.hello(code, token)
        reading = asyncio.ensure_future(socket.discard())
        while attack.is_on and not reading.done():
            socket.send({"t": "presence", "presence": "away"}, {"t": "presence", "presence": "here"})
            await asyncio.sleep(0.07)
        socket.writer.close()
        reading.cancel()

    await attack.repeat(60, toggle)


def log_of_random_game(seed: int) -> str:
    """Return the log of a long game in which all moves are random."""
    import trapezi
    from trapezi.core.log import log_lines

    match, rng = trapezi.game("silver_gold", players=4).match(seed), random.Random(seed)
    while not match.state.over:
        seat = min(match.state.deciders)
        match.play(seat, rng.choice(match.state.legal(seat)))
    return "\n".join(log_lines(match)) + "\n"


async def saved_logs(attack: Attack) -> None:
    """Upload a long log again and again to have it replayed."""
    log = log_of_random_game(seed=1)
    await attack.begin()

    async def upload() -> None:
        await attack.request("POST", "/api/replay", {"log": log, "seat": 0, "since": 0})

    await attack.repeat(4, upload)


async def twenty_reviews(attack: Attack) -> None:
    """Have twenty long games reviewed at the same time, and ask for the progress of each as a browser does."""
    logs = [log_of_random_game(seed) for seed in range(20)]
    await attack.begin()

    async def ask(log: str) -> None:
        while attack.is_on:
            answer = await attack.request("POST", "/api/review", {"log": log})
            assert "progress" in answer, f"no review is being computed: {str(answer)[:200]}"
            await asyncio.sleep(1.0)

    await asyncio.gather(*map(ask, logs))


# -- bots --------------------------------------------------------------------------------------------------------------


async def leave_bots_playing(attack: Attack, tables: int) -> None:
    """Start tables at which the strongest bots play on after their creator has left."""
    for n in range(tables):
        game = ("silver_gold", "sideboards", "qwixx")[n % 3]
        code = await attack.create_table(game=game, options={"players": 3}, fill="level-5", start=True)
        socket = await attack.hello(code)
        await socket.command("leave")
        socket.writer.close()
    await attack.begin()
    await attack.wait()


async def six_bot_tables(attack: Attack) -> None:
    """Leave six tables to bots of the highest level."""
    await leave_bots_playing(attack, 6)


async def thirty_bot_tables(attack: Attack) -> None:
    """Leave thirty tables to bots of the highest level."""
    await leave_bots_playing(attack, 30)


# -- uploads -----------------------------------------------------------------------------------------------------------


async def deck_uploads(attack: Attack) -> None:
    """Create tables and start games with a deck of almost a megabyte."""
    from trapezi.games import find

    folder = __import__("trapezi.games.the_game", fromlist=["x"]).__path__[0]
    with open(f"{folder}/decks/extreme-1.json", encoding="utf-8") as file:
        deck = json.load(file)
    deck["name"], deck["provenance"] = "mine", {str(n): "x" * 1900 for n in range(480)}
    assert find("the_game")
    await attack.begin()

    async def upload() -> None:
        options = {"players": 2, "deck": deck}
        new = {"game": "the_game", "options": options, "names": ["Mallory", "Eve"], "start": True}
        joined = await attack.request("POST", "/api/tables", new)
        if isinstance(joined, dict) and "table" in joined:
            socket = await attack.hello(joined["table"]["code"])
            for _ in range(20):
                await socket.command("end_early")
                await socket.command("ready")
            socket.writer.close()

    await attack.repeat(3, upload)


async def unfinished_bodies(attack: Attack) -> None:
    """Send requests whose bodies never end, on many connections."""
    await attack.begin()
    head = attack.request_bytes("POST", "/api/tables", None, content_length="990000")

    async def send() -> None:
        reader, writer = await attack.connect()
        try:
            writer.write(head + b'{"game": "' + b"x" * 985_000)
            await writer.drain()
            async with asyncio.timeout(max(0.1, attack.until - time.monotonic())):
                await reader.read()
        except TimeoutError:
            pass
        finally:
            writer.close()
        await asyncio.sleep(0.2)

    await attack.repeat(900, send)


async def joins(attack: Attack) -> None:
    """Join one table again and again under new tokens."""
    code = await attack.create_table(options={"players": 2})
    await attack.begin()

    async def join() -> None:
        await attack.request("POST", f"/api/tables/{code}/join", {"name": "Eve", "watch": True}, secrets.token_urlsafe(32))

    await attack.repeat(4, join)


async def requests(attack: Attack) -> None:
    """Send requests as fast as possible."""
    await attack.begin()

    async def request() -> None:
        await attack.request("GET", "/api/games")

    await attack.repeat(8, request)


async def expensive_requests(attack: Attack) -> None:
    """Ask for the deals of the day, the rankings and the history as fast as possible."""
    await attack.begin()
    paths = itertools.cycle(("/api/daily", "/api/daily/qwixx", "/api/history"))

    async def request() -> None:
        await attack.request("GET", next(paths))

    await attack.repeat(8, request)


# -- readers and talkers -----------------------------------------------------------------------------------------------


async def silent_readers(attack: Attack) -> None:
    """Watch a table on many sockets that never read anything, and keep changing something at this table."""
    code = await attack.create_table(options={"players": 2})
    watching = [await attack.hello(code, None) for _ in range(100)]
    for each in watching:
        each.reader._transport.pause_reading()  # type: ignore[attr-defined]
    socket = await attack.hello(code)
    await attack.begin()

    async def rename() -> None:
        await socket.command("rename", name=secrets.token_hex(16))

    await attack.repeat(1, rename)
    for each in watching:
        each.writer.close()


async def chat(attack: Attack) -> None:
    """Write long lines with number words of three languages at a table where numbers may not be named."""
    code = await attack.create_table(game="the_game", options={"players": 2}, names=["Mallory", "Eve"], start=True)
    await attack.begin()

    async def talk() -> None:
        socket = await attack.hello(code)
        for _ in range(100):
            await socket.command("chat", text="τριάντα επτά siebenunddreißig thirty-seven " * 4)
        socket.writer.close()

    await attack.repeat(8, talk)


async def questions(attack: Attack) -> None:
    """Ask over and over why a move is not allowed."""
    code = await attack.create_table(names=["Mallory", "Eve"], start=True)
    await attack.begin()

    async def ask() -> None:
        socket = await attack.hello(code)
        for n in range(100):
            socket.send({"t": "why", "id": str(n), "seat": 0, "text": "red 7 " * 13})
            await socket.receive_until("ack", "rejection")
        socket.writer.close()

    await attack.repeat(8, ask)


async def abandoned_tables(attack: Attack) -> None:
    """Create tables, begin to play there, and never come back."""
    await attack.begin()

    async def create() -> None:
        token = secrets.token_urlsafe(32)
        code = await attack.create_table("silver_gold", token, names=["Mallory", "Eve"], start=True)
        (await attack.hello(code, token)).writer.close()

    await attack.repeat(8, create)


SAME_ADDRESS = {wrong_codes, wrong_codes_in_images, anonymous_sockets}  # In these attacks, the attacker has the players' address.
ATTACKS: dict[str, Callable[[Attack], Awaitable[None]]] = {
    function.__name__: function
    for function in (
        wrong_codes,
        wrong_codes_in_images,
        anonymous_sockets,
        handshakes,
        pings,
        empty_fragments,
        byte_by_byte,
        replays,
        hellos_after_take_backs,
        presence_toggles,
        saved_logs,
        twenty_reviews,
        six_bot_tables,
        thirty_bot_tables,
        deck_uploads,
        unfinished_bodies,
        joins,
        requests,
        expensive_requests,
        silent_readers,
        chat,
        questions,
        abandoned_tables,
    )
}


def run_attack(name: str, url: str, pipe: PipeConnection) -> None:
    """Run one attack: send "ready", receive the time of its end, and attack until then."""

    async def run() -> None:
        function = ATTACKS[name]
        attack = Attack(url, pipe, "127.0.0.1" if function in SAME_ADDRESS else OTHER_ADDRESS)
        task = asyncio.ensure_future(function(attack))
        while not task.done() and (not attack.until or time.monotonic() < attack.until + 1.0):
            await asyncio.wait([task], timeout=0.2)
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task

    asyncio.run(run())
