"""Compare a table's log with what its clients received. The log must contain each acknowledged command exactly once."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tests.received_messages import describe_moves
from tests.server.client import Client, retry

import trapezi
from trapezi.tables import log_format
from trapezi.tables import views as table_views
from trapezi.tables.sent_views import SentViews
from trapezi.tables.table import Table


@dataclass
class Findings:
    """The results of log checks. All but the first two must be zero."""

    checks: int = 0
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    wrong: int = 0

    def __iadd__(self, other: Findings) -> Findings:
        for name, value in asdict(other).items():
            setattr(self, name, getattr(self, name) + value)
        return self

    @property
    def good(self) -> bool:
        return not (self.lost or self.doubled or self.wrong)


def read_sqlite_log(database: Path, code: str) -> list[bytes]:
    """Return the log of a table from a SQLite file, which a server may be using.

    The file is opened read-only, so it stays as it is, even if the server crashed and left a journal.
    """
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        rows = connection.execute("SELECT seq, body FROM records WHERE code = ? ORDER BY seq", [code]).fetchall()
    assert [seq for seq, _ in rows] == list(range(1, len(rows) + 1)), "no gaps"
    return [bytes(body) for _, body in rows]


def read_postgres_log(postgres: Any, database: str, code: str) -> list[bytes]:
    rows = postgres.run(f"SELECT seq, body FROM records WHERE code = '{code}' ORDER BY seq", url=database)
    assert [seq for seq, _ in rows] == list(range(1, len(rows) + 1)), "no gaps"
    return [bytes(body) for _, body in rows]


def check_log(lines: Sequence[bytes], people: Sequence[Client]) -> Findings:
    """Compare the log with what the clients at the table have received so far. The game need not be over."""
    table, ids = Table(people[0].code), Counter[tuple[str, str]]()
    possible_views: list[list[dict[int, Any]]] = [[] for _ in people]
    for line in lines:
        event, _ = log_format.decode_line(table.checksum, table.seq + 1, line)
        log_format.apply_line(table, line)
        if event.id:
            ids[event.by, event.id] += 1
        for client, views in zip(people, possible_views, strict=True):
            if client.seq == table.public_seq and client.views:
                views.append({seat: comparable(table_views.seat_view(table, seat, SentViews())) for seat in client.views})
    findings = Findings(checks=1, doubled=sum(count > 1 for count in ids.values()))
    for client, views in zip(people, possible_views, strict=True):
        counts = [ids[client.you, command_id] for command_id in client.acknowledged] if client.you else []
        findings.acknowledged += len(counts)
        findings.lost += counts.count(0)
        findings.wrong += client.seq > table.public_seq  # The client has received an event that is not in the log.
        if client.views:
            findings.wrong += {seat: comparable(view) for seat, view in client.views.items()} not in views
    return findings


def comparable(view: Any) -> Any:
    """Return a view in the form in which clients keep it, without its clock."""
    if view is None or isinstance(view, dict):
        return view and (view["version"], view["can_take_back"], view["view"])
    return (view.version, view.can_take_back, describe_moves(json.loads(bytes(view.view))))


async def check_finished_game(lines: Sequence[bytes], people: Sequence[Client]) -> Findings:
    """Check the log after the game. A replay of the downloaded log must lead to the scores and views that everyone has seen."""
    log = await retry(lambda: people[0].request("GET", f"/api/tables/{people[0].code}/games/1/log"))
    return await asyncio.to_thread(check_replay, lines, people, log)


def check_replay(lines: Sequence[bytes], people: Sequence[Client], log: str) -> Findings:
    findings, match, table = check_log(lines, people), trapezi.replay(log), log_format.rebuild(people[0].code, lines)
    findings.wrong += not match.state.over or table.phase != "finished"
    findings.wrong += table.results[0].scores != match.state.scores
    for seat, client in enumerate(people):
        findings.wrong += client.table["results"][0]["scores"] != match.state.scores
        findings.wrong += client.views[seat]["view"] != {**match.state.view(seat), "moves": [], "optional": []}
    return findings
