"""Qwixx on a terminal: dice with their sums, one large sheet, and a line for each other seat.

open  5    possible now [5]    pending choice (5)    crossed ✗5    skipped –    the last cell is the lock

The card game draws its sheets with the same functions.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from trapezi.games.qwixx.sheet import CELLS, LAST

Translate = Callable[..., str]
Data = dict[str, Any]

# Each colour has a shape, so that nobody depends on seeing colours.
SHAPES = {"red": "●", "yellow": "▲", "green": "■", "blue": "◆"}
PAPER = {"red": "white on #a4262c", "yellow": "black on #e8c33b", "green": "white on #2f7d3b", "blue": "white on #2456a6"}
INK = {"red": "#ff6b6b", "yellow": "#f2d24b", "green": "#6fcf7c", "blue": "#74a9ff"}
WHITE_DIE = "black on white"
MISSES = 4


def draw(view: Data, translate: Translate) -> RenderableType:
    board = view["board"]
    seat = view["seat"] if view["seat"] >= 0 else board["active"]
    others = [other for other in range(view["players"]) if other != seat]
    moves = [m["description"] for m in view["moves"] if m["description"]["kind"] == "cross"]
    possible = {move["row"] * CELLS + move["position"] for move in moves}
    renderer = SheetRenderer(view, board["layout"], translate, "qwixx.closed")
    pending = board["choice"] if board["phase"] == "white" else None
    large = renderer.draw_large(seat, board["closed"], possible, pending)
    small = [Text(), renderer.draw_small(others)] if others else []
    return Group(draw_dice(board, translate), Text(), large, *small)


def draw_dice(board: Data, translate: Translate) -> RenderableType:
    """Draw the dice with the white sum and, for each colour, its sum with either white die."""
    first, second = board["dice"]["white"]
    rolled = board["phase"] in ("white", "colour")
    line = Text.assemble((f" {first or ' '} ", WHITE_DIE), " ", (f" {second or ' '} ", WHITE_DIE))
    if rolled:
        line.append(f" {translate('qwixx.white')} ")
        line.append(f"{first + second}", "bold")
    grid = Table.grid(padding=(0, 2, 0, 0))
    cells = [line]
    for colour, shape in SHAPES.items():
        face = board["dice"][colour]
        sums = f"{first + face} {translate('qwixx.or')} {second + face}" if rolled and first != second else f"{first + face}"
        note = sums if face and rolled else translate("qwixx.gone") if not face and first else ""
        cells.append(Text.assemble((f"{shape}{face or '–'} ", PAPER[colour]), f" {note}"))
    grid.add_row(*cells)
    return Group(grid, Text(translate("qwixx.active", seat=board["active"]), "dim"))


class SheetRenderer:
    """Draws the sheets of a view. `layout` is what is printed on every sheet."""

    def __init__(self, view: Data, layout: list[Data], translate: Translate, closed_key: str) -> None:
        self.view = view
        self.layout = layout
        self.translate = translate
        self.closed_key = closed_key  # the message for a row that is closed
        self.mixed = any(colour != row["lock"] for row in layout for colour, _ in row["cells"])

    def message(self, key: str, **params: Any) -> str:
        """Return a message of the game that the view shows."""
        return self.translate(f"{self.view['game']}.{key}", **params)

    def draw_large(self, seat: int, closed: Collection[int], possible: Collection[int], pending: int | None) -> RenderableType:
        """Draw a whole sheet, a row per line. `possible` and `pending` are cells that the viewer can cross or has chosen."""
        state = self.view["board"]["sheets"][seat]
        if seat != self.view["seat"]:
            possible, pending = (), None
        grid = Table.grid(padding=(0, 1, 0, 0))
        for row, (layout, marks) in enumerate(zip(self.layout, state["rows"], strict=True)):
            cells = Text()
            for position, (colour, number) in enumerate(layout["cells"]):
                at = row * CELLS + position
                brackets = "[]" if at in possible else "()" if at == pending else "  "
                text = f"{SHAPES[colour] if self.mixed else ''}{number:>2}"
                cells.append_text(draw_cell(colour, text, cell_state(position, marks), brackets))
            lock = layout["lock"]
            name = "" if self.mixed else self.message(f"colour.{lock}")
            label = Text(f"{SHAPES[lock]} {name}".strip(), INK[lock])
            points = f"{self.view['score_lines'][seat][row]['points']:3}"
            grid.add_row(label, cells, self.draw_lock(lock, marks, row in closed), self.row_remark(marks, row in closed), points)
        misses = Text.assemble(self.message("misses"), " ", *miss_boxes(state["misses"], "bold red"))
        points = self.message("points", points=self.view["scores"][seat])
        return Group(grid, Text.assemble((self.translate("common.table.name", seat=seat), "bold"), "  ", points, "  ", misses))

    def draw_lock(self, colour: str, marks: Data, closed: bool) -> Text:
        if marks["lock"]:
            return Text(f" ✗{self.message('lock')} ", f"bold {INK[colour]}")
        return Text(f"  {self.message('lock')} ", "dim" if closed else PAPER[colour])

    def row_remark(self, marks: Data, closed: bool) -> Text:
        """Say that a row is closed, or how many crosses are missing before its last cell can be crossed."""
        if closed:
            return Text(self.translate(self.closed_key), "dim")
        if marks["open"] and 0 < marks["missing"] <= 2:
            return Text(self.message("missing", missing=marks["missing"]), "dim")
        return Text("")

    def draw_small(self, seats: list[int]) -> RenderableType:
        """Draw the sheets of these seats, with a line per seat and a character per cell."""
        board = self.view["board"]
        grid = Table.grid(padding=(0, 1, 0, 0))
        for seat in seats:
            state = board["sheets"][seat]
            name = Text(self.translate("common.table.name", seat=seat)[:12], "bold" if seat == board["active"] else "")
            misses = Text.assemble(*miss_boxes(state["misses"], "red"))
            strips = [draw_short_row(layout, marks) for layout, marks in zip(self.layout, state["rows"], strict=True)]
            grid.add_row(name, Text(f"{self.view['scores'][seat]:3}"), misses, *strips)
        return grid


def miss_boxes(misses: int, style: str) -> tuple[tuple[str, str], tuple[str, str]]:
    return ("✗" * misses, style), ("□" * (MISSES - misses), "dim")


def cell_state(position: int, marks: Data) -> str:
    """Return whether a cell is crossed, open or skipped. The last cell is open as long as any other cell of its row is."""
    if position in marks["crossed"]:
        return "crossed"
    return "open" if position in marks["open"] or (position == LAST and marks["open"]) else "skipped"


def draw_cell(colour: str, number: str, state: str, brackets: str) -> Text:
    """Draw a number of the sheet. All cells are equally wide."""
    if state == "crossed":
        return Text(f"✗{number.strip() if len(number) < 3 else number}".rjust(len(number) + 1) + " ", f"bold {INK[colour]}")
    if state == "skipped":
        return Text("–".rjust(len(number) + 1) + " ", "dim")
    paper = {"()": "bold black on white", "[]": f"bold {PAPER[colour]}"}.get(brackets, PAPER[colour])
    return Text(f"{brackets[0]}{number}{brackets[1]}", paper)


def draw_short_row(layout: Data, marks: Data) -> Text:
    """Draw a row in thirteen characters: shape, cells, lock."""
    last = max(marks["crossed"], default=-1)
    text = Text(SHAPES[layout["lock"]], INK[layout["lock"]])
    for position, (colour, _) in enumerate(layout["cells"]):
        mark = "✗" if position in marks["crossed"] else "–" if position < last else "·"
        text.append(mark, INK[colour] if position in marks["crossed"] else "dim")
    text.append("✗" if marks["lock"] else " ", INK[layout["lock"]])
    return text
