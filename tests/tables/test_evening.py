"""An evening at a table, without a network: seats, hosts, bots that stand in, pauses, resignations, talk, clocks, forgetting."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
import uvloop
from tests.tables.ears import TOKENS, Ear, at_home, opened

from trapezi.protocol import http
from trapezi.store import NotStored
from trapezi.tables import live
from trapezi.tables.errors import Rejected
from trapezi.tables.registry import TableRegistry

DEAL = "00" * 32  # a secret whose cards bring silence before the end, and give bots something to say


def test_seats_are_taken_left_and_given_to_bots(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        (ada,) = await opened(house, 4, names=("ada",))
        code = ada.code
        assert (await house.join(code, TOKENS["bo"], http.Join("Bo", seat=2))).seats == [2]
        assert (await house.join(code, TOKENS["bo"], http.Join("Bo"))).seats == [2], "asked again, nothing changes"
        with pytest.raises(Rejected, match="seat-taken"):
            await house.join(code, TOKENS["cy"], http.Join("Cy", seat=2))
        bo = await Ear(house, code, "bo").hello()
        await bo.wish("sit", seat=1, name="Bo's son")
        await ada.wish("seat_bot", seat=3, bot="chance")
        assert [seat["kind"] for seat in ada.table["seats"]] == ["person", "person", "person", "bot"]
        with pytest.raises(Rejected, match="no-free-seat"):
            await house.join(code, TOKENS["cy"], http.Join("Cy"))
        assert await bo.refused("clear", seat=3) == "table.not-host"
        await ada.wish("clear", seat=3)
        await bo.wish("stand", seat=1)
        assert await ada.refused("start") == "table.seats-empty"
        await ada.wish("configure", options={"players": 2})
        assert [seat["name"] for seat in ada.table["seats"]] == ["ada", "Bo"]
        await ada.wish("start")
        assert bo.table["phase"] == "playing"
        assert bo.view(1)["view"]["moves"]

    at_home(tmp_path, story)


def test_the_host_role_moves_on(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        ada, bo, cy = await opened(house, 3, names=("ada", "bo", "cy"))
        assert await bo.refused("take_host") == "table.host-is-here"
        await ada.wish("pass_host", person="p2")
        assert cy.table["host"] == "p2"
        await bo.wish("leave")
        assert cy.table["host"] == "p1"
        assert await bo.refused("sit", seat=1) == "table.left"
        house.bye(ada, ada.code)
        await cy.wish("take_host")
        assert cy.table["host"] == "p3"
        await bo.hello()
        assert [person["id"] for person in cy.table["people"]] == ["p1", "p2", "p3"]

    at_home(tmp_path, story)


def test_a_bot_stands_in_for_who_is_away_until_the_person_is_back(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        ada, bo = await opened(house)
        await ada.wish("start")
        assert await ada.refused("stand_in", seat=1) == "table.is-here"
        house.bye(bo, bo.code)
        await ada.wish("stand_in", seat=1)
        assert ada.table["seats"][1]["stand_in"]
        version = ada.view(0)["version"]
        await ada.pass_on(0)
        await ada.until(lambda: ada.view(0)["version"] >= version + 2)
        await bo.hello()
        assert not ada.table["seats"][1]["stand_in"]
        await bo.wish("stand_in", seat=1, bot="chance")
        await bo.hello()
        assert bo.table["seats"][1]["stand_in"], "at one's own wish it stays"
        await bo.wish("take_over", seat=1)
        assert not bo.table["seats"][1]["stand_in"]

    at_home(tmp_path, story)


def test_bots_give_signals_to_people_each_thing_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In The Game, while ada thinks; of each pile once a turn, and written down as hers would be."""
    monkeypatch.setattr("trapezi.tables.registry.new_secret", lambda: DEAL)

    async def story(house: TableRegistry) -> None:
        (ada,) = await opened(house, 5, "the_game", names=("ada",), fill="level-5", options={"mode": "plain"})
        await ada.wish("start")
        said: list[tuple[int, int]] = []

        def spoken() -> bool:
            told = [each for m in ada.heard if m["t"] in ("welcome", "update") for each in m["told"]]
            said[:] = [(each["seat"], each["shown"]["pile"]) for each in told if (each["shown"] or {}).get("kind") == "signal"]
            return bool(said)

        await ada.until(spoken)
        standing = [words["piles"] for words in ada.view(0)["view"]["board"]["signals"]]
        assert standing[0] == [None] * 4, "nobody speaks for ada"
        assert all(seat > 0 and standing[seat][pile] for seat, pile in said)
        assert len(said) == len(set(said))
        assert ada.view(0)["view"]["moves"], "it is still her turn"

    at_home(tmp_path, story)


def test_a_pause_holds_everybody(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        ada, bo = await opened(house)
        assert await bo.refused("pause", on=True) == "table.no-game"
        await ada.wish("start")
        await bo.wish("pause", on=True)
        assert await ada.refused("act", seat=0, version=ada.view(0)["version"], move=44) == "table.paused"
        assert [line.asked for line in await house.mine(TOKENS["ada"])] == [[]]
        await ada.wish("pause", on=False)
        assert [line.asked for line in await house.mine(TOKENS["ada"])] == [[0, 1]]
        await ada.pass_on(0)

    at_home(tmp_path, story)


def test_who_resigns_cannot_win_and_the_last_one_standing_does(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        ada, bo, cy = await opened(house, 3, names=("ada", "bo", "cy"))
        await ada.wish("start")
        await bo.wish("resign", seat=1)
        assert ada.table["phase"] == "playing"
        assert await bo.refused("act", seat=1, version=0, move=44) == "table.resigned"
        await cy.wish("resign", seat=2)
        assert ada.table["ending"] == "resigned"
        assert ada.table["results"][0]["winners"] == [0]
        await cy.wish("rematch")
        assert [seat["bot"] for seat in ada.table["seats"]] == [None, None, None]
        await ada.wish("end_early")
        assert ada.table["ending"] == "early"
        best = ada.table["tally"][0]
        assert (best["name"], best["games"], best["wins"]) == ("ada", 1, 1)

    at_home(tmp_path, story)


def test_a_second_device_takes_the_same_seat(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        ada, _ = await opened(house)
        pairing = await house.pairing(ada.code, TOKENS["ada"])
        await house.pair(ada.code, TOKENS["phone"], pairing.secret)
        with pytest.raises(Rejected, match="pairing-over"):
            await house.pair(ada.code, TOKENS["eve"], pairing.secret)
        phone = await Ear(house, ada.code, "phone").hello()
        assert phone.person == ada.person
        await phone.wish("start")
        await phone.pass_on(0)
        assert not ada.view(0)["view"]["moves"], "both devices show the same"
        assert [line.code for line in await house.mine(TOKENS["phone"])] == [ada.code]

    at_home(tmp_path, story)


@pytest.mark.clause("TG-8", "TG-16")
def test_talk_at_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trapezi.tables.registry.new_secret", lambda: DEAL)

    async def story(house: TableRegistry) -> None:
        ada, bo = await opened(house, 2, "the_game")
        await house.join(ada.code, TOKENS["eve"], http.Join("Eve", watch=True))
        eve = await Ear(house, ada.code, "eve").hello()
        await ada.wish("chat", text="we shall lay all 98")
        await ada.wish("start")
        assert await ada.refused("chat", text="έχω το δεκαέξι") == "talk.number"
        await ada.wish("chat", text="Achtung, nicht auf diesen Stapel")
        await eve.wish("chat", text="she has the 42!")
        assert bo.chat() == ["we shall lay all 98", "Achtung, nicht auf diesen Stapel"]
        assert eve.chat() == [*bo.chat(), "she has the 42!"]
        live_table = await house.find(ada.code)
        play = live_table.table.play
        assert play is not None
        for _ in range(400):
            if play.state.over or play.state.talk_forbidden():
                break
            seat = min(play.state.deciders)
            ear = (ada, bo)[seat]
            moves = ear.view(seat)["view"]["moves"]
            silent = [m for m in moves if m["description"].get("command") == "silence"]
            safe = [m for m in moves if not m["preview"].get("losing") and not m["preview"].get("short")]
            await ear.pass_on(seat, (silent or sorted(safe or moves, key=lambda m: m["preview"].get("distance", 0)))[0]["move"])
        assert play.state.talk_forbidden()
        assert not play.state.over
        assert await ada.refused("chat", text="hello") == "talk.silence"
        assert await ada.refused("signal", seat=0, move=401) == "the_game.hush.silence"
        await eve.wish("chat", text="psst")

    at_home(tmp_path, story)


def test_the_clock_decides_for_who_is_late(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        ada, _ = await opened(house, clock=1)
        await ada.wish("start")
        assert ada.view(0)["seconds"] > 0
        version = ada.view(0)["version"]
        await ada.until(lambda: ada.view(0)["version"] > version)

    at_home(tmp_path, story)


def test_an_idle_table_is_forgotten_and_comes_back_as_it_was(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        ada, bo = await opened(house)
        await ada.wish("start")
        await ada.pass_on(0)
        await ada.wish("chat", text="good night")
        seen = {k: v for k, v in ada.view(0).items() if k != "seconds"}
        for ear in (ada, bo):
            house.bye(ear, ear.code)
        while await house.forget(0):
            await asyncio.sleep(0)
        assert [line.yours for line in await house.mine(TOKENS["bo"])] == [[1]]
        back = await Ear(house, ada.code, "ada").hello()
        assert {k: v for k, v in back.view(0).items() if k != "seconds"} == seen
        assert back.heard[0]["chat"][0]["text"] == "good night"
        await back.wish("take_back", seat=0)
        await back.pass_on(0)

    at_home(tmp_path, story)


def test_what_the_disk_refuses_has_not_happened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(house: TableRegistry) -> None:
        ada, _ = await opened(house)
        await ada.wish("start")
        heard = len(ada.heard)

        async def full(*_: Any) -> None:
            raise NotStored("disk full")

        with monkeypatch.context() as patch:
            patch.setattr(house.store, "append", full)
            assert await ada.refused("act", seat=0, version=ada.view(0)["version"], move=44) == "table.not-stored"
        assert len(ada.heard) == heard
        await ada.pass_on(0)

    at_home(tmp_path, story)


@pytest.mark.parametrize("game", ["qwixx", "qwixx_cards", "the_game", "silver_gold", "sideboards"])
def test_who_share_a_device_are_told_no_more_than_everybody(tmp_path: Path, game: str) -> None:
    async def story(house: TableRegistry) -> None:
        (ada,) = await opened(house, 2, game, names=("ada",))
        eve = await Ear(house, ada.code, "eve").hello(watch=True)
        await ada.wish("sit", seat=1, name="ada's son")
        await ada.wish("start")
        for turn in range(30):
            live_table = await house.find(ada.code)
            play = live_table.table.play
            assert play is not None
            if play.state.over:
                break
            seat = max(play.state.deciders) if turn % 2 else min(play.state.deciders)
            await ada.pass_on(seat, play.state.legal(seat)[0])
            if turn % 7 == 0 and play.match.can_take_back(seat):
                await ada.wish("take_back", seat=seat)
            back = await Ear(house, ada.code, "ada").hello()
            for ear in (ada, back):
                assert known(ear) == known(eve)

    def known(ear: Ear) -> dict[int, Any]:
        lines = [line for m in ear.heard if m["t"] in ("welcome", "update") for line in m["told"]]
        return {n: line for n, line in {line["n"]: line for line in lines}.items() if not line["undone"]}

    at_home(tmp_path, story)


def test_public_tables_are_listed_while_they_wait(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        ada, _ = await opened(house, 3, public=True)
        assert [(line.code, line.free) for line in await house.public()] == [(ada.code, 1)]
        assert not any(TOKENS["ada"] in str(msgspec.to_builtins(line)) for line in await house.public())
        await ada.wish("start", fill="chance")
        assert await house.public() == []
        mine = await house.mine(TOKENS["ada"])
        assert mine[0].asked == [0, 1, 2]
        assert mine[0].yours == [0]

    at_home(tmp_path, story)


def test_a_table_of_one_qwixx_evening_can_play_another_game_next(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        ada, bo = await opened(house)
        await ada.wish("start")
        assert await ada.refused("configure", game="the_game") == "table.in-game"
        await ada.wish("end_early")
        await ada.wish("configure", game="the_game")
        assert bo.table["game"] == "the_game"
        await ada.wish("start")
        assert len(bo.view(1)["view"]["board"]["hand"]) == 7
        assert bo.table["number"] == 2

    at_home(tmp_path, story)


def test_who_makes_a_table_says_which_chairs_get_which_bot(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        (ada,) = await opened(house, 4, names=("ada",), bots=[None, "chance"])
        assert [seat["kind"] for seat in ada.table["seats"]] == ["person", "empty", "bot", "empty"]
        (ada,) = await opened(house, 4, names=("ada",), bots=[None, "chance"], fill="chance")
        assert [seat["kind"] for seat in ada.table["seats"]] == ["person", "bot", "bot", "bot"]
        with pytest.raises(Rejected, match="too-many-seated"):
            await opened(house, 2, names=("ada",), bots=["chance", None])

    at_home(tmp_path, story)


def test_options_that_the_host_leaves_alone_stay(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        (ada,) = await opened(house, 3, "the_game", names=("ada",), options={"expert": True})
        await ada.wish("configure", options={"mode": "plain"})
        assert [ada.table["options"][name] for name in ("players", "mode", "expert")] == [3, "plain", True]

    at_home(tmp_path, story)


def test_who_takes_the_seat_of_somebody_else_after_a_game_sees_all_of_its_view(tmp_path: Path) -> None:
    async def story(house: TableRegistry) -> None:
        ada, bo = await opened(house)
        await house.join(ada.code, TOKENS["cy"], http.Join("Cy", watch=True))
        cy = await Ear(house, ada.code, "cy").hello()
        await ada.wish("start")
        while ada.table["phase"] == "playing":  # four misses end it
            for seat, ear in enumerate((ada, bo)):
                if ear.view(seat)["view"]["moves"]:
                    await ear.pass_on(seat)
        await bo.wish("stand", seat=1)
        await cy.wish("sit", seat=1, name="Cy")
        assert cy.view(1)["view"].keys() == ada.view(0)["view"].keys()

    at_home(tmp_path, story)


def test_lists_that_are_due_at_once_are_in_nobodys_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "LISTED", 0.0)

    async def story(house: TableRegistry) -> None:
        ada, bo = await opened(house)
        for own in (False, True, False, True):  # the lists become its affair twice in one moment
            house.live[ada.code].lease(own=own, houses=())
        await ada.wish("start")
        assert bo.view(1)["view"]["moves"]

    at_home(tmp_path, story, running=uvloop.run)  # a server's loop, which has two kinds of timers


@pytest.mark.parametrize("place", ["trapezi.tables.listing.told", "trapezi.tables.table.Table.apply"])
def test_when_we_make_a_mistake_after_a_move_was_written_the_table_is_loaded_anew_and_all_see_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    async def story(house: TableRegistry) -> None:
        ada, bo = await opened(house)
        await ada.wish("start")
        await ada.pass_on(0)
        with monkeypatch.context() as mistaken:
            mistaken.setattr(place, lambda *_: 1 / 0)
            with pytest.raises(ZeroDivisionError):
                await bo.wish("act", id="once", seat=1, version=bo.view(1)["version"], move=44)
        await bo.wish("act", id="once", seat=1, version=bo.view(1)["version"], move=44)
        assert bo.heard[-1]["t"] == "ack", "it was granted before"
        for seat, ear in enumerate((ada, bo)):
            assert ear.view(seat)["view"]["board"]["phase"] == "colour"

    at_home(tmp_path, story)
