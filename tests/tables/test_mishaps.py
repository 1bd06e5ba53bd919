"""What seldom happens at a table, and must not harm it: seats that change hands at the wrong moment, disks that refuse for a
while, browsers that become somebody else, logs that are mended while people look."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest
from tests.tables.ears import TOKENS, Ear, at_home, forgotten, opened

from trapezi.protocol import http
from trapezi.store import NotStored, open_store
from trapezi.store import postgres as pg
from trapezi.tables import backup, cluster, live
from trapezi.tables.errors import Rejected
from trapezi.tables.registry import Settings, TableRegistry


class SlowBot:
    """Thinks until it is told to go on."""

    def __init__(self) -> None:
        self.thinking, self.go = threading.Event(), threading.Event()

    def decide(self, observation: Any, rng: Any) -> int:
        self.thinking.set()
        assert self.go.wait(20)
        return int(observation.legal[0])


async def refuse(*_: Any, **__: Any) -> None:
    raise NotStored("disk full")


async def pair(house: TableRegistry, ada: Ear, name: str) -> None:
    """Another browser becomes ada's device."""
    offer = await house.pairing(ada.code, TOKENS["ada"])
    await house.pair(ada.code, TOKENS[name], offer.secret)


# -- browsers that become somebody else --------------------------------------------------------------------------------


@pytest.mark.parametrize("first", ["p1", "p2"])
def test_a_browser_that_became_another_persons_device_can_be_signed_out_in_any_order(tmp_path: Path, first: str) -> None:
    async def story(house: TableRegistry) -> None:
        ada, bo = await opened(house)
        await pair(house, ada, "bo")
        for person in (first, "p2" if first == "p1" else "p1"):
            await ada.wish("revoke", person=person)
        await ada.wish("chat", text="still here")
        for ear in (ada, bo):
            house.bye(ear, ada.code)
        await forgotten(house)
        assert [each.name for each in (await house.info(ada.code)).people] == ["ada"]

    at_home(tmp_path, story)


def test_pairing_asked_again_after_a_lost_answer_is_answered_again(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        (ada,) = await opened(house, names=("ada",))
        offer = await house.pairing(ada.code, TOKENS["ada"])
        first = await house.pair(ada.code, TOKENS["phone"], offer.secret)
        assert await house.pair(ada.code, TOKENS["phone"], offer.secret) == first
        with pytest.raises(Rejected, match="pairing-over"):
            await house.pair(ada.code, TOKENS["eve"], offer.secret)

    at_home(tmp_path, story)


def test_a_device_is_signed_out_while_its_wish_and_its_presence_wait_for_their_turn(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        ada, _ = await opened(house)
        await pair(house, ada, "phone")
        phone = await Ear(house, ada.code, "phone").hello()
        await ada.wish("start")
        await house.presence(phone, ada.code, "away")
        late = phone.wish("act", seat=0, version=ada.view(0)["version"], move=44)
        done = await asyncio.gather(ada.wish("revoke"), late, house.presence(phone, ada.code, "here"), return_exceptions=True)
        assert [str(getattr(each, "reason", each)) for each in done] == ["None", "table.only-watching", "None"]
        assert ada.view(0)["view"]["moves"], "nothing was decided for her"

    at_home(tmp_path, story)


# -- seats that change hands -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("signed_out", [False, True])
def test_in_the_next_game_a_bot_plays_on_for_who_has_left(tmp_path: Path, signed_out: bool) -> None:
    async def story(house: TableRegistry) -> None:
        ada, bo = await opened(house)
        await ada.wish("start")
        await (ada.wish("revoke", person="p2") if signed_out else bo.wish("leave"))
        await ada.wish("end_early")
        await ada.wish("rematch")
        assert ada.table["seats"][1]["stand_in"]
        await ada.pass_on(0)
        await ada.until(lambda: ada.view(0)["view"]["board"]["phase"] != "white")
        if not signed_out:
            await bo.hello()
            assert not bo.table["seats"][1]["stand_in"], "who comes back has the seat"

    at_home(tmp_path, story)


def test_a_bot_that_still_thinks_does_not_move_for_who_plays_again(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        ada, bo = await opened(house)
        bot = SlowBot()
        house.live[ada.code].bots._bot = lambda seat: bot  # type: ignore[method-assign,assignment,return-value]
        await ada.wish("start")
        await bo.wish("stand_in", seat=1)
        await ada.pass_on(0)
        await asyncio.to_thread(bot.thinking.wait, 20)
        await bo.wish("take_over", seat=1)
        version = bo.view(1)["version"]
        bot.go.set()
        while house.live[ada.code]._tasks:
            await asyncio.sleep(0.02)
        assert bo.view(1)["version"] == version
        await bo.pass_on(1)

    at_home(tmp_path, story)


def test_what_was_decided_in_one_game_is_not_played_in_the_next(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        ada, bo = await opened(house)
        await ada.wish("start")
        late = {"seat": 1, "version": bo.view(1)["version"], "move": 44}
        await ada.wish("end_early")
        await ada.wish("rematch")
        assert await bo.refused("act", **late) == "table.outdated"

    at_home(tmp_path, story)


def test_after_some_games_there_may_be_fewer_seats(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        ada, _, cy = await opened(house, 3, names=("ada", "bo", "cy"))
        await ada.wish("start")
        for _ in range(2):  # then seat 2 begins
            await ada.wish("end_early")
            await ada.wish("rematch")
        await ada.wish("end_early")
        await cy.wish("leave")
        await ada.wish("configure", options={"players": 2})
        assert ada.table["players"] == 2

    at_home(tmp_path, story)


def test_who_only_comes_to_watch_may_come_under_silence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(house: TableRegistry) -> None:
        ada, bo = await opened(house, game="the_game")
        await ada.wish("start")
        monkeypatch.setattr("trapezi.tables.commands.unspoken", lambda *_: 1 / 0)  # as under silence
        await house.join(ada.code, TOKENS["cy"], http.Join("Cy", watch=True))
        with pytest.raises(Rejected, match="number"):
            await house.join(ada.code, TOKENS["eve"], http.Join("Seventeen", watch=True))
        assert len(bo.table["people"]) == 3

    at_home(tmp_path, story)


# -- a disk that refuses for a while -----------------------------------------------------------------------------------


def test_the_clock_rings_again_when_the_disk_refused_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "PATIENCE", 0.1)

    async def story(house: TableRegistry) -> None:
        ada, _ = await opened(house, clock=1)
        await ada.wish("start")
        version = ada.view(0)["version"]
        with monkeypatch.context() as full:
            full.setattr(house.store, "append", refuse)
            await asyncio.sleep(1.2)
            assert ada.view(0)["version"] == version
        await ada.until(lambda: ada.view(0)["version"] != version)

    at_home(tmp_path, story)


def test_who_comes_back_may_look_while_nothing_can_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(house: TableRegistry) -> None:
        ada, bo = await opened(house)
        await ada.wish("start")
        house.bye(bo, ada.code)
        await ada.wish("stand_in", seat=1)
        with monkeypatch.context() as full:
            full.setattr(house.store, "append", refuse)
            await bo.hello()
            assert bo.heard[-1]["t"] in ("welcome", "presence")
            assert bo.table["seats"][1]["stand_in"]

    at_home(tmp_path, story)


def test_lists_that_could_not_be_written_follow_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "LISTED", 0.02)
    monkeypatch.setattr(live, "MOVED", 0.02)

    async def story(house: TableRegistry) -> None:
        ada, bo = await opened(house, 3, public=True)
        append, asked = house.store.append, asyncio.Event()

        async def busy(code: str, seq: int, records: Any, entry: Any = None, holders: Any = ()) -> None:
            if entry is not None:
                asked.set()
                raise NotStored("busy")
            await append(code, seq, records, entry, holders)

        with monkeypatch.context() as hiccup:
            hiccup.setattr(house.store, "append", busy)
            await house.join(ada.code, TOKENS["cy"], http.Join("cy"))
            await asyncio.wait_for(asked.wait(), 20)
        for ear in (ada, bo):
            house.bye(ear, ada.code)
        await forgotten(house)
        assert [line.code for line in await house.mine(TOKENS["cy"])] == [ada.code]
        assert await house.public() == [], "no seat is free"

    at_home(tmp_path, story)


def test_lists_are_refused_with_a_reason_while_the_store_is_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(house: TableRegistry) -> None:
        monkeypatch.setattr(house.store, "public_entries", refuse)
        monkeypatch.setattr(house.store, "find_by_token", refuse)
        for asked in (house.public(), house.mine(TOKENS["ada"])):
            with pytest.raises(Rejected, match="not-stored"):
                await asked

    at_home(tmp_path, story)


def test_a_database_that_cannot_even_be_opened_refuses_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def closed() -> None:
        raise sqlite3.OperationalError("unable to open database file")

    async def story(house: TableRegistry) -> None:
        ada, _ = await opened(house)
        with monkeypatch.context() as away:
            away.setattr(house.store._write_engine, "raw_connection", closed)  # type: ignore[attr-defined]
            assert await asyncio.wait_for(ada.refused("start"), 20) == "table.not-stored"
        await asyncio.wait_for(ada.wish("chat", text="on"), 20)

    at_home(tmp_path, story)


# -- tables that are loaded anew ---------------------------------------------------------------------------------------


def test_unknown_codes_leave_nothing_behind(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        for n in range(20):
            with pytest.raises(Rejected, match="unknown"):
                await house.info(f"ZZ{n}")
        assert not house._loading

    at_home(tmp_path, story)


def test_who_goes_while_a_table_is_loaded_anew_is_gone(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        ada, bo = await opened(house)
        old = house.live[ada.code]
        old.broken = True
        close = old.close

        async def closing() -> None:
            house.bye(bo, ada.code)
            await close()

        old.close = closing  # type: ignore[method-assign]
        await house.find(ada.code)
        assert house.live[ada.code].listeners == {ada}

    at_home(tmp_path, story)


def test_a_table_that_breaks_again_at_once_is_alive_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(house: TableRegistry) -> None:
        ada, _ = await opened(house)
        load = house.load

        async def slowly(code: str, until: int | None = None) -> Any:
            await asyncio.sleep(0.02)
            return await load(code, until)

        monkeypatch.setattr(house, "load", slowly)
        for _ in range(5):
            house.live[ada.code].broken = True
            first, second = (asyncio.ensure_future(house.find(ada.code)) for _ in range(2))
            (await first).broken = True
            found = {await second, await house.find(ada.code)}
            assert {each for each in found if not each.broken} == {house.live[ada.code]}

    at_home(tmp_path, story)


def test_who_looks_at_a_damaged_table_sees_it_go_on_when_it_is_mended(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        ada, bo = await opened(house)
        await ada.wish("start")
        operator = open_store(tmp_path / "t.db")
        await backup.backup(operator, tmp_path / "copy")
        await operator.set_aside(ada.code, "altered 3")
        for _ in range(3):
            house.live[ada.code].broken = True
            assert await ada.refused("chat", text="hello") == "table.damaged"
        assert [message["key"] for message in bo.heard if message["t"] == "refusal"] == ["table.damaged"], "said once"
        await backup.restore(operator, tmp_path / "copy")
        await operator.close()
        await ada.pass_on(0)
        assert bo.view(1)["view"]["deciders"] == [1]

    at_home(tmp_path, story)


def test_who_came_after_the_copy_that_was_restored_watches(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        (ada,) = await opened(house, names=("ada",))
        operator = open_store(tmp_path / "t.db")
        await backup.backup(operator, tmp_path / "copy")
        await house.join(ada.code, TOKENS["bo"], http.Join("bo"))
        bo = await Ear(house, ada.code, "bo").hello()
        await operator.set_aside(ada.code, "altered 3")
        await backup.restore(operator, tmp_path / "copy")
        await operator.close()
        house.live[ada.code].broken = True
        assert await bo.refused("chat", text="hello") == "table.only-watching"
        assert bo.heard[-1]["t"] == "welcome"
        assert bo.heard[-1]["you"] is None

    at_home(tmp_path, story)


def test_a_table_deleted_while_a_copy_is_made_is_not_called_damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(house: TableRegistry) -> None:
        await opened(house, names=("ada",))
        entries = house.store.entries

        async def listed(after: str = "", limit: int = 500) -> Any:
            found = await entries(after, limit)
            for entry in found:
                await house.store.delete(entry.code)
            return found

        monkeypatch.setattr(house.store, "entries", listed)
        assert await backup.backup(house.store, tmp_path / "copy") == (0, [])

    at_home(tmp_path, story)


@pytest.mark.postgres
def test_houses_that_had_lost_sight_of_each_other_know_again_who_is_where(postgres: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pg, "TERM", 0.5)
    monkeypatch.setattr(cluster, "BEAT", 0.1)

    async def being(house: TableRegistry, code: str, person: str, wanted: str) -> None:
        async with asyncio.timeout(20):
            while house.live[code].being(person) != wanted:
                await asyncio.sleep(0.05)

    async def story(one: TableRegistry, two: TableRegistry) -> None:
        made = await one.create(TOKENS["ada"], http.NewTable(game="qwixx", options={"players": 2}, names=["ada"]))
        code = made.table.code
        await two.join(code, TOKENS["bo"], http.Join("bo"))
        await Ear(one, code, "ada").hello()
        bo = await Ear(two, code, "bo").hello()
        await being(one, code, "p2", "here")
        with monkeypatch.context() as cut_off:
            cut_off.setattr(two.store, "renew_leases", refuse)
            await being(one, code, "p2", "away")
        await being(one, code, "p2", "here")
        await being(two, code, "p1", "here")
        two.bye(bo, code)
        await being(one, code, "p2", "away")

    async def run() -> None:
        database = postgres.database()
        houses = [TableRegistry(open_store(database), Settings(pace=0)) for _ in range(2)]
        for house in houses:
            await house.open()
        try:
            await story(*houses)
        finally:
            for house in houses:
                await house.close()

    asyncio.run(run())


@pytest.mark.postgres
def test_a_house_that_is_hurried_while_it_closes_closes(postgres: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "BEAT", 60.0)

    async def run() -> None:
        house = TableRegistry(open_store(postgres.database()), Settings(pace=0))
        await house.open()
        await asyncio.sleep(0.3)  # until it waits for the next beat
        house.street._hurry.set()  # as another house does that closes too
        await asyncio.wait_for(house.street.close(), 20)
        await house.close()

    asyncio.run(run())
