"""Qwixx on a terminal: dice with their sums, one's own sheet large, the others' in a line each.

open  5    possible now [5]    chosen (5)    crossed ✗5    skipped –    the last cell is the lock
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

Translate = Callable[..., str]
Data = dict[str, Any]

# Each colour has a shape, so that nobody depends on seeing colours.
SHAPES = {"red": "●", "yellow": "▲", "green": "■", "blue": "◆"}
PAPER = {"red": "white on #a4262c", "yellow": "black on #e8c33b", "green": "white on #2f7d3b", "blue": "white on #2456a6"}
INK = {"red": "#ff6b6b", "yellow": "#f2d24b", "green": "#6fcf7c", "blue": "#74a9ff"}
WHITE_DIE = "black on white"
CELLS = 11
MISSES = 4


def draw(view: Data, translate: Translate) -> RenderableType:
    table = view["board"]
    seat = view["seat"] if view["seat"] >= 0 else table["active"]
    others = [other for other in range(view["players"]) if other != seat]
    drawn: list[RenderableType] = [dice(table, translate), Text(), sheet(view, seat, translate)]
    if others:
        drawn += [Text(), small_sheets(view, others, translate)]
    return Group(*drawn)


def dice(table: Data, translate: Translate) -> RenderableType:
    """The white sum, and for each colour what it gives with either white die."""
    first, second = table["dice"]["white"]
    rolled = table["phase"] in ("white", "colour")
    line = Text.assemble((f" {first or ' '} ", WHITE_DIE), " ", (f" {second or ' '} ", WHITE_DIE))
    if rolled:
        line.append(f" {translate('qwixx.white')} ")
        line.append(f"{first + second}", "bold")
    grid = Table.grid(padding=(0, 2, 0, 0))
    cells = [line]
    for colour, shape in SHAPES.items():
        face = table["dice"][colour]
        sums = f"{first + face} {translate('qwixx.or')} {second + face}" if rolled and first != second else f"{first + face}"
        told = sums if face and rolled else translate("qwixx.gone") if not face and first else ""
        cells.append(Text.assemble((f"{shape}{face or '–'} ", PAPER[colour]), f" {told}"))
    grid.add_row(*cells)
    return Group(grid, Text(translate("qwixx.active", seat=table["active"]), "dim"))


def sheet(view: Data, seat: int, translate: Translate) -> RenderableType:
    """A whole sheet, a row per line."""
    table = view["board"]
    own = table["sheets"][seat]
    mine = seat == view["seat"]
    moves = [m["description"] for m in view["moves"] if mine and m["description"]["kind"] == "cross"]
    possible = {parts["row"] * CELLS + parts["position"] for parts in moves}
    chosen = table["choice"] if mine and table["phase"] == "white" else None
    mixed = any(colour != layout["lock"] for layout in table["layout"] for colour, _ in layout["cells"])
    grid = Table.grid(padding=(0, 1, 0, 0))
    for row, (layout, state) in enumerate(zip(table["layout"], own["rows"], strict=True)):
        cells = Text()
        for pos, (colour, number) in enumerate(layout["cells"]):
            now = "[]" if row * CELLS + pos in possible else "()" if row * CELLS + pos == chosen else "  "
            cells.append_text(cell(colour, f"{SHAPES[colour] if mixed else ''}{number:>2}", stage(pos, state), now))
        name = "" if mixed else translate(f"qwixx.colour.{layout['lock']}")
        label = Text(f"{SHAPES[layout['lock']]} {name}".strip(), INK[layout["lock"]])
        points = f"{view['score_lines'][seat][row]['points']:3}"
        grid.add_row(label, cells, lock(table, row, layout, state, translate), remark(table, row, state, translate), points)
    misses = Text.assemble(
        translate("qwixx.misses"), " ", ("✗" * own["misses"], "bold red"), ("□" * (MISSES - own["misses"]), "dim")
    )
    points = translate("qwixx.points", points=view["scores"][seat])
    return Group(grid, Text.assemble((translate("table.name", seat=seat), "bold"), "  ", points, "  ", misses))


def stage(pos: int, state: Data) -> str:
    """What has become of a cell. The last one stays open to the eye while its row is: it only waits for five crosses."""
    if pos in state["crossed"]:
        return "crossed"
    waits = pos == CELLS - 1 and bool(state["open"])
    return "open" if pos in state["open"] or waits else "skipped"


def cell(colour: str, number: str, stage: str, now: str) -> Text:
    """A number as it stands on the sheet, all equally wide; `now` are the brackets of a cell that can be or was chosen."""
    if stage == "crossed":
        return Text(f"✗{number.strip() if len(number) < 3 else number}".rjust(len(number) + 1) + " ", f"bold {INK[colour]}")
    if stage == "skipped":
        return Text("–".rjust(len(number) + 1) + " ", "dim")
    paper = "bold black on white" if now == "()" else f"bold {PAPER[colour]}" if now == "[]" else PAPER[colour]
    return Text(f"{now[0]}{number}{now[1]}", paper)


def lock(table: Data, row: int, layout: Data, state: Data, translate: Translate) -> Text:
    if state["lock"]:
        return Text(f" ✗{translate('qwixx.lock')} ", f"bold {INK[layout['lock']]}")
    return Text(f"  {translate('qwixx.lock')} ", "dim" if row in table["closed"] else PAPER[layout["lock"]])


def remark(table: Data, row: int, state: Data, translate: Translate) -> Text:
    """What to know about a row: closed, or how many crosses are missing before its end can be crossed."""
    if row in table["closed"]:
        return Text(translate("qwixx.closed"), "dim")
    if state["open"] and 0 < state["missing"] <= 2:
        return Text(translate("qwixx.missing", missing=state["missing"]), "dim")
    return Text("")


def small_sheets(view: Data, seats: list[int], translate: Translate) -> RenderableType:
    """The others: a line each, a mark per cell."""
    table = view["board"]
    grid = Table.grid(padding=(0, 1, 0, 0))
    for seat in seats:
        sheet = table["sheets"][seat]
        name = Text(translate("table.name", seat=seat)[:12], "bold" if seat == table["active"] else "")
        misses = Text.assemble(("✗" * sheet["misses"], "red"), ("□" * (MISSES - sheet["misses"]), "dim"))
        strips = [strip(layout, state) for layout, state in zip(table["layout"], sheet["rows"], strict=True)]
        grid.add_row(name, Text(f"{view['scores'][seat]:3}"), misses, *strips)
    return grid


def strip(layout: Data, state: Data) -> Text:
    """A row in thirteen characters: shape, cells, lock."""
    last = max(state["crossed"], default=-1)
    text = Text(SHAPES[layout["lock"]], INK[layout["lock"]])
    for pos, (colour, _) in enumerate(layout["cells"]):
        mark = "✗" if pos in state["crossed"] else "–" if pos < last else "·"
        text.append(mark, INK[colour] if pos in state["crossed"] else "dim")
    text.append("✗" if state["lock"] else " ", INK[layout["lock"]])
    return text
