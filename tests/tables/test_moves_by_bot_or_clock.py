"""Replays and exported logs say which moves the clock or a bot made in place of a person."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from tests.tables.connections import Connection, open_table, run_scenario

import trapezi
from trapezi.core.log import log_lines
from trapezi.tables import replays
from trapezi.tables.moves_by_bot_or_clock import moves_by_bot_or_clock_in_log
from trapezi.tables.registry import TableRegistry

PASS = 44


async def game_with_help(registry: TableRegistry) -> Connection:
    """Play a game in which the clock passed for Ada, a bot decided for Bo, and Ada made a cross. End it early."""
    ada, bo = await open_table(registry)
    await ada.command("start")
    live = registry.live[ada.code]
    assert live.table.session is not None
    await live.play_for_seat(0, live.table.session.versions[0], PASS, bot=False)
    await bo.command("stand_in", seat=1)
    await ada.until(lambda: ada.view(0)["view"]["deciders"] == [0])
    await ada.act(0, ada.view(0)["view"]["moves"][0]["move"])
    await ada.command("end_early")
    return ada


def makers(chunks: replays.Chunks) -> list[tuple[int, str | None]]:
    events = json.loads(gzip.decompress(chunks[0]))["events"]
    return [(event["seat"], event["played_by"]) for event in events if event["seat"] >= 0]


def test_a_replay_and_an_exported_log_say_who_played_for_whom(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada = await game_with_help(registry)
        lines = await registry.store.read(ada.code)
        expected = [(0, "clock"), (1, "bot"), (0, None)]
        assert makers(replays.replay_of_game_at_table(ada.code, lines, 1, 0))[:3] == expected
        exported = gzip.decompress(replays.log_of_game_at_table(ada.code, lines, 1)[0]).decode()
        assert makers(replays.replay_of_uploaded_log(exported, 0))[:3] == expected
        assert list(moves_by_bot_or_clock_in_log(exported).values()) == ["clock", "bot"]

    run_scenario(tmp_path, scenario)


@pytest.mark.parametrize(
    ("field", "found"),
    [({"2": "clock", "x": "bot", "3": "cat", "4": ["bot"]}, {2: "clock"}), (7, {}), ([], {}), ({}, {})],
)
def test_what_a_log_cannot_mean_is_ignored(field: Any, found: dict[int, str]) -> None:
    match = trapezi.game("qwixx", players=2).match(seed=1)
    assert moves_by_bot_or_clock_in_log("\n".join(log_lines(match, played_by=field))) == found


def test_a_log_whose_moves_people_made_has_no_such_field() -> None:
    match = trapezi.game("qwixx", players=2).match(seed=1)
    assert moves_by_bot_or_clock_in_log("\n".join(log_lines(match))) == {}
