"""The numbers of events, people, tables and lines of chat are limited."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.tables.connections import TOKENS, Connection, open_table, run_scenario

from trapezi.protocol import http
from trapezi.tables import commands_to_events
from trapezi.tables import registry as registries
from trapezi.tables.errors import Rejected
from trapezi.tables.registry import TableRegistry
from trapezi.tables.verifiable_chance import chance_streams


def test_a_table_is_never_full_because_of_people_who_are_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands_to_events, "PEOPLE", 5)

    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry, 3)
        for n in range(12):
            await registry.join(ada.code, f"{n:x>40}", http.Join(f"crowd {n}", watch=True))
        joined = await registry.join(ada.code, TOKENS["cy"], http.Join("cy"))
        assert joined.seats == [2]
        assert [person.name for person in joined.table.people] == ["ada", "bo", "crowd 10", "crowd 11", "cy"]
        assert (ada.person, bo.person) == ("p1", "p2")

    run_scenario(tmp_path, scenario)


def test_a_table_full_of_people_who_are_there_takes_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands_to_events, "PEOPLE", 2)

    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry, 3)
        with pytest.raises(Rejected, match=r"table\.full"):
            await registry.join(ada.code, TOKENS["cy"], http.Join("cy"))
        await bo.leave()
        await registry.join(ada.code, TOKENS["cy"], http.Join("cy"))

    run_scenario(tmp_path, scenario)


def test_the_number_of_joins_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands_to_events, "JOINS", 2)

    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry, 3)
        await bo.leave()
        with pytest.raises(Rejected, match=r"table\.full"):
            await registry.join(ada.code, TOKENS["cy"], http.Join("cy"))
        await registry.join(ada.code, TOKENS["bo"], http.Join("bo"))

    run_scenario(tmp_path, scenario)


def test_chat_is_limited_per_person_and_per_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands_to_events, "MAX_PERSON_LINES", 2)
    monkeypatch.setattr(commands_to_events, "MAX_LINES", 3)

    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry)
        for _ in range(2):
            await ada.command("chat", text="hello")
        assert await ada.rejection("chat", text="hello") == "talk.full"
        await bo.command("chat", text="hello")
        assert await bo.rejection("chat", text="hello") == "talk.full"

    run_scenario(tmp_path, scenario)


def test_a_full_log_still_lets_people_finish_their_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry)
        await ada.command("start")
        monkeypatch.setattr(commands_to_events, "MAX_EVENTS", registry.live[ada.code].table.seq)
        assert await ada.rejection("rename", name="Ada") == "table.log-full"
        assert await ada.rejection("chat", text="hello") == "table.log-full"
        await ada.act(0)
        await bo.leave()
        monkeypatch.setattr(commands_to_events, "LAST_MOVES", 0)
        assert await ada.rejection("take_back", seat=0) == "table.log-full"

    run_scenario(tmp_path, scenario)


def test_a_browser_has_only_so_many_open_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registries, "OPEN_TABLES", 2)

    async def scenario(registry: TableRegistry) -> None:
        (ada,) = await open_table(registry, names=("ada",))
        await open_table(registry, names=("ada",))
        with pytest.raises(Rejected, match=r"table\.too-many-open"):
            await open_table(registry, names=("ada",))
        await ada.leave()
        await registry.live[ada.code].list_entry_writer.write()
        await open_table(registry, names=("ada",))

    run_scenario(tmp_path, scenario)


def test_lots_decide_who_begins_and_the_start_records_it(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        begins = set()
        for secret in range(12):
            (ada,) = await open_table(registry, 3, names=("ada",), by_lot=["first"], fill="chance")
            table = registry.live[ada.code].table
            table.next_secret = f"{secret:064x}"
            assert ada.table["by_lot"] == ["first"]
            await ada.command("start")
            begins.add(table.game.options.first)
            assert chance_streams(f"{secret:064x}")(commands_to_events.LOTS).below(3) == table.game.options.first
            assert (await registry.load_table(ada.code)).game.options.first == table.game.options.first
            before = table.game.options.first
            await ada.command("end_early")
            await ada.command("start")
            assert table.game.options.first == (before + 1) % 3
            assert await ada.rejection("configure", by_lot=["first"]) == "table.in-game"
            await ada.command("end_early")
            await ada.command("configure", by_lot=["first"])
            assert ada.table["by_lot"] == ["first"]
        assert begins == {0, 1, 2}
        assert await ada.rejection("configure", by_lot=["sheet"]) == "common.option.unknown"
        await ada.command("configure", game="sideboards")
        assert ada.table["by_lot"] == []

    run_scenario(tmp_path, scenario)


def test_the_table_names_the_person_who_ended_the_game(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry)
        await ada.command("start")
        assert bo.table["ended_by"] is None
        await ada.command("end_early")
        assert bo.table["ended_by"] == "ada"
        await ada.command("start")
        assert bo.table["ended_by"] is None
        await bo.command("resign", seat=1)
        assert ada.table["ended_by"] == "bo"
        assert (await registry.load_table(ada.code)).ended_by == "p2"

    run_scenario(tmp_path, scenario)


def test_a_spectator_who_asks_for_it_gets_a_seat_after_the_game(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry, 3)
        await registry.join(ada.code, TOKENS["cy"], http.Join("cy", watch=True))
        cy = await Connection(registry, ada.code, "cy").hello()
        assert await cy.rejection("play_next", on=True) == "table.no-game"
        await ada.command("start", fill="chance")
        assert await bo.rejection("play_next", on=True) == "table.in-game"
        for on in (True, False, True):
            await cy.command("play_next", on=on)
            assert ada.table["people"][2]["plays_next"] is on
        await ada.command("end_early")
        assert ada.table["seats"][2]["person"] == "p3"  # The person has taken the seat of a bot.
        assert ada.table["people"][2]["seats"] == [2]
        assert (await registry.load_table(ada.code)).seats_of("p3") == [2]
        assert [view["seat"] for view in cy.last("update")["views"]] == [2]
        await registry.join(ada.code, TOKENS["eve"], http.Join("eve", watch=True))
        eve = await Connection(registry, ada.code, "eve").hello()
        await ada.command("start")
        await eve.command("play_next", on=True)
        await ada.command("end_early")
        assert ada.table["people"][3]["plays_next"]  # The person must wait, because people sit on all seats.
        await ada.command("configure", options={"players": 4})
        assert ada.table["seats"][3]["person"] == "p4"
        assert not ada.table["people"][3]["plays_next"]

    run_scenario(tmp_path, scenario)
