"""Draw the board of a game on a terminal: by the game's `terminal` module if it has one, otherwise as a plain board."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from trapezi.cli import plain_board
from trapezi.games import names, package
from trapezi.i18n import Catalogue

Translate = Callable[..., str]
Data = dict[str, Any]

LOW_SCREEN = 24  # A screen with at most this many rows counts as low, and shows boards in a compact form.


class FitToHeight:
    """A renderable that is more compact on a screen with few rows. `make(True)` returns the compact form."""

    def __init__(self, make: Callable[[bool], RenderableType]) -> None:
        self.make = make

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield self.make(console.is_terminal and console.height <= LOW_SCREEN)


def side_by_side(parts: Iterable[RenderableType], gap: int = 3) -> Table:
    """Return a table that shows these renderables side by side, with `gap` blank columns after each of them."""
    grid = Table.grid(padding=(0, gap, 0, 0))
    grid.add_row(*parts)
    return grid


def seat_title(view: Data, seat: int, translate: Translate) -> Text:
    """Return the name and points of a seat, with a pointer while the seat must decide."""
    pointer = "▸" if seat in view["deciders"] else " "
    return Text.assemble(
        (pointer, "bold #f2d24b"), (translate("common.table.name", seat=seat), "bold"), f" {view['scores'][seat]}"
    )


def draw_board(view: dict[str, Any], catalogue: Catalogue) -> RenderableType:
    """Return the board of a view, ready to print."""
    draw = find_terminal_function(view["game"], "draw")
    return plain_board.draw(view, catalogue) if draw is None else draw(view, catalogue.translate)


def find_terminal_function(game: str, name: str) -> Callable[..., Any] | None:
    """Return the function `draw`, `move_sort_key` or `question_key` of the game's `terminal` module, or None if it has none.

    >>> find_terminal_function("qwixx", "draw").__module__, find_terminal_function("a guest", "draw")
    ('trapezi.games.qwixx.terminal', None)
    """
    terminal = package(game).load_part("terminal") if game in names() else None
    return getattr(terminal, name, None)
