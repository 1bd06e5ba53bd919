"""From a tap to its acknowledgement: real WebSocket clients at busy tables, server and clients on one machine.

    python benchmarks/table_latency.py [--tables 50] [--seconds 10] [--think 1.0]

Each table has three people who answer about `--think` seconds after they are asked, and play game after game of Qwixx. Printed:
acknowledged actions, their latency in milliseconds, the server's CPU time per acknowledged action, and the raw cost of a durable
append on this disk, so that the latency can be read as a ratio.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import secrets
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect

SOURCE = Path(__file__).parents[1] / "src"
SERVE = """
import sys
from trapezi.cli.serve import run
from trapezi.web.limits import Limits
run("127.0.0.1", 0, sys.argv[1], pace=0, limits=Limits(creations=(1e4, 1e4), requests=(1e4, 1e4), sockets=10**5))
"""


class Tally:
    def __init__(self) -> None:
        self.latencies: list[float] = []
        self.refusals = 0
        self.until = 0.0
        self.cpu = 0.0


async def player(url: str, code: str, token: str, think: float, rng: random.Random, tally: Tally) -> None:
    """One person: answers when asked, asks for a rematch when it is over."""
    async with connect(url.replace("http", "ws") + "/ws", origin=url) as socket:  # type: ignore[arg-type]
        await socket.send(json.dumps({"t": "hello", "table": code, "token": token}))
        sent: dict[str, float] = {}
        answered = -1
        while time.monotonic() < tally.until:
            try:
                text = await asyncio.wait_for(socket.recv(), max(0.01, tally.until - time.monotonic()))
            except TimeoutError:
                return
            message: dict[str, Any] = json.loads(text)
            if message["t"] == "ack":
                tally.latencies.append(time.perf_counter() - sent.pop(message["id"]))
            elif message["t"] == "refusal":
                tally.refusals += 1
            for view in message.get("views", ()):
                wish: dict[str, Any] | None = None
                if view["view"]["moves"] and view["version"] != answered:
                    answered = view["version"]
                    move = rng.choice(view["view"]["moves"])["move"]
                    wish = {"t": "act", "seat": view["seat"], "version": answered, "move": move}
                elif view["view"]["over"] and view["seat"] == 0:
                    answered = -1
                    wish = {"t": "rematch"}
                elif view["view"]["over"]:
                    answered = -1
                if wish is not None:
                    await asyncio.sleep(think * (0.5 + rng.random()))
                    wish["id"] = secrets.token_hex(6)
                    sent[wish["id"]] = time.perf_counter()
                    await socket.send(json.dumps(wish))


async def load(url: str, server: int, tables: int, seconds: float, think: float) -> Tally:
    tally = Tally()
    seats = []
    async with httpx.AsyncClient(base_url=url, timeout=60) as http:
        for _ in range(tables):
            tokens = [secrets.token_urlsafe(32) for _ in range(3)]
            new = {"game": "qwixx", "options": {"players": 3}, "names": ["Ada"]}
            made = await http.post("/api/tables", json=new, headers={"authorization": f"Bearer {tokens[0]}"})
            code = made.json()["table"]["code"]
            for token in tokens[1:]:
                await http.post(f"/api/tables/{code}/join", json={"name": "Bo"}, headers={"authorization": f"Bearer {token}"})
            async with connect(url.replace("http", "ws") + "/ws", origin=url) as socket:  # type: ignore[arg-type]
                await socket.send(json.dumps({"t": "hello", "table": code, "token": tokens[0]}))
                await socket.send(json.dumps({"t": "start", "id": "start"}))
                while '"t":"ack"' not in str(await socket.recv()):
                    pass
            seats += [(code, token) for token in tokens]
    tally.until = time.monotonic() + seconds
    before = cpu_seconds(server)
    await asyncio.gather(*(player(url, code, token, think, random.Random(n), tally) for n, (code, token) in enumerate(seats)))
    tally.cpu = cpu_seconds(server) - before
    return tally


def append_cost(folder: Path) -> float:
    """Seconds of one durable append by itself."""
    base = sqlite3.connect(folder / "raw.db", isolation_level=None)
    base.execute("PRAGMA journal_mode = WAL")
    base.execute("PRAGMA synchronous = FULL")
    base.execute("CREATE TABLE log (n INTEGER PRIMARY KEY, body BLOB)")
    costs = []
    for n in range(200):
        start = time.perf_counter()
        base.execute("INSERT INTO log VALUES (?, ?)", (n, b"x" * 120))
        costs.append(time.perf_counter() - start)
    base.close()
    return statistics.median(costs)


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--tables", type=int, default=50)
    options.add_argument("--seconds", type=float, default=10)
    options.add_argument("--think", type=float, default=1.0)
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        raw = append_cost(Path(folder))
        command = [sys.executable, "-c", SERVE, f"{folder}/tables.db"]
        environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server:
            assert server.stdout is not None
            url = server.stdout.readline().strip()
            tally = asyncio.run(load(url, server.pid, given.tables, given.seconds, given.think))
            server.terminate()
    times = sorted(tally.latencies)
    median, p99 = statistics.median(times), times[int(len(times) * 0.99)]
    print(f"{given.tables} tables, {3 * given.tables} sockets, {given.seconds:g} s, load average {os.getloadavg()[0]:.1f}")
    print(f"actions acknowledged   {len(times)} ({len(times) / given.seconds:.0f}/s), refused {tally.refusals}")
    print(f"tap to acknowledgement median {1000 * median:.1f} ms, p99 {1000 * p99:.1f} ms")
    print(f"one durable append     median {1000 * raw:.2f} ms; a tap takes {median / raw:.1f} times that")
    print(f"server CPU             {1000 * tally.cpu / len(times):.2f} ms per acknowledged action")


if __name__ == "__main__":
    main()
