"""The logs of whole tables, in every format there ever was: they replay for ever, to the very same views.

`python tests/golden/test_tables.py` writes the logs of the newest format that are missing; none is ever written anew.
"""

from __future__ import annotations

import json
import random
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest

import trapezi
from trapezi.tables import commands, listing
from trapezi.tables import events as r
from trapezi.tables import log as book
from trapezi.tables.table import Table

HERE = Path(__file__).parent / "tables"
FORMATS = (1, 2)  # 1: lines without a check
LOGS = [f"{game}-{version}" for game in trapezi.names() for version in FORMATS]


def seen(table: Table) -> dict[str, Any]:
    """What everybody sees at the end: the table, and a hash of all views."""
    views = [listing.seat_view(table, seat) for seat in (-2, *range(table.game.players))]
    plain = [msgspec.json.decode(view.view) for view in views if view is not None]
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
    table = book.rebuilt("BCDFG", lines)
    assert seen(table) == json.loads(end)
    assert table.granted("p1", "line") is not None, "wishes are known again"


@pytest.mark.parametrize("name", LOGS)
def test_a_log_that_was_tampered_with_is_not_believed(name: str) -> None:
    *lines, _ = (HERE / f"{name}.jsonl").read_bytes().splitlines()
    sealed = [*lines, *book.lines(book.rebuilt("BCDFG", lines).check, [r.Closed()])]
    assert book.rebuilt("BCDFG", sealed).closed
    for n in range(0, len(lines), 7):
        for tampered in (
            [*sealed[:n], *sealed[n + 1 :]],
            [*sealed[:n], sealed[n][:-2] + bytes([sealed[n][-2] ^ 1]) + sealed[n][-1:], *sealed[n + 1 :]],
            [*sealed[:n], *sealed[n : n + 2][::-1], *sealed[n + 2 :]],
            [*sealed[:n], b"\xff\x00", *sealed[n + 1 :]],
        ):
            with pytest.raises(book.Damaged):
                book.rebuilt("BCDFG", tampered)
            with pytest.raises(book.Damaged):
                book.inspect(tampered)


def evening(game: str) -> list[r.AnyRecord]:
    """Two people and a bot play a game and begin another; they talk, take back, pause, come and go."""
    rng = random.Random(game)
    table, written = Table("BCDFG"), []

    def add(record: r.AnyRecord) -> None:
        written.append(record)
        table.apply(record)

    options = trapezi.game(game, players=3).options.data()
    add(r.Opened(game=game, options=options, public=True, clock=60, secret="ab" * 32, at=1))
    for n, name in enumerate(("Ada", "Βασίλης")):
        add(r.Joined(person=f"p{n + 1}", name=name, holder=f"{n}" * 64, at=2))
        add(r.Sat(person=f"p{n + 1}", seat=n, name=name, at=2))
    add(r.BotSeated(seat=2, bot="chance", at=3))
    add(r.Said(room="table", text="Καλή παρτίδα!", by="p1", id="line", at=3))
    add(commands.started(table, None, {"by": "p1", "id": "start", "at": 4}))
    add(r.Paused(on=True, by="p2", id="pause", at=5))
    add(r.Paused(on=False, by="p2", id="go", at=5))
    steps = 0
    while table.phase == "playing" and table.play is not None and not (table.number == 2 and steps > 20):
        seat = table.asked[0]
        move = rng.choice(list(table.play.state.legal(seat)))
        steps += 1
        add(commands.played(table, seat, move, {"by": f"p{seat + 1}", "id": f"m{steps}", "at": 6} if seat < 2 else {"at": 6}))
        if steps % 9 == 0 and table.phase == "playing" and table.play.match.can_take_back(seat):
            add(r.TakenBack(seat=seat, by=f"p{seat + 1}", id=f"b{steps}", at=7))
        if table.phase == "finished" and table.number == 1:
            steps = 0
            add(commands.started(table, None, {"by": "p2", "id": "rematch", "at": 8}))
            add(r.StoodIn(seat=1, bot="chance", others=True, by="p1", id="lend", at=8))
            add(r.CameBack(person="p2", at=9))
    add(r.Resigned(seat=0, bot="chance", by="p1", id="enough", at=10))
    return written


if __name__ == "__main__":
    HERE.mkdir(exist_ok=True)
    for game in trapezi.names():
        path = HERE / f"{game}-{FORMATS[-1]}.jsonl"
        if not path.exists():
            lines = book.lines(b"", evening(game))
            end = json.dumps(seen(book.rebuilt("BCDFG", lines)), ensure_ascii=False).encode()
            path.write_bytes(b"\n".join([*lines, end]) + b"\n")
            print(path)
