"""A server survives each of these faults: a kill at a chosen moment, a full disk, a clock that jumps, a bad connection."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import resource
import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from tests.chaos.bad_proxy import BadProxy
from tests.chaos.many_tables import GAMES, ManyTables
from tests.server.client import Clients, play_all, wait_for_moves, wait_for_rejections
from tests.server.log_check import check_finished_game, check_log, read_postgres_log, read_sqlite_log
from tests.server.server_process import ServerProcess
from tests.store.test_migrate import REVISIONS, create_old_database, golden_lines

Serve = Callable[..., ServerProcess]

# -- a kill at a chosen moment -----------------------------------------------------------------------------------------

AT_STATEMENT = """
import os, signal
from sqlalchemy import Engine, event
left = [{}]
def count(*_):
    left[0] -= 1
    if left[0] == 0:
        os.kill(os.getpid(), signal.SIGKILL)
for moment in ("before_cursor_execute", "commit"):
    event.listen(Engine, moment, count)
"""


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def test_a_migration_killed_at_any_statement_leaves_the_database_as_it_was(
    kind: str, tmp_path: Path, serve: Serve, clients: Clients, request: pytest.FixtureRequest
) -> None:
    database = create_old_database(kind, "0001", tmp_path, lambda: request.getfixturevalue("postgres"))
    server = serve(Path(database) if kind == "sqlite" else database, start=False)
    for statement in itertools.count(1):
        server.before = AT_STATEMENT.format(statement)
        if server.try_start():
            break
        assert version(kind, database, request) == "0001", "all steps or none"
    assert statement > 5
    server.stop(signal.SIGKILL)
    server.before = ""
    server.start()
    ada = clients(token="anybody" * 5)
    ada.url, ada.code = server.url, "BCDFG"
    assert clients.run(ada.hello(watch=True))["table"]["code"] == "BCDFG"
    assert version(kind, database, request) == REVISIONS[-1]


def version(kind: str, database: str, request: pytest.FixtureRequest) -> str:
    """Return the version of the schema. Check that the log in the database is unchanged."""
    query = "SELECT version_num FROM alembic_version"
    before = golden_lines("0001")
    if kind == "sqlite":
        assert read_sqlite_log(Path(database), "BCDFG")[: len(before)] == before
        with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
            return str(connection.execute(query).fetchone()[0])
    postgres = request.getfixturevalue("postgres")
    assert read_postgres_log(postgres, database, "BCDFG")[: len(before)] == before
    return str(postgres.run(query, url=database)[0][0])


IN_AN_APPEND = """
import os, signal, threading
from sqlalchemy import Engine, event
from sqlalchemy.pool import Pool
left, here = [{count}], threading.local()
def begins(statement):
    if "INSERT INTO records" in statement:  # an append is one statement, which commits itself
        here.appends = True
        if {moment!r} == "writing":
            count()
def count(*_):
    if getattr(here, "appends", False):
        left[0] -= 1
        here.appends = False
        if left[0] == 0:
            os.kill(os.getpid(), signal.SIGKILL)
event.listen(Engine, "connect", lambda raw, _: raw.set_trace_callback(begins))
if {moment!r} == "committed":
    event.listen(Pool, "checkin", count)
"""


def test_a_kill_during_an_append_or_just_before_its_answer_loses_nothing(tmp_path: Path, serve: Serve, clients: Clients) -> None:
    moments = ["writing", "committed"] * 3
    server = serve(before=IN_AN_APPEND.format(moment=moments[0], count=9))

    async def scenario() -> None:
        people = await clients.at_table("qwixx", url=server.url)
        playing = play_all(people)
        for moment in [*moments[1:], "never"]:
            while server.alive:
                assert not playing.done(), "the game ended too early for this test"
                await asyncio.sleep(0.005)
            assert check_log(read_sqlite_log(tmp_path / "tables.db", people[0].code), people).good
            server.before = IN_AN_APPEND.format(moment=moment, count=5)
            await asyncio.to_thread(server.start)
        await playing
        assert (await check_finished_game(read_sqlite_log(tmp_path / "tables.db", people[0].code), people)).good

    clients.run(scenario())


# -- a full disk -------------------------------------------------------------------------------------------------------


def limit_file_size(server: ServerProcess, size: int = resource.RLIM_INFINITY) -> None:
    """Let no file of the server grow beyond this size, which has the effect of a full disk."""
    _, most = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (most if size == resource.RLIM_INFINITY else size, most))


def test_a_full_disk_rejects_commands_and_play_goes_on_when_there_is_space(
    tmp_path: Path, serve: Serve, clients: Clients
) -> None:
    server, database = serve(), tmp_path / "tables.db"

    async def scenario() -> None:
        people = await clients.at_table("silver_gold", bots=0, url=server.url)  # Without bots, a person always has to decide.
        others = await clients.at_table("sideboards", url=server.url, seed=2)  # With a bot.
        playing = asyncio.gather(play_all(people), play_all(others))
        for left in (0, 3_000, 30_000):
            await wait_for_moves(people)
            limit_file_size(server, 0 if left == 0 else tmp_path.joinpath("tables.db-wal").stat().st_size + left)
            await wait_for_rejections(people, "table.not-stored")
            if left == 0:
                assert httpx.get(f"{server.url}/api/ready", timeout=600).status_code == 503
            for each in (people, others):
                assert check_log(read_sqlite_log(database, each[0].code), each).good
            if left == 3_000:
                server.stop(signal.SIGKILL)
                await asyncio.to_thread(server.start)
            limit_file_size(server)
        await playing
        for each in (people, others):
            assert (await check_finished_game(read_sqlite_log(database, each[0].code), each)).good

    clients.run(scenario())


# -- a clock that jumps ------------------------------------------------------------------------------------------------

ANOTHER_CLOCK = """
import time
from pathlib import Path
true = time.time
time.time = lambda: true() + float(Path({file!r}).read_text())
"""
DAY = 86_400


def test_a_clock_that_jumps_forces_no_moves(tmp_path: Path, serve: Serve, clients: Clients) -> None:
    clock_file, database = tmp_path / "hand", tmp_path / "tables.db"

    def jump(seconds: float) -> None:
        (tmp_path / "new").write_text(str(seconds))
        os.replace(tmp_path / "new", clock_file)

    jump(0)
    server = serve(before=ANOTHER_CLOCK.format(file=str(clock_file)))

    async def scenario() -> None:
        people = await clients.at_table("silver_gold", bots=0, url=server.url, clock=600)
        playing = play_all(people)
        for days in (1 / 24, -2, 400, -400):
            await wait_for_moves(people, 4)
            jump(days * DAY)
        await wait_for_moves(people, 4)
        server.stop(signal.SIGKILL)
        assert check_log(read_sqlite_log(database, people[0].code), people).good
        jump(30 * DAY)
        await asyncio.to_thread(server.start)
        await playing
        lines_at_end = read_sqlite_log(database, people[0].code)
        assert (await check_finished_game(lines_at_end, people)).good
        events = [json.loads(line)[1] for line in lines_at_end]
        assert max(event["at"] for event in events) - min(event["at"] for event in events) > 700 * DAY, "the clock did jump"
        assert all(event.get("by") for event in events if event["t"] == "played"), "no move was made by timeout"

    clients.run(scenario())


# -- a bad connection --------------------------------------------------------------------------------------------------


def test_doubled_delayed_swapped_or_cut_messages_are_executed_exactly_once(
    tmp_path: Path, serve: Serve, clients: Clients
) -> None:
    server = serve()
    tables = ManyTables(lambda code: read_sqlite_log(tmp_path / "tables.db", code), seed=1, think_seconds=0.0, chat_rate=0.5)
    tables.ending = True  # The tables end after one game each.

    async def scenario() -> dict[str, int]:
        async with BadProxy([server], seed=1, cut_rate=0.05).open() as proxy:
            await asyncio.gather(*(tables.table(n, lambda: proxy.url) for n in range(len(GAMES))))
            return proxy.damage

    damage = clients.run(scenario())
    assert tables.findings.good
    assert {"doubled", "delayed", "swapped", "cut", "answer cut"} <= damage.keys()
