"""The logs of whole tables, in every format that there ever was, still lead to exactly the same views.

`python tests/golden/test_tables.py` writes the missing logs of the newest format, and never overwrites one.
"""

from __future__ import annotations

import json
import random
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.received_messages import describe_moves

import trapezi
from trapezi.tables import commands_to_events, events, log_format, views
from trapezi.tables.sent_views import SentViews
from trapezi.tables.table import Table

HERE = Path(__file__).parent / "tables"
# 1: lines without a checksum. 2: lines with a checksum before the event. 3: lines with a JSON array of both.
FORMATS = (1, 2, 3)
LOGS = [f"{game}-{version}" for game in trapezi.names() for version in FORMATS]


def seen(table: Table) -> dict[str, Any]:
    """Return what everyone sees at the end: the table, and a hash of all views."""
    seats = [views.seat_view(table, seat, SentViews()) for seat in (-2, *range(table.game.players))]
    plain = [describe_moves(msgspec.json.decode(view.view)) for view in seats if view is not None and view.view is not None]
    return {
        "seq": table.seq,
        "phase": table.phase,
        "scores": [result.scores for result in table.results],
        "names": [seat.name for seat in table.seats],
        "chat": [said.text for said in table.chat],
        "views": sha256(msgspec.json.encode(plain, order="sorted")).hexdigest(),
    }


@pytest.mark.parametrize("name", LOGS)
def test_the_log_of_a_table_replays_for_ever(name: str) -> None:
    *lines, end = (HERE / f"{name}.jsonl").read_bytes().splitlines()
    assert lines[0].startswith(b"{") == name.endswith("-1")
    assert lines[0].startswith(b"[") == name.endswith("-3")
    table = log_format.rebuild("BCDFG", lines)
    assert seen(table) == json.loads(end)
    assert table.has_executed("p1", "line"), "commands are known again"


@pytest.mark.parametrize("name", LOGS)
def test_a_log_that_was_tampered_with_is_not_believed(name: str) -> None:
    *lines, _ = (HERE / f"{name}.jsonl").read_bytes().splitlines()
    sealed = [*lines, *log_format.encode_events(log_format.rebuild("BCDFG", lines).checksum, [events.Closed()])]
    assert log_format.rebuild("BCDFG", sealed).closed
    for n in range(0, len(lines), 7):
        for tampered in (
            [*sealed[:n], *sealed[n + 1 :]],
            [*sealed[:n], sealed[n][:-2] + bytes([sealed[n][-2] ^ 1]) + sealed[n][-1:], *sealed[n + 1 :]],
            [*sealed[:n], *sealed[n : n + 2][::-1], *sealed[n + 2 :]],
            [*sealed[:n], b"\xff\x00", *sealed[n + 1 :]],
        ):
            with pytest.raises(log_format.Damaged):
                log_format.rebuild("BCDFG", tampered)
            with pytest.raises(log_format.Damaged):
                log_format.check_lines(tampered)


def evening(game: str) -> list[events.AnyEvent]:
    """Let two people and a bot play a game and begin another. Meanwhile they talk, take back moves, pause, come and go."""
    rng = random.Random(game)
    table, written = Table("BCDFG"), []

    def add(event: events.AnyEvent) -> None:
        written.append(event)
        table.apply(event)

    options = trapezi.game(game, players=3).options.data()
    add(events.Opened(game=game, options=options, public=True, clock=60, secret="ab" * 32, at=1))
    for n, name in enumerate(("Ada", "Βασίλης")):
        add(events.Joined(person=f"p{n + 1}", name=name, token_hash=f"{n}" * 64, at=2))
        add(events.Sat(person=f"p{n + 1}", seat=n, name=name, at=2))
    add(events.BotSeated(seat=2, bot="chance", at=3))
    add(events.Said(room="table", text="Καλή παρτίδα!", by="p1", id="line", at=3))
    add(commands_to_events.draft_start(table, None, {"by": "p1", "id": "start", "at": 4}).event)
    add(events.Paused(on=True, by="p2", id="pause", at=5))
    add(events.Paused(on=False, by="p2", id="go", at=5))
    steps = 0
    while table.phase == "playing" and table.session is not None and not (table.number == 2 and steps > 20):
        seat = table.deciding[0]
        move = rng.choice(list(table.session.state.legal(seat)))
        steps += 1
        made = {"by": f"p{seat + 1}", "id": f"m{steps}", "at": 6} if seat < 2 else {"at": 6}
        add(commands_to_events.draft_move(table, seat, move, made).event)
        if steps % 9 == 0 and table.phase == "playing" and table.session.match.can_take_back(seat):
            add(events.TakenBack(seat=seat, by=f"p{seat + 1}", id=f"b{steps}", at=7))
        if table.session.state.over and table.number == 1:
            steps = 0
            add(commands_to_events.draft_start(table, None, {"by": "p2", "id": "again", "at": 8}).event)
            add(events.StoodIn(seat=1, bot="chance", others=True, by="p1", id="lend", at=8))
            add(events.CameBack(person="p2", at=9))
    add(events.Resigned(seat=0, bot="chance", by="p1", id="enough", at=10))
    return written


if __name__ == "__main__":
    HERE.mkdir(exist_ok=True)
    for game in trapezi.names():
        path = HERE / f"{game}-{FORMATS[-1]}.jsonl"
        if not path.exists():
            lines = log_format.encode_events(b"", evening(game))
            end = json.dumps(seen(log_format.rebuild("BCDFG", lines)), ensure_ascii=False).encode()
            path.write_bytes(b"\n".join([*lines, end]) + b"\n")
            print(path)
