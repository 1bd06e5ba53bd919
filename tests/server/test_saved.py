"""A saved log can be looked at again at any server; one that was altered is refused with the line at fault."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

import trapezi
from trapezi.core.log import written
from trapezi.core.random import Stream


def some_log(game: str) -> list[str]:
    match, rng = trapezi.game(game, players=2).match(seed=5), Stream(5)
    while not match.state.over:
        seat = min(match.state.deciders)
        match.play(seat, match.state.choose(seat, rng))
    return written(match)


@pytest.mark.parametrize("game", trapezi.names())
def test_a_saved_game_is_shown_step_by_step(game: str, running: Any) -> None:
    lines = some_log(game)
    asked = {"log": "\n".join(lines), "seat": 1, "since": 2}
    answer = httpx.post(running.url + "/api/replay", json=asked)
    assert answer.status_code == 200
    told = answer.json()
    assert told["game"] == game
    assert told["total"] == len(lines) - 1
    assert [step["n"] for step in told["steps"]][:2] == [2, 3]
    assert told["steps"][0]["view"]["seat"] == 1


def test_an_altered_log_is_refused_with_its_line(running: Any) -> None:
    lines = some_log("qwixx")
    lines[3] = lines[3].replace('"', "'", 1)
    answer = httpx.post(running.url + "/api/replay", json={"log": "\n".join(lines)})
    assert answer.status_code == 400
    assert answer.json() == {"key": "log.not-json", "params": {"line": 4}}


def test_a_seat_that_the_game_does_not_have_is_refused(running: Any) -> None:
    answer = httpx.post(running.url + "/api/replay", json={"log": "\n".join(some_log("qwixx")), "seat": 2})
    assert answer.status_code == 400
    assert answer.json()["key"] == "table.no-such-seat"
