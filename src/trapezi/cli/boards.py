"""How the terminal draws a game: by the module `terminal` of its package, or else as names and values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from trapezi.games import names, package

Draw = Callable[[dict[str, Any], Callable[..., str]], RenderableType]


LOW = 24  # rows of a screen on which nothing may be wasted


class Sized:
    """Something that is drawn closer together on a low screen: `make` is told whether it is one."""

    def __init__(self, make: Callable[[bool], RenderableType]) -> None:
        self.make = make

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield self.make(console.is_terminal and console.height <= LOW)


def board_renderer(game: str) -> Draw:
    """Return the function that draws a game.

    >>> board_renderer("qwixx").__module__, board_renderer("a-guest-game").__module__
    ('trapezi.games.qwixx.terminal', 'trapezi.cli.boards')
    """
    terminal = package(game).load("terminal") if game in names() else None
    return plainly if terminal is None else terminal.draw


def terminal_hook(game: str, name: str) -> Callable[..., Any] | None:
    """Return an optional function of the module that draws a game: `order` sorts moves, `asks` returns the key of the prompt."""
    return getattr(import_module(board_renderer(game).__module__), name, None)


def plainly(view: dict[str, Any], translate: Callable[..., str]) -> RenderableType:
    """Any table as names and values."""
    return rows(view["board"])


def rows(table: Mapping[str, Any]) -> Table:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="cyan")
    grid.add_column()
    for name, value in table.items():
        grid.add_row(str(name), thing(value))
    return grid


def thing(value: Any) -> RenderableType:
    if isinstance(value, Mapping) and value:
        return rows(value)
    if isinstance(value, list) and any(isinstance(item, Mapping | list) for item in value):
        return rows({str(n): item for n, item in enumerate(value)})
    if isinstance(value, list):
        return Text(" ".join(str(item) for item in value) or "–")
    return Text("–" if value is None or value == {} else str(value))
