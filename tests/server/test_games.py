"""Whole games over real sockets: people, bots, several seats on one device, spectators."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

import trapezi


def here() -> list[str]:
    found = []
    for name in trapezi.names():
        try:
            trapezi.game(name, players=2)
        except ImportError:
            continue
        found.append(name)
    return found


@pytest.mark.parametrize("game", here())
def test_two_people_and_a_bot_play_to_the_end(game: str, browser: Any) -> None:
    async def story() -> None:
        ada, bo, eve = browser(seed=1), browser(seed=2), browser(seed=3)
        await ada.create(game, 3)
        await bo.join(ada.code)
        for each in (ada, bo):
            await each.hello()
        eve.code = ada.code
        await eve.hello(watch=True)
        await ada.wish("seat_bot", seat=2, bot="chance")
        await ada.wish("start")
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
        await check_afterwards(ada)

    browser.run(story())


async def check_afterwards(ada: Any) -> None:
    """The log replays to the same end, the chance was committed to, and the game can be looked at step by step."""
    log = await ada.ask("GET", f"/api/tables/{ada.code}/games/1/log")
    match = trapezi.replay(log)
    assert match.state.over
    assert match.state.scores == ada.table["results"][0]["scores"]
    from trapezi.tables.fairness import chance, commitment

    secret = ada.table["secret"]
    assert commitment(secret) == ada.table["commitment"]
    state, stream = match.game.start(), chance(secret)
    for n, (seat, move) in enumerate(match.events):
        if seat == trapezi.NATURE:
            assert state.sample_chance(stream(n)) == move
        state.play(seat, move)
    replay = await ada.ask("GET", f"/api/tables/{ada.code}/games/1/replay?seat=0&since=0")
    assert replay["total"] == len(match.events) + 1
    assert replay["steps"][5]["view"] == match.state_at(5).view(0)


def test_one_browser_starts_at_once_against_bots_and_plays_again(browser: Any) -> None:
    async def story() -> None:
        ada = browser(seed=4)
        made = await ada.create("qwixx", 2, fill="chance", start=True)
        assert made["table"]["phase"] == "playing"
        await ada.hello()
        await ada.play()
        first = ada.views[0]["view"]["board"]["active"]
        assert first in (0, 1)
        await ada.wish("rematch")
        while ada.table["number"] < 2:
            await ada.receive()
        assert ada.table["options"]["first"] == 1
        await ada.play()
        assert [line["games"] for line in ada.table["tally"]] == [2, 2]
        assert len(ada.table["results"]) == 2
        log = await ada.ask("GET", f"/api/tables/{ada.code}/games/2/log")
        assert trapezi.replay(log).state.scores == ada.table["results"][1]["scores"]

    browser.run(story())


def test_several_seats_on_one_device(browser: Any) -> None:
    async def story() -> None:
        ada = browser(seed=5)
        await ada.create("qwixx", 3, names=["Ada", "Bo", "Cy"], start=True)
        await ada.hello()
        assert sorted(ada.views) == [0, 1, 2]
        await ada.play()
        assert [seat["name"] for seat in ada.table["seats"]] == ["Ada", "Bo", "Cy"]

    browser.run(story())


def test_a_deck_of_ones_own_can_be_uploaded(browser: Any) -> None:
    async def story() -> None:
        ada = browser(seed=6)
        from trapezi.games.the_game.deck import DECKS

        deck = {**DECKS.by_name("extreme-1").deck.content, "name": "my box"}
        made = await ada.create("the_game", 1, options={"deck": deck}, start=True)
        assert made["table"]["options"]["deck"] == {"uploaded": "my box"}
        await ada.hello()
        await ada.play()
        assert trapezi.replay(await ada.ask("GET", f"/api/tables/{ada.code}/games/1/log")).state.over

    browser.run(story())
