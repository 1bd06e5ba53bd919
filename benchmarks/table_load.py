"""Busy tables on one machine: real WebSocket clients at our server and at boardgame.io's, in one run.

    python benchmarks/table_load.py [--tables 500] [--seconds 30] [--think 1.0] [--game NAME] [--only WHAT …] [--json]

Each table has three people who answer about `--think` seconds after they are asked, from half to one and a half times that, and
play game after game, the five games in turn. Unit: a move that was acknowledged. Printed of each server: moves, their latency
from sending to acknowledgement, refusals, CPU time per move (the server with all its processes; PostgreSQL's apart), and memory.

Ours is `trapezi serve` with SQLite, synced at every commit, and with PostgreSQL, `fsync` on: what is acknowledged is on disk.
boardgame.io's keeps states in memory, and nothing on disk; its first answer with a later state counts as the acknowledgement. Its
game (`boardgame.io/server.js`) is Qwixx, so that ours plays Qwixx alone beside it too (`sqlite-qwixx`): the same game, tables,
sockets and receivers of each move. It comes from npm, as its lock file says, into `benchmarks/boardgame.io/`. The clients are the
same for both (`load_clients.py`): processes of their own, on the same machine. Last come tables that nobody looks at, in memory
and forgotten (`idle_tables.py`).
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
PEER = HERE / "boardgame.io"
sys.path[:0] = [str(HERE), str(ROOT / "tests")]

import idle_tables  # noqa: E402
from load_clients import PLAYERS, Tally, Task, play  # noqa: E402

GAMES = ("qwixx", "qwixx_cards", "the_game", "silver_gold", "sideboards")
SERVERS = ("sqlite", "postgresql", "sqlite-qwixx", "boardgame.io")
LIMITS = ("sockets=1000000", "connections=1000000", "all_connections=1000000", "creations=10000/10000", "requests=10000/10000")
WARM = 5.0  # seconds before anything is measured
TICK = os.sysconf("SC_CLK_TCK")


# -- what a process uses -----------------------------------------------------------------------------------------------


def family(pid: int) -> list[int]:
    """A process and all below it."""
    found = [pid]
    for parent in found:
        for task in Path(f"/proc/{parent}/task").glob("*/children"):
            found += map(int, task.read_text().split())
    return found


def cpu_seconds(*pids: int) -> float:
    """What processes, their children and those that have ended have used so far."""
    used = 0
    for each in (child for pid in pids if pid for child in family(pid)):
        fields = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
        used += sum(map(int, fields[11:15]))
    return used / TICK


def resident(pid: int) -> int:
    """Bytes of memory."""
    return idle_tables.resident(pid)


# -- servers -----------------------------------------------------------------------------------------------------------


@contextmanager
def served(command: Sequence[str | Path], **environment: str) -> Iterator[tuple[int, str]]:
    """A server: its process and address."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, **environment})
    assert process.stdout is not None
    try:
        yield process.pid, process.stdout.readline().strip()
    finally:
        process.terminate()
        process.wait()


@contextmanager
def trapezi(database: str, source: Path) -> Iterator[tuple[int, str]]:
    limits = [part for limit in LIMITS for part in ("--limit", limit)]
    words = ["-m", "trapezi.cli", "serve", "--host", "127.0.0.1", "--port", "0", "--database"]
    command = [sys.executable, *words, database, *limits]
    with served(command, PYTHONPATH=str(source)) as running:
        yield running


@contextmanager
def server(name: str, processes: int, source: Path) -> Iterator[tuple[list[int], list[str], int]]:
    """A server by name: its processes, their addresses, and the process of its database, if it has one."""
    if name == "boardgame.io":
        if not (PEER / "node_modules").exists():
            subprocess.run(["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"], cwd=PEER, check=True)
        with served(["node", PEER / "server.js"], NODE_ENV="production") as (pid, url):
            yield [pid], [url], 0
    elif name != "postgresql":
        with tempfile.TemporaryDirectory() as folder, trapezi(f"{folder}/tables.db", source) as (pid, url):
            yield [pid], [url], 0
    else:
        from conftest import programs, running_postgres

        bin = programs()
        assert bin is not None, "no PostgreSQL here"
        with running_postgres(bin, fsync="on") as postgres, ExitStack() as stack:
            database = postgres.database()
            serving = [stack.enter_context(trapezi(database, source)) for _ in range(processes)]
            yield [pid for pid, _ in serving], [url for _, url in serving], postgres.pid


# -- load --------------------------------------------------------------------------------------------------------------


def load(name: str, games: Sequence[str], given: argparse.Namespace) -> dict[str, Any]:
    """Plays at a server; the figures."""
    kind: Any = "boardgame.io" if name == "boardgame.io" else "trapezi"
    with server(name, given.processes, given.source) as (pids, urls, database):
        before = sum(map(resident, pids))
        ends = []
        spawn = multiprocessing.get_context("spawn")
        clients = max(given.clients, len(urls))  # all people of a table are at the same process, as a balancer by table has them
        for n in range(clients):
            here, there = spawn.Pipe()
            task = Task(kind, urls[n % len(urls)], tuple(games[n::clients]), given.think, seed=n)
            spawn.Process(target=play, args=(task, there), daemon=True).start()
            there.close()  # so that its end is heard
            ends.append(here)
        for end in ends:
            end.recv()
        begin = time.monotonic() + WARM
        for end in ends:
            end.send((begin, begin + given.seconds))
        time.sleep(begin - time.monotonic())
        used = cpu_seconds(*pids), cpu_seconds(database)
        time.sleep(begin + given.seconds - time.monotonic())
        used = cpu_seconds(*pids) - used[0], cpu_seconds(database) - used[1]
        memory = sum(map(resident, pids)) - before
        return figures([end.recv() for end in ends], given.seconds, len(games), *used, memory)


def figures(tallies: Sequence[Tally], seconds: float, tables: int, cpu: float, database: float, memory: int) -> dict[str, Any]:
    times = sorted(latency for tally in tallies for latency in tally.latencies)
    moves = len(times)
    return {
        "moves": moves,
        "moves_per_s": moves / seconds,
        "ms_p50": 1000 * statistics.median(times),
        "ms_p99": 1000 * times[int(moves * 0.99)],
        "ms_max": 1000 * times[-1],
        "refused": dict(Counter(key for tally in tallies for key in tally.refused)),
        "lost": sum(tally.lost for tally in tallies),
        "cpu_ms_per_move": 1000 * cpu / moves,
        "database_cpu_ms_per_move": 1000 * database / moves,
        "busy": cpu / seconds,
        "clients_busy": sum(tally.cpu for tally in tallies) / seconds,
        "messages_per_move": sum(tally.messages for tally in tallies) / moves,
        "bytes_per_message": sum(tally.bytes for tally in tallies) / max(1, sum(tally.messages for tally in tallies)),
        "kB_per_table": memory / tables / 1000,
    }


def told(name: str, found: dict[str, Any]) -> str:
    refused = ", ".join(f"{count} {key}" for key, count in found["refused"].items()) or "none"
    database = f" + {found['database_cpu_ms_per_move']:.3f} of the database" if found["database_cpu_ms_per_move"] else ""
    return f"""{name}
  moves     {found["moves"]} ({found["moves_per_s"]:.0f}/s), refused {refused}, connections lost {found["lost"]}
  latency   p50 {found["ms_p50"]:.1f} ms, p99 {found["ms_p99"]:.1f} ms, max {found["ms_max"]:.1f} ms
  CPU       {found["cpu_ms_per_move"]:.3f} ms per move{database}; busy {found["busy"]:.0%}, clients {found["clients_busy"]:.0%}
  messages  {found["messages_per_move"]:.1f} per move, {found["bytes_per_message"]:.0f} bytes each
  memory    {found["kB_per_table"]:.0f} kB per table that is played at, its {PLAYERS} sockets included"""


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--tables", type=int, default=500)
    options.add_argument("--seconds", type=float, default=30)
    options.add_argument("--think", type=float, default=1.0)
    options.add_argument("--game", choices=GAMES)
    options.add_argument("--clients", type=int, default=1, help="processes of clients")
    options.add_argument("--processes", type=int, default=1, help="processes of ours that share a PostgreSQL")
    options.add_argument("--source", type=Path, default=ROOT / "src", help="sources of another version, to compare with")
    options.add_argument("--only", nargs="+", choices=(*SERVERS, "idle"), default=[*SERVERS, "idle"])
    options.add_argument("--json", action="store_true")
    given = options.parse_args()
    games = [given.game or GAMES[n % len(GAMES)] for n in range(given.tables)]
    results: dict[str, Any] = {}
    if not given.json:
        print(
            f"{given.tables} tables, {PLAYERS * given.tables} sockets, {given.seconds:g} s, load average {os.getloadavg()[0]:.1f}"
        )
    for name in (each for each in SERVERS if each in given.only):
        results[name] = load(name, ["qwixx"] * given.tables if name == "sqlite-qwixx" else games, given)
        if not given.json:
            print(told(name, results[name]), flush=True)
    if "idle" in given.only:
        results["idle"] = idle_tables.measured(games)
        if not given.json:
            print(
                "idle\n  memory    {loaded:.0f} kB per table in memory, {forgotten:.1f} kB per forgotten one".format(
                    **results["idle"]
                )
            )
    peer = results.get("boardgame.io")
    for name in SERVERS[:3]:
        if peer and name in results:
            ratio = results[name]["cpu_ms_per_move"] / peer["cpu_ms_per_move"]
            results[name]["ratio"] = ratio
            if not given.json:
                print(f"CPU per move, ours with {name} : boardgame.io's = {ratio:.2f} : 1")
    if given.json:
        print(json.dumps(results, indent=1))


if __name__ == "__main__":
    main()
