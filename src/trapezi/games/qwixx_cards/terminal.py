"""The card game on a terminal: display and draw pile, the hand, one's own sheet large, the others' in a line each.

a card's back  7    a card in hand ●7  joker ★7    open  5    possible now [5]    chosen (5)    crossed ✗5    skipped –
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
SHAPES = {"red": "●", "yellow": "▲", "green": "■", "blue": "◆", "joker": "★"}
PAPER = {
    "red": "white on #a4262c",
    "yellow": "black on #e8c33b",
    "green": "white on #2f7d3b",
    "blue": "white on #2456a6",
    "joker": "white on #6b3fa0",
}
INK = {"red": "#ff6b6b", "yellow": "#f2d24b", "green": "#6fcf7c", "blue": "#74a9ff", "joker": "#c9a4ff"}
BACK = "black on #d9d4c7"
COLOURS = ("red", "yellow", "green", "blue")
CELLS = 11
MISSES = 4


def draw(view: Data, translate: Translate) -> RenderableType:
    table = view["board"]
    seat = view["seat"] if view["seat"] >= 0 else table["active"] or 0
    others = [other for other in range(view["players"]) if other != seat]
    drawn: list[RenderableType] = [middle(table, translate), news(table, translate), Text(), hand(view, seat, translate), Text()]
    return Group(*drawn, sheet(view, seat, translate), Text(), small_sheets(view, others, translate))


def middle(table: Data, translate: Translate) -> Text:
    """The display, its places counted from 1, and the draw pile with the number on top."""
    line = Text.assemble((translate("qwixx_cards.display"), "dim"), " ")
    for place, number in enumerate(table["display"], 1):
        taken = table["phase"] == "take"
        line.append_text(Text.assemble(" ", (f"{place}:", "bold" if taken else "dim"), (f" {number or '':>2} ", BACK)))
    line.append_text(Text.assemble("   ", (translate("qwixx_cards.pile", cards=table["pile"]), "dim"), " "))
    announced = table["phase"] == "everyone"
    line.append(f" {table['top'] or '':>2} ", "bold black on white" if announced else BACK)
    line.append(f"   {translate('qwixx_cards.discards', cards=table['discards'])}", "dim")
    return line


def news(table: Data, translate: Translate) -> Text:
    """Who is active, what was played last, and the number that counts for all."""
    line = Text()
    if table["active"] is not None:
        line.append(translate("qwixx_cards.active", seat=table["active"]), "dim")
    if table["last"]:
        last = table["last"]
        line.append(f"   {translate('qwixx_cards.last', seat=last['seat'])} ", "dim")
        for shown in last["cards"]:
            line.append_text(face(shown)).append(" ")
        colour = last["colour"]
        if last["crossed"]:
            line.append(f"→ {SHAPES[colour]} " + " ".join(f"✗{number}" for number in last["crossed"]), INK[colour])
    if table["phase"] == "everyone":
        line.append(f"   {translate('qwixx_cards.announced', number=table['top'])}", "bold")
    return line


def face(card: Data) -> Text:
    """A card as it is seen: with its colour, or its back."""
    if card["colour"] is None:
        return Text(f" {card['number']:>2} ", BACK)
    return Text(f"{SHAPES[card['colour']]}{card['number']:>2} ", PAPER[card["colour"]])


def hand(view: Data, seat: int, translate: Translate) -> Text:
    """A hand, its cards counted from 1."""
    table = view["board"]
    line = Text.assemble((translate("qwixx_cards.hand"), "dim"), " ")
    for slot, card in enumerate(table["hands"][seat], 1):
        playing = table["phase"] == "play" and seat == view["seat"] == table["active"]
        line.append_text(Text.assemble(" ", (f"{slot}:", "bold" if playing else "dim"))).append_text(face(card))
    return line


def sheet(view: Data, seat: int, translate: Translate) -> RenderableType:
    """A whole sheet, a row per line. In step 3 the cells that a play could cross are marked."""
    table = view["board"]
    own = table["sheets"][seat]
    mine = seat == view["seat"]
    possible = {mark for m in view["moves"] if mine for mark in m["preview"]["marks"]}
    chosen = table["choice"] if mine and table["phase"] == "everyone" else None
    grid = Table.grid(padding=(0, 1, 0, 0))
    for row, (colour, state) in enumerate(zip(COLOURS, own["rows"], strict=True)):
        cells = Text()
        for pos in range(CELLS):
            now = "[]" if row * CELLS + pos in possible else "()" if row * CELLS + pos == chosen else "  "
            cells.append_text(cell(colour, f"{pos + 2 if row < 2 else 12 - pos:>2}", stage(pos, state), now))
        label = Text(f"{SHAPES[colour]} {translate(f'qwixx_cards.colour.{colour}')}", INK[colour])
        points = f"{view['score_lines'][seat][row]['points']:3}"
        grid.add_row(label, cells, lock(colour, state, translate), remark(state, translate), points)
    boxes = (("✗" * own["misses"], "bold red"), ("□" * (MISSES - own["misses"]), "dim"))
    misses = Text.assemble(translate("qwixx_cards.misses"), " ", *boxes)
    points = translate("qwixx_cards.points", points=view["scores"][seat])
    return Group(grid, Text.assemble((translate("table.name", seat=seat), "bold"), "  ", points, "  ", misses))


def stage(pos: int, state: Data) -> str:
    """What has become of a cell. The last one stays open to the eye while its row is: it only waits for five crosses."""
    if pos in state["crossed"]:
        return "crossed"
    waits = pos == CELLS - 1 and not state["lock"]
    return "open" if pos in state["open"] or waits else "skipped"


def cell(colour: str, number: str, stage: str, now: str) -> Text:
    """A number as it stands on the sheet, all equally wide; `now` are the brackets of a cell that can be or was chosen."""
    if stage == "crossed":
        return Text(f"✗{number.strip()}".rjust(3) + " ", f"bold {INK[colour]}")
    if stage == "skipped":
        return Text("  – ", "dim")
    paper = "bold black on white" if now == "()" else f"bold {PAPER[colour]}" if now == "[]" else PAPER[colour]
    return Text(f"{now[0]}{number}{now[1]}", paper)


def lock(colour: str, state: Data, translate: Translate) -> Text:
    if state["lock"]:
        return Text(f" ✗{translate('qwixx_cards.lock')} ", f"bold {INK[colour]}")
    return Text(f"  {translate('qwixx_cards.lock')} ", PAPER[colour])


def remark(state: Data, translate: Translate) -> Text:
    """What to know about a row: complete, or how many crosses are missing before its end can be crossed."""
    if state["lock"]:
        return Text(translate("qwixx_cards.complete"), "dim")
    return Text(translate("qwixx_cards.missing", missing=state["missing"]) if 0 < state["missing"] <= 2 else "", "dim")


def small_sheets(view: Data, seats: list[int], translate: Translate) -> RenderableType:
    """The others: a mark per cell, and below each the backs of the cards in hand."""
    table = view["board"]
    grid = Table.grid(padding=(0, 1, 0, 0))
    backs = Text(translate("qwixx_cards.hands"), "dim")
    for seat in seats:
        sheet = table["sheets"][seat]
        name = translate("table.name", seat=seat)[:12]
        misses = Text.assemble(("✗" * sheet["misses"], "red"), ("□" * (MISSES - sheet["misses"]), "dim"))
        strips = [strip(colour, state) for colour, state in zip(COLOURS, sheet["rows"], strict=True)]
        grid.add_row(Text(name, "bold" if seat == table["active"] else ""), Text(f"{view['scores'][seat]:3}"), misses, *strips)
        backs.append(f"  {name} ").append(" ".join(f"{card['number']}" for card in table["hands"][seat]), BACK)
    return Group(grid, backs)


def strip(colour: str, state: Data) -> Text:
    """A row in thirteen characters: shape, cells, lock."""
    last = max(state["crossed"], default=-1)
    text = Text(SHAPES[colour], INK[colour])
    for pos in range(CELLS):
        mark = "✗" if pos in state["crossed"] else "–" if pos < last else "·"
        text.append(mark, INK[colour] if pos in state["crossed"] else "dim")
    text.append("✗" if state["lock"] else " ", INK[colour])
    return text
