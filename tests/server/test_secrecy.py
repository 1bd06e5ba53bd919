"""Each seat's WebSocket carries only what its view contains: every message of whole games is compared with the rules."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

import trapezi
from trapezi.core.match import Match
from trapezi.core.seats import SPECTATOR
from trapezi.tables.session import STEPS, GameSession


def available_games() -> list[str]:
    available = []
    for name in trapezi.names():
        try:
            trapezi.game(name, players=2)
        except ImportError:
            continue
        available.append(name)
    return available


ALLOWED = {
    "welcome": {"t", "you", "seq", "game", "fresh", "table", "views", "told", "chat", "beat"},
    "update": {"t", "seq", "game", "table", "views", "told"},
    "ack": {"t", "id", "seq"},
    "presence": {"t", "people"},
}


@pytest.mark.parametrize("game", available_games())
def test_every_message_contains_only_what_the_seat_may_know(game: str, clients: Any) -> None:
    async def scenario() -> tuple[Any, dict[int, list[str]]]:
        ada, bo, eve = clients(seed=8), clients(seed=9), clients(seed=10)
        await ada.create(game, 3, fill=None)
        await bo.join(ada.code)
        eve.code = ada.code
        for each in (ada, bo):
            await each.hello()
        await eve.hello(watch=True)
        await ada.command("start", fill="chance")
        await asyncio.gather(ada.play(), bo.play(), eve.play())
        return await ada.request("GET", f"/api/tables/{ada.code}/games/1/log"), {0: ada.raw, 1: bo.raw, SPECTATOR: eve.raw}

    log, heard = clients.run(scenario())
    match = trapezi.replay(log)
    states = [match.game.start()]
    for seat, move in match.events:
        states.append(states[-1].clone())
        states[-1].play(seat, move)
    numbers = numbered(match)
    for viewer, messages in heard.items():
        seen = match.seen(viewer)
        views, view = 0, {}
        for text in messages:
            message = json.loads(text)
            for news in message.get("views", ()):
                view |= news["view"]
            assert set(message) == ALLOWED[message["t"]]
            for line in message.get("told", ()):
                assert line["shown"] in (None, seen[numbers.index(line["n"])]["shown"])
            table = message.get("table")
            if table is not None:
                assert (table["secret"] is None) == (table["phase"] != "finished")
            if message["t"] == "update" and message["told"]:
                state = states[max(last(numbers, line) for line in message["told"]) + 1]
                assert [view["seat"] for view in message["views"]] == [viewer]
                assert view == json.loads(json.dumps(state.view(viewer)))
                views += 1
        assert views > 5


def numbered(match: Match) -> list[int]:
    """The numbers under which a match's events are told."""
    play, numbers = GameSession(match.game), []
    for seat, move in match.events:
        numbers.append(next(tale.n for tale in reversed(play.play(seat, move, ())) if tale.seat == seat))
    return numbers


def last(numbers: list[int], line: dict[str, Any]) -> int:
    """The event that a line tells of; of a hidden decision, its last step."""
    hidden = line["shown"] is None
    return max(i for i, n in enumerate(numbers) if (n // STEPS == line["n"] // STEPS if hidden else n == line["n"]))
