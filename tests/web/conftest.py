"""A real server in a process of its own, and browsers without a screen that play at it."""

from __future__ import annotations

import asyncio
import json
import os
import random
import secrets
import signal
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidMessage

SOURCE = Path(__file__).parents[2] / "src"
SERVE = """
import sys
from trapezi.cli.serve import LogForm, run
from trapezi.web.limits import Limits
from trapezi.web.trust import Trust
settings = {"limits": Limits(messages=(500, 500)), **eval(f"dict({sys.argv[3]})")}
run("127.0.0.1", int(sys.argv[1]), sys.argv[2], pace=0, log=LogForm.json, **settings)
"""


class Serving:
    """A server that can be killed and started again at the same port."""

    def __init__(self, database: Path | str, settings: str = "") -> None:
        self.database = database
        self.settings = settings
        self.log = (database if isinstance(database, Path) else Path(mkdtemp(), "server")).with_suffix(".log")
        self.port = 0
        self.process: subprocess.Popen[str] | None = None
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
        command = [sys.executable, "-c", SERVE, str(self.port), str(self.database), self.settings]
        with self.log.open("a") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=environment)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline().strip().rpartition(":")[2])

    def stop(self, how: int = signal.SIGTERM) -> None:
        assert self.process is not None
        assert self.process.stdout is not None
        self.process.send_signal(how)
        self.process.wait()
        self.process.stdout.close()


class Refused(Exception):
    """What the server said no to."""

    def __init__(self, message: dict[str, Any]) -> None:
        super().__init__(message)
        self.key: str = message["key"]
        self.params: dict[str, Any] = message["params"]


class Browser:
    """One browser: its token, its socket, and what it has been told."""

    def __init__(self, url: str, token: str | None = None, seed: int = 0) -> None:
        self.url = url
        self.token = token or secrets.token_urlsafe(32)
        self.code = ""
        self.rng = random.Random(seed)
        self.socket: ClientConnection | None = None
        self.raw: list[str] = []
        self.forget()

    def forget(self) -> None:
        self.table: dict[str, Any] = {}
        self.views: dict[int, dict[str, Any]] = {}
        self.told: dict[int, dict[str, Any]] = {}
        self.chat: list[str] = []
        self.seq = self.game = 0
        self.you: str | None = None
        self.acked: dict[str, int] = {}
        self.refused: list[str] = []
        self.closed: list[int] = []  # with which codes the line broke
        self.held = False  # whether to make no new move for now

    # -- HTTP ----------------------------------------------------------------------------------------------------------

    async def ask(self, method: str, path: str, body: Any = None, token: str | None = "") -> Any:
        headers = {} if token is None else {"authorization": f"Bearer {token or self.token}"}
        async with httpx.AsyncClient(base_url=self.url, timeout=30) as http:
            answer = await http.request(method, path, json=body, headers=headers)
        if answer.status_code >= 400:
            raise Refused(answer.json())
        return answer.json() if "json" in answer.headers["content-type"] else answer.text

    async def create(self, game: str, players: int, **more: Any) -> dict[str, Any]:
        options = {"players": players, **more.pop("options", {})}
        made: dict[str, Any] = await self.ask("POST", "/api/tables", {"game": game, "options": options, "names": ["Ada"], **more})
        self.code = made["table"]["code"]
        return made

    async def join(self, code: str, name: str = "Bo", **more: Any) -> dict[str, Any]:
        self.code = code
        joined: dict[str, Any] = await self.ask("POST", f"/api/tables/{code}/join", {"name": name, **more})
        return joined

    # -- WebSocket -----------------------------------------------------------------------------------------------------

    async def open(self, origin: str | None = None) -> None:
        self.socket = await connect(self.url.replace("http", "ws") + "/ws", origin=origin or self.url, open_timeout=30)  # type: ignore[arg-type]

    async def hello(self, *, watch: bool = False, resume: bool = False) -> dict[str, Any]:
        if self.socket is None:
            await self.open()
        since = {"seq": self.seq, "game": self.game} if resume else {}
        await self.send({"t": "hello", "table": self.code, "token": None if watch else self.token, **since})
        return await self.until(lambda m: m["t"] == "welcome")

    async def send(self, message: Any) -> None:
        assert self.socket is not None
        await self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    async def receive(self) -> dict[str, Any]:
        assert self.socket is not None
        text = await asyncio.wait_for(self.socket.recv(), 30)
        assert isinstance(text, str)
        self.raw.append(text)
        message: dict[str, Any] = json.loads(text)
        self.absorb(message)
        return message

    def absorb(self, message: dict[str, Any]) -> None:
        match message["t"]:
            case "welcome" | "update":
                self.seq, self.game = message["seq"], message["game"]
                self.table = message["table"] or self.table
                self.views.update({view["seat"]: view for view in message["views"]})
                self.told.update({line["n"]: line for line in message["told"]})
                if message["t"] == "welcome":
                    self.you = message["you"]
                    self.chat = [said["text"] for said in message["chat"]]
            case "chat":
                self.chat.append(message["said"]["text"])
            case "ack":
                self.acked[message["id"]] = message["seq"]

    async def until(self, wanted: Callable[[dict[str, Any]], bool], *, strict: bool = True) -> dict[str, Any]:
        while True:
            message = await self.receive()
            if wanted(message):
                return message
            if strict and message["t"] == "refusal":
                raise Refused(message)

    async def wish(self, kind: str, **more: Any) -> int:
        """Sends a wish and waits for its answer; the record's number."""
        wish = more.pop("id", None) or secrets.token_hex(8)
        await self.send({"t": kind, "id": wish, **more})
        while True:
            message = await self.receive()
            if message["t"] == "ack" and message["id"] == wish:
                return int(message["seq"])
            if message["t"] == "refusal" and message["id"] in (wish, None):
                raise Refused(message)

    async def close(self) -> None:
        if self.socket is not None:
            await self.socket.close()
            self.socket = None

    # -- playing -------------------------------------------------------------------------------------------------------

    def asked(self) -> list[int]:
        return [seat for seat, view in self.views.items() if view["view"]["moves"]]

    async def act(self, seat: int) -> int:
        """A random legal move, of those that do not lose at once."""
        view = self.views[seat]
        moves = [m for m in view["view"]["moves"] if not m["preview"].get("losing")] or view["view"]["moves"]
        before = view["version"]
        seq = await self.wish("act", seat=seat, version=before, move=self.rng.choice(moves)["move"])
        while self.views[seat]["version"] == before and self.table["phase"] == "playing":
            await self.receive()
        return seq

    async def play(self, actions: int = 10**6) -> None:
        """Until the game is over, or so many actions are done."""
        while self.table["phase"] != "finished" and actions:
            if asked := self.asked():
                await self.act(asked[0])
                actions -= 1
            else:
                await self.receive()

    async def play_on(self) -> None:
        """Until the game is over, whatever happens to the line: a wish is kept and sent again until it is answered."""
        wish: dict[str, Any] = {}
        greeted = True
        while self.table.get("phase") != "finished":
            try:
                if self.socket is None:
                    greeted = False
                    seen = max([self.seq, *self.acked.values()])
                    welcome = await self.hello(resume=True)
                    assert welcome["seq"] >= seen, "the table never goes back"
                    greeted = True
                if not wish and self.held and self.asked():
                    await asyncio.sleep(0.01)
                    continue
                if not wish and (asked := self.asked()):
                    view = self.views[asked[0]]
                    moves = [m for m in view["view"]["moves"] if not m["preview"].get("losing")] or view["view"]["moves"]
                    wish = {"seat": asked[0], "version": view["version"], "move": self.rng.choice(moves)["move"]}
                    wish["id"] = secrets.token_hex(8)
                if not wish:
                    await self.receive()
                    continue
                seq = await self.wish("act", **wish)
                while self.seq < seq:
                    await self.receive()
                wish = {}
            except (ConnectionClosed, OSError, InvalidMessage, TimeoutError, EOFError) as error:
                if isinstance(error, ConnectionClosed):
                    self.closed.append(error.rcvd.code if error.rcvd else 0)
                self.socket = None
                await asyncio.sleep(0.05)
            except Refused as refused:
                self.refused.append(refused.key)
                if refused.key == "table.outdated":
                    wish = {}
                elif refused.key in ("table.not-stored", "table.try-again"):
                    await asyncio.sleep(0.05)
                    if not greeted:
                        await self.close()
                else:
                    raise


@pytest.fixture(scope="session")
def serve() -> type[Serving]:
    """Starts a server at a database."""
    return Serving


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """One server for all tests that do not kill it."""
    serving = Serving(tmp_path_factory.mktemp("server") / "tables.db")
    yield serving
    serving.stop()


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Serving]:
    """A server of one's own."""
    made = Serving(tmp_path / "tables.db")
    yield made
    if made.process is not None and made.process.poll() is None:
        made.stop()


@pytest.fixture
def serving_with(tmp_path: Path) -> Iterator[Callable[[str], Serving]]:
    """Makes servers with settings of their own, written as Python."""
    made: list[Serving] = []

    def serve(settings: str) -> Serving:
        made.append(Serving(tmp_path / f"{len(made)}.db", settings))
        return made[-1]

    yield serve
    for each in made:
        each.stop()


class Browsers:
    """Makes browsers, and closes what a test leaves open."""

    def __init__(self, url: Callable[[], str]) -> None:
        self.url = url
        self.made: list[Browser] = []

    def __call__(self, **more: Any) -> Browser:
        self.made.append(Browser(self.url(), **more))
        return self.made[-1]

    def run(self, story: Coroutine[Any, Any, Any]) -> Any:
        async def told() -> Any:
            try:
                return await asyncio.wait_for(story, 120)
            finally:
                for each in self.made:
                    await each.close()

        return asyncio.run(told())


@pytest.fixture
def browser(request: pytest.FixtureRequest) -> Browsers:
    """Browsers at the shared server, or at the test's own."""
    if "houses" in request.fixturenames:
        return Browsers(lambda: str(request.getfixturevalue("houses")[0].url))
    own = "serving" in request.fixturenames
    server: Serving = request.getfixturevalue("serving" if own else "running")
    return Browsers(lambda: server.url)
