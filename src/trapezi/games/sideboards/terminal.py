"""Draw Sideboards on a terminal: the viewer's sideboard, hand and goals, and below them the sideboards of the other players.

A drawer is drawn as the letter of its colour, then its handle: ✿ (flower), ■ (square), ▬ (bar) or a dot (none).
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from trapezi.cli.board import Data, FitToHeight, Translate, seat_title, side_by_side
from trapezi.games.sideboards.sideboard_bits import ROWS

PAINT = {
    "red": "white on #b3261e",
    "turquoise": "black on #4dd0c8",
    "pink": "black on #f7a8c8",
    "orange": "black on #f79a3e",
    "black": "white on #1c1c1c",
}
HANDLES = {"flower": "✿", "square": "■", "bar": "▬", None: "·"}
WIDTH = 80  # The width of the narrowest terminal, in characters.
SMALL = 16  # The width of another player's sideboard, in characters.


def draw(view: Data, translate: Translate) -> RenderableType:
    return FitToHeight(lambda low_screen: whole_board(view, translate, low_screen))


def whole_board(view: Data, translate: Translate, low_screen: bool) -> RenderableType:
    """Return the whole board. Leave out blank lines if the screen has few lines."""
    gap = [] if low_screen else [Text()]
    board = view["board"]
    viewer = view["seat"] if view["seat"] >= 0 else None
    own = [] if viewer is None else [own_sideboard_text(view, viewer, translate)]
    hand = [hand_text(board, translate)] if board["hand"] else []
    goals = all_goals(board["goals"], translate)
    drawn: list[RenderableType] = [header_text(board, translate), *gap, side_by_side([*own, *hand, goals])]
    others = [seat for seat in range(view["players"]) if seat != viewer]
    for start in range(0, len(others), WIDTH // (SMALL + 3)):
        row = others[start : start + WIDTH // (SMALL + 3)]
        drawn += [*gap, side_by_side([other_sideboard_text(view, seat, translate) for seat in row])]
    return Group(*drawn)


def question_key(view: Data) -> str:
    """Return the key of the message that asks the player for a move. It depends on whether an exchange is possible."""
    phase = view["board"]["phase"]
    if phase == "start" and view["players"] == 1:
        return "sideboards.ask.start-alone"
    if phase == "laying" and not any(move["description"]["kind"] == "exchange" for move in view["moves"]):
        return "sideboards.ask.laying-only"
    return f"sideboards.ask.{phase}"


def header_text(board: Data, translate: Translate) -> Text:
    """Return lines with the number of the turn, the sizes of the piles, the legend and, in a solo game, the ranks."""
    piles = translate("sideboards.piles", pile=board["pile"], discards=board["discards"])
    line = Text.assemble((translate("sideboards.turn", turn=board["turn"], turns=board["turns"]), "bold"), "  ", piles, "  ")
    line.append(translate("sideboards.legend"), "dim")
    if board["ranks"]:
        line.append("\n" + translate("sideboards.ranks", ranks=board["ranks"][1:]), "dim")
    return line


# -- goals -------------------------------------------------------------------------------------------------------------


def all_goals(goals: Data, translate: Translate) -> RenderableType:
    """Return the two pattern goals side by side and the row goal below them. Leave out goals that are not drawn yet."""
    patterns = [pattern_goal_text(goals[name], name, translate) for name in ("colour", "handle") if goals[name]]
    row_goal = [row_goal_text(goals["row"], translate)] if goals["row"] else []
    return Group(side_by_side(patterns), *row_goal)


def pattern_goal_text(goal: Data, name: str, translate: Translate) -> Text:
    """Return the number, the points and a picture of a pattern goal."""
    text = Text.assemble((translate(f"sideboards.goal.{name}", number=goal["number"]), "bold"), "\n")
    text.append(translate("sideboards.goal.each", points=goal["points"]) + "\n", "bold #f2d24b")
    cells = {(column, row) for column, row in goal["pattern"]}
    for row in range(1 + max(row for _, row in cells)):
        for column in range(1 + max(column for column, _ in cells)):
            text.append("■ " if (column, row) in cells else "· ", "bold" if (column, row) in cells else "dim")
        text.append("\n")
    text.rstrip()
    return text


def row_goal_text(goal: Data, translate: Translate) -> Text:
    text = Text.assemble((translate("sideboards.goal.row", number=goal["number"]), "bold"), "\n", overflow="fold")
    of = goal["of"]
    if goal["rows"]:
        first, second = goal["rows"]
        return text.append(translate("sideboards.goal.rows", first=first + 1, second=second + 1, of=of))
    return text.append(translate("sideboards.goal.two" if goal["runs"] == 2 else "sideboards.goal.longest", of=of))


# -- cards -------------------------------------------------------------------------------------------------------------


def own_sideboard_text(view: Data, seat: int, translate: Translate) -> Text:
    """Return the viewer's sideboard, with ‹ before each drawer that counts for the colour goal and › for the handle goal."""
    seat_board = view["board"]["seats"][seat]
    text = title_with_exchange_card(view, seat, translate)
    text.append("\n").append_text(drawer_rows_text(view["board"], seat, translate, with_pattern_marks=True))
    text.append("".join(f"{card['number']:^4}" for card in seat_board["board"]), "dim")
    return text


def hand_text(board: Data, translate: Translate) -> Text:
    """Return the cards in hand, with the slot numbers that moves use."""
    text = Text.assemble((translate("sideboards.hand") + "\n", "bold"))
    for row in range(ROWS):
        for number in board["hand"]:
            drawer = board["cards"][number - 1][row].split()
            text.append(f" {drawer_text(drawer, translate)} ", PAINT[drawer[0]])
            text.append(" ")
        text.append("\n")
    text.append("".join(f" {slot}:   "[:5] for slot in range(1, len(board["hand"]) + 1)), "bold #f2d24b")
    return text


def other_sideboard_text(view: Data, seat: int, translate: Translate) -> Text:
    """Return another player's sideboard and hand: known cards by number, a question mark for each other card."""
    seat_board = view["board"]["seats"][seat]
    text = title_with_exchange_card(view, seat, translate)
    known = [str(number) for number in view["board"]["known"]["hands"][seat]]
    hand = known + ["?"] * (seat_board["cards"] - len(known))
    text.append(f" [{' '.join(hand)}]\n" if hand else "\n", "dim")
    text.append_text(drawer_rows_text(view["board"], seat, translate, with_pattern_marks=False))
    text.rstrip()
    return text


def drawer_rows_text(board: Data, seat: int, translate: Translate, with_pattern_marks: bool) -> Text:
    """Return the five rows of a sideboard. Drawers of counted runs are underlined, and `with_pattern_marks` adds ‹ and ›."""
    seat_board = board["seats"][seat]
    counted = {kind: flatten_cells(seat_board["matched"][kind]) for kind in ("colour", "handle", "row")}
    text = Text()
    for row in range(ROWS):
        for column, card in enumerate(seat_board["board"]):
            cell = ROWS * column + row
            printed = board["cards"][card["number"] - 1][ROWS - 1 - row if card["turned"] else row].split()
            drawer = drawer_text(printed, translate)
            if with_pattern_marks:
                drawer = ("‹" if cell in counted["colour"] else " ") + drawer + ("›" if cell in counted["handle"] else " ")
            text.append(drawer, PAINT[printed[0]] + (" underline bold" if cell in counted["row"] else ""))
        text.append("\n")
    return text


def title_with_exchange_card(view: Data, seat: int, translate: Translate) -> Text:
    """Return the name and points of a seat, with arrows as long as it has its exchange card."""
    exchange = view["board"]["seats"][seat]["exchange"]
    return seat_title(view, seat, translate).append(" ⇄" if exchange else "", "bold #4dd0c8")


def drawer_text(drawer: Sequence[str], translate: Translate) -> str:
    """Return the letter of a drawer's colour and the sign of its handle, given the words that are printed for it."""
    return translate(f"sideboards.letter.{drawer[0]}") + HANDLES[drawer[1] if len(drawer) > 1 else None]


def flatten_cells(sets: Sequence[Sequence[int]]) -> set[int]:
    """Return the cells of all these sets or runs as one set."""
    return {cell for cells in sets for cell in cells}
