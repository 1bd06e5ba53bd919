"""Leaving a table: seats, lists of tables, other devices, coming back."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.tables.connections import TOKENS, Connection, evict_all, open_table, run_scenario

from trapezi.protocol import http
from trapezi.tables import events
from trapezi.tables.registry import TableRegistry


async def codes_of(registry: TableRegistry, name: str) -> list[str]:
    return [table.code for table in await registry.tables_of(TOKENS[name])]


def test_a_person_who_left_is_asked_before_the_seat_is_given_back(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry)
        pairing = await registry.offer_pairing(ada.code, TOKENS["bo"])
        await registry.pair_device(ada.code, TOKENS["phone"], pairing.secret)
        phone = await Connection(registry, ada.code, "phone").hello()
        await ada.command("start")
        assert phone.view(1)["view"]["moves"]
        await bo.leave()
        await bo.leave()  # If the answer was lost, the browser asks again, which changes nothing.
        assert (ada.table["seats"][1]["person"], ada.table["seats"][1]["stand_in"]) == ("p2", True)
        assert await codes_of(registry, "bo") == [], "home does not list the table"
        assert await codes_of(registry, "ada") == [ada.code]
        welcome = phone.last("welcome")
        assert (welcome["t"], welcome["left"], welcome["you"]) == ("welcome", True, None), "the second device left too"
        assert [view["seat"] for view in welcome["views"]] == [-2]
        assert await phone.rejection("pause", on=True) == "table.only-watching"
        await bo.hello()
        assert bo.last("welcome")["left"]
        assert ada.table["seats"][1]["stand_in"], "opening the link gives nothing back"
        await registry.join(ada.code, TOKENS["bo"], http.Join("bo", watch=True))
        await bo.hello()
        assert not bo.last("welcome")["left"]
        assert not ada.table["seats"][1]["stand_in"]
        assert bo.view(1)["view"]["moves"]
        assert await codes_of(registry, "bo") == [ada.code]

    run_scenario(tmp_path, scenario)


@pytest.mark.parametrize("phase", ["lobby", "finished", "closed"])
def test_a_table_without_a_game_in_progress_is_dismissed_for_good(tmp_path: Path, phase: str) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry)
        if phase != "lobby":
            await ada.command("start")
            await ada.command("end_early")
        if phase == "closed":
            live = registry.live[ada.code]
            async with live.lock:
                await live.append([events.Closed()])
        await ada.leave()
        assert bo.table["seats"][0]["kind"] == "empty"
        assert bo.table["host"] == "p2"
        for one in (ada, bo):
            registry.disconnect(one, ada.code)
        await evict_all(registry)
        assert await codes_of(registry, "ada") == [], "also after the table was written and evicted"
        assert await codes_of(registry, "bo") == [ada.code]

    run_scenario(tmp_path, scenario)


def test_a_seat_goes_to_its_bot_when_the_game_ends_without_its_person(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry)
        await ada.command("start")
        await bo.leave()
        await ada.command("end_early")
        assert (ada.table["seats"][1]["kind"], ada.table["seats"][1]["name"]) == ("bot", "")
        assert ada.table["results"][0]["names"] == ["ada", "bo"]
        await registry.join(ada.code, TOKENS["bo"], http.Join("bo", watch=True))
        assert ada.table["people"][1]["seats"] == [], "the person comes back as a spectator"

    run_scenario(tmp_path, scenario)


def test_a_bot_says_which_seats_it_gives_back(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry)
        await ada.command("start")
        registry.disconnect(bo, bo.code)
        await ada.command("stand_in", seat=1)
        await ada.act(0)
        await ada.until(lambda: any(entry["seat"] == 1 for entry in ada.history()))
        assert [entry["played_by"] for entry in ada.history() if entry["seat"] == 1] == ["bot"]
        await bo.hello()
        assert bo.last("welcome")["returned"] == [1]
        await bo.hello()
        assert bo.last("welcome")["returned"] == []

    run_scenario(tmp_path, scenario)


def test_the_list_of_my_tables_shows_scores_and_whether_a_game_is_paused(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry)
        assert (await registry.tables_of(TOKENS["ada"]))[0].scores == []
        await ada.command("start")
        await ada.act(0, ada.view(0)["view"]["moves"][0]["move"])
        (mine,) = await registry.tables_of(TOKENS["ada"])
        assert (mine.scores, mine.paused, mine.deciding) == ([0, 0], False, [1]), "a pending cross is not shown"
        await bo.act(1)
        (mine,) = await registry.tables_of(TOKENS["ada"])
        assert mine.scores[0] > 0
        await bo.command("pause", on=True)
        (mine,) = await registry.tables_of(TOKENS["ada"])
        assert (mine.paused, mine.deciding, mine.cooperative, mine.won) == (True, [], False, None)

    run_scenario(tmp_path, scenario)
