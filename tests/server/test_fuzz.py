"""Whatever is sent, by whomever: no fault of the server, no word of it in the log, nothing left behind, and the table goes on.

The short form is part of `make test`; `make fuzz` goes on until TRAPEZI_FUZZ_MESSAGES messages are sent, and says how many.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec.inspect as mi
import pytest
import schemathesis
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test
from tests.server.browsers import Browser
from tests.server.serving import Serving
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from trapezi.protocol.commands import ClientMessage

RULES = (1000, 1007, 1008, 4408, 4409)  # why a connection is closed that broke one
AGAIN = 4  # whatever is said is said so often: the first time may have changed what it means
TARGET = int(os.environ.get("TRAPEZI_FUZZ_MESSAGES", "0"))
LONG = TARGET > 0
TOKEN = "fuzz-fuzz-fuzz-fuzz-fuzz-fuzz-fuzz-fuzz"
SETTINGS = (
    "limits=Limits(messages=(1e6, 1e6), misses=(1e6, 1e6), creations=(1e6, 1e6), requests=(1e6, 1e6), request_seconds=10,"
    " hello_seconds=30)"
)


def quick(examples: int, many: int) -> settings:
    return settings(max_examples=many if LONG else examples, stateful_step_count=60 if LONG else 20)


# -- what could be a message -------------------------------------------------------------------------------------------

scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20)
names = st.text(max_size=8)
anything = st.recursive(scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=4))
KNOWN = ["\x00", "\u202e", "<script>", "p1", "p2", "chance", "qwixx", "the_game", "40", "σαράντα"]
nasty = st.text(max_size=60) | st.sampled_from(KNOWN)
options = st.dictionaries(st.sampled_from(["players", "first", "sheet", "deck", "x"]), anything | st.integers(1, 6), max_size=3)


def fitting(kind: mi.Type) -> st.SearchStrategy[Any]:
    """Values of a type of the wire, mostly."""
    match kind:
        case mi.StrType(pattern=str(pattern)):
            return st.sampled_from([TOKEN, "x1", "x2"]) if "32" in pattern else st.text("abcxyz019_-", min_size=1, max_size=40)
        case mi.StrType():
            return nasty
        case mi.BoolType():
            return st.booleans()
        case mi.IntType():
            return st.integers(0, 6) | st.integers(0, 600) | st.integers(-(2**40), 2**40)
        case mi.LiteralType(values=values):
            return st.sampled_from(list(values))
        case mi.UnionType(types=types):
            return st.one_of([fitting(each) for each in types])
        case mi.NoneType():
            return st.none()
        case mi.Metadata(type=inner):
            return fitting(inner)
        case mi.DictType():
            return options
    raise TypeError(kind)


def message(struct: mi.StructType) -> st.SearchStrategy[dict[str, Any]]:
    needed = {field.encode_name: fitting(field.type) for field in struct.fields if field.required}
    others = {field.encode_name: fitting(field.type) for field in struct.fields if not field.required}
    return st.fixed_dictionaries({"t": st.just(struct.tag), **needed}, optional=others)


STRUCTS = [struct for struct in mi.type_info(ClientMessage).types if struct.tag != "hello"]  # type: ignore[union-attr]
wishes: st.SearchStrategy[Any] = st.deferred(lambda: st.one_of([message(struct) for struct in STRUCTS]))  # type: ignore[arg-type]
spoilt = st.tuples(wishes, st.sampled_from(["t", "id", "seat", "move", "extra"]), anything).map(lambda t: {**t[0], t[1]: t[2]})
texts = (wishes | spoilt | anything).map(lambda value: json.dumps(value)) | st.text(max_size=80)
wild = texts | texts | st.binary(max_size=80)


# -- a server to be tried ----------------------------------------------------------------------------------------------


class Tried:
    """A server, a table that goes on there, and how much was sent."""

    def __init__(self, serving: Serving) -> None:
        self.serving = serving
        self.sent = 0
        self.code = asyncio.run(self.table())
        self.memory = 0

    async def table(self) -> str:
        ada = Browser(self.serving.url, token=TOKEN)
        await ada.create("silver_gold", 3, fill="chance", public=True)
        return ada.code

    def ask(self, path: str) -> str:
        return httpx.get(self.serving.url + path).text

    def check(self) -> None:
        """The process lives and has written no word of trouble; the table answers; a new game can be played."""
        process = self.serving.process
        assert process is not None
        assert process.poll() is None
        for line in self.serving.log.read_text().splitlines():
            assert json.loads(line)["level"] == "info", line

        async def play() -> None:
            ada = Browser(self.serving.url, seed=1)
            await ada.create("qwixx", 1, start=True)
            await ada.hello()
            await ada.play(2)
            ada.code = self.code
            await ada.hello(watch=True)
            await ada.close()

        asyncio.run(asyncio.wait_for(play(), 60))

    def left(self) -> int:
        """Sockets that nobody uses any more."""
        return int(next(line.split()[1] for line in self.ask("/metrics").splitlines() if line.startswith("trapezi_sockets ")))

    def kilobytes(self) -> int:
        assert self.serving.process is not None
        status = Path(f"/proc/{self.serving.process.pid}/status").read_text()
        return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")))


@pytest.fixture(scope="module")
def tried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tried]:
    serving = Serving(tmp_path_factory.mktemp("fuzz") / "t.db", SETTINGS)
    yield Tried(serving)
    serving.stop()


# -- the WebSocket -----------------------------------------------------------------------------------------------------


class Strangers(RuleBasedStateMachine):
    """Several connections, honest and not, at one table."""

    at: Tried

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.lines: list[ClientConnection] = []

    def teardown(self) -> None:
        for line in self.lines:
            line.transport.abort()
        self.loop.run_until_complete(asyncio.sleep(0))
        self.loop.close()

    def do(self, work: Any) -> Any:
        return self.loop.run_until_complete(asyncio.wait_for(work, 60))

    @initialize()
    def somebody(self) -> None:
        self.arrive(0)

    @rule(who=st.integers(0, 3))
    def arrive(self, who: int) -> None:
        """As the host, as a stranger with a wrong token, to watch, or without a word."""
        if len(self.lines) > 3:
            self.lines.pop(0).transport.abort()
        url = self.at.serving.url
        line = self.do(connect(url.replace("http", "ws") + "/ws", origin=url, max_size=None, max_queue=None, open_timeout=60))
        self.lines.append(line)
        hello = {"t": "hello", "table": self.at.code, "token": [TOKEN, "y" * 40, None, None][who]}
        if who < 3:
            self.translate(-1, [json.dumps(hello)])

    @rule(n=st.integers(0, 3), said=st.lists(wild, min_size=1, max_size=12))
    def talk(self, n: int, said: list[str | bytes]) -> None:
        self.translate(n, said * AGAIN)

    @rule(n=st.integers(0, 3), seq=st.none() | st.integers(0, 500), table=nasty)
    def greet_again(self, n: int, seq: int | None, table: str) -> None:
        for code in (self.at.code, table):
            self.translate(n, [json.dumps({"t": "hello", "table": code, "token": TOKEN, "seq": seq, "game": 1})])

    @rule(n=st.integers(0, 3), junk=st.binary(min_size=1, max_size=200))
    def break_off(self, n: int, junk: bytes) -> None:
        """Bytes that are no frame, and then nothing."""
        if self.lines:
            line = self.lines.pop(n % len(self.lines))
            line.transport.write(junk)
            self.at.sent += 1
            line.transport.close()

    def translate(self, n: int, said: list[str | bytes]) -> None:
        """Sends, and waits for the answer to a last question: whatever came before, it is answered."""
        if not self.lines:
            return
        line = self.lines[n % len(self.lines)]

        async def talk() -> None:
            for each in said:
                await line.send(each)
            await line.send('{"t":"ping"}')
            while json.loads(await line.recv())["t"] != "pong":
                pass

        self.at.sent += len(said) + 1
        try:
            self.do(talk())
        except ConnectionClosed as closed:  # too many bad messages
            if closed.rcvd is not None and closed.rcvd.code not in RULES:
                raise
            self.lines.remove(line)


@pytest.mark.filterwarnings("ignore:Generating overly large repr")  # of what could be said
def test_no_message_breaks_a_table(tried: Tried) -> None:
    machine = type("StrangersHere", (Strangers,), {"at": tried})
    while True:
        run_state_machine_as_test(machine, settings=quick(14, 150))
        tried.check()
        if tried.memory == 0:
            tried.memory = tried.kilobytes()
        if tried.sent >= TARGET:
            break
        print(f"{tried.sent} messages, {tried.kilobytes()} kB", flush=True)
    for _ in range(100):
        if tried.left() == 0:
            break
    assert tried.left() == 0, "no socket is left behind"
    assert tried.sent > 300
    assert tried.kilobytes() < tried.memory + 100_000, "and no memory"
    print(f"{tried.sent} messages, {tried.kilobytes()} kB at the end, {tried.memory} kB after the first round")


# -- bytes -------------------------------------------------------------------------------------------------------------

UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
REQUEST = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
BEGUN = [b"", b"GET ", UPGRADE, REQUEST, UPGRADE[:-2], b"GET / HTTP/1.1\r\n"]


def test_no_bytes_break_a_server(tried: Tried) -> None:
    @quick(30, 2000)
    @given(st.sampled_from(BEGUN), st.binary(max_size=300), st.booleans())
    def send(begun: bytes, rest: bytes, masked: bool) -> None:
        tried.sent += 1
        frame = bytes([0x81 | (rest[0] & 0x7F if rest else 0), 0x80 | min(len(rest), 125), 1, 2, 3, 4]) if masked else b""
        where = ("127.0.0.1", tried.serving.port)
        with socket.create_connection(where, timeout=30) as line, contextlib.suppress(ConnectionError):
            line.sendall(begun + frame + rest)
            with contextlib.suppress(OSError):  # it has hung up already
                line.shutdown(socket.SHUT_WR)
            said = b""
            while more := line.recv(65536):
                said += more
            assert not said.startswith(b"HTTP/1.1 5"), said

    send()
    tried.check()


# -- HTTP --------------------------------------------------------------------------------------------------------------


def test_no_request_breaks_a_server(tried: Tried) -> None:
    schema = schemathesis.openapi.from_url(f"{tried.serving.url}/api/schema/openapi.json")
    operations = [found.ok() for found in schema.get_all_operations()]
    assert len(operations) > 12
    for operation in operations:

        @quick(8, 400)
        @given(operation.as_strategy(), st.booleans(), st.booleans())
        def ask(case: Any, known: bool, here: bool) -> None:
            if here and "code" in (case.path_parameters or {}):
                case.path_parameters["code"] = tried.code
            tried.sent += 1
            answer = case.call(headers={"authorization": f"Bearer {TOKEN}"} if known else {})
            assert answer.status_code < 500, answer.text
            if answer.status_code >= 400:
                assert set(answer.json()) == {"key", "params"}, answer.text

        ask()


def test_the_table_went_on(tried: Tried) -> None:
    tried.check()
    assert json.loads(tried.ask(f"/api/tables/{tried.code}"))["code"] == tried.code
