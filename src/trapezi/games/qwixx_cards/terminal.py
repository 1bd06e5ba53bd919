"""Draw the card game on a terminal: the display, the draw pile, a hand, one large sheet, and one line for each other seat.

     7  the back of a card
    ●7  the face of a card
    ★7  the face of a joker

Sheets are drawn by the functions of Qwixx.
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
    """Draw a view of the card game, with a large sheet for the viewer. A spectator sees a large sheet of the active seat."""
    board = view["board"]
    seat = view["seat"] if view["seat"] >= 0 else board["active"] or 0
    others = [other for other in range(view["players"]) if other != seat]
    sheets = SheetRenderer(view, Layout("standard").describe_rows(), translate, "qwixx_cards.complete")
    complete = [row for row, marks in enumerate(board["sheets"][seat]["rows"]) if marks["lock"]]
    possible = {mark for move in view["moves"] for mark in move["preview"]["marks"]}
    chosen = board["choice"] if board["phase"] == "everyone" else None
    return Group(
        draw_display_and_piles(board, translate),
        draw_status_line(board, translate),
        Text(),
        draw_hand(view, seat, translate),
        Text(),
        sheets.draw_large_sheet(seat, complete, possible, chosen),
        Text(),
        sheets.draw_small_sheets(others),
        draw_hand_backs(board, others, translate),
    )


def draw_display_and_piles(board: Data, translate: Translate) -> Text:
    """Draw the display with its places counted from 1, the draw pile with its top number, and the number of discards."""
    line = Text.assemble((translate("qwixx_cards.display"), "dim"), " ")
    for place, number in enumerate(board["display"], 1):
        style = "bold" if board["phase"] == "take" else "dim"
        line.append_text(Text.assemble(" ", (f"{place}:", style), (f" {number or '':>2} ", BACK)))
    line.append_text(Text.assemble("   ", (translate("qwixx_cards.pile", cards=board["pile"]), "dim"), " "))
    announced = board["phase"] == "everyone"
    line.append(f" {board['top'] or '':>2} ", "bold black on white" if announced else BACK)
    line.append(f"   {translate('qwixx_cards.discards', cards=board['discards'])}", "dim")
    return line


def draw_status_line(board: Data, translate: Translate) -> Text:
    """Draw a line that says whose turn it is, which cards were played last, and which number is announced to everybody."""
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


def draw_card(card: Data) -> Text:
    """Draw a card: its face if the viewer may see the colour, otherwise its back."""
    if card["colour"] is None:
        return Text(f" {card['number']:>2} ", BACK)
    return Text(f"{SHAPES[card['colour']]}{card['number']:>2} ", PAPER[card["colour"]])


def draw_hand(view: Data, seat: int, translate: Translate) -> Text:
    """Draw the hand of a seat, with its slots counted from 1."""
    board = view["board"]
    line = Text.assemble((translate("qwixx_cards.hand"), "dim"), " ")
    playing = board["phase"] == "play" and seat == view["seat"] == board["active"]
    for slot, held in enumerate(board["hands"][seat], 1):
        line.append_text(Text.assemble(" ", (f"{slot}:", "bold" if playing else "dim"))).append_text(draw_card(held))
    return line


def draw_hand_backs(board: Data, seats: list[int], translate: Translate) -> Text:
    """Draw a line with the backs of the cards that these seats hold."""
    line = Text(translate("qwixx_cards.hands"), "dim")
    for seat in seats:
        numbers = " ".join(f"{held['number']}" for held in board["hands"][seat])
        line.append(f"  {translate('common.table.name', seat=seat)[:12]} ").append(numbers, BACK)
    return line
