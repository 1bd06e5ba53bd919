"""When a person's time is up, the table makes the game's default move or, if the game has none, pauses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.tables.connections import Connection, evict_all, open_table, run_scenario

import trapezi
from trapezi.games import find
from trapezi.tables.registry import TableRegistry

SECONDS = 3600  # The clocks are so slow that only a test that sets the time runs out of time.


class Clock:
    """A clock that shows the time that a test sets."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("trapezi.tables.clock.monotonic", clock)
    return clock


async def run_out_of_time(registry: TableRegistry, code: str, clock: Clock) -> None:
    clock.now += SECONDS
    await registry.live[code].clock.decide_for_overdue_seats()


def moves_of(connection: Connection, seat: int) -> list[dict[str, Any]]:
    return [entry for entry in connection.history() if entry["seat"] == seat]


@pytest.mark.parametrize("game", [name for name in trapezi.names() if find(name).has_default_moves()])
def test_the_clock_makes_the_default_move_and_everyone_sees_that(tmp_path: Path, game: str, clock: Clock) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry, game=game, clock=SECONDS, names=("ada", "bo"))
        await ada.command("start")
        state = registry.live[ada.code].table.session.state  # type: ignore[union-attr]
        deciding = sorted(state.deciders)
        expected = {seat: state.game.text(int(state.default_move(seat) or 0)) for seat in deciding}
        assert {ada.view(seat)["seconds"] for seat in deciding if seat == 0} <= {float(SECONDS)}
        await run_out_of_time(registry, ada.code, clock)
        for one in (ada, bo):
            for seat in deciding:
                assert moves_of(one, seat)[0]["played_by"] == "clock"
        log = [line.decode() for line in await registry.store.read(ada.code)]
        stored = [line for line in log if '"t":"played"' in line]
        assert len(stored) == len(deciding)
        for seat, line in zip(deciding, stored, strict=True):
            assert '"time_up":true' in line
            assert f'"move":"{expected[seat]}"' in line
        registry.disconnect(ada, ada.code)
        registry.disconnect(bo, bo.code)
        await evict_all(registry)
        again = await Connection(registry, ada.code, "ada").hello()
        assert moves_of(again, deciding[0])[0]["played_by"] == "clock", "the log says so too"

    run_scenario(tmp_path, scenario)


def test_the_clock_pauses_a_cooperative_game_until_somebody_resumes_it(tmp_path: Path, clock: Clock) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry, game="the_game", clock=SECONDS)
        await ada.command("start")
        late = registry.live[ada.code].table.deciding[0]
        before = ada.history()
        await run_out_of_time(registry, ada.code, clock)
        assert (bo.table["paused"], bo.table["time_up"], bo.table["paused_by"]) == (True, late, None)
        assert ada.history() == before, "nobody's card was played"
        await bo.command("pause", on=False)
        assert (ada.table["paused"], ada.table["time_up"]) == (False, None)
        assert ada.view(late)["seconds"] == SECONDS if late == 0 else bo.view(late)["seconds"] == SECONDS
        await bo.command("pause", on=True)
        assert (ada.table["paused_by"], ada.table["time_up"]) == ("p2", None)

    run_scenario(tmp_path, scenario)


def test_a_player_who_decides_in_time_keeps_the_decision(tmp_path: Path, clock: Clock) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry, clock=SECONDS)
        await ada.command("start")
        cell = ada.view(0)["view"]["moves"][0]["move"]
        await ada.act(0, cell)
        await run_out_of_time(registry, ada.code, clock)
        assert "played_by" not in moves_of(bo, 0)[0]
        assert moves_of(bo, 1)[0]["played_by"] == "clock"
        assert moves_of(bo, 1)[0]["description"] == {"kind": "pass"}

    run_scenario(tmp_path, scenario)


def test_a_log_in_which_the_clock_took_a_miss_is_still_read(tmp_path: Path, clock: Clock) -> None:
    async def scenario(registry: TableRegistry) -> None:
        (ada,) = await open_table(registry, game="qwixx", options={"players": 1}, clock=SECONDS, names=("ada",))
        await ada.command("start")
        live = registry.live[ada.code]
        for _ in range(2):  # When the time was up, earlier versions passed in both steps of the turn.
            assert live.table.session is not None
            assert await live.play_for_seat(0, live.table.session.versions[0], 44, bot=False)
        assert live.table.session is not None
        scores = live.table.session.state.scores
        registry.disconnect(ada, ada.code)
        await evict_all(registry)
        again = await Connection(registry, ada.code, "ada").hello()
        assert again.view(0)["view"]["scores"] == scores == [-5]
        assert [entry["played_by"] for entry in moves_of(again, 0)] == ["clock", "clock"]

    run_scenario(tmp_path, scenario)


def test_the_clock_crosses_rather_than_taking_a_miss(tmp_path: Path, clock: Clock) -> None:
    async def scenario(registry: TableRegistry) -> None:
        (ada,) = await open_table(registry, game="qwixx", options={"players": 1}, clock=SECONDS, names=("ada",))
        await ada.command("start")
        for _ in range(2):
            await run_out_of_time(registry, ada.code, clock)
        assert [entry["description"]["kind"] for entry in moves_of(ada, 0)] == ["pass", "cross"]

    run_scenario(tmp_path, scenario)


def test_a_timer_that_fires_too_early_is_set_again(tmp_path: Path, clock: Clock) -> None:
    async def scenario(registry: TableRegistry) -> None:
        (ada,) = await open_table(registry, game="qwixx", options={"players": 1}, clock=SECONDS, names=("ada",))
        await ada.command("start")
        watch = registry.live[ada.code].clock
        clock.now += SECONDS - 0.001
        early = watch._timer
        await watch.decide_for_overdue_seats()
        assert moves_of(ada, 0) == []
        assert watch._timer is not None
        assert watch._timer is not early

    run_scenario(tmp_path, scenario)
