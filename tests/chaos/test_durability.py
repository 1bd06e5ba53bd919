"""A move is on disk before it is acknowledged. The order of a real server's system calls proves this.

Killing the server would not prove it, because the operating system keeps what a killed process has written.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.server.client import Clients
from tests.server.server_process import ServerProcess

CALLS = "pwrite64,write,writev,sendto,sendmsg,fsync,fdatasync"
LINE = re.compile(r"(?P<thread>\d+) +(?:<\.\.\. (?P<resumed>\w+) resumed>|(?P<call>\w+)\()(?P<rest>.*)")
# This allows all processes of the user to trace the server.
ALLOW_TRACING = "import ctypes; ctypes.CDLL(None).prctl(0x59616D61, ctypes.c_ulong(-1), 0, 0, 0)"
WITHOUT_SYNC = """
from sqlalchemy import event
from sqlalchemy.pool import Pool
event.listen(Pool, "checkout", lambda raw, *_: raw.execute("PRAGMA synchronous = OFF"))
"""


@dataclass
class Call:
    """A system call in the output of strace, from the line in which it begins to the line in which it ends."""

    name: str
    text: str
    begins: int
    ends: int = 10**9
    done: bool = False

    def on_log(self) -> bool:
        """Return whether the call concerns the write-ahead log."""
        return "tables.db-wal>" in self.text


def calls(trace: str) -> list[Call]:
    found: list[Call] = []
    open_: dict[str, Call] = {}
    for n, line in enumerate(trace.splitlines()):
        if (match := LINE.match(line)) is None:
            continue
        if match["resumed"]:
            call = open_.pop(match["thread"], None)
            if call is None:  # The call began before the tracing.
                continue
        else:
            call = Call(match["call"], match["rest"], n)
            found.append(call)
        if line.endswith("<unfinished ...>"):
            open_[match["thread"]] = call
        else:
            call.ends, call.done = n, not re.search(r"= -1 E\w+", line)
    return found


def acknowledged_too_early(trace: str, command: str) -> bool:
    """Return whether a command was acknowledged before it was on disk."""
    made = calls(trace)
    said = f'\\"ack\\",\\"id\\":\\"{command}\\"'
    written = f'\\"id\\":\\"{command}\\"'
    (answer, *_) = [call for call in made if call.name in ("write", "writev", "sendto", "sendmsg") and said in call.text]
    (record, *_) = [call for call in made if call.name == "pwrite64" and call.on_log() and written in call.text]
    syncs = [call for call in made if call.name in ("fsync", "fdatasync") and call.on_log() and call.done]
    return not any(record.ends < sync.begins and sync.ends < answer.begins for sync in syncs)


@contextmanager
def traced(server: ServerProcess, trace: Path) -> Iterator[None]:
    """Run the body of a `with` statement while strace records the system calls of a server."""
    command = ["strace", "-f", "-y", "-s", "9000", "-e", f"trace={CALLS}", "-o", str(trace), "-p", str(server.process.pid)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as strace:
        assert strace.stderr is not None
        status = strace.stderr.readline()
        if "attached" not in status:
            pytest.fail(status) if os.environ.get("CI") == "true" else pytest.skip(
                f"processes cannot be traced here: {status.strip()}"
            )
        yield
        strace.terminate()


@pytest.mark.skipif(shutil.which("strace") is None, reason="no strace here")
@pytest.mark.parametrize("sync", ["on", "off"])
def test_a_move_is_synced_before_its_answer_is_sent(
    sync: str, tmp_path: Path, serve: Callable[..., ServerProcess], clients: Clients
) -> None:
    server = serve(before=ALLOW_TRACING + (WITHOUT_SYNC if sync == "off" else ""))

    async def scenario() -> list[str]:
        (ada,) = await clients.at_table("qwixx", people=1, url=server.url)
        await ada.hello()
        await ada.command("start", fill="chance")
        known = set(ada.acknowledged)
        with traced(server, tmp_path / "trace"):
            await ada.play(8)
        return [command for command in ada.acknowledged if command not in known]

    commands = clients.run(scenario())
    trace = (tmp_path / "trace").read_text(errors="replace")
    assert len(commands) >= 8
    if sync == "off":
        assert any(acknowledged_too_early(trace, command) for command in commands), "a server that does not sync is detected"
    else:
        assert not any(acknowledged_too_early(trace, command) for command in commands)
