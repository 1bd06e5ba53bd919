"""Rare events do not harm a table: seats that get another player at a bad moment, a store that fails for a while, a browser that
becomes another person, and a log that is repaired while people watch."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest
from tests.tables.connections import TOKENS, Connection, evict_all, open_table, run_scenario
from tests.time_limits import HANG

from trapezi.protocol import http
from trapezi.store import open_store
from trapezi.store import postgres as pg
from trapezi.store.interface import NotStored
from trapezi.tables import backup, clock, cluster, table_list_entry
from trapezi.tables.errors import Rejected
from trapezi.tables.numbers_in_text import number_words
from trapezi.tables.registry import SHORT_LOG, Settings, TableRegistry
from trapezi.tables.workers import WorkerLost


class SlowBot:
    """A bot that thinks until `go` is set."""

    def __init__(self) -> None:
        self.thinking, self.go = threading.Event(), threading.Event()

    def decide(self, observation: Any, rng: Any) -> int:
        self.thinking.set()
        assert self.go.wait(HANG)
        return int(observation.legal[0])


async def fail(*_: Any, **__: Any) -> None:
    raise NotStored("disk full")


async def pair(registry: TableRegistry, ada: Connection, name: str) -> None:
    """Pair another browser with Ada's."""
    offer = await registry.offer_pairing(ada.code, TOKENS["ada"])
    await registry.pair_device(ada.code, TOKENS[name], offer.secret)


# -- browsers that become another person -------------------------------------------------------------------------------


@pytest.mark.parametrize("first", ["p1", "p2"])
def test_a_browser_that_became_another_persons_device_can_be_signed_out(tmp_path: Path, first: str) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry)
        await bo.command("stand", seat=1)
        await pair(registry, ada, "bo")
        for person in (first, "p2" if first == "p1" else "p1"):
            await ada.command("revoke", person=person)
        await ada.command("chat", text="still here")
        for connection in (ada, bo):
            registry.disconnect(connection, ada.code)
        await evict_all(registry)
        assert [each.name for each in (await registry.table_info(ada.code)).people] == ["ada"]

    run_scenario(tmp_path, scenario)


def test_pairing_is_answered_again_after_a_lost_answer(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        (ada,) = await open_table(registry, names=("ada",))
        offer = await registry.offer_pairing(ada.code, TOKENS["ada"])
        first = await registry.pair_device(ada.code, TOKENS["phone"], offer.secret)
        assert await registry.pair_device(ada.code, TOKENS["phone"], offer.secret) == first
        with pytest.raises(Rejected, match="pairing-over"):
            await registry.pair_device(ada.code, TOKENS["eve"], offer.secret)

    run_scenario(tmp_path, scenario)


def test_a_device_is_signed_out_while_its_command_and_presence_are_waiting(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, _ = await open_table(registry)
        await pair(registry, ada, "phone")
        phone = await Connection(registry, ada.code, "phone").hello()
        await ada.command("start")
        await registry.set_presence(phone, ada.code, "away")
        late = phone.command("act", seat=0, version=ada.view(0)["version"], move=44)
        done = await asyncio.gather(
            ada.command("revoke"), late, registry.set_presence(phone, ada.code, "here"), return_exceptions=True
        )
        assert [str(getattr(each, "reason", each)) for each in done] == ["None", "table.only-watching", "None"]
        assert ada.view(0)["view"]["moves"], "nothing was decided for her"

    run_scenario(tmp_path, scenario)


def test_a_browser_with_a_seat_cannot_become_another_person(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry)
        secrets = [(await registry.offer_pairing(ada.code, TOKENS["ada"])).secret for _ in range(2)]
        with pytest.raises(Rejected, match="pairing-has-seat"):
            await registry.pair_device(ada.code, TOKENS["bo"], secrets[0])
        await bo.command("stand", seat=1)
        assert (await registry.pair_device(ada.code, TOKENS["bo"], secrets[0])).person == "p1", "the code is not used up"
        assert (await registry.pair_device(ada.code, TOKENS["ada"], secrets[1])).person == "p1"

    run_scenario(tmp_path, scenario)


# -- seats that change hands -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("signed_out", [False, True])
def test_in_the_next_game_a_bot_plays_on_for_a_person_who_left(tmp_path: Path, signed_out: bool) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry)
        await ada.command("start")
        await (ada.command("revoke", person="p2") if signed_out else bo.leave())
        await ada.command("end_early")
        await ada.command("start")
        seat = ada.table["seats"][1]
        assert (seat["kind"], seat["stand_in"]) == (("person", True) if signed_out else ("bot", False))
        await ada.act(0)
        await ada.until(lambda: ada.view(0)["view"]["board"]["phase"] != "white")

    run_scenario(tmp_path, scenario)


def test_a_bot_that_is_still_thinking_does_not_move_for_a_person_who_took_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry)
        bot = SlowBot()
        monkeypatch.setattr("trapezi.tables.bot_worker_functions.find_or_make_bot", lambda seat, observation: bot)
        await ada.command("start")
        await bo.command("stand_in", seat=1)
        await ada.act(0)
        await asyncio.to_thread(bot.thinking.wait, HANG)
        await bo.command("take_over", seat=1)
        version = bo.view(1)["version"]
        bot.go.set()
        while registry.live[ada.code]._tasks:
            await asyncio.sleep(0.02)
        assert bo.view(1)["version"] == version
        await bo.act(1)

    run_scenario(tmp_path, scenario)


def test_a_decision_of_one_game_is_not_played_in_the_next(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry)
        await ada.command("start")
        late = {"seat": 1, "version": bo.view(1)["version"], "move": 44}
        await ada.command("end_early")
        await ada.command("start")
        assert await bo.rejection("act", **late) == "table.outdated"

    run_scenario(tmp_path, scenario)


def test_after_some_games_there_may_be_fewer_seats(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, _, cy = await open_table(registry, 3, names=("ada", "bo", "cy"))
        await ada.command("start")
        for _ in range(2):  # After two games, seat 2 begins.
            await ada.command("end_early")
            await ada.command("start")
        await ada.command("end_early")
        await cy.leave()
        await ada.command("configure", options={"players": 2})
        assert ada.table["players"] == 2

    run_scenario(tmp_path, scenario)


def test_spectators_may_join_under_silence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry, game="the_game")
        await ada.command("start")
        monkeypatch.setattr(
            "trapezi.tables.commands_to_events.check_talk_allowed", lambda *_: 1 / 0
        )  # This would fail if joining were checked like talking.
        await registry.join(ada.code, TOKENS["cy"], http.Join("Cy", watch=True))
        with pytest.raises(Rejected, match="number"):
            await registry.join(ada.code, TOKENS["eve"], http.Join("Seventeen", watch=True))
        assert len(bo.table["people"]) == 3

    run_scenario(tmp_path, scenario)


# -- a store that fails for a while ------------------------------------------------------------------------------------


def test_the_clock_tries_again_after_a_failed_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "RETRY", 0.1)

    async def scenario(registry: TableRegistry) -> None:
        ada, _ = await open_table(registry, clock=1)
        await ada.command("start")
        version = ada.view(0)["version"]
        with monkeypatch.context() as full:
            full.setattr(registry.store, "append", fail)
            await asyncio.sleep(1.2)
            assert ada.view(0)["version"] == version
        await ada.until(lambda: ada.view(0)["version"] != version)

    run_scenario(tmp_path, scenario)


def test_a_returning_person_may_watch_while_nothing_can_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry)
        await ada.command("start")
        registry.disconnect(bo, ada.code)
        await ada.command("stand_in", seat=1)
        with monkeypatch.context() as full:
            full.setattr(registry.store, "append", fail)
            await bo.hello()
            assert bo.received[-1]["t"] in ("welcome", "presence")
            assert bo.table["seats"][1]["stand_in"]

    run_scenario(tmp_path, scenario)


def test_list_entries_that_could_not_be_written_follow_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_list_entry, "TABLE_DELAY", 0.02)
    monkeypatch.setattr(table_list_entry, "MOVE_DELAY", 0.02)

    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry, 3, public=True)
        append, asked = registry.store.append, asyncio.Event()

        async def busy(code: str, seq: int, records: Any, entry: Any = None, tokens: Any = ()) -> None:
            if entry is not None:
                asked.set()
                raise NotStored("busy")
            await append(code, seq, records, entry, tokens)

        with monkeypatch.context() as hiccup:
            hiccup.setattr(registry.store, "append", busy)
            await registry.join(ada.code, TOKENS["cy"], http.Join("cy"))
            await asyncio.wait_for(asked.wait(), HANG)
        for connection in (ada, bo):
            registry.disconnect(connection, ada.code)
        await evict_all(registry)
        assert [line.code for line in await registry.tables_of(TOKENS["cy"])] == [ada.code]
        assert await registry.public_tables() == [], "no seat is free"

    run_scenario(tmp_path, scenario)


def test_lists_are_rejected_with_a_reason_while_the_store_is_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(registry: TableRegistry) -> None:
        monkeypatch.setattr(registry.store, "public_entries", fail)
        monkeypatch.setattr(registry.store, "entries_by_token_hash", fail)
        for asked in (registry.public_tables(), registry.tables_of(TOKENS["ada"])):
            with pytest.raises(Rejected, match="not-stored"):
                await asked

    run_scenario(tmp_path, scenario)


def test_play_continues_after_the_database_could_not_be_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def closed() -> None:
        raise sqlite3.OperationalError("unable to open database file")

    async def scenario(registry: TableRegistry) -> None:
        ada, _ = await open_table(registry)
        with monkeypatch.context() as away:
            away.setattr(registry.store._write_engine, "raw_connection", closed)  # type: ignore[attr-defined]
            assert await asyncio.wait_for(ada.rejection("start"), HANG) == "table.not-stored"
        await asyncio.wait_for(ada.command("chat", text="on"), HANG)

    run_scenario(tmp_path, scenario)


# -- tables that are reloaded ------------------------------------------------------------------------------------------


def test_unknown_codes_leave_nothing_behind(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        for n in range(20):
            with pytest.raises(Rejected, match="unknown"):
                await registry.table_info(f"ZZ{n}")
        assert not registry._loading

    run_scenario(tmp_path, scenario)


def test_a_person_who_leaves_while_a_table_is_reloaded_is_gone(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry)
        old = registry.live[ada.code]
        old.broken = True
        close = old.close

        async def closing() -> None:
            registry.disconnect(bo, ada.code)
            await close()

        old.close = closing  # type: ignore[method-assign]
        await registry.find_or_load(ada.code)
        assert registry.live[ada.code].listeners == {ada}

    run_scenario(tmp_path, scenario)


def test_a_table_that_breaks_again_at_once_is_live_only_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, _ = await open_table(registry)
        load = registry.load_table

        async def slowly(code: str) -> Any:
            await asyncio.sleep(0.02)
            return await load(code)

        monkeypatch.setattr(registry, "load_table", slowly)
        for _ in range(5):
            registry.live[ada.code].broken = True
            first, second = (asyncio.ensure_future(registry.find_or_load(ada.code)) for _ in range(2))
            (await first).broken = True
            found = {await second, await registry.find_or_load(ada.code)}
            assert {each for each in found if not each.broken} == {registry.live[ada.code]}

    run_scenario(tmp_path, scenario)


def test_connections_to_a_damaged_table_see_it_go_on_when_it_is_repaired(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry)
        await ada.command("start")
        operator = open_store(tmp_path / "t.db")
        await backup.backup(operator, tmp_path / "copy")
        await operator.mark_damaged(ada.code, "altered 3")
        for _ in range(3):
            registry.live[ada.code].broken = True
            assert await ada.rejection("chat", text="hello") == "table.damaged"
        assert [message["key"] for message in bo.received if message["t"] == "rejection"] == ["table.damaged"], "said once"
        await backup.restore(operator, tmp_path / "copy")
        await operator.close()
        await ada.act(0)
        assert bo.view(1)["view"]["deciders"] == [1]

    run_scenario(tmp_path, scenario)


def test_a_person_who_joined_after_the_restored_backup_is_a_spectator(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        (ada,) = await open_table(registry, names=("ada",))
        operator = open_store(tmp_path / "t.db")
        await backup.backup(operator, tmp_path / "copy")
        await registry.join(ada.code, TOKENS["bo"], http.Join("bo"))
        bo = await Connection(registry, ada.code, "bo").hello()
        await operator.mark_damaged(ada.code, "altered 3")
        await backup.restore(operator, tmp_path / "copy")
        await operator.close()
        registry.live[ada.code].broken = True
        assert await bo.rejection("chat", text="hello") == "table.only-watching"
        assert bo.last("welcome")["you"] is None

    run_scenario(tmp_path, scenario)


def test_a_table_deleted_during_a_backup_is_not_called_damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(registry: TableRegistry) -> None:
        await open_table(registry, names=("ada",))
        entries = registry.store.entries

        async def listed(after: str = "", limit: int = 500) -> Any:
            found = await entries(after, limit)
            for entry in found:
                await registry.store.delete(entry.code)
            return found

        monkeypatch.setattr(registry.store, "entries", listed)
        assert await backup.backup(registry.store, tmp_path / "copy") == (0, [])

    run_scenario(tmp_path, scenario)


@pytest.mark.postgres
def test_processes_that_were_cut_off_learn_presence_again(postgres: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pg, "TERM", 0.5)
    monkeypatch.setattr(cluster, "RENEWAL", 0.1)

    async def until_presence(registry: TableRegistry, code: str, person: str, wanted: str) -> None:
        async with asyncio.timeout(HANG):
            while registry.live[code].presence.presence_of(person) != wanted:
                await asyncio.sleep(0.05)

    async def scenario(one: TableRegistry, two: TableRegistry) -> None:
        made = await one.create(TOKENS["ada"], http.NewTable(game="qwixx", options={"players": 2}, names=["ada"]))
        code = made.table.code
        await two.join(code, TOKENS["bo"], http.Join("bo"))
        await Connection(one, code, "ada").hello()
        bo = await Connection(two, code, "bo").hello()
        await until_presence(one, code, "p2", "here")
        with monkeypatch.context() as cut_off:
            cut_off.setattr(two.store, "keep_only_leases", fail)
            await until_presence(one, code, "p2", "away")
        await until_presence(one, code, "p2", "here")
        await until_presence(two, code, "p1", "here")
        two.disconnect(bo, code)
        await until_presence(one, code, "p2", "away")

    async def run() -> None:
        database = postgres.database()
        registries = [TableRegistry(open_store(database), Settings(pace=0)) for _ in range(2)]
        for registry in registries:
            await registry.start_background_work()
        try:
            await scenario(*registries)
        finally:
            for registry in registries:
                await registry.close()

    asyncio.run(run())


def test_number_words_are_known_before_the_first_line_of_chat(tmp_path: Path) -> None:
    """To find them takes 60 ms, during which no table would be answered."""

    async def scenario(registry: TableRegistry) -> None:
        assert number_words.cache_info().currsize == 1

    number_words.cache_clear()
    run_scenario(tmp_path, scenario)


@pytest.mark.postgres
def test_a_process_notified_while_it_closes_still_closes(postgres: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "RENEWAL", 60.0)

    async def run() -> None:
        registry = TableRegistry(open_store(postgres.database()), Settings(pace=0))
        await registry.start_background_work()
        await asyncio.sleep(0.3)  # Now the cluster waits for the next renewal.
        registry.cluster._renew_now.set()  # Another registry that closes at the same time has this effect.
        await asyncio.wait_for(registry.cluster.close(), HANG)
        await registry.close()

    asyncio.run(run())


def test_a_long_log_is_rebuilt_by_a_worker(tmp_path: Path) -> None:
    """The rebuilt table has the same history, take-backs and next moves as before."""

    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry)
        await ada.command("start")
        for _ in range(SHORT_LOG // 2):
            await ada.act(0)
            await ada.command("take_back", seat=0)
        await ada.act(0)
        before, view = ada.history(), ada.view(0)
        for each in (ada, bo):
            registry.disconnect(each, each.code)
        await evict_all(registry)
        assert not registry.request_workers.process_ids()
        ada.received.clear()
        await ada.hello()
        await bo.hello()
        assert registry.request_workers.process_ids()
        assert ada.history() == before
        assert ada.view(0) == view
        await ada.command("take_back", seat=0)
        await ada.act(0)
        await bo.act(1)

    run_scenario(tmp_path, scenario, request_processes=1)


def test_a_log_is_rebuilt_without_workers_if_they_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail_to_run(*_: Any) -> None:
        raise WorkerLost("a worker died")

    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry)
        await ada.command("start")
        for each in (ada, bo):
            registry.disconnect(each, each.code)
        await evict_all(registry)
        monkeypatch.setattr("trapezi.tables.registry.SHORT_LOG", 0)
        monkeypatch.setattr(registry.request_workers, "run", fail_to_run)
        await ada.hello()
        await ada.act(0)

    run_scenario(tmp_path, scenario)
