"""Draw The Game on a terminal: the four piles, the hand with the distance of each card, and the signals."""

from __future__ import annotations

from rich import box
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from trapezi.cli.board import Data, FitToHeight, Translate

LIGHTNING = ("stop", "skull", "three")
STYLES = {"up": "green", "down": "cyan"}
ARROWS = {"up": "▲", "down": "▼"}


def draw(view: Data, translate: Translate) -> RenderableType:
    """Return the board as a seat sees it, fitted to the height of the terminal."""
    return FitToHeight(lambda low_screen: whole_board(view, translate, low_screen))


def whole_board(view: Data, translate: Translate, low_screen: bool) -> RenderableType:
    """Return the whole board. Leave out lines if the screen has few lines."""
    board = view["board"]
    faces = [pile_lines(board, pile, translate) for pile in range(4)]
    if low_screen:
        has_notes = any(note for _, _, note in faces)
        faces = [[Text.assemble(top, " ", label, justify="center"), *[note] * has_notes] for top, label, note in faces]
    piles = [pile_panel(board, pile, lines, translate) for pile, lines in enumerate(faces)]
    parts: list[RenderableType] = [Columns(piles, padding=(0, 1))]
    parts.append(status_text(view, translate))
    losing: list[Text] = []
    if board["hands"]:
        parts.append(final_hands_text(board, translate))
    else:
        seats = seat_lines(view, translate)
        losing = losing_mark_legend(view, translate)
        if low_screen:
            seats = [Text("  ").join([*seats, *losing])] if seats or losing else []
            losing = []
        parts.extend(seats)
    if board["hand"] and not view["over"]:
        parts.extend([hand_table(view, translate), *losing])
    return Group(*parts)


def command_label(name: str | None, is_fire: bool, translate: Translate) -> Text:
    """Return a sign and the name of a card's command, and a star for a fire card."""
    label = Text()
    if name:
        sign, style = ("↯", "bold yellow") if name in LIGHTNING else ("∞", "bold magenta")
        label.append(f"{sign} {translate(f'the_game.command.{name}')}", style)
    if is_fire:
        label.append((" " if name else "") + f"✹ {translate('the_game.fire')}", "bold red")
    return label


def pile_lines(board: Data, pile: int, translate: Translate) -> list[Text]:
    """Return the three lines of a pile: its top card, the command on it, and whether it must be covered or is closed."""
    data = board["piles"][pile]
    top = Text(str(data["top"]), f"bold {STYLES[data['direction']]}", justify="center")
    label = command_label(data["command"], data["fire"], translate)
    label.justify = "center"
    note = Text(justify="center")
    if pile in board["turn"]["cover"]:
        note.append(f"! {translate('the_game.table.cover')}", "bold red")
    elif not data["open"]:
        note.append(f"– {translate('the_game.table.barred')}", "dim")
    return [top, label, note]


def pile_panel(board: Data, pile: int, lines: list[Text], translate: Translate) -> Panel:
    data = board["piles"][pile]
    style = STYLES[data["direction"]]
    title = f"{ARROWS[data['direction']]} {translate(f'the_game.pile.{pile}')}"
    return Panel(
        Group(*lines), title=title, width=18, border_style=style, padding=(0, 0), box=box.ROUNDED if data["open"] else box.ASCII
    )


def status_text(view: Data, translate: Translate) -> Text:
    """Return lines that say whose turn it is and what the turn needs, or how the game ended, and how many cards are left."""
    board, turn = view["board"], view["board"]["turn"]
    text = Text()
    if view["over"]:
        reason = view["result"]["reason"]
        text.append(translate(reason["key"], **reason["params"]), "bold green" if view["result"]["won"] else "bold red")
        if view["result"]["facts"]["excellent"] and not view["result"]["won"]:
            text.append("  " + translate("the_game.excellent"), "bold")
    elif board["phase"] == "turn":
        mine = board["active"] == view["seat"]
        who = translate("the_game.table.mine") if mine else translate("the_game.table.turn", seat=board["active"])
        text.append(who, "bold" if mine else "")
        text.append("  " + translate("the_game.table.laid", laid=turn["laid"], minimum=turn["minimum"]))
        if turn["three"]:
            text.append("  " + translate("the_game.table.three"), "bold yellow")
    else:
        text.append(translate(f"the_game.phase.{board['phase']}"))
    text.append("\n" + translate("the_game.table.cards", draw_pile=board["draw_pile"], left=board["left"]), "dim")
    if board["silence"]:
        text.append("  " + translate("the_game.table.silence"), "bold magenta")
    return text


def seat_lines(view: Data, translate: Translate) -> list[Text]:
    """Return one line per player with the number of cards and the current signals, or no lines in a solo game."""
    board = view["board"]
    if view["players"] == 1:
        return []
    lines = []
    for seat, signals in enumerate(board["signals"]):
        line = Text("▸ " if seat == board["active"] and not view["over"] else "  ")
        line.append(
            translate("the_game.table.seat", seat=seat, cards=board["sizes"][seat]), "bold" if seat == view["seat"] else ""
        )
        texts = [
            f"{ARROWS['up' if n < 2 else 'down']} {translate(f'the_game.pile.{n}')}: {translate(f'the_game.signal.{signal}')}"
            for n, signal in enumerate(signals["piles"])
            if signal
        ]
        for name, signal in signals["commands"].items():
            texts.append(f"{translate(f'the_game.command.{name}')}: {translate(f'the_game.signal.{signal}')}")
        if texts:
            line.append("   " + " · ".join(texts), "italic")
        lines.append(line)
    return lines


def hand_table(view: Data, translate: Translate) -> Table:
    """Return a table of the viewer's cards. In the viewer's turn, the table shows how far each card would jump on each pile."""
    board = view["board"]
    previews = {
        (m["description"]["card"], m["description"]["pile"]): m["preview"]
        for m in view["moves"]
        if m["description"]["kind"] == "lay"
    }
    grid = Table(box=None, padding=(0, 1), min_width=60, header_style="bold")
    grid.add_column("", justify="right", style="bold", width=3)
    grid.add_column(translate("the_game.table.hand"), min_width=16)
    if previews:
        for pile, data in enumerate(board["piles"]):
            head = f"{ARROWS[data['direction']]} {translate(f'the_game.pile.{pile}')}"
            grid.add_column(head, justify="right", header_style=f"bold {STYLES[data['direction']]}")
    for card in board["hand"]:
        cells = [placement_label(previews.get((card["card"], pile))) for pile in range(4)] if previews else []
        grid.add_row(str(card["card"]), command_label(card["command"], card["fire"], translate), *cells)
    return grid


def losing_mark_legend(view: Data, translate: Translate) -> list[Text]:
    """Return a line that explains the cross in the table of the hand, or no line if the table has no cross."""
    previews = [move["preview"] for move in view["moves"] if move["description"]["kind"] == "lay"]
    return [Text("✗ " + translate("the_game.table.loses"), "red")] if any(p["losing"] or p["short"] for p in previews) else []


def placement_label(preview: Data | None) -> Text:
    """Return how far a card jumps, with a sign for a placement that loses and for a trick. Return a dot if it is not allowed."""
    if preview is None:
        return Text("·", "dim")
    if preview["losing"] or preview["short"]:
        return Text(f"✗ {preview['distance']:+}", "red")
    if preview["trick"]:
        return Text(f"↩ {preview['distance']:+}", "bold green")
    return Text(f"{preview['distance']:+}", "bold" if preview["distance"] < 4 else "")


def final_hands_text(board: Data, translate: Translate) -> Text:
    """Return one line per player with the cards left in hand at the end of the game."""
    text = Text()
    for seat, cards in enumerate(board["hands"]):
        numbers = " ".join(str(card["card"]) for card in cards) or "–"
        text.append(f"{translate('the_game.table.seat', seat=seat, cards=len(cards))}   {numbers}\n")
    return text


def move_sort_key(move: Data) -> bool:
    """Return a key that sorts the move that ends the turn before all other moves, so that a short list contains it."""
    return bool(move["description"]["kind"] != "end")
