"""Broken connections, messages sent twice, and who comes back. What is worse is tried in `tests/chaos/`."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from typing import Any

import pytest


def test_a_wish_sent_again_changes_nothing_even_after_a_restart(serving: Any, browser: Any) -> None:
    async def story() -> None:
        ada = browser(seed=3)
        await ada.create("qwixx", 2, names=["Ada", "Bo"], start=True)
        await ada.hello()
        view = ada.views[0]
        wish = {"id": "once", "seat": 0, "version": view["version"], "move": view["view"]["moves"][0]["move"]}
        await ada.wish("act", **wish)
        await ada.until(lambda message: message["t"] == "update")
        seq, heard = ada.seq, len(ada.raw)
        for _ in range(3):
            await ada.wish("act", **wish)
        assert len(ada.raw) == heard + 3, "only acknowledged"
        with pytest.raises(Exception, match="outdated"):
            await ada.wish("act", **{**wish, "id": "twice"})
        await ada.close()
        serving.stop(signal.SIGKILL)
        serving.start()
        welcome = await ada.hello(resume=True)
        assert welcome["seq"] == seq
        await ada.wish("act", **wish)
        assert ada.seq == seq
        await ada.wish("chat", text="still here", id="line")
        await ada.wish("chat", text="still here", id="line")
        assert ada.chat == ["still here"]

    browser.run(story())


def test_who_comes_back_is_told_what_was_missed(browser: Any) -> None:
    async def story() -> None:
        ada, bo = browser(seed=4), browser(seed=5)
        await ada.create("qwixx", 2)
        await bo.join(ada.code)
        for each in (ada, bo):
            await each.hello()
        await ada.wish("start")
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

    browser.run(story())


def test_a_choice_stays_hidden_can_be_changed_and_collides_with_no_other(browser: Any) -> None:
    async def story() -> None:
        ada, bo = browser(seed=6), browser(seed=7)
        await ada.create("qwixx", 2)
        await bo.join(ada.code)
        for each in (ada, bo):
            await each.hello()
        await ada.wish("start")
        while not bo.asked():
            await bo.receive()
        version = bo.views[1]["version"]
        while not ada.asked():
            await ada.receive()
        await ada.act(0)
        assert ada.views[0]["can_take_back"]
        await ada.wish("take_back", seat=0)
        while not ada.asked():
            await ada.receive()
        await ada.act(0)
        first = bo.views[1]["view"]["moves"][0]["move"]
        await bo.wish("act", seat=1, version=version, move=first)
        while bo.views[1]["version"] == version:
            await bo.receive()
        (revealed,) = [entry for entry in bo.history.values() if entry["seat"] == 0]
        assert revealed["description"] is not None
        assert [entry["take_back"] for entry in ada.history.values() if entry["seat"] == 0] == [None, 1, None]
        decided = [text for text in bo.raw if '"deciders":[1]' in text and '"history":[]' in text]
        assert len(decided) == 2, "only that the other had decided was seen first"
        with contextlib.suppress(Exception):
            await ada.close()

    browser.run(story())


def test_connections_that_break_in_mid_message_leave_no_ghosts(browser: Any) -> None:
    async def story() -> None:
        ada, bo = browser(seed=8), browser(seed=9)
        await ada.create("qwixx", 2)
        await bo.join(ada.code)
        await ada.hello()
        await bo.hello()
        await ada.wish("start")
        for n in range(12):
            await bo.send({"t": "chat", "id": f"c{n}", "text": f"line {n}"})
            bo.socket.transport.abort()
            bo.socket = None
            await bo.open()
            await bo.send({"t": "hello", "table": bo.code, "token": bo.token})
            if n % 2:
                bo.socket.transport.abort()
                bo.socket = None
                await bo.open()
            await bo.hello()
        await asyncio.gather(ada.play(3), bo.play(3))
        bo.socket.transport.abort()
        await ada.until(lambda m: m["t"] == "presence" and m["people"]["p2"] == "away")
        assert len(ada.chat) == len(set(ada.chat))

    browser.run(story())
