"""Draw Silver & Gold in a terminal: the viewer's two cards, the display, the pattern, and the sheets of all players.

Squares: plain ·, X ✕, coin $, palm ψ, marked █, marked in this turn ▓; blank where there is no square.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from trapezi.cli.board import Data, FitToHeight, Translate, seat_title, side_by_side
from trapezi.games.silver_gold.patterns import SIDE

# Each colour has a shape, so that nobody depends on seeing colours.
SHAPES = {"purple": "◆", "orange": "●", "green": "▲", "grey": "■"}
INK = {"purple": "#c99bff", "orange": "#ffab4a", "green": "#6fcf7c", "grey": "#c4ccd4"}
LETTERS = {"o": "·", "X": "✕", "C": "$", "P": "ψ"}
SYMBOL_INK = {"X": "bold", "C": "bold #f2d24b", "P": "bold #6fcf7c"}
WIDTH = 80  # columns of the narrowest terminal


def draw(view: Data, translate: Translate) -> RenderableType:
    return FitToHeight(lambda low: draw_everything(view, translate, low))


def draw_everything(view: Data, translate: Translate, low: bool) -> RenderableType:
    """Draw everything. On a low screen leave out blank lines, the legend and, with more than two players, others' cards."""
    gap = [] if low else [Text()]
    table = view["board"]
    me = view["seat"] if view["seat"] >= 0 else None
    drawn: list[RenderableType] = [draw_middle(table, translate, legend=not low), *gap]
    if table["phase"] in ("dealing", "keeping"):
        drawn += [draw_hand(table, translate), *gap] if table["hand"] else []
    else:
        own = [] if me is None else [draw_own_card(table, me, slot, translate) for slot in (0, 1)]
        line = [] if me is None else [Text("│\n" * 6 + "│", "dim")]
        display = [draw_card(card, str(place + 1), translate) for place, card in enumerate(table["display"])]
        drawn += [side_by_side([*own, *line, *display], gap=2), *gap]
    drawn.append(draw_sheets(view, me, translate, low))
    return Group(*drawn)


def move_sort_key(move: Data) -> int:
    """Sort whole patterns before single squares in the list of moves."""
    return -len(move["description"].get("squares", ()))


# -- the middle of the table -------------------------------------------------------------------------------------------


def draw_middle(table: Data, translate: Translate, legend: bool) -> RenderableType:
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
    return side_by_side([Group(*facts), draw_pattern(table["expedition"])])


def draw_pattern(expedition: Data | None) -> Text:
    if expedition is None:
        return Text()
    squares = {tuple(square) for square in expedition["pattern"]}
    width, height = 1 + max(x for x, _ in squares), 1 + max(y for _, y in squares)
    rows = ["".join("[]" if (x, y) in squares else "  " for x in range(width)) for y in range(height)]
    return Text("\n".join(rows), "bold #f2d24b")


# -- treasure cards ----------------------------------------------------------------------------------------------------


def draw_hand(table: Data, translate: Translate) -> RenderableType:
    """Draw the four cards dealt, with a tick on the two that the player has chosen to keep."""
    kept = table["choice"] or []
    cards = [draw_card(card, str(n + 1) + ("✓" if n in kept else ""), translate) for n, card in enumerate(table["hand"])]
    return side_by_side(cards, gap=2)


def draw_own_card(table: Data, seat: int, slot: int, translate: Translate) -> Text:
    """Draw one of the viewer's cards, with the names of columns and rows."""
    drafted = table["draft"][slot] if table["draft"] else []
    return draw_card(
        table["seats"][seat]["cards"][slot], translate(f"silver_gold.slot.{slot}"), translate, drafted=drafted, names=True
    )


def draw_card(card: Data | None, label: str, translate: Translate, drafted: Sequence[int] = (), names: bool = False) -> Text:
    """Draw a card: label, colour, points and seal above, its squares below."""
    if card is None:
        return Text(f"{label}\n–\n", "dim")
    margin = "  " if names else ""
    drawn = Text.assemble((label, "bold"), "\n", card_title(card, translate), "\n")
    if names:
        drawn.append(f"{margin}a b c d\n", "dim")
    for y in range(SIDE):
        if names:
            drawn.append(f"{y + 1} ", "dim")
        drawn.append_text(Text(" ").join(draw_row(card, y, drafted))).append(" \n")
    drawn.rstrip()
    return drawn


def card_title(card: Data, translate: Translate) -> Text:
    """Return the colour as shape and letter, the points, and the points of the seal for each card of its colour."""
    colour = card["colour"]
    text = Text(f"{SHAPES[colour]}{translate(f'silver_gold.letter.{colour}')}{card['points']}", f"bold {INK[colour]}")
    if card["seal"]:
        seal = card["seal"]["colour"]
        text.append(f"+{card['seal']['points']}{SHAPES[seal]}{translate(f'silver_gold.letter.{seal}')}", INK[seal])
    return text


def draw_row(card: Data, y: int, drafted: Sequence[int] = ()) -> list[Text]:
    """Draw the squares of one row of a card."""
    marked = card.get("marked", ())
    return [draw_square(letter, SIDE * y + x, marked, drafted) for x, letter in enumerate(card["grid"][y])]


def draw_square(letter: str, number: int, marked: Sequence[int], drafted: Sequence[int]) -> Text:
    if letter == ".":
        return Text(" ")
    if number in drafted:
        return Text("▓", "bold #f2d24b")
    if number in marked:
        return Text("█", "dim")
    return Text(LETTERS[letter], SYMBOL_INK.get(letter, ""))


# -- sheets ------------------------------------------------------------------------------------------------------------


def draw_sheets(view: Data, me: int | None, translate: Translate, low: bool) -> RenderableType:
    """Draw the sheets of all players, the viewer's first, and the cards of the others with their sheets."""
    seats = [seat for seat in range(view["players"]) if seat != me]
    cards = view["board"]["phase"] not in ("dealing", "keeping")
    order = ([] if me is None else [me]) + seats
    drawn: list[RenderableType] = [draw_sheet(view, seat, translate, cards and seat != me and not low) for seat in order]
    if low and cards and len(order) <= 2:
        drawn += [draw_small_cards(view["board"]["seats"][seat], translate) for seat in seats]
    return side_by_side(drawn)


def draw_sheet(view: Data, seat: int, translate: Translate, cards: bool) -> RenderableType:
    """Draw coins, palms and completed cards of a player, and with `cards` also the two cards that the player marks."""
    own = view["board"]["seats"][seat]
    width = WIDTH // view["players"] - 4
    lines = [seat_title(view, seat, translate), draw_coins(own), draw_palms(own), *draw_completed(own, width, translate)]
    return Group(*lines, *([draw_small_cards(own, translate)] if cards else []))


def draw_coins(own: Data) -> Text:
    """Draw three rows of four coin boxes, each with its trophy."""
    line = Text.assemble(("$ ", SYMBOL_INK["C"]))
    for row, trophy in enumerate(own["trophies"]):
        full = max(0, min(SIDE, own["coins"] - SIDE * row))
        line.append("▪" * full, "bold")
        line.append("·" * (SIDE - full), "dim")
        line.append("" if trophy is None else str(trophy), "bold #f2d24b")
        line.append(" ")
    return line


def draw_palms(own: Data) -> Text:
    line = Text.assemble(("ψ ", SYMBOL_INK["P"]))
    for box in own["palms"]:
        line.append(f"{box or '·'} ", "bold" if box else "dim")
    return line


def draw_completed(own: Data, width: int, translate: Translate) -> list[Text]:
    """Draw the completed cards, as many to a line as fit."""
    lines = [Text.assemble(("✓", "dim"))]
    for card in own["completed"]:
        drawn = card_title(card, translate)
        if lines[-1].cell_len + 1 + drawn.cell_len > width:
            lines.append(Text(" "))
        lines[-1].append(" ").append_text(drawn)
    return lines


def draw_small_cards(own: Data, translate: Translate) -> RenderableType:
    """Draw the two cards of another player, without the names of columns and rows."""
    drawn = []
    for card in own["cards"]:
        text = Text("–", "dim") if card is None else Text.assemble(card_title(card, translate), "\n")
        for y, row in enumerate(card["grid"] if card else ()):
            if row != "." * SIDE:
                text.append_text(Text.assemble(*draw_row(card, y), "\n"))
        text.rstrip()
        drawn.append(text)
    return side_by_side(drawn, gap=2)
