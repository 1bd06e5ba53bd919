"""What people see of a match beside the table itself: what is asked, the moves, what happened, the score, the end."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from trapezi.cli.boards import own_way
from trapezi.core.errors import Reason
from trapezi.core.history import HistoryEntry, standing
from trapezi.core.match import Match
from trapezi.core.seats import NATURE
from trapezi.games import find
from trapezi.i18n import Catalogue, plain

MANY = 48  # moves that are listed at once
FEW = 4  # signals that are listed with them
GLOW = "bold bright_white"
QUIET = "dim"


def signed(points: int) -> str:
    """
    >>> signed(3), signed(-5), signed(0)
    ('+3', '−5', '')
    """
    return f"+{points}" if points > 0 else f"−{-points}" if points < 0 else ""


def counted(points: int) -> str:
    return str(points).replace("-", "−")


def asked(view: Mapping[str, Any], words: Catalogue) -> Text:
    """What the table waits for: `<game>.ask.<phase>` where the game has such words."""
    table = view["board"]
    facts = {name: value for name, value in table.items() if isinstance(value, str | int)}
    asks = own_way(view["game"], "asks")
    key = asks(view) if asks else f"{view['game']}.ask.{table.get('phase', '')}"
    seats = [words.name(seat) for seat in view["deciders"]]
    if view["seat"] not in view["deciders"]:
        return Text(words.translate("play.waiting", names=seats), style=QUIET)
    what = words.translate(key, **facts) if words.find(key) else words.translate("play.ask")
    return Text.assemble((words.name(view["seat"]), GLOW), ": ", what)


def named(view: Mapping[str, Any], words: Catalogue) -> list[str]:
    """The moves of a view in words, first those that are owed, then those that are free."""
    return [words.move(view["game"], m["description"], m["text"]) for m in (*view["moves"], *view["optional"])]


def typed(text: str) -> str:
    """A text as `plain` has it, without the signs between the parts of a move.

    >>> typed("19 → Πάνω 1") == typed("19  πανω 1")
    True
    """
    return plain(re.sub(r"[→:,]", " ", text))


def moves(
    view: Mapping[str, Any],
    words: Catalogue,
    only: Iterable[int] | None = None,
    room: int | None = None,
    width: int = 80,
) -> RenderableType:
    """The moves of a view, numbered from 1; `only` these of them, counted from 0; as many as there is room for, in lines."""
    told = named(view, words)
    owed, free = len(view["moves"]), len(view["optional"])
    listed = list(range(owed if free > FEW else owed + free) if only is None else only)
    points = not find(view["game"]).cooperative  # where all share them, every move brings the same
    entries = [entry(n, told[n], view["moves"][n] if points and n < owed else None) for n in listed[:MANY]]
    below: list[Text] = []
    if only is None and free:
        below.append(Text(words.translate("play.optional", count=free, first=owed + 1), style=QUIET))
        room = None if room is None else room - lines_of(below[0], width)
    more = Text(words.translate("play.more-moves", count=len(listed)), style=QUIET)
    kept = len(entries) if room is None else fitting(entries, room, lines_of(more, width), len(listed), width)
    if kept < len(listed):
        more.plain = words.translate("play.more-moves", count=len(listed) - kept)
        below.insert(0, more)
    return Group(packed(entries[:kept], width), *below)


def lines_of(text: Text, width: int) -> int:
    return -(-text.cell_len // width)


def fitting(entries: Sequence[Text], room: int, more: int, number: int, width: int) -> int:
    """How many entries stand in so many lines, if a remark of `more` lines follows where some of the number are left out."""
    for kept in range(len(entries), 1, -1):
        if -(-kept // abreast(entries[:kept], width)) + (more if kept < number else 0) <= room:
            return kept
    return min(1, len(entries))


def abreast(entries: Sequence[Text], width: int) -> int:
    """How many of the entries stand side by side."""
    if sum(entry.cell_len + 2 for entry in entries) <= width + 2:
        return max(1, len(entries))
    return max(1, (width + 2) // (max(entry.cell_len for entry in entries) + 2))


def packed(entries: Sequence[Text], width: int) -> RenderableType:
    """Entries in columns, a long list column by column."""
    columns = abreast(entries, width)
    rows = -(-len(entries) // columns)
    grid = Table.grid(padding=(0, 2, 0, 0))
    for row in range(rows):
        down = len(entries) > 12 and rows > 1
        grid.add_row(*(entries[row::rows] if down else entries[row * columns : (row + 1) * columns]))
    return grid


def entry(n: int, words: str, move: Mapping[str, Any] | None) -> Text:
    points = signed(move["preview"].get("points", 0)) if move else ""
    return Text.assemble((f"{n + 1} ", "bold cyan"), words, (f" {points}" if points else "", "green" if "+" in points else "red"))


def happened(entries: Sequence[HistoryEntry], game: str, words: Catalogue) -> list[str]:
    """Return history entries as lines: who did what. What was taken back is left out."""
    return [happening(entry.seat, entry.description or {}, game, words) for entry in standing(entries)]


def happening(seat: int, description: Mapping[str, Any], game: str, words: Catalogue) -> str:
    what = words.move(game, description)
    return what if seat == NATURE else words.translate("play.did", seat=seat, what=what)


def news(lines: Sequence[str], words: Catalogue, most: int = 8) -> Text:
    """The latest events in a paragraph."""
    head = ["…"] if len(lines) > most else []
    return Text(" · ".join([*head, *lines[-most:]]), style="italic")


def sheet(view: Mapping[str, Any], seat: int, words: Catalogue) -> Table:
    """A player's score sheet, line by line with its reasons."""
    table = Table(title=Text(words.name(seat), style="bold"), title_justify="left", show_header=False, show_footer=True, box=None)
    table.add_column(footer=Text(words.translate("play.total"), style="bold"))
    table.add_column(justify="right", footer=Text(counted(view["scores"][seat]), style="bold"))
    for line in view["score_lines"][seat]:
        table.add_row(words.reason(Reason(line["key"], line["params"])), counted(line["points"]))
    return table


def score(view: Mapping[str, Any], words: Catalogue) -> RenderableType:
    """All score sheets side by side; one for all where all play together and share it."""
    together = view["players"] > 1 and find(view["game"]).cooperative
    seats = [0] if together else range(view["players"])
    sheets = [sheet(view, seat, words) for seat in seats]
    if together:
        sheets[0].title = Text(words.translate("play.team"), style="bold")
    return Columns([Padding(one, (0, 3, 1, 0)) for one in sheets])


def own_score(view: Mapping[str, Any], words: Catalogue) -> RenderableType:
    """The viewer's sheet, and what the others have in all."""
    others = [seat for seat in range(view["players"]) if seat != view["seat"]]
    sums = Text(" · ".join(f"{words.name(seat)}: {counted(view['scores'][seat])}" for seat in others))
    return Group(sheet(view, view["seat"], words), Text(), sums)


def ending(view: Mapping[str, Any], words: Catalogue) -> Text:
    """Who won, and why."""
    outcome = view["result"]
    said = []
    if outcome["won"] is not None:
        said.append(words.translate("play.won" if outcome["won"] else "play.lost"))
    elif view["players"] == 1:
        said.append(words.translate("play.alone", points=view["scores"][0]))
    else:
        winners = outcome["winners"]
        key = "play.winner" if len(winners) == 1 else "play.winners"
        said.append(words.translate(key, names=[words.name(seat) for seat in winners], points=view["scores"][winners[0]]))
        if outcome["decided_by"]:
            said.append(words.translate("play.tie-break", number=outcome["decided_by"]))
    if outcome["reason"]:
        said.append(words.reason(Reason(outcome["reason"]["key"], outcome["reason"]["params"])))
    return Text(" ".join(said), style=GLOW)


def story(match: Match, viewer: int, words: Catalogue) -> list[str]:
    """All that a viewer knows to have happened."""
    return happened(match.history(viewer), match.game.name, words)


def latest(lines: Sequence[str], room: int, width: int) -> list[str]:
    """The last of many lines that stand in so many rows, under a sign that there were more.

    >>> latest(["one", "two", "three"], 2, 80), latest(["one"], 2, 80)
    (['…', 'three'], ['one'])
    """
    kept = 0
    rows = 0
    for line in reversed(lines):
        rows += max(1, lines_of(Text(line), width))
        if rows > (room if kept == len(lines) - 1 else room - 1):
            break
        kept += 1
    kept = max(kept, 1)
    return list(lines) if kept >= len(lines) else ["…", *lines[-kept:]]
