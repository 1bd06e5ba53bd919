"""Browsers without a screen: what they are told, what they wish, and how they play."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import time
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

BROKEN = (ConnectionClosed, OSError, InvalidMessage, InvalidHandshake, TimeoutError, EOFError, httpx.TransportError)
BACK = 0.05  # seconds until a lost line is tried again
AGAIN = ("table.not-stored", "table.try-again")  # refusals that are over in a moment


T = TypeVar("T")


class Rejected(Exception):
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
        self.history: dict[int, dict[str, Any]] = {}  # by number
        self.chat: list[str] = []
        self.seq = self.game = 0
        self.you: str | None = None
        self.acked: set[str] = set()
        self.refused: list[str] = []
        self.closed: list[int] = []  # with which codes the line broke
        self.held = False  # whether to make no new move for now
        self.wishes: dict[str, dict[str, Any]] = {}  # not answered yet
        self.acted: tuple[int, int, int] | None = None  # game, seat and version of the last move
        self.cut: float | None = None  # since when there is no line
        self.back: list[float] = []  # seconds from each cut to the next answer
        self.thinks = self.chats = 0.0  # seconds before a move, at most; how often something is said with it

    # -- HTTP ----------------------------------------------------------------------------------------------------------

    async def ask(self, method: str, path: str, body: Any = None, token: str | None = "") -> Any:
        headers = {} if token is None else {"authorization": f"Bearer {token or self.token}"}
        async with httpx.AsyncClient(base_url=self.url, timeout=30) as http:
            answer = await http.request(method, path, json=body, headers=headers)
        if answer.status_code >= 400:
            raise Rejected(answer.json())
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
        since = self.since() if resume else {}
        await self.send({"t": "hello", "table": self.code, "token": None if watch else self.token, **since})
        return await self.until(lambda m: m["t"] == "welcome")

    def since(self) -> dict[str, int]:
        return {"seq": self.seq, "game": self.game, "history": max(self.history, default=-1) + 1}

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
                if message["game"] != self.game or message.get("fresh"):
                    self.history = {}
                self.seq, self.game = message["seq"], message["game"]
                self.table = message["table"] or self.table
                self.views.update({view["seat"]: self.merged(view) for view in message["views"]})
                self.history.update({entry["n"]: entry for entry in message["history"]})
                if message["t"] == "welcome":
                    self.you = message["you"]
                    self.chat = [line["text"] for line in message["chat"]]
            case "chat":
                self.chat.append(message["line"]["text"])
            case "ack":
                self.acked.add(message["id"])

    def merged(self, news: dict[str, Any]) -> dict[str, Any]:
        """A view with what is new of it."""
        before = self.views.get(news["seat"], {"view": {}})
        return {**news, "view": {**before["view"], **news["view"]}}

    async def until(self, wanted: Callable[[dict[str, Any]], bool], *, strict: bool = True) -> dict[str, Any]:
        while True:
            message = await self.receive()
            if wanted(message):
                return message
            if strict and message["t"] == "rejection":
                raise Rejected(message)

    async def wish(self, kind: str, **more: Any) -> None:
        """Sends a command and waits for its answer."""
        wish = more.pop("id", None) or secrets.token_hex(8)
        await self.send({"t": kind, "id": wish, **more})
        while True:
            message = await self.receive()
            if message["t"] == "ack" and message["id"] == wish:
                return
            if message["t"] == "rejection" and message["id"] in (wish, None):
                raise Rejected(message)

    async def close(self) -> None:
        if self.socket is not None:
            await self.socket.close()
            self.socket = None

    # -- playing -------------------------------------------------------------------------------------------------------

    def asked(self) -> list[int]:
        return [seat for seat, view in self.views.items() if view["view"]["moves"]]

    def _move(self, seat: int) -> dict[str, Any]:
        """A random legal move, of those that do not lose at once."""
        view = self.views[seat]
        moves = [m for m in view["view"]["moves"] if not m["preview"].get("losing")] or view["view"]["moves"]
        return {"seat": seat, "version": view["version"], "move": self.rng.choice(moves)["move"]}

    async def act(self, seat: int) -> None:
        before = self.views[seat]["version"]
        await self.wish("act", **self._move(seat))
        while self.views[seat]["version"] == before and self.table["phase"] == "playing":
            await self.receive()

    async def play(self, actions: int = 10**6) -> None:
        """Until the game is over, or so many actions are done."""
        while self.table["phase"] != "finished" and actions:
            if asked := self.asked():
                await self.act(asked[0])
                actions -= 1
            else:
                await self.receive()

    # -- playing whatever happens --------------------------------------------------------------------------------------

    async def play_on(self, **first: Any) -> None:
        """Until the game is over and every wish answered, whatever happens to the line: wishes are sent again until they are.

        `first` is a wish to begin with.
        """
        if first:
            self._wants(first)
        while self.table.get("phase") != "finished" or self.wishes:
            try:
                if self.socket is None:
                    await self._greet()
                if self.held and not self.wishes and self.asked():
                    await asyncio.sleep(0.01)
                    continue
                await self._wish_on()
                seen = self.seq
                await self._hear(await self.receive())
                assert self.seq >= seen, "the table never goes back"
            except BROKEN as error:
                if isinstance(error, ConnectionClosed):
                    self.closed.append(error.rcvd.code if error.rcvd else 0)
                if self.cut is None:
                    self.cut = time.monotonic()
                if self.socket is not None:
                    self.socket.transport.abort()
                    self.socket = None
                await asyncio.sleep(BACK)

    def _wants(self, wish: dict[str, Any]) -> str:
        name = secrets.token_hex(8)
        self.wishes[name] = {"id": name, **wish}
        return name

    async def _greet(self) -> None:
        """Comes to the table, or comes back: it has never gone back, and no entry of its history has changed."""
        seen, game, before = self.seq, self.game, dict(self.history)
        await self.open()
        await self.send({"t": "hello", "table": self.code, "token": self.token, **self.since()})
        while (message := await self.receive())["t"] != "welcome":
            if message["t"] == "rejection":
                if message["key"] not in AGAIN:
                    raise Rejected(message)
                self.refused.append(message["key"])
                await self.close()
                raise TimeoutError
        assert message["seq"] >= seen, "the table never goes back"
        assert game != self.game or all(self.history[n] == entry for n, entry in before.items()), "entries never change"
        if self.cut is not None:
            self.back.append(time.monotonic() - self.cut)
            self.cut = None
        for wish in self.wishes.values():
            await self.send(wish)

    async def _wish_on(self) -> None:
        """A move where one is asked for; who chats says something too, without waiting for the answer."""
        if self.table["phase"] != "playing" or any(wish["t"] == "act" for wish in self.wishes.values()) or not self.asked():
            return
        await asyncio.sleep(self.rng.random() * self.thinks)
        view = self.views[self.asked()[0]]
        if self.acted == (self.game, view["seat"], view["version"]):
            return  # the answer is here, what it led to is not
        self.acted = (self.game, view["seat"], view["version"])
        wished = [{"t": "act", **self._move(view["seat"])}]
        if self.rng.random() < self.chats:
            wished.append({"t": "chat", "text": "well, well"})
        self.rng.shuffle(wished)
        for name in [self._wants(wish) for wish in wished]:
            await self.send(self.wishes[name])

    async def _hear(self, message: dict[str, Any]) -> None:
        match message["t"]:
            case "ack":
                self.wishes.pop(message["id"], None)
            case "rejection" if message["key"] in AGAIN:
                self.refused.append(message["key"])
                await asyncio.sleep(BACK)
                if message["id"] in self.wishes:
                    await self.send(self.wishes[message["id"]])
            case "rejection" if message["key"] == "table.outdated" or message["key"].startswith("talk."):
                self.refused.append(message["key"])
                if self.wishes.pop(message["id"], {"t": ""})["t"] == "act":
                    self.acted = None
            case "rejection" if message["id"] is None or message["id"] in self.wishes:
                raise Rejected(message)


class Browsers:
    """Makes browsers, and closes what a test leaves open."""

    def __init__(self, url: Callable[[], str]) -> None:
        self.url = url
        self.made: list[Browser] = []

    def __call__(self, **more: Any) -> Browser:
        self.made.append(Browser(self.url(), **more))
        return self.made[-1]

    def run(self, story: Coroutine[Any, Any, Any], seconds: float = 120) -> Any:
        async def told() -> Any:
            try:
                return await asyncio.wait_for(story, seconds)
            finally:
                for each in self.made:
                    await each.close()

        return asyncio.run(told())

    async def at_table(
        self, game: str, people: int = 2, bots: int = 1, url: str = "", seed: int = 0, **more: Any
    ) -> list[Browser]:
        """People at a new table that has places for bots too; asked for again until the server answers."""
        found = [self(seed=seed + n) for n in range(people)]
        for each in found:
            each.url = url or each.url
        await insist(lambda: found[0].create(game, people + bots, **more))
        for each in found[1:]:
            await insist(lambda each=each: each.join(found[0].code))  # type: ignore[misc]
        return found


async def insist(asking: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Asks until there is an answer."""
    while True:
        try:
            return await asking()
        except BROKEN:
            pass
        except Rejected as refused:
            if refused.key not in AGAIN:
                raise
        await asyncio.sleep(BACK)


async def further(people: list[Browser], news: int = 6) -> None:
    """Until the game has gone on for some moves."""
    mark = people[0].seq + news
    while people[0].seq < mark:
        assert people[0].table.get("phase") != "finished", "in mid-game"
        await asyncio.sleep(0.005)


async def refusals(people: list[Browser], key: str, count: int = 2) -> None:
    """Until some wishes more have been refused."""
    mark = sum(each.refused.count(key) for each in people) + count
    while sum(each.refused.count(key) for each in people) < mark:
        await asyncio.sleep(0.005)


def played_on(people: list[Browser]) -> asyncio.Future[list[None]]:
    """All of them play to the end, whatever happens; the first one starts the game."""
    return asyncio.gather(people[0].play_on(t="start", fill="chance"), *(each.play_on() for each in people[1:]))
