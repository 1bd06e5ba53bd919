"""The card game on a terminal: display and draw pile, the hand, one large sheet, and a line for each other seat.

back of a card  7    card in hand ●7  joker ★7    sheets as in Qwixx
"""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from trapezi.games.qwixx import terminal
from trapezi.games.qwixx.layout import Layout
from trapezi.games.qwixx.terminal import Data, SheetRenderer, Translate

SHAPES = {**terminal.SHAPES, "joker": "★"}
PAPER = {**terminal.PAPER, "joker": "white on #6b3fa0"}
BACK = "black on #d9d4c7"


def draw(view: Data, translate: Translate) -> RenderableType:
    board = view["board"]
    seat = view["seat"] if view["seat"] >= 0 else board["active"] or 0
    others = [other for other in range(view["players"]) if other != seat]
    sheets = SheetRenderer(view, Layout("standard").rows(), translate, "qwixx_cards.complete")
    complete = [row for row, marks in enumerate(board["sheets"][seat]["rows"]) if marks["lock"]]
    possible = {mark for move in view["moves"] for mark in move["preview"]["marks"]}
    pending = board["choice"] if board["phase"] == "everyone" else None
    return Group(
        draw_display(board, translate),
        draw_status(board, translate),
        Text(),
        draw_hand(view, seat, translate),
        Text(),
        sheets.draw_large(seat, complete, possible, pending),
        Text(),
        sheets.draw_small(others),
        draw_other_hands(board, others, translate),
    )


def draw_display(board: Data, translate: Translate) -> Text:
    """Draw the display, its places counted from 1, and the draw pile with the number on top."""
    line = Text.assemble((translate("qwixx_cards.display"), "dim"), " ")
    for place, number in enumerate(board["display"], 1):
        style = "bold" if board["phase"] == "take" else "dim"
        line.append_text(Text.assemble(" ", (f"{place}:", style), (f" {number or '':>2} ", BACK)))
    line.append_text(Text.assemble("   ", (translate("qwixx_cards.pile", cards=board["pile"]), "dim"), " "))
    announced = board["phase"] == "everyone"
    line.append(f" {board['top'] or '':>2} ", "bold black on white" if announced else BACK)
    line.append(f"   {translate('qwixx_cards.discards', cards=board['discards'])}", "dim")
    return line


def draw_status(board: Data, translate: Translate) -> Text:
    """Say whose turn it is, what was played last, and the number that is announced to all."""
    line = Text()
    if board["active"] is not None:
        line.append(translate("qwixx_cards.active", seat=board["active"]), "dim")
    if board["last"]:
        last = board["last"]
        line.append(f"   {translate('qwixx_cards.last', seat=last['seat'])} ", "dim")
        for played in last["cards"]:
            line.append_text(draw_card(played)).append(" ")
        colour = last["colour"]
        if last["crossed"]:
            crosses = " ".join(f"✗{number}" for number in last["crossed"])
            line.append(f"→ {SHAPES[colour]} {crosses}", terminal.INK[colour])
    if board["phase"] == "everyone":
        line.append(f"   {translate('qwixx_cards.announced', number=board['top'])}", "bold")
    return line


def draw_card(face: Data) -> Text:
    """Draw a card: its face if the viewer may see the colour, otherwise its back."""
    if face["colour"] is None:
        return Text(f" {face['number']:>2} ", BACK)
    return Text(f"{SHAPES[face['colour']]}{face['number']:>2} ", PAPER[face["colour"]])


def draw_hand(view: Data, seat: int, translate: Translate) -> Text:
    """Draw a hand, its cards counted from 1."""
    board = view["board"]
    line = Text.assemble((translate("qwixx_cards.hand"), "dim"), " ")
    playing = board["phase"] == "play" and seat == view["seat"] == board["active"]
    for slot, held in enumerate(board["hands"][seat], 1):
        line.append_text(Text.assemble(" ", (f"{slot}:", "bold" if playing else "dim"))).append_text(draw_card(held))
    return line


def draw_other_hands(board: Data, seats: list[int], translate: Translate) -> Text:
    """Draw the backs of the cards in these hands."""
    line = Text(translate("qwixx_cards.hands"), "dim")
    for seat in seats:
        numbers = " ".join(f"{held['number']}" for held in board["hands"][seat])
        line.append(f"  {translate('common.table.name', seat=seat)[:12]} ").append(numbers, BACK)
    return line
