"""A live table without a network: seats, hosts, bots, pauses, resignations, chat, the clock, eviction, broadcasts."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest
import uvloop
from tests.tables.connections import TOKENS, Connection, evict_all, open_table, run_scenario

from trapezi.core.random import Stream
from trapezi.core.special_seats import SPECTATOR
from trapezi.core.state import State
from trapezi.games.qwixx.game import Qwixx
from trapezi.games.qwixx.rules import Position
from trapezi.protocol import http
from trapezi.store.interface import NotStored
from trapezi.tables import table_list_entry
from trapezi.tables.errors import Rejected
from trapezi.tables.registry import TableRegistry
from trapezi.tables.table import TAKE_BACKS, Change

DEAL = "00" * 32  # With this secret, players must be silent before the end, and bots have signals to give.


def test_seats_are_taken_left_and_given_to_bots(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        (ada,) = await open_table(registry, 4, names=("ada",))
        code = ada.code
        assert (await registry.join(code, TOKENS["bo"], http.Join("Bo", seat=2))).seats == [2]
        assert (await registry.join(code, TOKENS["bo"], http.Join("Bo"))).seats == [2], "asked again, nothing changes"
        with pytest.raises(Rejected, match="seat-taken"):
            await registry.join(code, TOKENS["cy"], http.Join("Cy", seat=2))
        bo = await Connection(registry, code, "bo").hello()
        await bo.command("sit", seat=1, name="Bo's son")
        await ada.command("seat_bot", seat=3, bot="chance")
        assert [seat["kind"] for seat in ada.table["seats"]] == ["person", "person", "person", "bot"]
        with pytest.raises(Rejected, match="no-free-seat"):
            await registry.join(code, TOKENS["cy"], http.Join("Cy"))
        assert await bo.rejection("clear", seat=3) == "table.not-host"
        await ada.command("clear", seat=3)
        await bo.command("stand", seat=1)
        assert await ada.rejection("start") == "table.seats-empty"
        await ada.command("configure", options={"players": 2})
        assert [seat["name"] for seat in ada.table["seats"]] == ["ada", "Bo"]
        await ada.command("start")
        assert bo.table["phase"] == "playing"
        assert bo.view(1)["view"]["moves"]

    run_scenario(tmp_path, scenario)


def test_the_host_role_moves_on(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, bo, cy = await open_table(registry, 3, names=("ada", "bo", "cy"))
        assert await bo.rejection("take_host") == "table.host-is-here"
        await ada.command("pass_host", person="p2")
        assert cy.table["host"] == "p2"
        await bo.leave()
        assert cy.table["host"] == "p1"
        assert await bo.rejection("sit", seat=1) == "table.only-watching"
        registry.disconnect(ada, ada.code)
        await cy.command("take_host")
        assert cy.table["host"] == "p3"
        await bo.hello()
        assert (bo.person, bo.last("welcome")["left"]) == (None, True)
        await registry.join(cy.code, TOKENS["bo"], http.Join("bo", watch=True))
        assert [person["id"] for person in cy.table["people"]] == ["p1", "p2", "p3"]

    run_scenario(tmp_path, scenario)


def test_a_hidden_step_does_not_change_when_a_table_was_updated(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, _ = await open_table(registry)
        await ada.command("start")
        entry = registry.live[ada.code].list_entry_writer
        planned = entry._timer
        await entry.write()
        assert planned is not None
        assert planned.cancelled(), "it would plan another write if it fired while the entry is written"
        entry.on_change(Change(game=True, only_seat=0))
        assert not entry.is_pending, "others do not learn from the list of tables that ada thinks"
        await ada.act(0)
        assert entry.is_pending

    run_scenario(tmp_path, scenario)


class Clock:
    """A clock that shows the time that a test sets."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Return the clock by which people count as away after a minute."""
    clock = Clock()
    monkeypatch.setattr("trapezi.tables.presence.monotonic", clock)
    monkeypatch.setattr("trapezi.tables.commands_to_events.AWAY_SECONDS", 60.0)
    return clock


def test_others_hear_when_they_may_act_for_a_person_who_has_just_left(tmp_path: Path, clock: Clock) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, bo, cy = await open_table(registry, 3, names=("ada", "bo", "cy"))
        await ada.command("start")
        tracker = registry.live[ada.code].presence
        registry.disconnect(bo, bo.code)
        clock.now += 20
        await registry.set_presence(cy, cy.code, "away")
        tracker.broadcast_changes()
        assert ada.received[-1]["just_left"] == {"p2": 40.0, "p3": 60.0}
        clock.now += 30
        again = await Connection(registry, ada.code, "ada").hello()
        assert again.received[0]["just_left"] == {"p2": 10.0, "p3": 30.0}
        clock.now += 10
        await cy.hello()
        late = await Connection(registry, ada.code, "ada").hello()
        assert late.received[0]["just_left"] == {}
        await ada.command("stand_in", seat=1)

    run_scenario(tmp_path, scenario)


def test_others_act_for_a_person_only_after_a_minute_away(tmp_path: Path, clock: Clock) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, bo, cy = await open_table(registry, 3, names=("ada", "bo", "cy"))
        await ada.command("start")
        clock.now += 500
        await registry.set_presence(ada, ada.code, "away")  # Ada has locked her phone.
        registry.disconnect(bo, bo.code)
        for seconds in (0, 59.9):
            clock.now = 1500 + seconds
            assert await cy.rejection("stand_in", seat=0) == "table.away-briefly"
            assert await cy.rejection("stand_in", seat=1) == "table.away-briefly"
            assert await cy.rejection("take_host") == "table.away-briefly"
        clock.now = 1560
        await bo.hello()
        registry.disconnect(bo, bo.code)
        assert await cy.rejection("stand_in", seat=1) == "table.away-briefly", "the minute begins again"
        await cy.command("stand_in", seat=0, bot="chance")
        assert cy.table["seats"][0]["bot"] == "level-3", "a person who asks for a bot in another seat does not choose its level"
        await cy.command("take_host")
        assert cy.table["host"] == "p3"

    run_scenario(tmp_path, scenario)


def test_a_new_host_cannot_sign_out_the_creator_who_is_host_again_on_return(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(registry: TableRegistry) -> None:
        wall_clock = Clock()
        monkeypatch.setattr("time.time", wall_clock)
        ada, bo, _ = await open_table(registry, 3, names=("ada", "bo", "cy"))
        registry.disconnect(ada, ada.code)
        clock.now += 60
        await bo.command("take_host")
        assert await bo.rejection("revoke", person="p1") == "table.new-host"
        await bo.command("revoke", person="p3")
        await ada.hello()
        assert bo.table["host"] == "p1"
        registry.disconnect(ada, ada.code)
        clock.now += 60
        await bo.command("take_host")
        wall_clock.now += 600
        await bo.command("revoke", person="p1")
        assert [person["id"] for person in bo.table["people"]] == ["p2"]

    run_scenario(tmp_path, scenario)


def test_a_creator_who_passed_the_host_role_on_does_not_get_it_back(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry)
        await ada.command("pass_host", person="p2")
        registry.disconnect(ada, ada.code)
        await ada.hello()
        assert ada.table["host"] == "p2"
        assert await bo.rejection("revoke", person="p1") == "table.new-host"

    run_scenario(tmp_path, scenario)


def test_a_bot_stands_in_for_an_absent_person_until_the_person_is_back(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry)
        await ada.command("start")
        assert await ada.rejection("stand_in", seat=1) == "table.is-here"
        registry.disconnect(bo, bo.code)
        await ada.command("stand_in", seat=1)
        assert ada.table["seats"][1]["stand_in"]
        version = ada.view(0)["version"]
        await ada.act(0)
        await ada.until(lambda: ada.view(0)["version"] >= version + 2)
        await bo.hello()
        assert not ada.table["seats"][1]["stand_in"]
        await bo.command("stand_in", seat=1, bot="chance")
        await bo.hello()
        assert bo.table["seats"][1]["stand_in"], "a bot that the player asked for stays"
        await bo.command("take_over", seat=1)
        assert not bo.table["seats"][1]["stand_in"]

    run_scenario(tmp_path, scenario)


def test_bots_give_each_signal_to_people_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In The Game, a bot gives a signal about each pile only once in a turn, while it is Ada's turn."""
    monkeypatch.setattr("trapezi.tables.registry.new_secret", lambda: DEAL)

    async def scenario(registry: TableRegistry) -> None:
        (ada,) = await open_table(registry, 5, "the_game", names=("ada",), fill="level-5", options={"mode": "plain"})
        await ada.command("start")
        said: list[tuple[int, int]] = []

        def spoken() -> bool:
            signals = [entry for entry in ada.history() if (entry["description"] or {}).get("kind") == "signal"]
            said[:] = [(entry["seat"], entry["description"]["pile"]) for entry in signals]
            return bool(said)

        await ada.until(spoken)
        standing = [words["piles"] for words in ada.view(0)["view"]["board"]["signals"]]
        assert standing[0] == [None] * 4, "nobody speaks for ada"
        assert all(seat > 0 and standing[seat][pile] for seat, pile in said)
        assert len(said) == len(set(said))
        assert ada.view(0)["view"]["moves"], "it is still her turn"

    run_scenario(tmp_path, scenario)


def test_nobody_can_move_during_a_pause(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry)
        assert await bo.rejection("pause", on=True) == "table.no-game"
        await ada.command("start")
        await bo.command("pause", on=True)
        assert await ada.rejection("act", seat=0, version=ada.view(0)["version"], move=44) == "table.paused"
        assert [line.deciding for line in await registry.tables_of(TOKENS["ada"])] == [[]]
        await ada.command("pause", on=False)
        assert [line.deciding for line in await registry.tables_of(TOKENS["ada"])] == [[0, 1]]
        await ada.act(0)

    run_scenario(tmp_path, scenario)


def test_a_player_who_resigns_cannot_win_and_the_last_remaining_player_wins(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, bo, cy = await open_table(registry, 3, names=("ada", "bo", "cy"))
        await ada.command("start")
        await bo.command("resign", seat=1)
        assert ada.table["phase"] == "playing"
        assert await bo.rejection("act", seat=1, version=0, move=44) == "table.resigned"
        await cy.command("resign", seat=2)
        assert ada.table["ending"] == "resigned"
        assert ada.table["results"][0]["winners"] == [0]
        await ada.command("start")
        assert [seat["bot"] for seat in ada.table["seats"]] == [None, None, None]
        await ada.command("end_early")
        assert ada.table["ending"] == "early"
        best = ada.table["tally"][0]
        assert (best["name"], best["games"], best["wins"]) == ("ada", 1, 1)

    run_scenario(tmp_path, scenario)


def test_a_second_device_takes_the_same_seat(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, _ = await open_table(registry)
        pairing = await registry.offer_pairing(ada.code, TOKENS["ada"])
        await registry.pair_device(ada.code, TOKENS["phone"], pairing.secret)
        with pytest.raises(Rejected, match="pairing-over"):
            await registry.pair_device(ada.code, TOKENS["eve"], pairing.secret)
        phone = await Connection(registry, ada.code, "phone").hello()
        assert phone.person == ada.person
        await phone.command("start")
        await phone.act(0)
        assert not ada.view(0)["view"]["moves"], "both devices show the same"
        assert [line.code for line in await registry.tables_of(TOKENS["phone"])] == [ada.code]

    run_scenario(tmp_path, scenario)


@pytest.mark.clause("TG-8", "TG-16")
def test_chat_is_limited_by_the_rules_of_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trapezi.tables.registry.new_secret", lambda: DEAL)

    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry, 2, "the_game")
        await registry.join(ada.code, TOKENS["eve"], http.Join("Eve", watch=True))
        eve = await Connection(registry, ada.code, "eve").hello()
        await ada.command("chat", text="we shall lay all 98")
        await ada.command("start")
        assert await ada.rejection("chat", text="έχω το δεκαέξι") == "talk.number"
        await ada.command("chat", text="Achtung, nicht auf diesen Stapel")
        await eve.command("chat", text="she has the 42!")
        assert bo.chat() == ["we shall lay all 98", "Achtung, nicht auf diesen Stapel"]
        assert eve.chat() == [*bo.chat(), "she has the 42!"]
        live_table = await registry.find_or_load(ada.code)
        session = live_table.table.session
        assert session is not None
        for _ in range(400):
            if session.state.over or session.state.talk_forbidden():
                break
            seat = min(session.state.deciders)
            connection = (ada, bo)[seat]
            moves = connection.view(seat)["view"]["moves"]
            silent = [m for m in moves if m["description"].get("command") == "silence"]
            safe = [m for m in moves if not m["preview"].get("losing") and not m["preview"].get("short")]
            await connection.act(
                seat, (silent or sorted(safe or moves, key=lambda m: m["preview"].get("distance", 0)))[0]["move"]
            )
        assert session.state.talk_forbidden()
        assert not session.state.over
        assert await ada.rejection("chat", text="hello") == "talk.silence"
        assert await ada.rejection("signal", seat=0, move=401) == "the_game.hush.silence"
        await eve.command("chat", text="psst")

    run_scenario(tmp_path, scenario)


def test_the_clock_plays_for_a_late_player(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, _ = await open_table(registry, clock=1)
        await ada.command("start")
        assert ada.view(0)["seconds"] > 0
        version = ada.view(0)["version"]
        await ada.until(lambda: ada.view(0)["version"] > version)

    run_scenario(tmp_path, scenario)


def test_an_idle_table_is_evicted_and_reloaded_as_it_was(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry)
        await ada.command("start")
        await ada.act(0)
        await ada.command("chat", text="good night")
        seen = {k: v for k, v in ada.view(0).items() if k != "seconds"}
        for connection in (ada, bo):
            registry.disconnect(connection, connection.code)
        await evict_all(registry)
        assert [line.my_seats for line in await registry.tables_of(TOKENS["bo"])] == [[1]]
        back = await Connection(registry, ada.code, "ada").hello()
        assert {k: v for k, v in back.view(0).items() if k != "seconds"} == seen
        assert back.received[0]["chat"][0]["text"] == "good night"
        await back.command("take_back", seat=0)
        await back.act(0)

    run_scenario(tmp_path, scenario)


def test_a_move_that_could_not_be_stored_has_not_happened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, _ = await open_table(registry)
        await ada.command("start")
        heard = len(ada.received)

        async def full(*_: Any) -> None:
            raise NotStored("disk full")

        with monkeypatch.context() as patch:
            patch.setattr(registry.store, "append", full)
            assert await ada.rejection("act", seat=0, version=ada.view(0)["version"], move=44) == "table.not-stored"
        assert len(ada.received) == heard
        await ada.act(0)

    run_scenario(tmp_path, scenario)


@pytest.mark.parametrize("game", ["qwixx", "qwixx_cards", "the_game", "silver_gold", "sideboards"])
def test_players_who_share_a_device_see_no_more_history_than_spectators(tmp_path: Path, game: str) -> None:
    async def scenario(registry: TableRegistry) -> None:
        (ada,) = await open_table(registry, 2, game, names=("ada",))
        eve = await Connection(registry, ada.code, "eve").hello(watch=True)
        await ada.command("sit", seat=1, name="ada's son")
        await ada.command("start")
        for turn in range(30):
            live_table = await registry.find_or_load(ada.code)
            session = live_table.table.session
            assert session is not None
            if session.state.over:
                break
            seat = max(session.state.deciders) if turn % 2 else min(session.state.deciders)
            await ada.act(seat, session.state.legal(seat)[0])
            if turn % 7 == 0 and session.match.can_take_back(seat):
                await ada.command("take_back", seat=seat)
            back = await Connection(registry, ada.code, "ada").hello()
            for connection in (ada, back):
                assert connection.history() == eve.history()[-len(connection.history()) :]

    run_scenario(tmp_path, scenario)


def test_public_tables_are_listed_while_they_wait(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, _ = await open_table(registry, 3, public=True)
        assert [(line.code, line.free) for line in await registry.public_tables()] == [(ada.code, 1)]
        assert not any(TOKENS["ada"] in str(msgspec.to_builtins(line)) for line in await registry.public_tables())
        await ada.command("start", fill="chance")
        assert await registry.public_tables() == []
        mine = await registry.tables_of(TOKENS["ada"])
        assert mine[0].deciding == [0, 1, 2]
        assert mine[0].my_seats == [0]

    run_scenario(tmp_path, scenario)


def test_a_table_can_play_another_game_next(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry)
        await ada.command("start")
        assert await ada.rejection("configure", game="the_game") == "table.in-game"
        await ada.command("end_early")
        await ada.command("configure", game="the_game")
        assert bo.table["game"] == "the_game"
        await ada.command("start")
        assert len(bo.view(1)["view"]["board"]["hand"]) == 7
        assert bo.table["number"] == 2

    run_scenario(tmp_path, scenario)


def test_the_creator_of_a_table_says_which_seats_get_which_bot(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        (ada,) = await open_table(registry, 4, names=("ada",), bots=[None, "chance"])
        assert [seat["kind"] for seat in ada.table["seats"]] == ["person", "empty", "bot", "empty"]
        (ada,) = await open_table(registry, 4, names=("ada",), bots=[None, "chance"], fill="chance")
        assert [seat["kind"] for seat in ada.table["seats"]] == ["person", "bot", "bot", "bot"]
        with pytest.raises(Rejected, match="too-many-seated"):
            await open_table(registry, 2, names=("ada",), bots=["chance", None])

    run_scenario(tmp_path, scenario)


def test_options_that_the_host_does_not_change_stay(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        (ada,) = await open_table(registry, 3, "the_game", names=("ada",), options={"expert": True})
        await ada.command("configure", options={"mode": "plain"})
        assert [ada.table["options"][name] for name in ("players", "mode", "expert")] == [3, "plain", True]

    run_scenario(tmp_path, scenario)


def test_a_person_who_takes_another_seat_after_a_game_gets_its_whole_view(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry)
        await registry.join(ada.code, TOKENS["cy"], http.Join("Cy", watch=True))
        cy = await Connection(registry, ada.code, "cy").hello()
        await ada.command("start")
        while ada.table["phase"] == "playing":  # Four misses end the game.
            for seat, connection in enumerate((ada, bo)):
                if connection.view(seat)["view"]["moves"]:
                    await connection.act(seat)
        await bo.command("stand", seat=1)
        await cy.command("sit", seat=1, name="Cy")
        assert cy.view(1)["view"].keys() == ada.view(0)["view"].keys()

    run_scenario(tmp_path, scenario)


def test_list_entries_that_are_due_at_once_do_not_disturb_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_list_entry, "TABLE_DELAY", 0.0)

    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry)
        # This process loses the lease and gets it back, twice, before anything else can run.
        for own in (False, True, False, True):
            registry.live[ada.code].on_leases_renewed(own=own, alive=())
        await ada.command("start")
        assert bo.view(1)["view"]["moves"]

    run_scenario(tmp_path, scenario, running=uvloop.run)  # Servers use the event loop of uvloop.


@pytest.mark.parametrize("place", ["trapezi.tables.views.history_entries", "trapezi.tables.table.Table.apply"])
def test_after_an_error_between_writing_and_sending_the_table_is_reloaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry)
        await ada.command("start")
        await ada.act(0)
        with monkeypatch.context() as mistaken:
            mistaken.setattr(place, lambda *_: 1 / 0)
            with pytest.raises(ZeroDivisionError):
                await bo.command("act", id="once", seat=1, version=bo.view(1)["version"], move=44)
        await bo.command("act", id="once", seat=1, version=bo.view(1)["version"], move=44)
        assert bo.last("ack")["id"] == "once", "it was carried out before"
        for seat, connection in enumerate((ada, bo)):
            assert connection.view(seat)["view"]["board"]["phase"] == "colour"

    run_scenario(tmp_path, scenario)


class CountedPosition(Position):
    """A position of Qwixx that counts the calls of its methods. Compiled code calls the methods of a subclass, too."""

    calls: Counter[str] = Counter()

    def clone(self) -> Position:
        return cast(Position, State.clone(self))

    def is_legal(self, seat: int, move: int) -> bool:
        self.calls["is_legal"] += 1
        return super().is_legal(seat, move)

    def _apply(self, seat: int, move: int) -> bool:
        self.calls["_apply"] += 1
        return super()._apply(seat, move)

    def sample_chance(self, rng: Stream) -> int:
        self.calls["sample_chance"] += 1
        return super().sample_chance(rng)


class CountedQwixx(Qwixx):
    def start(self) -> CountedPosition:
        return CountedPosition(self)

    def describe(self, move: int) -> dict[str, Any]:
        CountedPosition.calls["describe"] += 1
        return super().describe(move)

    def text(self, move: int) -> str:
        CountedPosition.calls["text"] += 1
        return super().text(move)

    def parse(self, text: str) -> int:
        CountedPosition.calls["parse"] += 1
        return super().parse(text)


def test_each_event_of_a_tap_is_validated_applied_and_described_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("registry", "table", "commands_to_events"):
        monkeypatch.setattr(f"trapezi.tables.{module}.find", lambda name: CountedQwixx)

    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry)
        await ada.command("start")
        session = registry.live[ada.code].table.session
        assert session is not None
        for move in session.game.moves:
            session.descriptions[move]  # Descriptions are encoded once for each move of a game, not for each tap.
        calls = CountedPosition.calls
        once = {"is_legal": 1, "_apply": 1, "describe": 1, "text": 1}
        for connection, seat in ((ada, 0), (bo, 1)):  # The first decision stays hidden, and the second reveals both.
            calls.clear()
            await connection.act(seat)
            assert calls == once
        calls.clear()
        await ada.act(0)  # The active player passes a second time, and the next player rolls.
        assert calls == dict.fromkeys(once, 2) | {"sample_chance": 1}
        calls.clear()
        await bo.rejection("act", seat=1, version=bo.view(1)["version"], move=0)
        assert "_apply" not in calls

    run_scenario(tmp_path, scenario)


def test_covered_expedition_cards_cannot_be_looked_up_until_the_game_is_over(tmp_path: Path) -> None:
    """In Silver & Gold, a viewer of a live game may look up only the last turn."""

    def expeditions(entries: list[dict[str, Any]]) -> int:
        return sum((entry["description"] or {}).get("kind") == "expedition" for entry in entries)

    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry, 2, "silver_gold")
        await ada.command("start")
        session = registry.live[ada.code].table.session
        assert session is not None
        while session.state.turn_number() < 4:
            seat = min(session.state.deciders)
            await (ada, bo)[seat].act(seat, session.state.legal(seat)[0])
        back = await Connection(registry, ada.code, "ada").hello()
        welcome, update = back.received[0], ada.last("update")
        assert expeditions(welcome["history"]) == 1
        assert welcome["history_from"] == update["history_from"] == welcome["history"][0]["n"] > 0
        assert expeditions([entry for entry in ada.history() if entry["n"] >= update["history_from"]]) == 1
        assert expeditions(ada.history()) == 4, "each was shown when it was turned over"
        await ada.command("end_early")
        late = await Connection(registry, ada.code, "ada").hello()
        assert expeditions(late.received[0]["history"]) == 4

    run_scenario(tmp_path, scenario)


def test_updates_of_the_table_and_the_next_game_are_deltas(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry)
        raw: list[bytes] = []
        eve = await Connection(registry, ada.code, "eve").hello(watch=True)
        send = eve.send

        def record(*messages: bytes) -> None:
            raw.extend(messages)
            send(*messages)

        eve.send = record  # type: ignore[method-assign]
        await ada.command("start")
        await ada.command("rename", name="Ada Lovelace")
        await ada.command("end_early")
        await ada.command("start")
        updates = [json.loads(message) for message in raw if b'"t":"update"' in message]
        assert ["view" in update["views"][0] for update in updates] == [True, False, False, False]
        assert updates[1]["table"] == {"seats": {"0": {"name": "Ada Lovelace"}}, "people": {"0": {"name": "Ada Lovelace"}}}
        live = registry.live[ada.code]
        for connection in (ada, bo, eve):
            assert connection.table == msgspec.to_builtins(live.table_info())
        assert live.table.session is not None
        for seat, connection in enumerate((ada, bo)):
            assert connection.view(seat)["view"] == json.loads(json.dumps(live.table.session.state.view(seat)))

    run_scenario(tmp_path, scenario)


def test_a_seat_takes_back_only_so_many_moves_of_one_decision(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry)
        await ada.command("start")
        for _ in range(TAKE_BACKS):
            await ada.act(0)
            assert ada.view(0)["can_take_back"]
            await ada.command("take_back", seat=0)
        await ada.act(0)
        assert not ada.view(0)["can_take_back"]
        assert await ada.rejection("take_back", seat=0) == "table.too-many-take-backs"
        await bo.act(1)  # This reveals both decisions, so take-backs are counted from 0 again.
        while not ada.view(0)["view"]["moves"]:
            await bo.act(1, bo.view(1)["view"]["moves"][-1]["move"])
        moves = ada.view(0)["view"]["moves"]
        await ada.act(0, moves[-1]["move"])
        assert registry.live[ada.code].table.take_backs[0] == 0

    run_scenario(tmp_path, scenario)


def test_a_device_that_is_signed_out_becomes_a_spectator_and_others_miss_nothing(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry)
        eve = await Connection(registry, ada.code, "eve").hello(watch=True)
        await ada.command("start")
        await ada.command("revoke", person=bo.person)
        live = registry.live[ada.code]
        assert bo.person is None
        for connection in (ada, bo, eve):
            assert connection.table == msgspec.to_builtins(live.table_info())
        assert live.table.session is not None
        for connection in (bo, eve):
            assert connection.view(SPECTATOR)["view"] == json.loads(json.dumps(live.table.session.state.view(SPECTATOR)))

    run_scenario(tmp_path, scenario)


def test_a_welcome_is_encoded_once_until_something_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry)
        await ada.command("start")
        live = registry.live[ada.code]
        built: list[str | None] = []
        welcome = live._welcome

        def record(person: str | None, *more: Any) -> Any:
            built.append(person)
            return welcome(person, *more)

        monkeypatch.setattr(live, "_welcome", record)
        for _ in range(5):
            await ada.hello()
        assert built == ["p1"]
        assert [m["you"] for m in ada.received if m["t"] == "welcome"] == ["p1"] * 6
        await bo.hello()
        await bo.hello(watch=True)
        await bo.hello()
        assert built == ["p1", "p2", None, "p2"], "who is here has changed twice"
        await ada.act(0)
        await ada.hello()
        assert built[4:] == ["p1"]
        await bo.act(1)
        assert bo.view(1)["view"]["board"] == ada.view(0)["view"]["board"], "later changes arrive as before"

    run_scenario(tmp_path, scenario)
