"""Bad commands are rejected with a reason, and lost connections harm nothing. `tests/chaos/` tests harder cases."""

from __future__ import annotations

import asyncio
import signal
from typing import Any

import pytest
from tests.server.client import rejection_of
from websockets.exceptions import ConnectionClosed

from trapezi import protocol


def test_wrong_tokens_and_unknown_codes_are_rejected(clients: Any) -> None:
    async def scenario() -> None:
        ada, mallory = clients(), clients()
        await ada.create("qwixx", 2, fill="chance", start=True)
        await ada.hello()
        before = await ada.request("GET", f"/api/tables/{ada.code}")
        mallory.code = ada.code
        assert await rejection_of(mallory.hello()) == "table.wrong-token"
        await mallory.hello(watch=True)
        for command in (
            {"kind": "act", "seat": 0, "version": 0, "move": 44},
            {"kind": "end_early"},
            {"kind": "chat", "text": "hi"},
        ):
            assert await rejection_of(mallory.command(**command)) == "table.only-watching"
        assert await rejection_of(mallory.join(ada.code)) == "table.in-game"
        await mallory.join(ada.code, watch=True)
        await mallory.hello()
        assert mallory.you == "p2"
        assert set(mallory.views) == {-2}
        for kind, more, key in (
            ("act", {"seat": 0, "version": 1, "move": 44}, "table.not-your-seat"),
            ("act", {"seat": 40, "version": 1, "move": 44}, "table.no-such-seat"),
            ("take_back", {"seat": 0}, "table.not-your-seat"),
            ("resign", {"seat": 1}, "table.not-your-seat"),
            ("pause", {"on": True}, "table.not-seated"),
            ("stand_in", {"seat": 0}, "table.not-seated"),
            ("end_early", {}, "table.not-host"),
            ("start", {}, "table.not-host"),
            ("pass_host", {"person": "p2"}, "table.not-host"),
            ("sit", {"seat": 1}, "table.in-game"),
            ("ready", {}, "table.not-seated"),
        ):
            assert await rejection_of(mallory.command(kind, **more)) == key, kind
        mallory.code = "ZZZZZ"
        assert await rejection_of(mallory.hello()) == "table.unknown"
        for path in ("/api/tables/ZZZZZ", "/api/tables/%2e%2e", "/api/tables/ZZZZZ/games/1/log"):
            assert await rejection_of(mallory.request("GET", path)) == "table.unknown"
        for path in (f"/api/tables/{ada.code}/games/1/log", f"/api/tables/{ada.code}/games/1/replay"):
            assert await rejection_of(ada.request("GET", path)) == "table.no-such-game"
        assert await rejection_of(mallory.request("GET", "/api/mine", token=None)) == "table.no-token"
        assert (
            await rejection_of(mallory.request("POST", f"/api/tables/{ada.code}/pair", {"secret": "x" * 32}))
            == "table.pairing-over"
        )
        after = await ada.request("GET", f"/api/tables/{ada.code}")
        assert {**after, "people": []} == {**before, "people": []}
        await ada.play()
        assert ada.table["ending"] == "over"

    clients.run(scenario())


def test_moves_out_of_turn_or_against_the_rules_are_rejected(clients: Any) -> None:
    async def scenario() -> None:
        ada, bo = clients(seed=1), clients(seed=2)
        await ada.create("the_game", 2, options={"first": 0})
        await bo.join(ada.code)
        for client in (ada, bo):
            await client.hello()
        assert await rejection_of(bo.command("start")) == "table.not-host"
        assert await rejection_of(ada.command("act", seat=0, version=0, move=8)) == "table.no-game"
        await ada.command("start")
        while not ada.views or not bo.views:
            await (ada if not ada.views else bo).receive()
        version = ada.views[0]["version"]
        seq = ada.seq
        assert (
            await rejection_of(bo.command("act", seat=1, version=bo.views[1]["version"], move=400)) == "common.move.not-your-turn"
        )
        assert await rejection_of(ada.command("act", seat=0, version=version + 1, move=400)) == "table.outdated"
        assert await rejection_of(ada.command("act", seat=0, version=version, move=400)) == "the_game.end.minimum"
        assert await rejection_of(ada.command("act", seat=0, version=version, move=2**30)) == "common.move.unknown"
        assert await rejection_of(ada.command("act", seat=0, version=version, move=401)) == "table.a-signal"
        assert await rejection_of(ada.command("signal", seat=0, move=400)) == "table.no-signal"
        assert await rejection_of(ada.command("take_back", seat=0)) == "common.move.not-taken-back"
        assert (await ada.request("GET", f"/api/tables/{ada.code}"))["phase"] == "playing"
        welcome = await ada.hello()
        assert welcome["seq"] == seq
        await bo.command("signal", seat=1, move=bo.views[1]["view"]["optional"][0]["move"])
        assert await rejection_of(bo.command("chat", text="lay the forty-two")) == "talk.number"
        assert await rejection_of(bo.command("rename", name="Βίκτωρ σαράντα")) == "talk.number"
        await bo.command("chat", text="not this pile, please")
        await asyncio.gather(ada.play(), bo.play())
        await bo.command("chat", text="I had the 42")

    clients.run(scenario())


GARBAGE: list[str | bytes] = [
    "",
    "{}",
    "[]",
    "null",
    "\x00",
    b"\xff\xfe\x00",
    '{"t":"act"}',
    '{"t":"nonsense","id":"x"}',
    '{"t":"act","id":"x","seat":0,"version":0,"move":-5}',
    '{"t":"act","id":"x","seat":0,"version":0,"move":1e99}',
    '{"t":"chat","id":"x","text":""}',
    '{"t":"chat","id":"x","text":"\\ud800"}',  # A text with half of a surrogate pair is not valid Unicode.
    '{"t":"chat","id":"x","text":"a\\udc00b"}',
    b'{"t":"chat","id":"x","text":"\xed\xa0\x80"}',
    '{"t":"hello","table":"' + "B" * 5000 + '"}',
    "[" * 10_000,
    '{"t":"chat","id":"x","text":"' + "y" * 20_000 + '"}',
]


def test_malformed_and_oversized_messages_are_rejected(clients: Any) -> None:
    async def scenario() -> None:
        ada = clients(seed=3)
        await ada.create("qwixx", 1, start=True)
        await ada.open()
        for garbage in (*GARBAGE, '{"t":"act","id":"x","seat":0,"version":0,"move":44}'):
            await ada.send(garbage)
            message = await ada.receive()
            assert message["t"] == "rejection", garbage
            assert message["key"] in ("protocol.malformed", "protocol.too-large", "protocol.hello-first"), message
        await ada.hello()
        for garbage in GARBAGE:
            await ada.send(garbage)
            await ada.receive_until(lambda m: m["t"] == "rejection")
        await ada.send("x" * 100_000)
        with pytest.raises(ConnectionClosed):
            await ada.receive_until(lambda m: False)
        ada.socket = None
        await ada.hello()
        await ada.play()
        assert ada.table["ending"] == "over"

    clients.run(scenario())


def test_a_page_for_another_protocol_version_is_rejected_and_keeps_its_seat(clients: Any) -> None:
    async def scenario() -> None:
        ada = clients(seed=3)
        await ada.create("qwixx", 1, start=True)
        await ada.open()
        hello = {"t": "hello", "table": ada.code, "token": ada.token}
        await ada.send({**hello, "protocol": protocol.VERSION + 1})
        assert (await ada.receive())["key"] == "protocol.other-version"
        await ada.send({**hello, "protocol": protocol.VERSION})
        assert (await ada.receive())["t"] == "welcome"

    clients.run(scenario())


def test_a_command_sent_again_changes_nothing_even_after_a_restart(server: Any, clients: Any) -> None:
    async def scenario() -> None:
        ada = clients(seed=3)
        await ada.create("qwixx", 2, names=["Ada", "Bo"], start=True)
        await ada.hello()
        view = ada.views[0]
        command = {"id": "once", "seat": 0, "version": view["version"], "move": view["view"]["moves"][0]["move"]}
        await ada.command("act", **command)
        await ada.receive_until(lambda m: m["t"] == "update")
        seq, received = ada.seq, len(ada.raw)
        for _ in range(3):
            await ada.command("act", **command)
        assert len(ada.raw) == received + 3, "a repeated command is only acknowledged"
        with pytest.raises(Exception, match="outdated"):
            await ada.command("act", **{**command, "id": "twice"})
        await ada.close()
        server.stop(signal.SIGKILL)
        server.start()
        welcome = await ada.hello(resume=True)
        assert welcome["seq"] == seq
        await ada.command("act", **command)
        assert ada.seq == seq
        await ada.command("chat", text="still here", id="line")
        await ada.command("chat", text="still here", id="line")
        assert ada.chat == ["still here"]

    clients.run(scenario())


def test_a_reconnecting_client_receives_what_it_missed(clients: Any) -> None:
    async def scenario() -> None:
        ada, bo = clients(seed=4), clients(seed=5)
        await ada.create("qwixx", 2)
        await bo.join(ada.code)
        for client in (ada, bo):
            await client.hello()
        await ada.command("start")
        await asyncio.gather(ada.play(3), bo.play(3))
        await bo.close()
        missed = bo.seq
        await ada.play(1)
        welcome = await bo.hello(resume=True)
        assert welcome["seq"] > missed
        assert not welcome["fresh"]
        while bo.seq < ada.seq or ada.seq < bo.seq:
            await (bo if bo.seq < ada.seq else ada).receive()
        known = dict(bo.history)
        assert list(known) == list(range(len(known)))
        bo.history = {n: entry for n, entry in known.items() if n < 2}
        await bo.close()
        assert not (await bo.hello(resume=True))["fresh"]
        assert bo.history == known
        bo.history[1000] = {}
        await bo.close()
        assert (await bo.hello(resume=True))["fresh"]
        assert bo.history == known

    clients.run(scenario())


def test_a_pending_decision_stays_hidden_and_can_be_changed(clients: Any) -> None:
    async def scenario() -> None:
        ada, bo = clients(seed=6), clients(seed=7)
        await ada.create("qwixx", 2)
        await bo.join(ada.code)
        for client in (ada, bo):
            await client.hello()
        await ada.command("start")
        while not bo.deciding_seats():
            await bo.receive()
        version = bo.views[1]["version"]
        while not ada.deciding_seats():
            await ada.receive()
        await ada.act(0)
        assert ada.views[0]["can_take_back"]
        await ada.command("take_back", seat=0)
        while not ada.deciding_seats():
            await ada.receive()
        await ada.act(0)
        first = bo.views[1]["view"]["moves"][0]["move"]
        await bo.command("act", seat=1, version=version, move=first)
        while bo.views[1]["version"] == version:
            await bo.receive()
        (entry,) = [entry for entry in bo.history.values() if entry["seat"] == 0]
        assert entry["description"] is not None
        assert [entry["take_back"] for entry in ada.history.values() if entry["seat"] == 0] == [None, 1, None]
        decided = [text for text in bo.raw if '"deciders":[1]' in text and '"history"' not in text]
        assert len(decided) == 2, "the other seat first sees only that a decision was made, twice because it was taken back"

    clients.run(scenario())


def people_here(welcome: dict[str, Any]) -> list[str]:
    return [person["name"] for person in welcome["table"]["people"] if person["presence"] == "here"]


def test_broken_connections_leave_nobody_present(clients: Any) -> None:
    async def scenario() -> None:
        ada, bo = clients(seed=8), clients(seed=9)
        await ada.create("qwixx", 2)
        await bo.join(ada.code)
        await ada.hello()
        await bo.hello()
        await ada.command("start")
        for n in range(12):
            await bo.send({"t": "chat", "id": f"c{n}", "text": f"line {n}"})
            bo.abort()
            await bo.open()
            await bo.send({"t": "hello", "table": bo.code, "token": bo.token})
            if n % 2:
                bo.abort()
                await bo.open()
            await bo.hello()
        await asyncio.gather(ada.play(3), bo.play(3))
        bo.abort()
        # Presence messages cannot show it: Bo's return and departure between two of them are not broadcast.
        while people_here(await ada.hello()) != ["Ada"]:
            pass
        assert len(ada.chat) == len(set(ada.chat))

    clients.run(scenario())
