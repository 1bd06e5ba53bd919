"""Measure busy tables on one machine: real WebSocket clients of our server and of boardgame.io's, in one run.

    python benchmarks/table_load.py [--tables 500] [--seconds 30] [--runs 5] [--game NAME] [--only SERVER …] [--json]

At each table, three people play game after game, the five games in turn. They move `--think` seconds, or up to half more or less,
after their turn begins. For each server, the script prints the number of acknowledged moves, their latency from sending to
acknowledgement, rejections, CPU time per move (of all processes of the server, and separately of PostgreSQL), and memory.

Our server is `trapezi serve` with SQLite, synced at every commit, and with PostgreSQL with `fsync` on: what is acknowledged is on
disk. boardgame.io keeps states in memory only; its first message with a later state counts as the acknowledgement. It plays Qwixx
(`boardgame.io/server.js`, installed from npm by its lock file), so our server is also measured with Qwixx only (`sqlite-qwixx`):
the same game, tables, WebSockets and recipients of each move. The clients are the same for both (`load_clients.py`), in processes
of their own on the same machine. Finally it measures tables without viewers (`idle_tables.py`).

With `--runs N`, the servers take turns N times, so that disturbances affect all of them. Every figure is then the median of the
runs, followed by the lowest and the highest. A ratio is the median of the ratios of the runs.

To compare two versions of our server with the same protocol: `--only sqlite --runs 5 --other OTHER/src`.
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
COUNTS = ("sockets", "strangers", "connections", "all_connections")
RATES = ("arrivals", "handshakes", "creations", "requests")
LIMITS = (*(f"{name}=1000000" for name in COUNTS), *(f"{name}=10000/10000" for name in RATES))
WARM_UP = 5.0  # The measurement begins after this many seconds of play.
TICK = os.sysconf("SC_CLK_TCK")


# -- CPU and memory of processes -----------------------------------------------------------------------------------------------


def process_tree(pid: int) -> list[int]:
    """Return a process and all its descendants."""
    processes = [pid]
    for parent in processes:
        for task in Path(f"/proc/{parent}/task").glob("*/children"):
            processes += map(int, task.read_text().split())
    return processes


def cpu_seconds(*pids: int) -> float:
    """Return the CPU time of processes and their descendants, including those that have ended."""
    used = 0
    for each in (child for pid in pids if pid for child in process_tree(pid)):
        fields = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
        used += sum(map(int, fields[11:15]))
    return used / TICK


# -- servers -----------------------------------------------------------------------------------------------------------


@contextmanager
def start_process(command: Sequence[str | Path], **environment: str) -> Iterator[tuple[int, str]]:
    """Start the process of a server. Yield its id and its URL."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, **environment})
    assert process.stdout is not None
    try:
        yield process.pid, process.stdout.readline().strip()
    finally:
        process.terminate()
        process.wait()


@contextmanager
def start_trapezi(database: str, source: Path) -> Iterator[tuple[int, str]]:
    limits = [part for limit in LIMITS for part in ("--limit", limit)]
    arguments = ["-m", "trapezi.cli", "serve", "--host", "127.0.0.1", "--port", "0", "--database"]
    command = [sys.executable, *arguments, database, *limits]
    with start_process(command, PYTHONPATH=str(source)) as running:
        yield running


@contextmanager
def start_server(name: str, processes: int, source: Path) -> Iterator[tuple[list[int], list[str], int]]:
    """Start a server that is one of `SERVERS`: Trapezi with SQLite or PostgreSQL, or boardgame.io.

    Yield a list of the ids of the server's processes, a list of their URLs, and the process id of the database, or 0.
    """
    if name == "boardgame.io":
        if not (PEER / "node_modules").exists():
            subprocess.run(["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"], cwd=PEER, check=True)
        with start_process(["node", PEER / "server.js"], NODE_ENV="production") as (pid, url):
            yield [pid], [url], 0
    elif name != "postgresql":
        with tempfile.TemporaryDirectory() as folder, start_trapezi(f"{folder}/tables.db", source) as (pid, url):
            yield [pid], [url], 0
    else:
        from conftest import programs, running_postgres

        bin = programs()
        assert bin is not None, "no PostgreSQL here"
        with running_postgres(bin, fsync="on") as postgres, ExitStack() as stack:
            database = postgres.database()
            serving = [stack.enter_context(start_trapezi(database, source)) for _ in range(processes)]
            yield [pid for pid, _ in serving], [url for _, url in serving], postgres.pid


# -- load --------------------------------------------------------------------------------------------------------------


def measure_server(name: str, games: Sequence[str], options: argparse.Namespace, source: Path) -> dict[str, Any]:
    """Let clients play on a server, and return what was measured."""
    kind: Any = "boardgame.io" if name == "boardgame.io" else "trapezi"
    with start_server(name, options.processes, source) as (pids, urls, database):
        before = sum(map(idle_tables.resident_memory, pids))
        ends = []
        spawn = multiprocessing.get_context("spawn")
        clients = max(options.clients, len(urls))  # All people of a table are connected to the same process.
        for n in range(clients):
            here, there = spawn.Pipe()
            task = Task(kind, urls[n % len(urls)], tuple(games[n::clients]), options.think, seed=n)
            spawn.Process(target=play, args=(task, there), daemon=True).start()
            there.close()  # With this end closed here, the other end reports when the process exits.
            ends.append(here)
        for end in ends:
            end.recv()
        begin = time.monotonic() + WARM_UP
        for end in ends:
            end.send((begin, begin + options.seconds))
        time.sleep(begin - time.monotonic())
        used = cpu_seconds(*pids), cpu_seconds(database)
        time.sleep(begin + options.seconds - time.monotonic())
        used = cpu_seconds(*pids) - used[0], cpu_seconds(database) - used[1]
        memory = sum(map(idle_tables.resident_memory, pids)) - before
        return summarize([end.recv() for end in ends], options.seconds, len(games), *used, memory)


def summarize(tallies: Sequence[Tally], seconds: float, tables: int, cpu: float, database: float, memory: int) -> dict[str, Any]:
    times = sorted(latency for tally in tallies for latency in tally.latencies)
    moves = len(times)
    return {
        "moves": moves,
        "moves_per_s": moves / seconds,
        "ms_p50": 1000 * statistics.median(times),
        "ms_p99": 1000 * times[int(moves * 0.99)],
        "ms_max": 1000 * times[-1],
        "rejected": dict(Counter(key for tally in tallies for key in tally.rejected)),
        "lost": sum(tally.lost for tally in tallies),
        "cpu_ms_per_move": 1000 * cpu / moves,
        "database_cpu_ms_per_move": 1000 * database / moves,
        "busy": cpu / seconds,
        "clients_busy": sum(tally.cpu for tally in tallies) / seconds,
        "messages_per_move": sum(tally.messages for tally in tallies) / moves,
        "bytes_per_message": sum(tally.bytes for tally in tallies) / max(1, sum(tally.messages for tally in tallies)),
        "kB_per_table": memory / tables / 1000,
    }


def median_and_spread(values: Sequence[float], digits: int, unit: str = "") -> str:
    """Return the median of values, with the lowest and the highest if there are several."""
    spread = f" ({min(values):.{digits}f}-{max(values):.{digits}f})" if len(values) > 1 else ""
    return f"{statistics.median(values):.{digits}f}{unit}{spread}"


def format_results(name: str, runs: Sequence[dict[str, Any]]) -> str:
    def figure(key: str, digits: int = 1, unit: str = "", scale: float = 1) -> str:
        return median_and_spread([scale * run[key] for run in runs], digits, unit)

    counted = sum((Counter(run["rejected"]) for run in runs), Counter[str]())
    rejected = ", ".join(f"{count} {key}" for key, count in counted.items()) or "none"
    lost = sum(run["lost"] for run in runs)
    database = f" + {figure('database_cpu_ms_per_move', 3)} of the database" if runs[0]["database_cpu_ms_per_move"] else ""
    return f"""{name}
  moves     {figure("moves", 0)}, {figure("moves_per_s", 0)} per second
  faults    rejected {rejected}, connections lost {lost}
  latency   p50 {figure("ms_p50", 1, " ms")}, p99 {figure("ms_p99", 1, " ms")}, max {figure("ms_max", 1, " ms")}
  CPU       {figure("cpu_ms_per_move", 3, " ms")} per move{database}
  busy      server {figure("busy", 0, "%", 100)}, clients {figure("clients_busy", 0, "%", 100)}
  messages  {figure("messages_per_move")} per move, {figure("bytes_per_message", 0)} bytes each
  memory    {figure("kB_per_table", 0, " kB")} per table in play, including its {PLAYERS} WebSockets"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--think", type=float, default=1.0)
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--game", choices=GAMES)
    parser.add_argument("--clients", type=int, default=1, help="number of client processes")
    parser.add_argument("--processes", type=int, default=1, help="number of our processes that share a PostgreSQL")
    parser.add_argument("--source", type=Path, default=ROOT / "src", help="sources of our server")
    parser.add_argument("--other", type=Path, help="sources of our server to compare with, measured in turn")
    parser.add_argument("--only", nargs="+", choices=(*SERVERS, "idle"), default=[*SERVERS, "idle"])
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    games = [options.game or GAMES[n % len(GAMES)] for n in range(options.tables)]
    servers = [name for name in SERVERS if name in options.only]
    runs: dict[str, list[dict[str, Any]]] = {}

    def show(text: str) -> None:
        if not options.json:
            print(text, flush=True)

    size = f"{options.tables} tables, {PLAYERS * options.tables} WebSockets"
    show(f"{size}, {options.seconds:g} s, {options.runs} runs, load average {os.getloadavg()[0]:.1f}")
    for _ in range(options.runs):
        for name in servers:
            played = ["qwixx"] * options.tables if name == "sqlite-qwixx" else games
            runs.setdefault(name, []).append(measure_server(name, played, options, options.source))
            if options.other and name != "boardgame.io":
                runs.setdefault(f"{name}, other", []).append(measure_server(name, played, options, options.other))
    for name, results in runs.items():
        show(format_results(name, results))
    idle = idle_tables.measure(games) if "idle" in options.only else None
    if idle is not None:
        show("idle\n  memory    {loaded:.0f} kB per table in memory, {evicted:.1f} kB per evicted table".format(**idle))
    ratios = cpu_ratios(runs)
    for pair, values in ratios.items():
        show(f"CPU per move, {pair} = {median_and_spread(values, 2)} : 1")
    if options.json:
        print(json.dumps({**runs, "idle": idle, "cpu_ratios": ratios}, indent=1))


def cpu_ratios(runs: dict[str, list[dict[str, Any]]]) -> dict[str, list[float]]:
    """Return for each run the ratios of our CPU time per move to that of boardgame.io, and to that of another version of ours."""
    ratios = {}
    for name in SERVERS[:3]:
        for peer in ("boardgame.io", f"{name}, other"):
            if name in runs and peer in runs:
                pairs = zip(runs[name], runs[peer], strict=True)
                ratios[f"{name} : {peer}"] = [one["cpu_ms_per_move"] / other["cpu_ms_per_move"] for one, other in pairs]
    return ratios


if __name__ == "__main__":
    main()
