"""The terminal: a screen to show things on and a keyboard to read from."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from rich.console import Console, RenderableType

from trapezi.cli.printing import console

HAS_SINGLE_KEYS = False  # whether this system can read single keys
with suppress(ImportError):
    import termios
    import tty

    HAS_SINGLE_KEYS = True


class EndOfInput(Exception):
    """Standard input has ended."""


class Terminal:
    """A screen and a keyboard. If either is missing, the screen is never cleared and no pause is made."""

    def __init__(self, screen: Console | None = None) -> None:
        self.screen = screen or console()
        self.live = self.screen.is_terminal and sys.stdin.isatty()
        self.pressed: list[str] = []  # keys that are not read yet
        if self.live:
            enable_line_editing()

    def clear(self) -> None:
        """Clear the screen and its scrollback, so that nobody can scroll back to another player's secrets."""
        if self.live:
            self.screen.file.write("\x1b[H\x1b[2J\x1b[3J")
            self.screen.file.flush()

    def show(self, *renderables: RenderableType) -> None:
        for renderable in renderables:
            self.screen.print(renderable)

    def row_count(self, *renderables: RenderableType) -> int:
        """Return how many rows of the screen these renderables take."""
        return sum(len(self.screen.render_lines(renderable, pad=False)) for renderable in renderables)

    def ask(self, prompt: str) -> str:
        """Return a line of input; raise EndOfInput if there is none."""
        try:
            answer = input(prompt)
        except EOFError:
            self.show()
            raise EndOfInput from None
        if not sys.stdin.isatty():
            self.screen.print(answer, markup=False)
        return answer.strip()

    def pause(self, seconds: float) -> None:
        """Wait a moment, so that people notice what changed."""
        if self.live:
            time.sleep(seconds)

    @contextmanager
    def single_keys(self) -> Iterator[None]:
        """Read keys one by one, without Enter, if the system supports it."""
        if not self.live or not HAS_SINGLE_KEYS:
            yield
            return
        number = sys.stdin.fileno()
        before = termios.tcgetattr(number)
        tty.setcbreak(number, termios.TCSANOW)
        try:
            yield
        finally:
            termios.tcsetattr(number, termios.TCSADRAIN, before)

    def read_key(self) -> str:
        """Wait for a key: a letter, `enter`, `left`, `right`, `home` or `end`. Without single keys, return a line of input."""
        if not HAS_SINGLE_KEYS:
            return self.ask("") or "enter"
        if not self.pressed:
            self.pressed = split_keys(os.read(sys.stdin.fileno(), 1024).decode(errors="replace"))
        pressed = self.pressed.pop(0)
        return KEYS.get(pressed, pressed[:1])


def split_keys(burst: str) -> list[str]:
    r"""Split the input of several keys that were pressed quickly.

    >>> split_keys("\x1b[C\x1bOCq"), split_keys("")
    (['\x1b[C', '\x1bOC', 'q'], [''])
    """
    return re.findall(r"\x1b(?:\[[0-9;]*[A-Za-z~]|O[A-Za-z])|.", burst, re.DOTALL) or [""]


KEYS = {
    "\n": "enter",
    "\r": "enter",
    " ": "right",
    "\x1b[C": "right",
    "\x1b[B": "right",
    "\x1b[D": "left",
    "\x1b[A": "left",
    "\x7f": "left",
    "\x1bOC": "right",
    "\x1bOB": "right",
    "\x1bOD": "left",
    "\x1bOA": "left",
    "\x1bOH": "home",
    "\x1bOF": "end",
    "\x1b[H": "home",
    "\x1b[1~": "home",
    "\x1b[F": "end",
    "\x1b[4~": "end",
    "\x1b": "q",
    "\x04": "q",
    "": "q",
}


def enable_line_editing() -> None:
    """Enable arrow keys and history at the prompt, if this Python has readline."""
    with suppress(ImportError):
        import readline  # noqa: F401
