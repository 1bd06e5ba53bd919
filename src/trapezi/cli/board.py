"""The board on a terminal: drawn by the game's own `terminal` module, or as a plain board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult

from trapezi.cli import plain_board
from trapezi.games import names, package
from trapezi.i18n import Catalogue

LOW_SCREEN = 24  # rows of a screen on which no row may be wasted


class FitToHeight:
    """Something that is drawn closer together on a low screen; `make` gets whether the screen is low."""

    def __init__(self, make: Callable[[bool], RenderableType]) -> None:
        self.make = make

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield self.make(console.is_terminal and console.height <= LOW_SCREEN)


def draw_board(view: dict[str, Any], catalogue: Catalogue) -> RenderableType:
    """Return the board of a view, ready to print."""
    draw = terminal_function(view["game"], "draw")
    return plain_board.draw(view, catalogue) if draw is None else draw(view, catalogue.translate)


def terminal_function(game: str, name: str) -> Callable[..., Any] | None:
    """Return a function of the game's `terminal` module, or None: `draw`, `order` of the moves, `asks` for the key of a question.

    >>> terminal_function("qwixx", "draw").__module__, terminal_function("a guest", "draw")
    ('trapezi.games.qwixx.terminal', None)
    """
    terminal = package(game).load("terminal") if game in names() else None
    return getattr(terminal, name, None)
