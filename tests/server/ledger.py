"""Is everything in the log that was acknowledged, once, and does the log lead to what people saw?"""

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

from tests.server.browsers import Browser, insist

import trapezi
from trapezi.tables import log as table_log
from trapezi.tables import views as views_module
from trapezi.tables.table import Table


@dataclass
class Findings:
    """What a look at the log found; all but the first two must be nothing."""

    looks: int = 0
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


def sqlite_lines(database: Path, code: str) -> list[bytes]:
    """The log of a table in a file, served or not; only looked at: what a killed server left is for the next one to mend."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        rows = connection.execute("SELECT seq, body FROM records WHERE code = ? ORDER BY seq", [code]).fetchall()
    assert [seq for seq, _ in rows] == list(range(1, len(rows) + 1)), "no holes"
    return [bytes(body) for _, body in rows]


def postgres_lines(postgres: Any, database: str, code: str) -> list[bytes]:
    rows = postgres.run(f"SELECT seq, body FROM records WHERE code = '{code}' ORDER BY seq", url=database)
    assert [seq for seq, _ in rows] == list(range(1, len(rows) + 1)), "no holes"
    return [bytes(body) for _, body in rows]


def look(lines: Sequence[bytes], people: Sequence[Browser]) -> Findings:
    """The log of a table, against what the people at it were told: at any moment, also while they play."""
    table, ids = Table(people[0].code), Counter[tuple[str, str]]()
    shown: list[list[dict[int, Any]]] = [[] for _ in people]
    for line in lines:
        record, _ = table_log.read_line(table.check, table.seq + 1, line)
        table_log.apply_line(table, line)
        if record.id:
            ids[record.by, record.id] += 1
        for each, views in zip(people, shown, strict=True):
            if each.seq == table.public_seq and each.views:
                views.append({seat: seen(views_module.seat_view(table, seat)) for seat in each.views})
    found = Findings(looks=1, doubled=sum(count > 1 for count in ids.values()))
    for each, views in zip(people, shown, strict=True):
        wishes = [ids[each.you, wish] for wish in each.acked] if each.you else []
        found.acknowledged += len(wishes)
        found.lost += wishes.count(0)
        found.wrong += each.seq > table.public_seq  # told of what is not written
        if each.views:
            found.wrong += {seat: seen(view) for seat, view in each.views.items()} not in views
    return found


def seen(view: Any) -> Any:
    """A view as a browser has it, but for the clock."""
    if view is None or isinstance(view, dict):
        return view and (view["version"], view["can_take_back"], view["view"])
    return (view.version, view.can_take_back, json.loads(bytes(view.view)))


async def look_at_the_end(lines: Sequence[bytes], people: Sequence[Browser]) -> Findings:
    """The same when the game is over; and everybody can have it replayed, to the scores and views that all have seen."""
    log = await insist(lambda: people[0].ask("GET", f"/api/tables/{people[0].code}/games/1/log"))
    return await asyncio.to_thread(compare, lines, people, log)


def compare(lines: Sequence[bytes], people: Sequence[Browser], log: str) -> Findings:
    found, match, table = look(lines, people), trapezi.replay(log), table_log.rebuild(people[0].code, lines)
    found.wrong += not match.state.over or table.phase != "finished"
    found.wrong += table.results[0].scores != match.state.scores
    for seat, each in enumerate(people):
        found.wrong += each.table["results"][0]["scores"] != match.state.scores
        found.wrong += each.views[seat]["view"] != {**match.state.view(seat), "moves": [], "optional": []}
    return found
