"""What people see of a match beside the table itself: what is asked, the moves, what happened, the score, the end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from trapezi.law.errors import Reason
from trapezi.law.match import Match
from trapezi.law.seats import NATURE
from trapezi.words import Words

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


def asked(view: Mapping[str, Any], words: Words) -> Text:
    """What the table waits for: `<game>.ask.<phase>` where the game has such words."""
    table = view["table"]
    facts = {name: value for name, value in table.items() if isinstance(value, str | int)}
    key = f"{view['game']}.ask.{table.get('phase', '')}"
    seats = [words.name(seat) for seat in view["deciders"]]
    if view["seat"] not in view["deciders"]:
        return Text(words.say("play.waiting", names=seats), style=QUIET)
    what = words.say(key, **facts) if words.find(key) else words.say("play.ask")
    return Text.assemble((words.name(view["seat"]), GLOW), ": ", what)


def named(view: Mapping[str, Any], words: Words) -> list[str]:
    """The moves of a view in words, first those that are owed, then those that are free."""
    return [words.move(view["game"], m["parts"], m["text"]) for m in (*view["moves"], *view["optional"])]


def moves(view: Mapping[str, Any], words: Words, only: Iterable[int] | None = None) -> RenderableType:
    """The moves of a view, numbered from 1; `only` these of them, counted from 0."""
    told = named(view, words)
    owed, free = len(view["moves"]), len(view["optional"])
    listed = list(range(owed if free > FEW else owed + free) if only is None else only)
    entries = [entry(n, told[n], view["moves"][n] if n < owed else None) for n in listed[:MANY]]
    shown: list[RenderableType] = [Columns(entries, padding=(0, 2), equal=len(entries) > 4, column_first=len(entries) > 12)]
    if len(listed) > MANY:
        shown.append(Text(words.say("play.more-moves", count=len(listed) - MANY), style=QUIET))
    if only is None and free:
        shown.append(Text(words.say("play.optional", count=free, first=owed + 1), style=QUIET))
    return Group(*shown)


def entry(n: int, words: str, move: Mapping[str, Any] | None) -> Text:
    points = signed(move["preview"].get("points", 0)) if move else ""
    return Text.assemble((f"{n + 1} ", "bold cyan"), words, (f" {points}" if points else "", "green" if "+" in points else "red"))


def happened(events: Sequence[Mapping[str, Any]], game: str, words: Words) -> list[str]:
    """Events (of `match.seen`) as lines: who did what."""
    return [happening(event["seat"], event["shown"], game, words) for event in events]


def happening(seat: int, shown: Mapping[str, Any] | None, game: str, words: Words) -> str:
    if shown is None:
        return words.say("play.decided", seat=seat)
    what = words.move(game, shown)
    return what if seat == NATURE else words.say("play.did", seat=seat, what=what)


def news(lines: Sequence[str], words: Words, most: int = 8) -> Text:
    """The latest events in a paragraph."""
    head = ["…"] if len(lines) > most else []
    return Text(" · ".join([*head, *lines[-most:]]), style="italic")


def sheet(view: Mapping[str, Any], seat: int, words: Words) -> Table:
    """A player's score sheet, line by line with its reasons."""
    table = Table(title=Text(words.name(seat), style="bold"), title_justify="left", show_header=False, show_footer=True, box=None)
    table.add_column(footer=Text(words.say("play.total"), style="bold"))
    table.add_column(justify="right", footer=Text(counted(view["scores"][seat]), style="bold"))
    for line in view["lines"][seat]:
        table.add_row(words.reason(Reason(line["key"], line["params"])), counted(line["points"]))
    return table


def score(view: Mapping[str, Any], words: Words) -> RenderableType:
    """All score sheets side by side; one for all where all play together and share it."""
    together = view["players"] > 1 and all(lines == view["lines"][0] for lines in view["lines"]) and is_team(view)
    seats = [0] if together else range(view["players"])
    sheets = [sheet(view, seat, words) for seat in seats]
    if together:
        sheets[0].title = Text(words.say("play.team"), style="bold")
    return Columns([Padding(one, (0, 3, 1, 0)) for one in sheets])


def is_team(view: Mapping[str, Any]) -> bool:
    return view["outcome"] is not None and view["outcome"]["won"] is not None


def ending(view: Mapping[str, Any], words: Words) -> Text:
    """Who won, and why."""
    outcome = view["outcome"]
    said = []
    if outcome["won"] is not None:
        said.append(words.say("play.won" if outcome["won"] else "play.lost"))
    elif view["players"] == 1:
        said.append(words.say("play.alone", points=view["scores"][0]))
    else:
        winners = outcome["winners"]
        key = "play.winner" if len(winners) == 1 else "play.winners"
        said.append(words.say(key, names=[words.name(seat) for seat in winners], points=view["scores"][winners[0]]))
        if outcome["decided_by"]:
            said.append(words.say("play.tie-break", number=outcome["decided_by"]))
    if outcome["reason"]:
        said.append(words.reason(Reason(outcome["reason"]["key"], outcome["reason"]["params"])))
    return Text(" ".join(said), style=GLOW)


def story(match: Match, viewer: int, words: Words) -> list[str]:
    """All that a viewer knows to have happened."""
    return happened(match.seen(viewer), match.game.name, words)
