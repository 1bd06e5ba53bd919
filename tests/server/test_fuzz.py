"""Random messages, bytes and requests cause no failure, no log entry and no leak, and the table can still be played.

The short form is part of `make test`. `make fuzz` goes on until TRAPEZI_FUZZ_MESSAGES messages have been sent.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import httpx
import msgspec.inspect as mi
import pytest
import schemathesis
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test
from tests.server.client import Client
from tests.server.server_process import ServerProcess
from tests.server.test_health import read_metrics
from tests.time_limits import HANG
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from trapezi.protocol.commands import ClientMessage

CLOSE_CODES = (1000, 1007, 1008, 4408, 4409)  # The server may close a connection with these codes.
REPEATS = 4  # Each message is sent this often, because it may have another effect after the first time.
TARGET = int(os.environ.get("TRAPEZI_FUZZ_MESSAGES", "0"))
LONG = TARGET > 0
TOKEN = "fuzz-fuzz-fuzz-fuzz-fuzz-fuzz-fuzz-fuzz"
SETTINGS = (
    "limits=Limits(messages=(1e6, 1e6), misses=(1e6, 1e6), network_misses=(1e6, 1e6), shared_misses=(1e6, 1e6),"
    " all_misses=(1e6, 1e6), creations=(1e6, 1e6), requests=(1e6, 1e6), reviews=(1e6, 1e6), handshakes=(1e6, 1e6),"
    " arrivals=(1e6, 1e6), request_seconds=600, hello_seconds=600)"
)


def quick(examples: int, many: int) -> settings:
    return settings(max_examples=many if LONG else examples, stateful_step_count=60 if LONG else 20)


# -- random messages ---------------------------------------------------------------------------------------------------

scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20)
names = st.text(max_size=8)
anything = st.recursive(scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=4))
KNOWN = ["\x00", "\u202e", "<script>", "p1", "p2", "chance", "qwixx", "the_game", "40", "σαράντα"]
nasty = st.text(max_size=60) | st.sampled_from(KNOWN)
options = st.dictionaries(st.sampled_from(["players", "first", "sheet", "deck", "x"]), anything | st.integers(1, 6), max_size=3)


def values_of(kind: mi.Type) -> st.SearchStrategy[Any]:
    """Return a strategy for values that mostly fit a type of the protocol."""
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
            return st.one_of([values_of(each) for each in types])
        case mi.NoneType():
            return st.none()
        case mi.Metadata(type=inner):
            return values_of(inner)
        case mi.ListType(item_type=item):
            return st.lists(values_of(item), max_size=6)
        case mi.DictType():
            return options
    raise TypeError(kind)


def message(struct: mi.StructType) -> st.SearchStrategy[dict[str, Any]]:
    needed = {field.encode_name: values_of(field.type) for field in struct.fields if field.required}
    others = {field.encode_name: values_of(field.type) for field in struct.fields if not field.required}
    return st.fixed_dictionaries({"t": st.just(struct.tag), **needed}, optional=others)


STRUCTS = [struct for struct in cast(Any, mi.type_info(ClientMessage)).types if struct.tag != "hello"]
commands: st.SearchStrategy[Any] = st.deferred(lambda: st.one_of([message(struct) for struct in STRUCTS]))
spoilt = st.tuples(commands, st.sampled_from(["t", "id", "seat", "move", "extra"]), anything).map(lambda t: {**t[0], t[1]: t[2]})
texts = (commands | spoilt | anything).map(lambda value: json.dumps(value)) | st.text(max_size=80)
random_messages = texts | texts | st.binary(max_size=80)


# -- the server under test ---------------------------------------------------------------------------------------------


class Target:
    """A server under test, a table on it, and the number of messages that were sent to it."""

    def __init__(self, server: ServerProcess) -> None:
        self.server = server
        self.sent = 0
        self.code = asyncio.run(self.create_table())
        self.memory = 0

    async def create_table(self) -> str:
        ada = Client(self.server.url, token=TOKEN)
        await ada.create("silver_gold", 3, fill="chance", public=True)
        return ada.code

    def get(self, path: str) -> str:
        return httpx.get(self.server.url + path, timeout=HANG).text

    def check(self) -> None:
        """Check that the server process runs, has logged no errors, still serves the table, and can play a new game."""
        process = self.server.process
        assert process is not None
        assert process.poll() is None
        for line in self.server.log.read_text().splitlines():
            assert json.loads(line)["level"] == "info", line

        async def play() -> None:
            ada = Client(self.server.url, seed=1)
            await ada.create("qwixx", 1, start=True)
            await ada.hello()
            await ada.play(2)
            ada.code = self.code
            await ada.hello(watch=True)
            await ada.close()

        asyncio.run(asyncio.wait_for(play(), HANG))

    def open_websockets(self) -> int:
        return int(read_metrics(self.server.url)["trapezi_open_websockets"])

    def kilobytes(self) -> int:
        assert self.server.process is not None
        status = Path(f"/proc/{self.server.process.pid}/status").read_text()
        return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")))


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    server = ServerProcess(tmp_path_factory.mktemp("fuzz") / "t.db", SETTINGS)
    yield Target(server)
    server.stop()


# -- the WebSocket -----------------------------------------------------------------------------------------------------


class Strangers(RuleBasedStateMachine):
    """Several connections to one table that send random messages. Some of them have a valid token."""

    target: Target

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.connections: list[ClientConnection] = []

    def teardown(self) -> None:
        for connection in self.connections:
            connection.transport.abort()
        self.loop.run_until_complete(asyncio.sleep(0))
        self.loop.close()

    def do(self, work: Any) -> Any:
        return self.loop.run_until_complete(asyncio.wait_for(work, HANG))

    @initialize()
    def somebody(self) -> None:
        self.arrive(0)

    @rule(role=st.integers(0, 3))
    def arrive(self, role: int) -> None:
        """Connect as the host, with a wrong token, as a spectator, or without a hello."""
        if len(self.connections) > 3:
            self.connections.pop(0).transport.abort()
        url = self.target.server.url
        connection = self.do(
            connect(url.replace("http", "ws") + "/ws", origin=Origin(url), max_size=None, max_queue=None, open_timeout=HANG)
        )
        self.connections.append(connection)
        hello = {"t": "hello", "table": self.target.code, "token": [TOKEN, "y" * 40, None, None][role]}
        if role < 3:
            self.send(-1, [json.dumps(hello)])

    @rule(n=st.integers(0, 3), messages=st.lists(random_messages, min_size=1, max_size=12))
    def talk(self, n: int, messages: list[str | bytes]) -> None:
        self.send(n, messages * REPEATS)

    @rule(n=st.integers(0, 3), seq=st.none() | st.integers(0, 500), table=nasty)
    def greet_again(self, n: int, seq: int | None, table: str) -> None:
        for code in (self.target.code, table):
            self.send(n, [json.dumps({"t": "hello", "table": code, "token": TOKEN, "seq": seq, "game": 1, "history": seq})])

    @rule(n=st.integers(0, 3), junk=st.binary(min_size=1, max_size=200))
    def break_off(self, n: int, junk: bytes) -> None:
        """Send bytes that are not a frame, then close the connection."""
        if self.connections:
            connection = self.connections.pop(n % len(self.connections))
            connection.transport.write(junk)
            self.target.sent += 1
            connection.transport.close()

    def send(self, n: int, messages: list[str | bytes]) -> None:
        """Send messages and then a ping. Wait for the pong, which the server must send whatever came before."""
        if not self.connections:
            return
        connection = self.connections[n % len(self.connections)]

        async def talk() -> None:
            for message in messages:
                await connection.send(message)
            await connection.send('{"t":"ping"}')
            while json.loads(await connection.recv())["t"] != "pong":
                pass

        self.target.sent += len(messages) + 1
        try:
            self.do(talk())
        except ConnectionClosed as closed:  # The connection has sent too many faulty messages.
            if closed.rcvd is not None and closed.rcvd.code not in CLOSE_CODES:
                raise
            self.connections.remove(connection)


@pytest.mark.filterwarnings("ignore:Generating overly large repr")  # The strategies have long representations.
def test_no_message_breaks_a_table(target: Target) -> None:
    machine = type("StrangersHere", (Strangers,), {"target": target})
    while True:
        run_state_machine_as_test(machine, settings=quick(14, 150))
        target.check()
        if target.memory == 0:
            target.memory = target.kilobytes()
        if target.sent >= TARGET:
            break
        print(f"{target.sent} messages, {target.kilobytes()} kB", flush=True)
    deadline = time.monotonic() + HANG
    while target.open_websockets() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert target.open_websockets() == 0, "no WebSocket is left behind"
    assert target.sent > 300
    assert target.kilobytes() < target.memory + 100_000, "no memory is leaked"
    print(f"{target.sent} messages, {target.kilobytes()} kB at the end, {target.memory} kB after the first round")


# -- bytes -------------------------------------------------------------------------------------------------------------

UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
REQUEST = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
BEGUN = [b"", b"GET ", UPGRADE, REQUEST, UPGRADE[:-2], b"GET / HTTP/1.1\r\n"]


def test_no_bytes_break_a_server(target: Target) -> None:
    @quick(30, 2000)
    @given(st.sampled_from(BEGUN), st.binary(max_size=300), st.booleans())
    def send(begun: bytes, rest: bytes, masked: bool) -> None:
        target.sent += 1
        frame = bytes([0x81 | (rest[0] & 0x7F if rest else 0), 0x80 | min(len(rest), 125), 1, 2, 3, 4]) if masked else b""
        where = ("127.0.0.1", target.server.port)
        with socket.create_connection(where, timeout=HANG) as connection, contextlib.suppress(ConnectionError):
            connection.sendall(begun + frame + rest)
            with contextlib.suppress(OSError):  # The server may have closed the connection already.
                connection.shutdown(socket.SHUT_WR)
            answer = b""
            while more := connection.recv(65536):
                answer += more
            assert not answer.startswith(b"HTTP/1.1 5"), answer

    send()
    target.check()


# -- HTTP --------------------------------------------------------------------------------------------------------------


def test_no_request_breaks_a_server(target: Target) -> None:
    schema = schemathesis.openapi.from_url(f"{target.server.url}/api/schema/openapi.json")
    operations = [cast(Any, found).ok() for found in schema.get_all_operations()]
    assert len(operations) >= 12
    for operation in operations:

        @quick(8, 400)
        @given(operation.as_strategy(), st.booleans(), st.booleans())
        def ask(case: Any, known: bool, here: bool) -> None:
            if here and "code" in (case.path_parameters or {}):
                case.path_parameters["code"] = target.code
            target.sent += 1
            answer = case.call(headers={"authorization": f"Bearer {TOKEN}"} if known else {})
            assert answer.status_code < 500, answer.text
            if answer.status_code >= 400:
                assert set(answer.json()) == {"key", "params"}, answer.text

        ask()


def test_the_table_is_still_there(target: Target) -> None:
    target.check()
    assert json.loads(target.get(f"/api/tables/{target.code}"))["code"] == target.code
