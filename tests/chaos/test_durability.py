"""On disk before it is acknowledged: seen from outside, by the system calls of a real server.

A killed server proves little here, for what it has written lives on in the system's memory. A power cut would tell; so do
the calls, in the order in which the system got them.
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
TRACED = "import ctypes; ctypes.CDLL(None).prctl(0x59616D61, ctypes.c_ulong(-1), 0, 0, 0)"  # anybody of ours may look
CARELESS = """
from sqlalchemy import event
from sqlalchemy.pool import Pool
event.listen(Pool, "checkout", lambda raw, *_: raw.execute("PRAGMA synchronous = OFF"))
"""


@dataclass
class Call:
    """A system call, from the line where it begins to the line where it ends."""

    name: str
    text: str
    begins: int
    ends: int = 10**9
    done: bool = False

    def on_log(self) -> bool:
        """Whether it concerns the write-ahead log."""
        return "tables.db-wal>" in self.text


def calls(trace: str) -> list[Call]:
    found: list[Call] = []
    open_: dict[str, Call] = {}
    for n, line in enumerate(trace.splitlines()):
        if (match := LINE.match(line)) is None:
            continue
        if match["resumed"]:
            call = open_.pop(match["thread"], None)
            if call is None:  # begun before we looked
                continue
        else:
            call = Call(match["call"], match["rest"], n)
            found.append(call)
        if line.endswith("<unfinished ...>"):
            open_[match["thread"]] = call
        else:
            call.ends, call.done = n, not re.search(r"= -1 E\w+", line)
    return found


def careless(trace: str, wish: str) -> bool:
    """Whether a wish was acknowledged before it was on disk."""
    made = calls(trace)
    said = f'\\"ack\\",\\"id\\":\\"{wish}\\"'
    written = f'\\"id\\":\\"{wish}\\"'
    (answer, *_) = [call for call in made if call.name in ("write", "writev", "sendto", "sendmsg") and said in call.text]
    (record, *_) = [call for call in made if call.name == "pwrite64" and call.on_log() and written in call.text]
    syncs = [call for call in made if call.name in ("fsync", "fdatasync") and call.on_log() and call.done]
    return not any(record.ends < sync.begins and sync.ends < answer.begins for sync in syncs)


@contextmanager
def watched(serving: ServerProcess, trace: Path) -> Iterator[None]:
    """Writes down the system calls of a server."""
    command = ["strace", "-f", "-y", "-s", "9000", "-e", f"trace={CALLS}", "-o", str(trace), "-p", str(server.process.pid)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as strace:
        assert strace.stderr is not None
        told = strace.stderr.readline()
        if "attached" not in told:
            pytest.fail(told) if os.environ.get("CI") == "true" else pytest.skip(
                f"processes cannot be traced here: {told.strip()}"
            )
        yield
        strace.terminate()


@pytest.mark.skipif(shutil.which("strace") is None, reason="no strace here")
@pytest.mark.parametrize("sync", ["as it is", "off"])
def test_a_move_is_synced_before_its_answer_is_sent(
    sync: str, tmp_path: Path, serve: Callable[..., ServerProcess], clients: Clients
) -> None:
    serving = serve(before=TRACED + (CARELESS if sync == "off" else ""))

    async def scenario() -> list[str]:
        (ada,) = await clients.at_table("qwixx", people=1, url=server.url)
        await ada.hello()
        await ada.command("start", fill="chance")
        known = set(ada.acknowledged)
        with watched(serving, tmp_path / "trace"):
            await ada.play(8)
        return [wish for wish in ada.acknowledged if wish not in known]

    wishes = clients.run(scenario())
    trace = (tmp_path / "trace").read_text(errors="replace")
    assert len(wishes) >= 8
    if sync == "off":
        assert any(careless(trace, wish) for wish in wishes), "a server that does not sync is found out"
    else:
        assert not any(careless(trace, wish) for wish in wishes)
