"""Draw Silver & Gold in a terminal: the own two cards, the display, the pattern, and the sheets of all players.

Squares: plain ·, X ✕, coin $, palm ψ, marked █, marked in this turn ▓; blank where there is no square.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from trapezi.cli.board import FitToHeight

Translate = Callable[..., str]
Data = dict[str, Any]

# Each colour has a shape, so that colour vision is not needed.
SHAPES = {"purple": "◆", "orange": "●", "green": "▲", "grey": "■"}
INK = {"purple": "#c99bff", "orange": "#ffab4a", "green": "#6fcf7c", "grey": "#c4ccd4"}
LETTERS = {"o": "·", "X": "✕", "C": "$", "P": "ψ"}
SYMBOL_INK = {"X": "bold", "C": "bold #f2d24b", "P": "bold #6fcf7c"}
SIDE = 4
WIDTH = 80  # columns of the narrowest terminal


def draw(view: Data, translate: Translate) -> RenderableType:
    return FitToHeight(lambda low: board(view, translate, low))


def board(view: Data, translate: Translate, low: bool) -> RenderableType:
    """Draw everything; on a low screen without blank lines and legend, and for more than two players without squares."""
    gap = [] if low else [Text()]
    table = view["board"]
    me = view["seat"] if view["seat"] >= 0 else None
    drawn: list[RenderableType] = [middle(table, translate, legend=not low), *gap]
    if table["phase"] in ("dealing", "keeping"):
        drawn += [hand(table, translate), *gap] if table["hand"] else []
    else:
        own = [] if me is None else [own_card(table, me, slot, translate) for slot in (0, 1)]
        line = [] if me is None else [Text("│\n" * 6 + "│", "dim")]
        display = [card_of(card, str(place + 1), translate) for place, card in enumerate(table["display"])]
        drawn += [side_by_side([*own, *line, *display]), *gap]
    drawn.append(sheets(view, me, translate, low))
    return Group(*drawn)


def order(move: Data) -> int:
    """Sort whole patterns before single squares in the list of moves."""
    return -len(move["description"].get("squares", ()))


# -- the middle of the table -------------------------------------------------------------------------------------------


def middle(table: Data, translate: Translate, legend: bool) -> RenderableType:
    """Draw round, turn, palm value, pile and trophies, with the pattern of this turn beside them."""
    clock = {name: table[name] for name in ("round", "rounds", "turn", "turns")}
    facts = [
        Text.assemble(
            (translate("silver_gold.round", **clock), "bold"), "  ", translate("silver_gold.starter", seat=table["starter"])
        ),
        Text(f"{translate('silver_gold.palm-now', palm=table['palm'])}  {translate('silver_gold.pile', pile=table['pile'])}"),
        Text(translate("silver_gold.trophies", trophies=table["trophies"] or "–")),
        *([Text(translate("silver_gold.legend"), "dim")] if legend else []),
    ]
    grid = Table.grid(padding=(0, 3, 0, 0))
    grid.add_row(Group(*facts), pattern(table["expedition"]))
    return grid


def pattern(expedition: Data | None) -> Text:
    if expedition is None:
        return Text()
    squares = {tuple(square) for square in expedition["pattern"]}
    width, height = 1 + max(x for x, _ in squares), 1 + max(y for _, y in squares)
    rows = ["".join("[]" if (x, y) in squares else "  " for x in range(width)) for y in range(height)]
    return Text("\n".join(rows), "bold #f2d24b")


# -- treasure cards ----------------------------------------------------------------------------------------------------


def hand(table: Data, translate: Translate) -> RenderableType:
    """Draw the four cards of which two are kept."""
    kept = table["choice"] or []
    cards = [card_of(card, str(n + 1) + ("✓" if n in kept else ""), translate) for n, card in enumerate(table["hand"])]
    return side_by_side(cards)


def own_card(table: Data, seat: int, slot: int, translate: Translate) -> Text:
    """Draw one of the own cards, with the names of columns and rows."""
    drafted = table["draft"][slot] if table["draft"] else []
    return card_of(
        table["seats"][seat]["cards"][slot], translate(f"silver_gold.slot.{slot}"), translate, drafted=drafted, names=True
    )


def card_of(card: Data | None, label: str, translate: Translate, drafted: Sequence[int] = (), names: bool = False) -> Text:
    """Draw a card: label, colour, points and seal above, its squares below."""
    if card is None:
        return Text(f"{label}\n–\n", "dim")
    margin = "  " if names else ""
    drawn = Text.assemble((label, "bold"), "\n", face(card, translate), "\n")
    if names:
        drawn.append(f"{margin}a b c d\n", "dim")
    for y, row in enumerate(card["grid"]):
        if names:
            drawn.append(f"{y + 1} ", "dim")
        for x, letter in enumerate(row):
            drawn.append_text(square(letter, SIDE * y + x, card.get("marked", ()), drafted))
            drawn.append(" ")
        drawn.append("\n")
    drawn.rstrip()
    return drawn


def face(card: Data, translate: Translate) -> Text:
    """Return the colour as shape and letter, the points, and the points of the seal for each card of its colour."""
    colour = card["colour"]
    text = Text(f"{SHAPES[colour]}{translate(f'silver_gold.letter.{colour}')}{card['points']}", f"bold {INK[colour]}")
    if card["seal"]:
        seal = card["seal"]["colour"]
        text.append(f"+{card['seal']['points']}{SHAPES[seal]}{translate(f'silver_gold.letter.{seal}')}", INK[seal])
    return text


def square(letter: str, number: int, marked: Sequence[int], drafted: Sequence[int]) -> Text:
    if letter == ".":
        return Text(" ")
    if number in drafted:
        return Text("▓", "bold #f2d24b")
    if number in marked:
        return Text("█", "dim")
    return Text(LETTERS[letter], SYMBOL_INK.get(letter, ""))


def side_by_side(cards: Sequence[RenderableType]) -> Table:
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_row(*cards)
    return grid


# -- sheets ------------------------------------------------------------------------------------------------------------


def sheets(view: Data, me: int | None, translate: Translate, low: bool) -> RenderableType:
    """Draw the sheets of all players, the own one first; those of others with their cards."""
    seats = [seat for seat in range(view["players"]) if seat != me]
    cards = view["board"]["phase"] not in ("dealing", "keeping")
    order = ([] if me is None else [me]) + seats
    drawn: list[RenderableType] = [sheet(view, seat, translate, cards and seat != me and not low) for seat in order]
    if low and cards and len(order) <= 2:
        drawn += [small_cards(view["board"]["seats"][seat], translate) for seat in seats]
    grid = Table.grid(padding=(0, 3, 0, 0))
    grid.add_row(*drawn)
    return grid


def sheet(view: Data, seat: int, translate: Translate, cards: bool) -> RenderableType:
    own = view["board"]["seats"][seat]
    pointer = "▸" if seat in view["deciders"] else " "
    name = Text.assemble((pointer, "bold #f2d24b"), (translate("table.name", seat=seat), "bold"), f" {view['scores'][seat]}")
    width = WIDTH // view["players"] - 4
    lines: list[RenderableType] = [name, coins(own), palms(own), *completed(own, width, translate)]
    if cards:
        lines.append(small_cards(own, translate))
    return Group(*lines)


def coins(own: Data) -> Text:
    """Draw three rows of four coin boxes, each with its trophy."""
    line = Text.assemble(("$ ", SYMBOL_INK["C"]))
    for row, trophy in enumerate(own["trophies"]):
        full = max(0, min(SIDE, own["coins"] - SIDE * row))
        line.append("▪" * full, "bold")
        line.append("·" * (SIDE - full), "dim")
        line.append("" if trophy is None else str(trophy), "bold #f2d24b")
        line.append(" ")
    return line


def palms(own: Data) -> Text:
    line = Text.assemble(("ψ ", SYMBOL_INK["P"]))
    for box in own["palms"]:
        line.append(f"{box or '·'} ", "bold" if box else "dim")
    return line


def completed(own: Data, width: int, translate: Translate) -> list[Text]:
    """Draw the completed cards, as many to a line as fit."""
    lines = [Text.assemble(("✓", "dim"))]
    for card in own["completed"]:
        drawn = face(card, translate)
        if lines[-1].cell_len + 1 + drawn.cell_len > width:
            lines.append(Text(" "))
        lines[-1].append(" ").append_text(drawn)
    return lines


def small_cards(own: Data, translate: Translate) -> RenderableType:
    """Draw the two cards of another player, without the names of columns and rows."""
    drawn = []
    for card in own["cards"]:
        if card is None:
            drawn.append(Text("–", "dim"))
            continue
        text = Text.assemble(face(card, translate), "\n")
        for y, row in enumerate(card["grid"]):
            if any(letter != "." for letter in row):
                text.append_text(Text.assemble(*(square(c, SIDE * y + x, card["marked"], ()) for x, c in enumerate(row)), "\n"))
        text.rstrip()
        drawn.append(text)
    return side_by_side(drawn)
