"""Whole games are played over real WebSockets: with people, bots, several seats on one device, and spectators."""

from __future__ import annotations

import asyncio
import json
from importlib.resources import files
from typing import Any

import pytest

import trapezi


def available_games() -> list[str]:
    available = []
    for name in trapezi.names():
        try:
            trapezi.game(name, players=2)
        except ImportError:
            continue
        available.append(name)
    return available


@pytest.mark.parametrize("game", available_games())
def test_two_people_and_a_bot_play_to_the_end(game: str, clients: Any) -> None:
    async def scenario() -> None:
        ada, bo, eve = clients(seed=1), clients(seed=2), clients(seed=3)
        await ada.create(game, 3)
        await bo.join(ada.code)
        for each in (ada, bo):
            await each.hello()
        eve.code = ada.code
        await eve.hello(watch=True)
        await ada.command("seat_bot", seat=2, bot="chance")
        await ada.command("start")
        watching = asyncio.ensure_future(eve.play())
        await asyncio.gather(ada.play(), bo.play())
        await watching
        assert ada.table["phase"] == "finished"
        assert ada.table["ending"] == "over"
        assert ada.views[0]["view"]["result"] == bo.views[1]["view"]["result"] == eve.views[-2]["view"]["result"]
        assert ada.table["results"][0]["scores"] == ada.views[0]["view"]["scores"]
        assert set(eve.views) == {-2}
        assert eve.history.keys() == ada.history.keys() == bo.history.keys()
        assert all(entry["description"] is not None for entry in ada.history.values())
        await check_finished_table(ada)

    clients.run(scenario())


def test_goals_are_labelled_by_the_deck_that_is_loaded(clients: Any) -> None:
    """The set-up page and the lobby get the labels of an uploaded deck. A faulty deck is rejected."""
    deck = json.loads(files("trapezi.games.sideboards").joinpath("decks", "sideboards-1.json").read_text("utf-8"))
    own = {**deck, "name": "my box", "goals": [{**deck["goals"][0], "points": 11}, *deck["goals"][1:]]}
    points = ("colour_goal", "labels", "1", "params", "points")

    def look_up(options: list[dict[str, Any]], name: str, *path: str) -> Any:
        (found,) = [option for option in options if option["name"] == name]
        for step in path:
            found = found[step]
        return found

    async def scenario() -> None:
        ada = clients()
        (listed,) = [game for game in await ada.request("GET", "/api/games") if game["name"] == "sideboards"]
        assert look_up(listed["options"], *points) == 2
        described = await ada.request("POST", "/api/games/sideboards/options", {"options": {"players": 2, "deck": own}})
        assert look_up(described, *points) == 11
        made = await ada.create("sideboards", 2, options={"deck": own})
        deck_option = made["table"]["options"]["deck"]
        assert deck_option["uploaded"] == "my box"
        assert deck_option["labels"]["colour_goal"]["1"]["params"]["points"] == 11
        with pytest.raises(Exception, match=r"sideboards\.deck\.length"):
            await ada.request("POST", "/api/games/sideboards/options", {"options": {"players": 2, "deck": {**own, "cards": []}}})

    clients.run(scenario())


async def check_finished_table(ada: Any) -> None:
    """Check that the log leads to the same result, that its chance can be verified, and that it can be replayed by steps."""
    log = await ada.request("GET", f"/api/tables/{ada.code}/games/1/log")
    match = trapezi.replay(log)
    assert match.state.over
    assert match.state.scores == ada.table["results"][0]["scores"]
    from trapezi.tables.verifiable_chance import chance_streams, commitment

    secret = ada.table["secret"]
    assert commitment(secret) == ada.table["commitment"]
    state, stream, outcomes = match.game.start(), chance_streams(secret), 0
    for seat, move in match.events:
        if seat == trapezi.NATURE:
            assert state.sample_chance(stream(outcomes)) == move
            outcomes += 1
        state.play(seat, move)
    replay = await ada.request("GET", f"/api/tables/{ada.code}/games/1/replay?seat=0&since=0")
    assert replay["total"] == len(match.events) + 1
    assert replay["steps"][5]["view"] == match.state_after(5).view(0)


def test_one_person_starts_at_once_against_bots_and_plays_again(clients: Any) -> None:
    async def scenario() -> None:
        ada = clients(seed=4)
        made = await ada.create("qwixx", 2, fill="chance", start=True)
        assert made["table"]["phase"] == "playing"
        await ada.hello()
        await ada.play()
        first = ada.views[0]["view"]["board"]["active"]
        assert first in (0, 1)
        await ada.command("start")
        while ada.table["number"] < 2:
            await ada.receive()
        assert ada.table["options"]["first"] == 1
        await ada.play()
        assert [line["games"] for line in ada.table["tally"]] == [2, 2]
        assert len(ada.table["results"]) == 2
        log = await ada.request("GET", f"/api/tables/{ada.code}/games/2/log")
        assert trapezi.replay(log).state.scores == ada.table["results"][1]["scores"]

    clients.run(scenario())


def test_several_seats_on_one_device(clients: Any) -> None:
    async def scenario() -> None:
        ada = clients(seed=5)
        await ada.create("qwixx", 3, names=["Ada", "Bo", "Cy"], start=True)
        await ada.hello()
        assert sorted(ada.views) == [0, 1, 2]
        await ada.play()
        assert [seat["name"] for seat in ada.table["seats"]] == ["Ada", "Bo", "Cy"]

    clients.run(scenario())


def test_a_players_own_deck_can_be_uploaded(clients: Any) -> None:
    async def scenario() -> None:
        ada = clients(seed=6)
        from trapezi.games.the_game.deck import DECKS

        deck = {**DECKS.load_shipped_deck("extreme-1").deck.content, "name": "my box"}
        made = await ada.create("the_game", 1, options={"deck": deck}, start=True)
        assert made["table"]["options"]["deck"] == {"uploaded": "my box", "labels": {}}
        await ada.hello()
        await ada.play()
        assert trapezi.replay(await ada.request("GET", f"/api/tables/{ada.code}/games/1/log")).state.over

    clients.run(scenario())
