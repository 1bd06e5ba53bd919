"""Deals of the day: when a day begins, which attempts count, who is ranked, and that nobody knows the chance in advance."""

from __future__ import annotations

import asyncio
import gzip
import json
import time
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from tests.tables.connections import IN_PROCESS, TOKENS, Connection, evict_all, run_scenario

from trapezi.core.random import Stream
from trapezi.games.qwixx.daily_roll import DICE
from trapezi.protocol import http
from trapezi.protocol.commands import Hello
from trapezi.store import open_store
from trapezi.store.interface import AttemptEntry
from trapezi.tables import backup, daily_deals
from trapezi.tables.daily_deals import DailyDeals, keyed_hash, world_key
from trapezi.tables.errors import Rejected
from trapezi.tables.registry import Settings, TableRegistry
from trapezi.tables.verifiable_chance import chance_streams, commitment

ATHENS = ZoneInfo("Europe/Athens")
NOON = datetime(2026, 3, 10, 12, tzinfo=ATHENS).timestamp()
HOUR = 3600


@pytest.fixture(autouse=True)
def noon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the time to noon of a fixed day."""
    monkeypatch.setattr(time, "time", lambda: NOON)


def deals_at(registry: TableRegistry, now: float, zone: ZoneInfo = ATHENS) -> DailyDeals:
    """Make the server offer the daily deals of this time in this time zone, and return them."""
    registry.daily = DailyDeals(registry, lambda: now, zone)
    return registry.daily


async def begin(registry: TableRegistry, name: str, game: str = "qwixx", kind: Any = "counted") -> Connection:
    joined = await registry.daily.open_or_resume_table(TOKENS[name], game, http.PlayDeal(name, kind))
    return await Connection(registry, joined.table.code, name).hello()


async def finish(player: Connection, seed: int = 1) -> None:
    """Play the game at a table to its end with random moves."""
    live, rng = await player.registry.find_or_load(player.code), Stream(seed)
    while live.table.phase == "playing":
        session = live.table.session
        assert session is not None
        await player.act(0, session.state.choose(0, rng))


@pytest.mark.parametrize(
    ("moment", "zone", "day", "hours_left"),
    [
        ("2026-03-10T23:59:59+02:00", "Europe/Athens", "2026-03-10", 0),
        ("2026-03-11T00:00:00+02:00", "Europe/Athens", "2026-03-11", 24),
        ("2026-03-29T00:00:00+02:00", "Europe/Athens", "2026-03-29", 23),  # On this day, the clocks are put forward.
        ("2026-10-25T00:00:00+03:00", "Europe/Athens", "2026-10-25", 25),  # On this day, the clocks are put back.
        ("2026-03-10T23:30:00+02:00", "Pacific/Auckland", "2026-03-11", 13),
        ("2026-03-10T23:30:00+02:00", "America/Los_Angeles", "2026-03-10", 9),
    ],
)
def test_a_day_ends_at_midnight_of_the_servers_time_zone(moment: str, zone: str, day: str, hours_left: int) -> None:
    now = datetime.fromisoformat(moment).timestamp()
    deals = DailyDeals(None, lambda: now, ZoneInfo(zone))  # type: ignore[arg-type]
    assert deals.today().isoformat() == day
    assert (deals.end_of(deals.today()) - now) // HOUR == hours_left
    assert deals.world_day() == datetime.fromtimestamp(now, UTC).date()


def test_the_key_of_a_day_is_promised_before_and_published_after_it(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        deals = deals_at(registry, NOON)
        promised = await deals.key_commitment("2026-03-11")
        assert promised.key is None
        assert (await deals.overview(TOKENS["ada"])).next_commitment == promised.commitment
        for day in ("2026-03-12", "yesterday", "2026-02-30", "0001-01-01"):
            with pytest.raises(Rejected, match="no-such-day"):
                await deals.key_commitment(day)
        end = deals.end_of(date(2026, 3, 11))
        assert (await deals_at(registry, end + HOUR - 1).key_commitment("2026-03-11")).key is None
        revealed = await deals_at(registry, end + HOUR).key_commitment("2026-03-11")
        assert revealed.key is not None
        assert commitment(revealed.key) == revealed.commitment == promised.commitment

    run_scenario(tmp_path, scenario)


def test_one_attempt_counts_and_practice_cannot_come_before_it(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        deals = deals_at(registry, NOON)
        first = await begin(registry, "ada", kind="practice")
        assert (await begin(registry, "ada")).code == (await begin(registry, "ada", kind="practice")).code == first.code
        await finish(first)
        registry.disconnect(first, first.code)
        with pytest.raises(Rejected, match="deal-was-played"):
            await begin(registry, "ada")
        again = await begin(registry, "ada", kind="practice")
        assert again.code != first.code
        await finish(again, seed=2)
        (game,) = [each for each in (await deals.overview(TOKENS["ada"])).games if each.game == "qwixx"]
        assert (game.code, game.score) == (first.code, (await registry.find_or_load(first.code)).table.results[0].scores[0])
        assert (game.rank, game.players, game.streak, len(game.lines)) == (1, 1, 1, 4)
        for command in ({"kind": "ready"}, {"kind": "luck", "words": "x"}):
            assert await again.rejection(**command) == "table.deal-is-fixed"

    run_scenario(tmp_path, scenario)


def test_an_attempt_with_a_bots_help_or_after_the_reveal_does_not_count(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        deals = deals_at(registry, NOON)
        ada = await begin(registry, "ada")
        assert await ada.rejection("stand_in", seat=0) == "table.deal-is-fixed"
        table = (await registry.find_or_load(ada.code)).table
        await ada.leave()
        assert table.assisted
        (game,) = [each for each in (await deals.overview(TOKENS["ada"])).games if each.game == "qwixx"]
        assert (game.open, game.score) == (table.phase == "playing", None)
        late = AttemptEntry("2026-03-10", "qwixx", "b" * 64, "LATEE", 1, int(deals.end_of(date(2026, 3, 10))) + HOUR, 99, b"[]")
        await registry.store.daily.find_or_add_attempt(late)
        assert deals.rank_finished_attempts(await registry.store.daily.attempts_on("2026-03-10")) == []

    run_scenario(tmp_path, scenario)


def test_two_hundred_players_are_ranked_with_ties(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        deals, rng = deals_at(registry, NOON), Stream(7)
        scores = {f"player {n:03}": rng.below(40) for n in range(200)}
        for n, (name, score) in enumerate(scores.items()):
            token = f"{n:064x}"
            await registry.store.daily.find_or_add_attempt(AttemptEntry("2026-03-10", "qwixx", token, f"C{n}", 1))
            await registry.store.daily.finish_attempt(f"C{n}", score, int(NOON), b"[]")
            if n % 10:  # Every tenth player has no name.
                await registry.store.daily.set_name(token, name)
        await registry.store.daily.set_name("f" * 64, "has not played")
        ranked = deals.rank_finished_attempts(await registry.store.daily.attempts_on("2026-03-10"))
        assert [line.score for line in ranked] == sorted(scores.values(), reverse=True)
        assert all(line.rank == 1 + sum(score > line.score for score in scores.values()) for line in ranked)
        shown = (await deals.ranking(TOKENS["ada"], "qwixx")).today
        named = {name: score for name, score in scores.items() if int(name[-3:]) % 10}
        assert {line.name for line in shown} <= named.keys()
        assert [line.score for line in shown] == sorted(named.values(), reverse=True)[:100]
        assert not any(line.mine for line in shown)

    run_scenario(tmp_path, scenario)


def test_the_best_of_yesterday_can_be_replayed_and_streaks_go_on(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        deals_at(registry, NOON)
        await registry.daily.set_name(TOKENS["ada"], " Ada\u202e ")
        ada = await begin(registry, "ada")
        await finish(ada)
        await (await registry.find_or_load(ada.code)).recorder.record()
        finished = AttemptEntry("2026-03-10", "qwixx", "b" * 64, "OTHER", 1, int(NOON), -99, b"[]")
        await registry.store.daily.restore_attempts([(finished, "Bo")])
        with pytest.raises(Rejected, match="deal-not-revealed"):
            await registry.compressed_game_log("", ada.code, 1)
        deals = deals_at(registry, NOON + 24 * HOUR)
        ranking = await deals.ranking(TOKENS["ada"], "qwixx")
        assert (ranking.past_day, ranking.best) == ("2026-03-10", ada.code)
        assert [(line.rank, line.name, line.mine) for line in ranking.past] == [(1, "Ada", True), (2, "Bo", False)]
        assert b"secret" in gzip.decompress(await registry.compressed_game_log("", ada.code, 1))
        (game,) = [each for each in (await deals.overview(TOKENS["ada"])).games if each.game == "qwixx"]
        assert (game.streak, game.code) == (1, None)
        (game,) = [
            each for each in (await deals_at(registry, NOON + 48 * HOUR).overview(TOKENS["ada"])).games if each.game == "qwixx"
        ]
        assert game.streak == 0

    run_scenario(tmp_path, scenario)


def test_the_world_deal_is_the_same_on_two_servers_and_that_of_a_server_is_not(tmp_path: Path) -> None:
    rolls: dict[str, list[Any]] = {"world": [], "counted": []}

    async def scenario(registry: TableRegistry) -> None:
        deals_at(registry, NOON)
        for kind, seen in rolls.items():
            seen.append((await begin(registry, "ada", kind=kind)).view(0)["view"]["board"]["dice"])

    for server in ("one", "two"):
        (tmp_path / server).mkdir()
        run_scenario(tmp_path / server, scenario)
    assert rolls["world"][0] == rolls["world"][1]
    assert rolls["counted"][0] != rolls["counted"][1]


def first_roll(secret: str) -> list[int]:
    stream = chance_streams(secret)(0)
    return [1 + stream.below(6) for _ in range(DICE)]


def test_no_byte_before_the_first_move_reveals_later_luck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two deals with the same first roll but different later rolls look the same, except for the commitment."""
    one = keyed_hash("5a" * 32, "0")
    wanted, n = first_roll(one), 1
    while first_roll(other := keyed_hash("5a" * 32, str(n))) != wanted:
        n += 1
    seen: list[str] = []

    async def scenario(registry: TableRegistry) -> None:
        deals_at(registry, NOON)
        monkeypatch.setattr(daily_deals, "keyed_hash", lambda key, text: secret)
        raw: list[bytes] = []
        ada = await begin(registry, "ada")
        watching = Connection(registry, ada.code, "cy")
        monkeypatch.setattr(Connection, "send", lambda self, *messages: raw.extend(messages))
        await registry.hello(watching, Hello(ada.code))
        await registry.hello(ada, Hello(ada.code, TOKENS["ada"]))
        table = registry.live[ada.code].table
        text = b"".join(raw).decode() + json.dumps([g.code is None for g in (await registry.daily.overview(TOKENS["ada"])).games])
        for own in (commitment(secret), commitment(table.next_secret), ada.code, table.key):
            text = text.replace(own, "-")
        seen.append(text)

    for secret in (one, other):
        (tmp_path / secret).mkdir()
        with monkeypatch.context():
            run_scenario(tmp_path / secret, scenario)
    assert '"dice"' in seen[0]
    assert seen[0] == seen[1]


def test_two_players_with_the_same_moves_have_the_same_game_also_against_a_bot(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        deals_at(registry, NOON)
        games = []
        for name in ("ada", "bo"):
            player = await begin(registry, name, "qwixx_cards")
            table = (await registry.find_or_load(player.code)).table
            assert table.session is not None
            for _ in range(8):
                await player.until(lambda table=table: 0 in table.deciding)  # type: ignore[misc]
                await player.act(0, table.session.state.legal(0)[-1])
            await player.until(lambda table=table: 0 in table.deciding)  # type: ignore[misc]
            games.append(table.session.match.events)
        assert games[0] == games[1]
        assert len(games[0]) > 30
        assert {seat for seat, _ in games[0]} == {-1, 0, 1}

    run_scenario(tmp_path, scenario)


def test_a_deal_goes_on_with_the_same_luck_after_a_restart(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        deals_at(registry, NOON)
        ada = await begin(registry, "ada", "the_game")
        await ada.act(0, ada.view(0)["view"]["moves"][0]["move"])
        registry.disconnect(ada, ada.code)
        await evict_all(registry)
        await ada.hello()
        await finish(ada)
        table = (await registry.find_or_load(ada.code)).table
        assert table.session is not None
        table.proof.check(table.session.match)

    run_scenario(tmp_path, scenario)


def test_a_backup_contains_the_deals_and_their_secret(database: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        registry = TableRegistry(open_store(database), Settings(**IN_PROCESS))
        deals_at(registry, NOON)
        await registry.daily.set_name(TOKENS["ada"], "Ada")
        await begin(registry, "ada")
        key = await registry.daily.key_of(date(2026, 3, 10))
        await backup.backup(registry.store, tmp_path / "b")
        other = TableRegistry(open_store(tmp_path / "other.db"), registry.settings)
        await backup.restore(other.store, tmp_path / "b")
        assert await other.store.daily.all_attempts() == await registry.store.daily.all_attempts() != []
        assert await deals_at(other, NOON).key_of(date(2026, 3, 10)) == key != world_key(date(2026, 3, 10))
        await other.close()
        await registry.close()

    asyncio.run(scenario())
