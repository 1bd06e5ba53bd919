"""The terminal: where things are shown and asked for."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from rich.console import Console, RenderableType

KEYBOARD = False  # whether keys can be read singly here
with suppress(ImportError):
    import termios
    import tty

    KEYBOARD = True


class EndOfInput(Exception):
    """Nobody answers any more."""


def console() -> Console:
    """Standard output; plain text where it is no terminal."""
    return Console(highlight=False, soft_wrap=False)


class Terminal:
    """A screen and a keyboard. Where either is missing, all is shown one after the other and nothing waits."""

    def __init__(self, screen: Console | None = None) -> None:
        self.screen = screen or console()
        self.live = self.screen.is_terminal and sys.stdin.isatty()
        self.pressed: list[str] = []  # keys that came faster than they were read
        if self.live:
            edit_lines()

    def clear(self) -> None:
        """An empty screen; what scrolled out of it goes too, so that nobody scrolls back to another's secrets."""
        if self.live:
            self.screen.file.write("\x1b[H\x1b[2J\x1b[3J")
            self.screen.file.flush()

    def show(self, *things: RenderableType) -> None:
        for thing in things:
            self.screen.print(thing)

    def rows(self, *things: RenderableType) -> int:
        """How many rows of the screen things take."""
        return sum(len(self.screen.render_lines(thing, pad=False)) for thing in things)

    def ask(self, prompt: str) -> str:
        """A line that somebody typed; `EndOfInput` where nobody will."""
        try:
            answer = input(prompt)
        except EOFError:
            self.show()
            raise EndOfInput from None
        if not sys.stdin.isatty():
            self.screen.print(answer, markup=False)
        return answer.strip()

    def pause(self, seconds: float) -> None:
        """A moment for the eye."""
        if self.live:
            time.sleep(seconds)

    @contextmanager
    def single_keys(self) -> Iterator[None]:
        """In here keys are read one by one, without Enter, where the system can."""
        if not self.live or not KEYBOARD:
            yield
            return
        number = sys.stdin.fileno()
        before = termios.tcgetattr(number)
        tty.setcbreak(number, termios.TCSANOW)
        try:
            yield
        finally:
            termios.tcsetattr(number, termios.TCSADRAIN, before)

    def key(self) -> str:
        """A key pressed: a letter, `enter`, `left`, `right`, `home`, `end`; a line typed where keys cannot be read singly."""
        if not KEYBOARD:
            return self.ask("") or "enter"
        if not self.pressed:
            self.pressed = split(os.read(sys.stdin.fileno(), 1024).decode(errors="replace"))
        pressed = self.pressed.pop(0)
        return KEYS.get(pressed, pressed[:1])


def split(burst: str) -> list[str]:
    r"""Keys that came at once, one by one.

    >>> split("\x1b[C\x1bOCq"), split("")
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


def edit_lines() -> None:
    """Arrow keys and history at the prompt, where Python can."""
    with suppress(ImportError):
        import readline  # noqa: F401
