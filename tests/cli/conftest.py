"""Running the command: in this process, in one of its own, and at a terminal."""

from __future__ import annotations

import codecs
import io
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from trapezi import games, i18n
from trapezi.cli import main

SOURCES = Path(__file__).parents[2] / "src"
SIXTH = Path(__file__).parent / "sixth"


@dataclass
class Ran:
    code: int
    out: str
    err: str


Run = Callable[..., Ran]


def environment(lang: str = "en") -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG", "TRAPEZI_LANG", "COLUMNS"))}
    return {**kept, "TRAPEZI_LANG": lang, "PYTHONPATH": os.pathsep.join([str(SOURCES), str(SIXTH)])}


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command here; `typed` is what comes from standard input."""

    def ran(*arguments: str, typed: str = "", lang: str = "en") -> Ran:
        monkeypatch.setenv("TRAPEZI_LANG", lang)
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        capsys.readouterr()
        code = main(arguments)
        told = capsys.readouterr()
        return Ran(code, told.out, told.err)

    return ran


@pytest.fixture
def command() -> Run:
    """Runs the command in a process of its own."""

    def ran(*arguments: str, typed: str = "", lang: str = "en") -> Ran:
        whole = [sys.executable, "-m", "trapezi.cli", *arguments]
        done = subprocess.run(whole, input=typed, capture_output=True, text=True, env=environment(lang), check=False)
        return Ran(done.returncode, done.stdout, done.stderr)

    return ran


@pytest.fixture
def sixth(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A game of another package is installed."""
    monkeypatch.syspath_prepend(str(SIXTH))
    forget_installed_games()
    yield
    monkeypatch.undo()
    forget_installed_games()


def forget_installed_games() -> None:
    """Let the next call look for installed packages again."""
    for cached in (games.guests, games.package, i18n.catalogue):
        cached.cache_clear()


class Screen:
    """A terminal of 80 × 24 with the command at work in it."""

    def __init__(self, arguments: tuple[str, ...], lang: str, width: int = 80) -> None:
        self.master, slave = pty.openpty()
        import fcntl
        import struct
        import termios

        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
        env = {**environment(lang), "TERM": "xterm-256color"}
        whole = [sys.executable, "-m", "trapezi.cli", *arguments]
        self.process = subprocess.Popen(whole, stdin=slave, stdout=slave, stderr=slave, env=env, start_new_session=True)
        os.close(slave)
        self.raw = ""
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def until(self, wanted: str) -> str:
        """What was shown since it was last asked, up to and including a text; fails if it does not come."""
        return self.until_any(wanted)

    def until_any(self, *wanted: str, seconds: float = 600) -> str:
        """The same for the first of several texts."""
        end = time.monotonic() + seconds
        while True:
            shown = plain(self.raw)
            places = [found + len(text) for text in wanted if (found := shown.find(text)) >= 0]
            if places:
                self.raw = shown[min(places) :]
                return shown[: min(places)]
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.master], [], [], left)[0]:
                raise AssertionError(f"no {wanted!r} in:\n{shown[-3000:]}")
            try:
                self.raw += self.decoder.decode(os.read(self.master, 65536))
            except OSError:
                raise AssertionError(f"ended without {wanted!r}:\n{shown[-3000:]}") from None

    def wait_until_it_reads(self) -> None:
        """Wait until the command, which has shown its prompt, sleeps in a system call: a signal now interrupts its reading."""
        while Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()[0] != "S":
            os.sched_yield()

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def answer(self, text: str) -> None:
        self.type(text + "\n")

    def interrupt(self) -> None:
        """Ctrl-C: the command and all processes that it started are told to stop."""
        os.killpg(self.process.pid, signal.SIGINT)

    def ended(self) -> int:
        """Waits for the end; the exit code."""
        while True:
            try:
                if not os.read(self.master, 65536):
                    break
            except OSError:
                break
        return self.process.wait()

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.master)


def plain(raw: str) -> str:
    """A terminal's output without its escape sequences."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", raw).replace("\r\n", "\n")


@pytest.fixture
def terminal() -> Iterator[Callable[..., Screen]]:
    screens: list[Screen] = []

    def opened(*arguments: str, lang: str = "en", width: int = 80) -> Screen:
        screens.append(Screen(arguments, lang, width))
        return screens[-1]

    yield opened
    for screen in screens:
        screen.close()
