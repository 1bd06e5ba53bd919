"""A seat's WebSocket receives only what the seat's view contains. Whole games are compared with the rules, message by message."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from tests.received_messages import MessageReader

import trapezi
from trapezi.core.special_seats import SPECTATOR


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
    "welcome": {
        *(
            "t",
            "you",
            "seq",
            "game",
            "fresh",
            "table",
            "views",
            "history",
            "history_from",
            "chat",
            "heartbeat",
            "unnamed",
            "just_left",
        ),
        *("left", "returned"),
    },
    "update": {"t", "seq", "game", "table", "views", "history", "history_from"},
    "ack": {"t", "id"},
    "presence": {"t", "people", "unnamed", "just_left"},
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
    for viewer, messages in heard.items():
        whole = json.loads(json.dumps([entry.description for entry in match.history(viewer)]))
        reader, view = MessageReader(), dict[str, Any]()
        views, entries, position = 0, 0, 0
        for text in messages:
            sent = json.loads(text)
            assert set(sent) <= ALLOWED[sent["t"]]
            for each in sent.get("views", ()):
                assert set(each) <= {"seat", "version", "can_take_back", "seconds", "view", "delta"}
            message = reader.complete(sent)
            for each in message.get("views", ()):
                assert each["seat"] == viewer
                view = each["view"]
            for entry in message.get("history", ()):
                assert entry["n"] == entries, "every entry comes once, in order"
                assert entry["description"] == whole[entries]
                entries += 1
            table = message.get("table")
            if table is not None:
                assert (table["secret"] is None) == (table["phase"] != "finished")
            if message["t"] == "update" and message["views"]:
                while view != json.loads(json.dumps(states[position].view(viewer))):
                    position += 1
                views += 1
        assert views > 5
        assert (position, entries) == (len(states) - 1, len(whole))
