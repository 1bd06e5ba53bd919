"""A client without a screen for tests. It uses the protocol like a browser, remembers what it received, and plays."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import time
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import httpx
from tests.received_messages import MessageReader
from tests.time_limits import HANG
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

CONNECTION_ERRORS = (ConnectionClosed, OSError, InvalidMessage, InvalidHandshake, TimeoutError, EOFError, httpx.TransportError)
RETRY_SECONDS = 0.05  # After this many seconds, a client tries to connect again.
TEMPORARY = ("table.not-stored", "table.try-again")  # After these rejections, the same command may succeed later.


T = TypeVar("T")


class Rejected(Exception):
    """The server rejected a command or a request."""

    def __init__(self, message: dict[str, Any]) -> None:
        super().__init__(message)
        self.key: str = message["key"]
        self.params: dict[str, Any] = message["params"]


class Client:
    """One browser: its token, its WebSocket, and what it has received."""

    def __init__(self, url: str, token: str | None = None, seed: int = 0) -> None:
        self.url = url
        self.token = token or secrets.token_urlsafe(32)
        self.code = ""
        self.key = ""  # The key in the invitation link to the table.
        self.rng = random.Random(seed)
        self.socket: ClientConnection | None = None
        self.raw: list[str] = []
        self._reader = MessageReader()
        self.table: dict[str, Any] = {}
        self.views: dict[int, dict[str, Any]] = {}
        self.history: dict[int, dict[str, Any]] = {}  # The received history entries, by number.
        self.chat: list[str] = []
        self.seq = self.game = 0
        self.you: str | None = None
        self.acknowledged: set[str] = set()  # The ids of the acknowledged commands.
        self.rejections: list[str] = []
        self.close_codes: list[int] = []  # The codes with which the server has closed connections.
        self.holding_back = False  # If this is true, the client makes no moves.
        self.pending: dict[str, dict[str, Any]] = {}  # The commands without an answer, by id.
        self.last_move: tuple[int, int, int] | None = None  # The game, the seat and the version of the client's last move.
        self.disconnected: float | None = None  # The time when the connection was lost.
        self.outages: list[float] = []  # For how many seconds each lost connection was interrupted.
        self.think_seconds = 0.0  # The client waits at most this many seconds before a move.
        self.chat_rate = 0.0  # The share of moves with which the client also sends a line of chat.

    # -- HTTP ----------------------------------------------------------------------------------------------------------

    async def request(self, method: str, path: str, body: Any = None, token: str | None = "") -> Any:
        """Send an HTTP request and return the answer. Raise `Rejected` if it is an error. With `token=None`, send no token."""
        headers = {} if token is None else {"authorization": f"Bearer {token or self.token}"}
        if self.key:
            headers["x-invitation-key"] = self.key
        async with httpx.AsyncClient(base_url=self.url, timeout=HANG) as http:
            answer = await http.request(method, path, json=body, headers=headers)
        if answer.status_code >= 400:
            raise Rejected(answer.json())
        return answer.json() if "json" in answer.headers["content-type"] else answer.text

    async def create(self, game: str, players: int, **fields: Any) -> dict[str, Any]:
        options = {"players": players, **fields.pop("options", {})}
        body = {"game": game, "options": options, "names": ["Ada"], **fields}
        joined: dict[str, Any] = await self.request("POST", "/api/tables", body)
        self.code = joined["table"]["code"]
        return joined

    async def join(self, code: str, name: str = "Bo", **fields: Any) -> dict[str, Any]:
        self.code = code
        joined: dict[str, Any] = await self.request("POST", f"/api/tables/{code}/join", {"name": name, **fields})
        return joined

    # -- WebSocket -----------------------------------------------------------------------------------------------------

    async def open(self, origin: str | None = None) -> None:
        url = self.url.replace("http", "ws") + "/ws"
        offer: Any = ["trapezi", self.token]
        self.socket = await connect(url, origin=origin or self.url, subprotocols=offer, open_timeout=HANG)  # type: ignore[arg-type]

    async def hello(self, *, watch: bool = False, resume: bool = False) -> dict[str, Any]:
        """Connect if necessary, say hello and return the welcome."""
        if self.socket is None:
            await self.open()
        since = self.position() if resume else {}
        await self.send({"t": "hello", "table": self.code, "token": None if watch else self.token, **since})
        return await self.receive_until(lambda m: m["t"] == "welcome")

    def position(self) -> dict[str, int]:
        """Return the fields of `hello` that say which messages and entries the client has received."""
        return {"seq": self.seq, "game": self.game, "history": max(self.history, default=-1) + 1}

    async def send(self, message: Any) -> None:
        assert self.socket is not None
        await self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    async def receive(self) -> dict[str, Any]:
        assert self.socket is not None
        text = await asyncio.wait_for(self.socket.recv(), HANG)
        assert isinstance(text, str)
        self.raw.append(text)
        message = self._reader.complete(json.loads(text))
        self.remember(message)
        return message

    def remember(self, message: dict[str, Any]) -> None:
        match message["t"]:
            case "welcome" | "update":
                if message["game"] != self.game or message.get("fresh"):
                    self.history = {}
                self.seq, self.game = message["seq"], message["game"]
                self.table = message["table"] or self.table
                self.views.update({view["seat"]: view for view in message["views"]})
                self.history.update({entry["n"]: entry for entry in message["history"]})
                if message["t"] == "welcome":
                    self.you = message["you"]
                    self.chat = [line["text"] for line in message["chat"]]
            case "chat":
                self.chat.append(message["line"]["text"])
            case "ack":
                self.acknowledged.add(message["id"])

    async def receive_until(self, condition: Callable[[dict[str, Any]], bool], *, strict: bool = True) -> dict[str, Any]:
        """Receive messages until one satisfies the condition. With `strict`, raise `Rejected` if a rejection comes before it."""
        while True:
            message = await self.receive()
            if condition(message):
                return message
            if strict and message["t"] == "rejection":
                raise Rejected(message)

    async def command(self, kind: str, **fields: Any) -> None:
        """Send a command and wait for its answer."""
        command_id = fields.pop("id", None) or secrets.token_hex(8)
        await self.send({"t": kind, "id": command_id, **fields})
        while True:
            message = await self.receive()
            if message["t"] == "ack" and message["id"] == command_id:
                return
            if message["t"] == "rejection" and message["id"] in (command_id, None):
                raise Rejected(message)

    async def close(self) -> None:
        if self.socket is not None:
            await self.socket.close()
            self.socket = None

    def abort(self) -> None:
        """Break the connection without a closing handshake."""
        if self.socket is not None:
            self.socket.transport.abort()
            self.socket = None

    # -- playing -------------------------------------------------------------------------------------------------------

    def deciding_seats(self) -> list[int]:
        return [seat for seat, view in self.views.items() if view["view"]["moves"]]

    def _choose_move(self, seat: int) -> dict[str, Any]:
        """Return a random legal move, if possible one that does not lose at once."""
        view = self.views[seat]
        moves = [m for m in view["view"]["moves"] if not m["preview"].get("losing")] or view["view"]["moves"]
        return {"seat": seat, "version": view["version"], "move": self.rng.choice(moves)["move"]}

    async def act(self, seat: int) -> None:
        before = self.views[seat]["version"]
        await self.command("act", **self._choose_move(seat))
        while self.views[seat]["version"] == before and self.table["phase"] == "playing":
            await self.receive()

    async def play(self, actions: int = 10**6) -> None:
        """Play until the game is over, or until this many actions are done."""
        while self.table["phase"] != "finished" and actions:
            if seats := self.deciding_seats():
                await self.act(seats[0])
                actions -= 1
            else:
                await self.receive()

    # -- playing while things go wrong ---------------------------------------------------------------------------------

    async def play_on(self, **first: Any) -> None:
        """Play until the game is over and every command is answered. Connect again whenever the connection is lost.

        Send commands again until they are answered. `first` is a command to send before the first move.
        """
        if first:
            self._add_pending(first)
        while self.table.get("phase") != "finished" or self.pending:
            try:
                if self.socket is None:
                    await self._reconnect()
                    continue  # The welcome may say that the game is over. Then no further message would come.
                if self.holding_back and not self.pending and self.deciding_seats():
                    await asyncio.sleep(0.01)
                    continue
                await self._send_next_move()
                before = self.seq
                await self._handle_answer(await self.receive())
                assert self.seq >= before, "the table never goes back"
            except CONNECTION_ERRORS as error:
                if isinstance(error, ConnectionClosed):
                    self.close_codes.append(error.rcvd.code if error.rcvd else 0)
                if self.disconnected is None:
                    self.disconnected = time.monotonic()
                self.abort()
                await asyncio.sleep(RETRY_SECONDS)

    def _add_pending(self, command: dict[str, Any]) -> str:
        command_id = secrets.token_hex(8)
        self.pending[command_id] = {"id": command_id, **command}
        return command_id

    async def _reconnect(self) -> None:
        """Connect and say hello. Check that the server has not lost any events, and that no history entry has changed."""
        seq_before, game_before, history_before = self.seq, self.game, dict(self.history)
        await self.open()
        await self.send({"t": "hello", "table": self.code, "token": self.token, **self.position()})
        while (message := await self.receive())["t"] != "welcome":
            if message["t"] == "rejection":
                if message["key"] not in TEMPORARY:
                    raise Rejected(message)
                self.rejections.append(message["key"])
                await self.close()
                raise TimeoutError
        assert message["seq"] >= seq_before, "the table never goes back"
        if game_before == self.game:
            assert all(self.history[n] == entry for n, entry in history_before.items()), "history never changes"
        if self.disconnected is not None:
            self.outages.append(time.monotonic() - self.disconnected)
            self.disconnected = None
        for command in self.pending.values():
            await self.send(command)

    async def _send_next_move(self) -> None:
        """Send a move if it is the client's turn, perhaps with a line of chat. Do not wait for the answers."""
        if self.table["phase"] != "playing" or not self.deciding_seats():
            return
        if any(command["t"] == "act" for command in self.pending.values()):
            return
        await asyncio.sleep(self.rng.random() * self.think_seconds)
        view = self.views[self.deciding_seats()[0]]
        if self.last_move == (self.game, view["seat"], view["version"]):
            return  # The move is acknowledged, but its update has not arrived yet.
        self.last_move = (self.game, view["seat"], view["version"])
        commands = [{"t": "act", **self._choose_move(view["seat"])}]
        if self.rng.random() < self.chat_rate:
            commands.append({"t": "chat", "text": "well, well"})
        self.rng.shuffle(commands)
        for command_id in [self._add_pending(command) for command in commands]:
            await self.send(self.pending[command_id])

    async def _handle_answer(self, message: dict[str, Any]) -> None:
        match message["t"]:
            case "ack":
                self.pending.pop(message["id"], None)
            case "rejection" if message["key"] in TEMPORARY:
                self.rejections.append(message["key"])
                await asyncio.sleep(RETRY_SECONDS)
                if message["id"] in self.pending:
                    await self.send(self.pending[message["id"]])
            case "rejection" if message["key"] == "table.outdated" or message["key"].startswith("talk."):
                self.rejections.append(message["key"])
                if self.pending.pop(message["id"], {"t": ""})["t"] == "act":
                    self.last_move = None
            case "rejection" if message["id"] is None or message["id"] in self.pending:
                raise Rejected(message)


class Clients:
    """Create clients for a test. At the end of the test, close the connections that are still open."""

    def __init__(self, url: Callable[[], str]) -> None:
        self.url = url
        self.created: list[Client] = []

    def __call__(self, **arguments: Any) -> Client:
        self.created.append(Client(self.url(), **arguments))
        return self.created[-1]

    def run(self, scenario: Coroutine[Any, Any, T], seconds: float = 3 * HANG) -> T:
        async def run_and_close() -> T:
            try:
                return await asyncio.wait_for(scenario, seconds)
            finally:
                for client in self.created:
                    await client.close()

        return asyncio.run(run_and_close())

    async def at_table(
        self, game: str, people: int = 2, bots: int = 1, url: str = "", seed: int = 0, **fields: Any
    ) -> list[Client]:
        """Return clients at a new table, which may also have bots. Repeat each request until the server answers."""
        clients = [self(seed=seed + n) for n in range(people)]
        for client in clients:
            client.url = url or client.url
        host, *others = clients
        await retry(lambda: host.create(game, people + bots, **fields))
        for other in others:
            await retry(lambda other=other: other.join(host.code))  # type: ignore[misc]
        return clients


async def retry(request: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Repeat a request until the server answers it."""
    while True:
        try:
            return await request()
        except CONNECTION_ERRORS:
            pass
        except Rejected as rejected:
            if rejected.key not in TEMPORARY:
                raise
        await asyncio.sleep(RETRY_SECONDS)


async def rejection_of(work: Coroutine[Any, Any, Any]) -> str:
    """Return the key of the rejection of a request or command, or "accepted" if it is accepted."""
    try:
        await work
    except Exception as error:
        return str(getattr(error, "key", repr(error)))
    return "accepted"


async def wait_for_moves(people: list[Client], events: int = 6) -> None:
    """Wait until this many further events have happened in the game."""
    target = people[0].seq + events
    while people[0].seq < target:
        assert people[0].table.get("phase") != "finished", "the game ended too early for this test"
        await asyncio.sleep(0.005)


async def wait_for_rejections(people: list[Client], key: str, count: int = 2) -> None:
    """Wait until this many further commands have been rejected with this key."""
    target = sum(client.rejections.count(key) for client in people) + count
    while sum(client.rejections.count(key) for client in people) < target:
        await asyncio.sleep(0.005)


def play_all(people: list[Client]) -> asyncio.Future[list[None]]:
    """Let all clients play to the end, also if connections are lost. The first client starts the game."""
    return asyncio.gather(people[0].play_on(t="start", fill="chance"), *(client.play_on() for client in people[1:]))
