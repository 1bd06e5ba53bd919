"""A terminal: a screen that shows texts and tables, and a keyboard whose input is read line by line or key by key."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from rich.console import Console, RenderableType

from trapezi.cli.printing import console

HAS_SINGLE_KEYS = False  # Whether this system can read single keys.
with suppress(ImportError):
    import termios
    import tty

    HAS_SINGLE_KEYS = True


class EndOfInput(Exception):
    """Standard input has ended, so no more questions can be answered."""


class Terminal:
    """A screen and a keyboard. If input or output is not a terminal, the screen is never cleared and there are no pauses."""

    def __init__(self, screen: Console | None = None) -> None:
        self.screen = screen or console()
        self.live = self.screen.is_terminal and sys.stdin.isatty()
        self.pressed: list[str] = []  # Keys that were pressed and that `read_key` has not returned yet.
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

    def rows_needed(self, *renderables: RenderableType) -> int:
        """Return how many rows of the screen are needed to show these renderables."""
        return sum(len(self.screen.render_lines(renderable, pad=False)) for renderable in renderables)

    def ask(self, prompt: str) -> str:
        """Show a prompt and return the line that the user types, without spaces around it. Raise `EndOfInput` at the end."""
        try:
            answer = input(prompt)
        except EOFError:
            self.show()
            raise EndOfInput from None
        if not sys.stdin.isatty():
            self.screen.print(answer, markup=False)
        return answer.strip()

    def pause(self, seconds: float) -> None:
        """Wait, so that people can see what has changed. If there is no terminal, return at once."""
        if self.live:
            time.sleep(seconds)

    @contextmanager
    def single_key_mode(self) -> Iterator[None]:
        """While this context is open, `read_key` returns each key at once, without Enter, if the system supports that."""
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
        """Return the next key: a letter, `enter`, `left`, `right`, `home` or `end`.

        If the system cannot read single keys, return the next line of input instead.
        """
        if not HAS_SINGLE_KEYS:
            return self.ask("") or "enter"
        if not self.pressed:
            self.pressed = split_keys(os.read(sys.stdin.fileno(), 1024).decode(errors="replace"))
        pressed = self.pressed.pop(0)
        return KEYS.get(pressed, pressed[:1])


def split_keys(burst: str) -> list[str]:
    r"""Split terminal input into one code per key. An arrow key sends a code of several characters.

    >>> split_keys("\x1b[C\x1bOCq"), split_keys("")
    (['\x1b[C', '\x1bOC', 'q'], [''])
    """
    return re.findall(r"\x1b(?:\[[0-9;]*[A-Za-z~]|O[A-Za-z])|.", burst, re.DOTALL) or [""]


KEY_CODES = {
    "enter": ("\n", "\r"),
    "right": (" ", "\x1b[C", "\x1b[B", "\x1bOC", "\x1bOB"),
    "left": ("\x7f", "\x1b[D", "\x1b[A", "\x1bOD", "\x1bOA"),
    "home": ("\x1b[H", "\x1b[1~", "\x1bOH"),
    "end": ("\x1b[F", "\x1b[4~", "\x1bOF"),
    "q": ("\x1b", "\x04", ""),
}
KEYS = {code: key for key, codes in KEY_CODES.items() for code in codes}


def enable_line_editing() -> None:
    """Let people edit their input with arrow keys, if this Python has readline."""
    with suppress(ImportError):
        import readline  # noqa: F401
