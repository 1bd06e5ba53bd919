"""Draw Qwixx on a terminal: the dice with their sums, one large sheet, and one line for each other seat.

    5   an open cell
   [5]  a cell that can be crossed now
   (5)  the cell that the viewer has chosen
   ✗5   a crossed cell
    –   a skipped cell

The card game draws its sheets with the same functions.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Literal

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from trapezi.games.qwixx.sheet import CELLS, LAST

Translate = Callable[..., str]
Data = dict[str, Any]

# Each colour also has a shape, for people who cannot tell the colours apart.
SHAPES = {"red": "●", "yellow": "▲", "green": "■", "blue": "◆"}
PAPER = {"red": "white on #a4262c", "yellow": "black on #e8c33b", "green": "white on #2f7d3b", "blue": "white on #2456a6"}
INK = {"red": "#ff6b6b", "yellow": "#f2d24b", "green": "#6fcf7c", "blue": "#74a9ff"}
WHITE_DIE = "black on white"
MISSES = 4


def draw(view: Data, translate: Translate) -> RenderableType:
    """Draw a view of Qwixx, with a large sheet for the viewer. A spectator sees a large sheet of the active seat."""
    board = view["board"]
    seat = view["seat"] if view["seat"] >= 0 else board["active"]
    others = [other for other in range(view["players"]) if other != seat]
    moves = [m["description"] for m in view["moves"] if m["description"]["kind"] == "cross"]
    possible = {move["row"] * CELLS + move["position"] for move in moves}
    renderer = SheetRenderer(view, board["layout"], translate, "qwixx.closed")
    chosen = board["choice"] if board["phase"] == "white" else None
    large = renderer.draw_large_sheet(seat, board["closed"], possible, chosen)
    small = [Text(), renderer.draw_small_sheets(others)] if others else []
    active = Text(translate("qwixx.active", seat=board["active"]), "dim")
    return Group(draw_dice_and_sums(board, translate), active, Text(), large, *small)


def draw_dice_and_sums(board: Data, translate: Translate) -> RenderableType:
    """Draw the dice, the white sum, and the sums of each coloured die with either white die."""
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
    return grid


class SheetRenderer:
    """Draws the sheets of a view.

    `layout` describes what is printed on each row of a sheet. `closed_key` is the key of the message that is shown next to a row
    in which nothing more can be crossed.
    """

    def __init__(self, view: Data, layout: list[Data], translate: Translate, closed_key: str) -> None:
        self.view = view
        self.layout = layout
        self.translate = translate
        self.closed_key = closed_key
        self.mixed = any(colour != row["lock"] for row in layout for colour, _ in row["cells"])

    def translate_game_message(self, key: str, **params: Any) -> str:
        """Translate a message of the game in the view. `key` is the message key without the name of the game."""
        return self.translate(f"{self.view['game']}.{key}", **params)

    def draw_large_sheet(
        self, seat: int, closed_rows: Collection[int], possible_cells: Collection[int], chosen_cell: int | None
    ) -> RenderableType:
        """Draw the sheet of a seat with one line per row.

        The cells that the viewer can cross or has chosen are only marked on the viewer's own sheet.
        """
        state = self.view["board"]["sheets"][seat]
        if seat != self.view["seat"]:
            possible_cells, chosen_cell = (), None
        grid = Table.grid(padding=(0, 1, 0, 0))
        for row, (row_layout, row_marks) in enumerate(zip(self.layout, state["rows"], strict=True)):
            cells = Text()
            for position, (colour, number) in enumerate(row_layout["cells"]):
                cell = row * CELLS + position
                brackets = "[]" if cell in possible_cells else "()" if cell == chosen_cell else "  "
                text = f"{SHAPES[colour] if self.mixed else ''}{number:>2}"
                cells.append_text(draw_cell(colour, text, cell_state(position, row_marks), brackets))
            lock = row_layout["lock"]
            name = "" if self.mixed else self.translate_game_message(f"colour.{lock}")
            label = Text(f"{SHAPES[lock]} {name}".strip(), INK[lock])
            points = f"{self.view['score_lines'][seat][row]['points']:3}"
            closed = row in closed_rows
            note = self.closed_or_crosses_needed_note(row_marks, closed)
            grid.add_row(label, cells, self.draw_lock(lock, row_marks, closed), note, points)
        misses = Text.assemble(self.translate_game_message("misses"), " ", draw_misses(state["misses"], "bold red"))
        points = self.translate_game_message("points", points=self.view["scores"][seat])
        return Group(grid, Text.assemble((self.translate("common.table.name", seat=seat), "bold"), "  ", points, "  ", misses))

    def draw_lock(self, colour: str, row_marks: Data, closed: bool) -> Text:
        """Draw the lock of a row: crossed by this seat, closed by another seat, or open."""
        lock = self.translate_game_message("lock")
        if row_marks["lock"]:
            return Text(f" ✗{lock} ", f"bold {INK[colour]}")
        return Text(f"  {lock} ", "dim" if closed else PAPER[colour])

    def closed_or_crosses_needed_note(self, row_marks: Data, closed: bool) -> Text:
        """Return a note that a row is closed, or that only one or two crosses are missing before its last cell can be crossed."""
        if closed:
            return Text(self.translate(self.closed_key), "dim")
        if row_marks["open"] and 0 < row_marks["missing"] <= 2:
            return Text(self.translate_game_message("missing", missing=row_marks["missing"]), "dim")
        return Text("")

    def draw_small_sheets(self, seats: list[int]) -> RenderableType:
        """Draw the sheets of these seats, with one line per seat and one character per cell."""
        board = self.view["board"]
        grid = Table.grid(padding=(0, 1, 0, 0))
        for seat in seats:
            state = board["sheets"][seat]
            name = Text(self.translate("common.table.name", seat=seat)[:12], "bold" if seat == board["active"] else "")
            misses = draw_misses(state["misses"], "red")
            rows = zip(self.layout, state["rows"], strict=True)
            short_rows = [draw_short_row(row_layout, row_marks) for row_layout, row_marks in rows]
            grid.add_row(name, Text(f"{self.view['scores'][seat]:3}"), misses, *short_rows)
        return grid


def draw_misses(misses: int, style: str) -> Text:
    """Draw the boxes for misses: the crossed boxes in this style, then the empty boxes."""
    return Text.assemble(("✗" * misses, style), ("□" * (MISSES - misses), "dim"))


def cell_state(position: int, row_marks: Data) -> Literal["crossed", "open", "skipped"]:
    """Return the state of a cell in a row with these marks. The last cell counts as open as long as any cell is open."""
    if position in row_marks["crossed"]:
        return "crossed"
    return "open" if position in row_marks["open"] or (position == LAST and row_marks["open"]) else "skipped"


def draw_cell(colour: str, number: str, state: str, brackets: str) -> Text:
    """Draw one cell of a sheet. All cells have the same width."""
    if state == "crossed":
        return Text(f"✗{number.strip() if len(number) < 3 else number}".rjust(len(number) + 1) + " ", f"bold {INK[colour]}")
    if state == "skipped":
        return Text("–".rjust(len(number) + 1) + " ", "dim")
    paper = {"()": "bold black on white", "[]": f"bold {PAPER[colour]}"}.get(brackets, PAPER[colour])
    return Text(f"{brackets[0]}{number}{brackets[1]}", paper)


def draw_short_row(row_layout: Data, row_marks: Data) -> Text:
    """Draw a row of a sheet in thirteen characters: the shape of its colour, eleven cells and the lock."""
    last = max(row_marks["crossed"], default=-1)
    text = Text(SHAPES[row_layout["lock"]], INK[row_layout["lock"]])
    for position, (colour, _) in enumerate(row_layout["cells"]):
        mark = "✗" if position in row_marks["crossed"] else "–" if position < last else "·"
        text.append(mark, INK[colour] if position in row_marks["crossed"] else "dim")
    text.append("✗" if row_marks["lock"] else " ", INK[row_layout["lock"]])
    return text
