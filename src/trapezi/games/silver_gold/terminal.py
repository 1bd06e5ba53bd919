"""Draw Silver & Gold on a terminal: the viewer's two cards, the display, the pattern, and the sheets of all players.

A square is drawn as · (plain), ✕ (X), $ (coin), ψ (palm), █ (marked) or ▓ (marked in this turn).
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from trapezi.cli.board import Data, FitToHeight, Translate, seat_title, side_by_side
from trapezi.games.silver_gold.patterns import SIDE

# Each colour also has a shape, for people who cannot tell the colours apart.
SHAPES = {"purple": "◆", "orange": "●", "green": "▲", "grey": "■"}
INK = {"purple": "#c99bff", "orange": "#ffab4a", "green": "#6fcf7c", "grey": "#c4ccd4"}
LETTERS = {"o": "·", "X": "✕", "C": "$", "P": "ψ"}
SYMBOL_INK = {"X": "bold", "C": "bold #f2d24b", "P": "bold #6fcf7c"}
WIDTH = 80  # The width of the narrowest terminal, in characters.


def draw(view: Data, translate: Translate) -> RenderableType:
    return FitToHeight(lambda low_screen: whole_board(view, translate, low_screen))


def whole_board(view: Data, translate: Translate, low_screen: bool) -> RenderableType:
    """Return the whole board.

    If the screen has few lines, leave out blank lines, the legend and, with three or four players, the cards of the others.
    """
    gap = [] if low_screen else [Text()]
    board = view["board"]
    viewer = view["seat"] if view["seat"] >= 0 else None
    drawn: list[RenderableType] = [turn_overview(board, translate, with_legend=not low_screen), *gap]
    if board["phase"] in ("dealing", "keeping"):
        drawn += [hand_cards(board, translate), *gap] if board["hand"] else []
    else:
        own = [] if viewer is None else [own_card_text(board, viewer, slot, translate) for slot in (0, 1)]
        line = [] if viewer is None else [Text("│\n" * 6 + "│", "dim")]
        display = [card_text(card, str(place + 1), translate) for place, card in enumerate(board["display"])]
        drawn += [side_by_side([*own, *line, *display], gap=2), *gap]
    drawn.append(all_sheets(view, viewer, translate, low_screen))
    return Group(*drawn)


def move_sort_key(move: Data) -> int:
    """Return a key that sorts whole patterns before single squares in the list of moves."""
    return -len(move["description"].get("squares", ()))


# -- the middle of the table -------------------------------------------------------------------------------------------


def turn_overview(board: Data, translate: Translate, with_legend: bool) -> RenderableType:
    """Return the round, the turn, the value of a palm, the pile and the trophies, with the pattern of this turn beside them."""
    clock = {name: board[name] for name in ("round", "rounds", "turn", "turns")}
    facts = [
        Text.assemble(
            (translate("silver_gold.round", **clock), "bold"), "  ", translate("silver_gold.starter", seat=board["starter"])
        ),
        Text(f"{translate('silver_gold.palm-now', palm=board['palm'])}  {translate('silver_gold.pile', pile=board['pile'])}"),
        Text(translate("silver_gold.trophies", trophies=board["trophies"] or "–")),
        *([Text(translate("silver_gold.legend"), "dim")] if with_legend else []),
    ]
    return side_by_side([Group(*facts), pattern_text(board["expedition"])])


def pattern_text(expedition: Data | None) -> Text:
    """Return a picture of the pattern on an expedition card, or an empty text if there is no card."""
    if expedition is None:
        return Text()
    squares = {tuple(square) for square in expedition["pattern"]}
    width, height = 1 + max(x for x, _ in squares), 1 + max(y for _, y in squares)
    rows = ["".join("[]" if (x, y) in squares else "  " for x in range(width)) for y in range(height)]
    return Text("\n".join(rows), "bold #f2d24b")


# -- treasure cards ----------------------------------------------------------------------------------------------------


def hand_cards(board: Data, translate: Translate) -> RenderableType:
    """Return the four cards dealt, with a tick on the two that the player has chosen to keep."""
    kept = board["choice"] or []
    cards = [card_text(card, str(n + 1) + ("✓" if n in kept else ""), translate) for n, card in enumerate(board["hand"])]
    return side_by_side(cards, gap=2)


def own_card_text(board: Data, seat: int, slot: int, translate: Translate) -> Text:
    """Return one of the viewer's cards, with the names of columns and rows."""
    drafted = board["draft"][slot] if board["draft"] else []
    return card_text(
        board["seats"][seat]["cards"][slot], translate(f"silver_gold.slot.{slot}"), translate, drafted=drafted, with_names=True
    )


def card_text(card: Data | None, label: str, translate: Translate, drafted: Sequence[int] = (), with_names: bool = False) -> Text:
    """Return the picture of a card: its label, colour, points and seal above its squares."""
    if card is None:
        return Text(f"{label}\n–\n", "dim")
    margin = "  " if with_names else ""
    drawn = Text.assemble((label, "bold"), "\n", card_title(card, translate), "\n")
    if with_names:
        drawn.append(f"{margin}a b c d\n", "dim")
    for y in range(SIDE):
        if with_names:
            drawn.append(f"{y + 1} ", "dim")
        drawn.append_text(Text(" ").join(row_squares(card, y, drafted))).append(" \n")
    drawn.rstrip()
    return drawn


def card_title(card: Data, translate: Translate) -> Text:
    """Return the title of a card: its colour (as a shape and a letter), its points, and the colour and points of its seal."""
    colour = card["colour"]
    text = Text(f"{SHAPES[colour]}{translate(f'silver_gold.letter.{colour}')}{card['points']}", f"bold {INK[colour]}")
    if card["seal"]:
        seal = card["seal"]["colour"]
        text.append(f"+{card['seal']['points']}{SHAPES[seal]}{translate(f'silver_gold.letter.{seal}')}", INK[seal])
    return text


def row_squares(card: Data, row: int, drafted: Sequence[int] = ()) -> list[Text]:
    """Return the squares of one row of a card."""
    marked = card.get("marked", ())
    return [square_text(letter, SIDE * row + x, marked, drafted) for x, letter in enumerate(card["grid"][row])]


def square_text(letter: str, square: int, marked: Sequence[int], drafted: Sequence[int]) -> Text:
    if letter == ".":
        return Text(" ")
    if square in drafted:
        return Text("▓", "bold #f2d24b")
    if square in marked:
        return Text("█", "dim")
    return Text(LETTERS[letter], SYMBOL_INK.get(letter, ""))


# -- sheets ------------------------------------------------------------------------------------------------------------


def all_sheets(view: Data, viewer: int | None, translate: Translate, low_screen: bool) -> RenderableType:
    """Return the sheets of all players, the viewer's first. The sheets of the others show their cards too."""
    seats = [seat for seat in range(view["players"]) if seat != viewer]
    cards = view["board"]["phase"] not in ("dealing", "keeping")
    order = ([] if viewer is None else [viewer]) + seats
    with_cards = cards and not low_screen
    drawn: list[RenderableType] = [seat_sheet(view, seat, translate, with_cards and seat != viewer) for seat in order]
    if low_screen and cards and len(order) <= 2:
        drawn += [small_cards(view["board"]["seats"][seat], translate) for seat in seats]
    return side_by_side(drawn)


def seat_sheet(view: Data, seat: int, translate: Translate, with_cards: bool) -> RenderableType:
    """Return the coins, palms and completed cards of a player, and the player's two cards if `with_cards` is set."""
    sheet = view["board"]["seats"][seat]
    width = WIDTH // view["players"] - 4
    lines = [seat_title(view, seat, translate), coins_line(sheet), palms_line(sheet)]
    lines += completed_cards_lines(sheet, width, translate)
    return Group(*lines, *([small_cards(sheet, translate)] if with_cards else []))


def coins_line(sheet: Data) -> Text:
    """Return the three rows of four coin boxes, each followed by its trophy."""
    line = Text.assemble(("$ ", SYMBOL_INK["C"]))
    for row, trophy in enumerate(sheet["trophies"]):
        full = max(0, min(SIDE, sheet["coins"] - SIDE * row))
        line.append("▪" * full, "bold")
        line.append("·" * (SIDE - full), "dim")
        line.append("" if trophy is None else str(trophy), "bold #f2d24b")
        line.append(" ")
    return line


def palms_line(sheet: Data) -> Text:
    line = Text.assemble(("ψ ", SYMBOL_INK["P"]))
    for box in sheet["palms"]:
        line.append(f"{box or '·'} ", "bold" if box else "dim")
    return line


def completed_cards_lines(sheet: Data, width: int, translate: Translate) -> list[Text]:
    """Return the completed cards, as many per line as fit into the width."""
    lines = [Text.assemble(("✓", "dim"))]
    for card in sheet["completed"]:
        drawn = card_title(card, translate)
        if lines[-1].cell_len + 1 + drawn.cell_len > width:
            lines.append(Text(" "))
        lines[-1].append(" ").append_text(drawn)
    return lines


def small_cards(sheet: Data, translate: Translate) -> RenderableType:
    """Return the two cards of a player, without the names of columns and rows."""
    drawn = []
    for card in sheet["cards"]:
        text = Text("–", "dim") if card is None else Text.assemble(card_title(card, translate), "\n")
        for y, row in enumerate(card["grid"] if card else ()):
            if row != "." * SIDE:
                text.append_text(Text.assemble(*row_squares(card, y), "\n"))
        text.rstrip()
        drawn.append(text)
    return side_by_side(drawn, gap=2)
