"""The Game in a terminal: four piles, the hand with its distances, who said what."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rich import box
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from trapezi.cli.boards import Sized

Say = Callable[..., str]

LIGHTNING = ("stop", "skull", "three")
STYLES = {"up": "green", "down": "cyan"}
ARROWS = {"up": "▲", "down": "▼"}


def draw(view: dict[str, Any], say: Say) -> RenderableType:
    """The table as a seat sees it."""
    return Sized(lambda low: whole(view, say, low))


def whole(view: dict[str, Any], say: Say, low: bool) -> RenderableType:
    table = view["table"]
    faces = [face(table, number, say) for number in range(4)]
    if low:
        warned = any(note for _, _, note in faces)
        faces = [[Text.assemble(top, " ", says, justify="center"), *[note] * warned] for top, says, note in faces]
    piles = [pile(table, number, lines, say) for number, lines in enumerate(faces)]
    shown: list[RenderableType] = [Columns(piles, padding=(0, 1))]
    shown.append(status(view, say))
    if table["hands"]:
        shown.append(left_over(table, say))
    else:
        seats = others(view, say)
        shown.extend([Text("  ").join(seats)] if low and seats else seats)
    if table["hand"] and not view["over"]:
        shown.append(hand(view, say))
    return Group(*shown)


def command(name: str | None, fire: bool, say: Say) -> Text:
    """What a card says: a flash or the sign of infinity, and the word; a fire card has a star."""
    said = Text()
    if name:
        sign, style = ("↯", "bold yellow") if name in LIGHTNING else ("∞", "bold magenta")
        said.append(f"{sign} {say(f'the_game.command.{name}')}", style)
    if fire:
        said.append((" " if name else "") + f"✹ {say('the_game.fire')}", "bold red")
    return said


def face(table: dict[str, Any], number: int, say: Say) -> list[Text]:
    """The three lines of a pile: its top card, what that says, and a warning."""
    data = table["piles"][number]
    style = STYLES[data["direction"]]
    lines = [Text(str(data["top"]), f"bold {style}", justify="center")]
    says = command(data["command"], data["fire"], say)
    says.justify = "center"
    lines.append(says)
    note = Text(justify="center")
    if number in table["turn"]["cover"]:
        note.append(f"! {say('the_game.table.cover')}", "bold red")
    elif not data["open"]:
        note.append(f"– {say('the_game.table.barred')}", "dim")
    lines.append(note)
    return lines


def pile(table: dict[str, Any], number: int, lines: list[Text], say: Say) -> Panel:
    data = table["piles"][number]
    style = STYLES[data["direction"]]
    title = f"{ARROWS[data['direction']]} {say(f'the_game.pile.{number}')}"
    return Panel(
        Group(*lines), title=title, width=18, border_style=style, padding=(0, 0), box=box.ROUNDED if data["open"] else box.ASCII
    )


def status(view: dict[str, Any], say: Say) -> Text:
    table, turn = view["table"], view["table"]["turn"]
    text = Text()
    if view["over"]:
        reason = view["outcome"]["reason"]
        text.append(say(reason["key"], **reason["params"]), "bold green" if view["outcome"]["won"] else "bold red")
        if view["outcome"]["facts"]["excellent"] and not view["outcome"]["won"]:
            text.append("  " + say("the_game.excellent"), "bold")
    elif table["phase"] == "turn":
        mine = table["active"] == view["seat"]
        who = say("the_game.table.mine") if mine else say("the_game.table.turn", seat=table["active"])
        text.append(who, "bold" if mine else "")
        text.append("  " + say("the_game.table.laid", laid=turn["laid"], minimum=turn["minimum"]))
        if turn["three"]:
            text.append("  " + say("the_game.table.three"), "bold yellow")
    else:
        text.append(say(f"the_game.phase.{table['phase']}"))
    text.append("\n" + say("the_game.table.cards", draw_pile=table["draw_pile"], left=table["left"]), "dim")
    if table["silence"]:
        text.append("  " + say("the_game.table.silence"), "bold magenta")
    return text


def others(view: dict[str, Any], say: Say) -> list[Text]:
    """A line per player: cards in hand, and the signals that stand."""
    table = view["table"]
    if view["players"] == 1:
        return []
    lines = []
    for seat, said in enumerate(table["signals"]):
        line = Text("▸ " if seat == table["active"] and not view["over"] else "  ")
        line.append(say("the_game.table.seat", seat=seat, cards=table["sizes"][seat]), "bold" if seat == view["seat"] else "")
        told = [
            f"{ARROWS['up' if n < 2 else 'down']} {say(f'the_game.pile.{n}')}: {say(f'the_game.signal.{word}')}"
            for n, word in enumerate(said["piles"])
            if word
        ]
        for name, word in said["commands"].items():
            told.append(f"{say(f'the_game.command.{name}')}: {say(f'the_game.signal.{word}')}")
        if told:
            line.append("   " + " · ".join(told), "italic")
        lines.append(line)
    return lines


def hand(view: dict[str, Any], say: Say) -> Table:
    """The own cards; while it is our turn with the distance on each pile, tricks and placements that lose."""
    table = view["table"]
    previews = {(m["parts"]["card"], m["parts"]["pile"]): m["preview"] for m in view["moves"] if m["parts"]["kind"] == "lay"}
    grid = Table(box=None, padding=(0, 1), min_width=60, header_style="bold", caption_justify="left")
    grid.add_column("", justify="right", style="bold", width=3)
    grid.add_column(say("the_game.table.hand"), min_width=16)
    if view["moves"]:
        for number, data in enumerate(table["piles"]):
            head = f"{ARROWS[data['direction']]} {say(f'the_game.pile.{number}')}"
            grid.add_column(head, justify="right", header_style=f"bold {STYLES[data['direction']]}")
    for card in table["hand"]:
        cells = [distance(previews.get((card["card"], number))) for number in range(4)] if view["moves"] else []
        grid.add_row(str(card["card"]), command(card["command"], card["fire"], say), *cells)
    if any(p["losing"] or p["short"] for p in previews.values()):
        grid.caption = "✗ " + say("the_game.table.loses")
    return grid


def distance(preview: dict[str, Any] | None) -> Text:
    if preview is None:
        return Text("·", "dim")
    if preview["losing"] or preview["short"]:
        return Text(f"✗ {preview['distance']:+}", "red")
    if preview["trick"]:
        return Text(f"↩ {preview['distance']:+}", "bold green")
    return Text(f"{preview['distance']:+}", "bold" if preview["distance"] < 4 else "")


def left_over(table: dict[str, Any], say: Say) -> Text:
    """All hands, once the game is over."""
    text = Text()
    for seat, cards in enumerate(table["hands"]):
        numbers = " ".join(str(card["card"]) for card in cards) or "–"
        text.append(f"{say('the_game.table.seat', seat=seat, cards=len(cards))}   {numbers}\n")
    return text


def order(move: dict[str, Any]) -> bool:
    """The end of the turn stands first in the list of moves, so that it is never left out."""
    return bool(move["parts"]["kind"] != "end")
