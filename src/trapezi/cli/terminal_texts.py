"""Render the texts that the terminal shows in addition to the board: question, moves, events, scores and result."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from trapezi.cli.board import find_terminal_function
from trapezi.core.errors import Reason
from trapezi.core.history import HistoryEntry, PlayedBy, without_taken_back
from trapezi.core.special_seats import NATURE
from trapezi.games import find
from trapezi.i18n import Catalogue, fold_text

MAX_MOVES = 48  # List at most this number of moves at once.
MAX_SIGNALS = 4  # If there are more signals than this, show only their number instead of a list.
BRIGHT = "bold bright_white"
DIM = "dim"


def signed_or_blank(points: int) -> str:
    """Return points with their sign, or nothing for zero.

    >>> signed_or_blank(3), signed_or_blank(-5), signed_or_blank(0)
    ('+3', '−5', '')
    """
    return f"+{points}" if points > 0 else f"−{-points}" if points < 0 else ""


def points_text(points: int) -> str:
    return str(points).replace("-", "−")


def question_or_waiting_text(view: Mapping[str, Any], catalogue: Catalogue) -> Text:
    """Return what the viewer has to decide (message `<game>.ask.<phase>`), or for which players the game waits."""
    board = view["board"]
    params = {name: value for name, value in board.items() if isinstance(value, str | int)}
    question_key = find_terminal_function(view["game"], "question_key")
    key = question_key(view) if question_key else f"{view['game']}.ask.{board.get('phase', '')}"
    seats = [catalogue.player_name(seat) for seat in view["deciders"]]
    if view["seat"] not in view["deciders"]:
        return Text(catalogue.translate("cli.play.waiting", names=seats), style=DIM)
    decision = catalogue.translate(key, **params) if catalogue.template(key) else catalogue.translate("cli.play.ask")
    return Text.assemble((catalogue.player_name(view["seat"]), BRIGHT), ": ", decision)


def move_texts(view: Mapping[str, Any], catalogue: Catalogue) -> list[str]:
    """Return the texts of all moves of a view: first the legal moves, then the optional signals."""
    return [catalogue.move_text(view["game"], m["description"], m["text"]) for m in (*view["moves"], *view["optional"])]


def normalize_move_text(text: str) -> str:
    """Return a text as `fold_text` does, but without the arrows, colons and commas between the parts of a move.

    >>> normalize_move_text("19 → Πάνω 1") == normalize_move_text("19  πανω 1")
    True
    """
    return fold_text(re.sub(r"[→:,]", " ", text))


def numbered_moves(
    view: Mapping[str, Any],
    catalogue: Catalogue,
    indexes: Iterable[int] | None = None,
    max_lines: int | None = None,
    width: int = 80,
) -> RenderableType:
    """Return a list of the moves of a view, numbered from 1, in at most `max_lines` lines.

    `indexes` are the indices of the moves to list, by default all moves.
    """
    texts = move_texts(view, catalogue)
    legal, optional = len(view["moves"]), len(view["optional"])
    listed = list(range(legal if optional > MAX_SIGNALS else legal + optional) if indexes is None else indexes)
    points = not find(view["game"]).cooperative  # In a cooperative game, points do not say which move is better.
    entries = [move_entry(n, texts[n], view["moves"][n] if points and n < legal else None) for n in listed[:MAX_MOVES]]
    below: list[Text] = []
    if indexes is None and optional:
        below.append(Text(catalogue.translate("cli.play.optional", count=optional, first=legal + 1), style=DIM))
        max_lines = None if max_lines is None else max_lines - line_count(below[0], width)
    more = Text(catalogue.translate("cli.play.more-moves", count=len(listed)), style=DIM)
    shown = len(entries)
    if max_lines is not None:
        shown = count_fitting_entries(entries, max_lines, line_count(more, width), len(listed), width)
    if shown < len(listed):
        more.plain = catalogue.translate("cli.play.more-moves", count=len(listed) - shown)
        below.insert(0, more)
    return Group(arrange_in_columns(entries[:shown], width), *below)


def line_count(text: Text, width: int) -> int:
    return -(-text.cell_len // width)


def count_fitting_entries(entries: Sequence[Text], max_lines: int, note_lines: int, total: int, width: int) -> int:
    """Return how many entries fit into `max_lines` lines. If not all `total` entries fit, leave room for a note."""
    for count in range(len(entries), 1, -1):
        if -(-count // count_columns(entries[:count], width)) + (note_lines if count < total else 0) <= max_lines:
            return count
    return min(1, len(entries))


def count_columns(entries: Sequence[Text], width: int) -> int:
    """Return how many columns a list of these entries has on a screen of this width."""
    if sum(entry.cell_len + 2 for entry in entries) <= width + 2:
        return max(1, len(entries))
    return max(1, (width + 2) // (max(entry.cell_len for entry in entries) + 2))


def arrange_in_columns(entries: Sequence[Text], width: int) -> RenderableType:
    """Return entries in columns. The order of a short list is row by row, that of a long list column by column."""
    columns = count_columns(entries, width)
    rows = -(-len(entries) // columns)
    grid = Table.grid(padding=(0, 2, 0, 0))
    for row in range(rows):
        down = len(entries) > 12 and rows > 1
        grid.add_row(*(entries[row::rows] if down else entries[row * columns : (row + 1) * columns]))
    return grid


def move_entry(index: int, text: str, move: Mapping[str, Any] | None) -> Text:
    """Return an entry of the list of moves: number and text. If `move` is given, add the points that the move scores."""
    points = signed_or_blank(move["preview"].get("points", 0)) if move else ""
    return Text.assemble(
        (f"{index + 1} ", "bold cyan"), text, (f" {points}" if points else "", "green" if "+" in points else "red")
    )


def event_lines(entries: Sequence[HistoryEntry], game: str, catalogue: Catalogue) -> list[str]:
    """Return a line for each history entry, which says who did what. Leave out moves that were taken back."""
    return [event_line(entry.seat, entry.description or {}, game, catalogue) for entry in without_taken_back(entries)]


def event_line(seat: int, description: Mapping[str, Any], game: str, catalogue: Catalogue, played_by: PlayedBy = None) -> str:
    """Return a line that says who did what, and whether a bot or the clock did it in place of the person."""
    move = catalogue.move_text(game, description)
    key = f"cli.replay.by-{played_by}" if played_by else "cli.play.did"
    return move if seat == NATURE else catalogue.translate(key, seat=seat, what=move)


def latest_events_text(lines: Sequence[str], max_events: int = 8) -> Text:
    """Return the last `max_events` events as one paragraph. It begins with an ellipsis if there are earlier events."""
    head = ["…"] if len(lines) > max_events else []
    return Text(" · ".join([*head, *lines[-max_events:]]), style="italic")


def score_sheet(view: Mapping[str, Any], seat: int, catalogue: Catalogue) -> Table:
    """Return the score of a player, line by line."""
    table = Table(
        title=Text(catalogue.player_name(seat), style="bold"), title_justify="left", show_header=False, show_footer=True, box=None
    )
    table.add_column(footer=Text(catalogue.translate("cli.play.total"), style="bold"))
    table.add_column(justify="right", footer=Text(points_text(view["scores"][seat]), style="bold"))
    for line in view["score_lines"][seat]:
        table.add_row(catalogue.translate_reason(Reason(line["key"], line["params"])), points_text(line["points"]))
    return table


def all_score_sheets(view: Mapping[str, Any], catalogue: Catalogue) -> RenderableType:
    """Return the score sheets of all players side by side. A team has only one sheet."""
    team = view["players"] > 1 and find(view["game"]).cooperative
    seats = [0] if team else range(view["players"])
    sheets = [score_sheet(view, seat, catalogue) for seat in seats]
    if team:
        sheets[0].title = Text(catalogue.translate("cli.play.team"), style="bold")
    return Columns([Padding(sheet, (0, 3, 1, 0)) for sheet in sheets])


def own_sheet_and_other_totals(view: Mapping[str, Any], catalogue: Catalogue) -> RenderableType:
    """Return the score sheet of the viewer and the totals of the others."""
    others = [seat for seat in range(view["players"]) if seat != view["seat"]]
    sums = Text(" · ".join(f"{catalogue.player_name(seat)}: {points_text(view['scores'][seat])}" for seat in others))
    return Group(score_sheet(view, view["seat"], catalogue), Text(), sums)


def result_text(view: Mapping[str, Any], catalogue: Catalogue) -> Text:
    """Return sentences that say who won and why."""
    result = view["result"]
    sentences = []
    if result["won"] is not None:
        sentences.append(catalogue.translate("cli.play.won" if result["won"] else "cli.play.lost"))
    elif view["players"] == 1:
        sentences.append(catalogue.translate("cli.play.alone", points=view["scores"][0]))
    else:
        winners = result["winners"]
        key = "cli.play.winner" if len(winners) == 1 else "cli.play.winners"
        sentences.append(
            catalogue.translate(key, names=[catalogue.player_name(seat) for seat in winners], points=view["scores"][winners[0]])
        )
        if result["decided_by"]:
            key = f"{view['game']}.tiebreak.{result['decided_by']}"
            key = key if catalogue.template(key) else "cli.play.tie-break"
            sentences.append(catalogue.translate(key, number=result["decided_by"]))
    for reason in (result.get("verdict"), result["reason"]):
        if reason:
            sentences.append(catalogue.translate_reason(Reason(reason["key"], reason["params"])))
    return Text(" ".join(sentences), style=BRIGHT)


def last_fitting_lines(lines: Sequence[str], max_rows: int, width: int) -> list[str]:
    """Return as many of the last lines as fit into `max_rows` rows of the screen. If lines are left out, add an ellipsis.

    >>> last_fitting_lines(["one", "two", "three"], 2, 80), last_fitting_lines(["one"], 2, 80)
    (['…', 'three'], ['one'])
    """
    count = 0
    rows = 0
    for line in reversed(lines):
        rows += max(1, line_count(Text(line), width))
        if rows > (max_rows if count == len(lines) - 1 else max_rows - 1):
            break
        count += 1
    count = max(count, 1)
    return list(lines) if count >= len(lines) else ["…", *lines[-count:]]
