"""Fixtures that run the command: in this process, in a process of its own, and in a terminal."""

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

from trapezi.cli import main

SOURCES = Path(__file__).parents[2] / "src"


@dataclass
class CommandResult:
    code: int
    out: str
    err: str


Run = Callable[..., CommandResult]


def environment(lang: str = "en") -> dict[str, str]:
    inherited = {
        name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG", "TRAPEZI_LANG", "COLUMNS"))
    }
    return {**inherited, "TRAPEZI_LANG": lang, "PYTHONPATH": str(SOURCES)}


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a function that runs the command in this process. Its argument `typed` is the standard input."""

    def run_here(*arguments: str, typed: str = "", lang: str = "en") -> CommandResult:
        monkeypatch.setenv("TRAPEZI_LANG", lang)
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        capsys.readouterr()
        code = main(arguments)
        output = capsys.readouterr()
        return CommandResult(code, output.out, output.err)

    return run_here


@pytest.fixture
def command() -> Run:
    """Run the command in its own process."""

    def run_process(*arguments: str | bytes, typed: str = "", lang: str = "en") -> CommandResult:
        command_line = [sys.executable, "-m", "trapezi.cli", *arguments]
        done = subprocess.run(command_line, input=typed, capture_output=True, text=True, env=environment(lang), check=False)
        return CommandResult(done.returncode, done.stdout, done.stderr)

    return run_process


class Screen:
    """A terminal with 24 rows in which the command runs."""

    def __init__(self, arguments: tuple[str, ...], lang: str, width: int = 80) -> None:
        self.master, slave = pty.openpty()
        import fcntl
        import struct
        import termios

        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
        env = {**environment(lang), "TERM": "xterm-256color"}
        command_line = [sys.executable, "-m", "trapezi.cli", *arguments]
        self.process = subprocess.Popen(command_line, stdin=slave, stdout=slave, stderr=slave, env=env, start_new_session=True)
        os.close(slave)
        self.raw = ""
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def until(self, *wanted: str) -> str:
        """Return the output since the last call, up to and including the first of these texts. Fail if none of them appears."""
        end = time.monotonic() + 600
        while True:
            shown = without_escapes(self.raw)
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
        """Wait until the command, which has shown its prompt, is waiting for input, so that a signal interrupts its reading."""
        while Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()[0] != "S":
            os.sched_yield()

    def type(self, text: str | bytes) -> None:
        os.write(self.master, text.encode() if isinstance(text, str) else text)

    def answer(self, text: str) -> None:
        self.type(text + "\n")

    def interrupt(self) -> None:
        """Press Ctrl-C, which interrupts the command and all processes that it started."""
        os.killpg(self.process.pid, signal.SIGINT)

    def ended(self) -> int:
        """Wait until the command ends, and return its exit code."""
        while True:
            try:
                if not os.read(self.master, 65536):
                    break
            except OSError:
                break
        return self.process.wait()

    def decline_log(self, answer: str = "") -> None:
        """Decline to save the log, and check that the command ends without an error."""
        self.until("File for the log")
        self.answer(answer)
        assert self.ended() == 0

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.master)


def without_escapes(raw: str) -> str:
    """Return the output of a terminal without its escape sequences."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", raw).replace("\r\n", "\n")


Terminal = Callable[..., Screen]


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    """Run the command in a terminal."""
    screens: list[Screen] = []

    def open_terminal(*arguments: str, lang: str = "en", width: int = 80) -> Screen:
        screens.append(Screen(arguments, lang, width))
        return screens[-1]

    yield open_terminal
    for screen in screens:
        screen.close()
