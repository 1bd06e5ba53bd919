"""After a game, people can play again, and everyone sees the tally and the notices about the table."""

from __future__ import annotations

from pathlib import Path

from tests.tables.connections import Connection, open_table, run_scenario

from trapezi.tables import events
from trapezi.tables.registry import TableRegistry


async def finish(registry: TableRegistry, one: Connection) -> None:
    """Let the host end the game early."""
    if one.table["phase"] != "playing":
        await one.command("start")
    await one.command("end_early")


def test_the_next_game_begins_when_all_players_who_are_here_are_ready(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, bo, cy = await open_table(registry, 3, names=("ada", "bo", "cy"))
        assert await bo.rejection("ready") == "table.not-finished"
        await finish(registry, ada)
        await bo.command("ready")
        await ada.command("ready")
        assert (cy.table["ready"], cy.table["phase"]) == (["p1", "p2"], "finished"), "cy still reads the results"
        await bo.command("ready", on=False)
        await cy.command("ready")
        assert ada.table["ready"] == ["p1", "p3"]
        await bo.command("ready")
        await ada.until(lambda: ada.table["phase"] == "playing")
        assert (ada.table["number"], ada.table["ready"]) == (2, [])
        await finish(registry, ada)
        await ada.command("ready")
        await cy.command("ready")
        registry.disconnect(bo, bo.code)  # The next game does not wait for a player who is away.
        await ada.until(lambda: ada.table["phase"] == "playing")
        await finish(registry, ada)
        await cy.command("ready")
        assert await cy.rejection("start") == "table.not-host"
        await ada.command("start")
        assert ada.table["phase"] == "playing", "the host waits for nobody"

    run_scenario(tmp_path, scenario)


def test_nobody_is_ready_while_a_seat_is_free(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, bo, cy = await open_table(registry, 3, names=("ada", "bo", "cy"))
        await finish(registry, ada)
        await cy.command("ready")
        await bo.leave()
        assert await ada.rejection("ready") == "table.seats-empty"
        await ada.command("seat_bot", seat=1, bot="chance")
        await ada.command("ready")
        await ada.until(lambda: ada.table["phase"] == "playing")

    run_scenario(tmp_path, scenario)


def test_the_tally_keeps_games_won_together_apart(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry, game="the_game")
        await ada.command("start")
        await bo.command("resign", seat=1)
        assert ada.table["tally"] == [], "also if somebody resigned"
        await ada.command("configure", game="qwixx", options={"players": 2})
        await ada.command("start")
        await bo.command("resign", seat=1)
        assert [(line["name"], line["games"], line["wins"]) for line in ada.table["tally"]] == [("ada", 1, 1), ("bo", 1, 0)]
        assert ada.table["ended_by"] == "bo"
        await finish(registry, ada)
        assert ada.table["ended_by"] == "ada"

    run_scenario(tmp_path, scenario)


def test_everyone_learns_who_did_what_to_the_table(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry)

        def told() -> tuple[int, str, str]:
            notice = ada.table["notice"]
            return notice["n"], notice["kind"], notice["name"]

        assert ada.table["notice"] is None
        await ada.command("start")
        await bo.command("stand_in", seat=1)
        assert told() == (1, "bot", "bo")
        await bo.command("take_over", seat=1)
        assert told() == (2, "took-over", "bo")
        await bo.leave()
        assert told() == (3, "left", "bo")
        live = registry.live[ada.code]
        async with live.lock:
            await live.append([events.CameBack(person="p2")])
        assert told() == (4, "back", "bo")
        await bo.hello()
        await ada.command("pass_host", person="p2")
        assert told() == (5, "host", "bo")
        await bo.command("resign", seat=1)
        assert told() == (6, "resigned", "bo")

    run_scenario(tmp_path, scenario)
