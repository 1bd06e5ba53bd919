"""Draw The Game in a terminal: the four piles, the hand with its distances, and the signals."""

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
    """Draw the board as a seat sees it."""
    return FitToHeight(lambda low: draw_everything(view, translate, low))


def draw_everything(view: Data, translate: Translate, low: bool) -> RenderableType:
    """Draw everything. On a low screen use fewer lines."""
    table = view["board"]
    faces = [pile_lines(table, number, translate) for number in range(4)]
    if low:
        has_notes = any(note for _, _, note in faces)
        faces = [[Text.assemble(top, " ", label, justify="center"), *[note] * has_notes] for top, label, note in faces]
    piles = [draw_pile(table, number, lines, translate) for number, lines in enumerate(faces)]
    parts: list[RenderableType] = [Columns(piles, padding=(0, 1))]
    parts.append(draw_status(view, translate))
    if table["hands"]:
        parts.append(draw_final_hands(table, translate))
    else:
        seats = seat_lines(view, translate)
        parts.extend([Text("  ").join(seats)] if low and seats else seats)
    if table["hand"] and not view["over"]:
        parts.append(draw_hand(view, translate))
    return Group(*parts)


def command_label(name: str | None, fire: bool, translate: Translate) -> Text:
    """Return the command on a card with its flash or infinity sign; a fire card has a star."""
    label = Text()
    if name:
        sign, style = ("↯", "bold yellow") if name in LIGHTNING else ("∞", "bold magenta")
        label.append(f"{sign} {translate(f'the_game.command.{name}')}", style)
    if fire:
        label.append((" " if name else "") + f"✹ {translate('the_game.fire')}", "bold red")
    return label


def pile_lines(table: Data, number: int, translate: Translate) -> list[Text]:
    """Return the three lines of a pile: its top card, the command on it, and a warning."""
    data = table["piles"][number]
    top = Text(str(data["top"]), f"bold {STYLES[data['direction']]}", justify="center")
    label = command_label(data["command"], data["fire"], translate)
    label.justify = "center"
    note = Text(justify="center")
    if number in table["turn"]["cover"]:
        note.append(f"! {translate('the_game.table.cover')}", "bold red")
    elif not data["open"]:
        note.append(f"– {translate('the_game.table.barred')}", "dim")
    return [top, label, note]


def draw_pile(table: Data, number: int, lines: list[Text], translate: Translate) -> Panel:
    data = table["piles"][number]
    style = STYLES[data["direction"]]
    title = f"{ARROWS[data['direction']]} {translate(f'the_game.pile.{number}')}"
    return Panel(
        Group(*lines), title=title, width=18, border_style=style, padding=(0, 0), box=box.ROUNDED if data["open"] else box.ASCII
    )


def draw_status(view: Data, translate: Translate) -> Text:
    table, turn = view["board"], view["board"]["turn"]
    text = Text()
    if view["over"]:
        reason = view["result"]["reason"]
        text.append(translate(reason["key"], **reason["params"]), "bold green" if view["result"]["won"] else "bold red")
        if view["result"]["facts"]["excellent"] and not view["result"]["won"]:
            text.append("  " + translate("the_game.excellent"), "bold")
    elif table["phase"] == "turn":
        mine = table["active"] == view["seat"]
        who = translate("the_game.table.mine") if mine else translate("the_game.table.turn", seat=table["active"])
        text.append(who, "bold" if mine else "")
        text.append("  " + translate("the_game.table.laid", laid=turn["laid"], minimum=turn["minimum"]))
        if turn["three"]:
            text.append("  " + translate("the_game.table.three"), "bold yellow")
    else:
        text.append(translate(f"the_game.phase.{table['phase']}"))
    text.append("\n" + translate("the_game.table.cards", draw_pile=table["draw_pile"], left=table["left"]), "dim")
    if table["silence"]:
        text.append("  " + translate("the_game.table.silence"), "bold magenta")
    return text


def seat_lines(view: Data, translate: Translate) -> list[Text]:
    """Return one line per player: cards in hand, and signals in force."""
    table = view["board"]
    if view["players"] == 1:
        return []
    lines = []
    for seat, signals in enumerate(table["signals"]):
        line = Text("▸ " if seat == table["active"] and not view["over"] else "  ")
        line.append(
            translate("the_game.table.seat", seat=seat, cards=table["sizes"][seat]), "bold" if seat == view["seat"] else ""
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


def draw_hand(view: Data, translate: Translate) -> Table:
    """Draw the viewer's cards and, during the viewer's turn, distances, tricks and losing placements for each pile."""
    table = view["board"]
    previews = {
        (m["description"]["card"], m["description"]["pile"]): m["preview"]
        for m in view["moves"]
        if m["description"]["kind"] == "lay"
    }
    grid = Table(box=None, padding=(0, 1), min_width=60, header_style="bold", caption_justify="left")
    grid.add_column("", justify="right", style="bold", width=3)
    grid.add_column(translate("the_game.table.hand"), min_width=16)
    if view["moves"]:
        for number, data in enumerate(table["piles"]):
            head = f"{ARROWS[data['direction']]} {translate(f'the_game.pile.{number}')}"
            grid.add_column(head, justify="right", header_style=f"bold {STYLES[data['direction']]}")
    for card in table["hand"]:
        cells = [distance_label(previews.get((card["card"], number))) for number in range(4)] if view["moves"] else []
        grid.add_row(str(card["card"]), command_label(card["command"], card["fire"], translate), *cells)
    if any(p["losing"] or p["short"] for p in previews.values()):
        grid.caption = "✗ " + translate("the_game.table.loses")
    return grid


def distance_label(preview: Data | None) -> Text:
    if preview is None:
        return Text("·", "dim")
    if preview["losing"] or preview["short"]:
        return Text(f"✗ {preview['distance']:+}", "red")
    if preview["trick"]:
        return Text(f"↩ {preview['distance']:+}", "bold green")
    return Text(f"{preview['distance']:+}", "bold" if preview["distance"] < 4 else "")


def draw_final_hands(table: Data, translate: Translate) -> Text:
    """Return all hands at the end of the game."""
    text = Text()
    for seat, cards in enumerate(table["hands"]):
        numbers = " ".join(str(card["card"]) for card in cards) or "–"
        text.append(f"{translate('the_game.table.seat', seat=seat, cards=len(cards))}   {numbers}\n")
    return text


def move_sort_key(move: Data) -> bool:
    """Sort the end of the turn before all other moves, so that it is always listed."""
    return bool(move["description"]["kind"] != "end")
