"""Attack a server in every known way, and measure whether the people at normal tables notice.

    python benchmarks/attacks.py [--only ATTACK …] [--seconds 8] [--tables 4] [--json]

For each attack, this script starts a server with default limits. People play at normal tables (`load_clients.py`): first alone,
then during the attack (`attackers.py`, in a process of its own). The script measures the time from sending a move to its
acknowledgement. Meanwhile a visitor with a known token connects twice a second. An attack has failed if the 99th percentile of
these times stays below 100 ms and at most doubles (or stays below 20 ms, where doubling is noise), nobody at a table is
disconnected or rejected, and the visitor can always connect. The exit status is the number of attacks that succeeded.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from attackers import ATTACKS, run_attack  # noqa: E402
from load_clients import Tally, Task, create_table, play  # noqa: E402
from websockets.asyncio.client import connect  # noqa: E402
from websockets.exceptions import WebSocketException  # noqa: E402

GAMES = ("qwixx", "silver_gold", "qwixx_cards", "sideboards")
THINK = 0.4  # A person makes a move after this many seconds, or up to half more or less.
WARM_UP = 1.5  # A measurement begins after this many seconds of play.
PREPARATION = 90.0  # An attack may take this many seconds to prepare.
MOST = 0.100  # The 99th percentile must be below this many seconds.
NOISE = 0.020  # If the 99th percentile is below this many seconds, it may also be more than doubled.


@dataclass(frozen=True)
class Outcome:
    """The effect of an attack on people at normal tables. Times are in milliseconds."""

    attack: str
    moves_alone: int
    p50_alone: float
    p99_alone: float
    moves: int
    p50: float
    p99: float
    lost: int  # How many connections were lost.
    rejected: int  # How many moves were rejected.
    visits: int
    visits_failed: int
    visit_p99: float

    @property
    def ratio(self) -> float:
        return self.p99 / self.p99_alone if self.p99_alone else 0.0

    @property
    def passed(self) -> bool:
        bound = min(MOST, max(2 * self.p99_alone / 1000, NOISE))
        return bool(self.moves) and self.p99 / 1000 <= bound and not (self.lost or self.rejected or self.visits_failed)


@contextmanager
def start_server(log: Path) -> Iterator[str]:
    """Start a server with default limits and yield its URL."""
    with tempfile.TemporaryDirectory() as folder, log.open("a") as errors:
        command = [sys.executable, "-m", "trapezi.cli", "serve", "--host", "127.0.0.1", "--port", "0", "--database"]
        process = subprocess.Popen([*command, f"{folder}/tables.db"], stdout=subprocess.PIPE, stderr=errors, text=True)
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()


# -- a visitor ---------------------------------------------------------------------------------------------------------


async def visit(url: str, code: str, token: str) -> float:
    """Connect as a person with a seat, and return how many seconds the welcome took."""
    start = time.monotonic()
    async with asyncio.timeout(5.0):
        address, options = url.replace("http", "ws") + "/ws", {"origin": url, "close_timeout": 0.1, "max_size": None}
        async with connect(address, subprotocols=["trapezi", token], **options) as socket:  # type: ignore[arg-type, list-item]
            await socket.send(json.dumps({"t": "hello", "table": code, "token": token}))
            while (message := json.loads(await socket.recv()))["t"] != "welcome":
                if message["t"] == "rejection":
                    raise ConnectionError(message["key"])
            return time.monotonic() - start


async def visit_until(url: str, table: tuple[str, str], end: float) -> tuple[list[float], int]:
    """Call `visit` twice a second. Return how long each visit took, and how many visits failed."""
    times, failed = [], 0
    while (now := time.monotonic()) < end:
        try:
            times.append(await visit(url, *table))
        except (OSError, TimeoutError, WebSocketException):
            failed += 1
        await asyncio.sleep(max(0.0, now + 0.5 - time.monotonic()))
    return times, failed


# -- measuring ---------------------------------------------------------------------------------------------------------


def percentile(values: list[float], share: float) -> float:
    """Return a percentile in milliseconds."""
    ordered = sorted(values)
    return round(1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))], 1) if ordered else 0.0


class People:
    """A process that simulates people at normal tables."""

    def __init__(self, url: str, tables: int) -> None:
        spawn = multiprocessing.get_context("spawn")
        self.pipe, there = spawn.Pipe()
        task = Task("trapezi", url, tuple(GAMES[n % len(GAMES)] for n in range(tables)), THINK, seed=1)
        self.process = spawn.Process(target=play, args=(task, there), daemon=True)
        self.process.start()
        there.close()

    def measure(self, begin: float, end: float) -> None:
        self.pipe.send((begin, end))

    def tally(self) -> Tally:
        tally = self.pipe.recv()
        assert isinstance(tally, Tally)
        self.process.join(10)
        return tally


def measure_alone(url: str, tables: int, seconds: float) -> Tally:
    people = People(url, tables)
    people.pipe.recv()
    begin = time.monotonic() + WARM_UP
    people.measure(begin, begin + seconds)
    return people.tally()


def measure_attack(name: str, tables: int, seconds: float, log: Path) -> Outcome:
    """Measure normal tables without an attack, and then during an attack, on one server."""
    spawn = multiprocessing.get_context("spawn")
    with start_server(log) as url:
        task = Task("trapezi", url, (), THINK, seed=0)
        _, code, token = create_table(task, "qwixx")[0]
        alone = measure_alone(url, tables, seconds)
        people = People(url, tables)
        people.pipe.recv()
        pipe, there = spawn.Pipe()
        attacker = spawn.Process(target=run_attack, args=(name, url, there), daemon=True)
        attacker.start()
        there.close()
        if not pipe.poll(PREPARATION):
            raise TimeoutError(f"{name} was not prepared")
        pipe.recv()
        begin = time.monotonic() + WARM_UP
        end = begin + seconds
        people.measure(begin, end)
        pipe.send(end + 0.5)
        visits, failed = asyncio.run(visit_until(url, (code, token), end))
        tally = people.tally()
        attacker.join(15)
        if attacker.is_alive():
            attacker.kill()
    return Outcome(
        attack=name,
        moves_alone=len(alone.latencies),
        p50_alone=percentile(alone.latencies, 0.5),
        p99_alone=percentile(alone.latencies, 0.99),
        moves=len(tally.latencies),
        p50=percentile(tally.latencies, 0.5),
        p99=percentile(tally.latencies, 0.99),
        lost=tally.lost,
        rejected=len(tally.rejected),
        visits=len(visits) + failed,
        visits_failed=failed,
        visit_p99=percentile(visits, 0.99),
    )


HEAD = (
    f"{'attack':<26}{'alone p50/p99':>16}{'attacked p50/p99':>20}{'ratio':>8}{'moves':>7}{'lost':>6}{'rejected':>10}{'visits':>9}"
)


def table_row(outcome: Outcome) -> str:
    alone, attacked = f"{outcome.p50_alone}/{outcome.p99_alone}", f"{outcome.p50}/{outcome.p99} ms"
    visits = f"{outcome.visits - outcome.visits_failed}/{outcome.visits}"
    return (
        f"{outcome.attack:<26}{alone:>16}{attacked:>20}{outcome.ratio:>8.1f}{outcome.moves:>7}"
        f"{outcome.lost:>6}{outcome.rejected:>10}{visits:>9}  {'pass' if outcome.passed else 'FAIL'}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", choices=list(ATTACKS), default=list(ATTACKS), metavar="ATTACK")
    parser.add_argument("--seconds", type=float, default=8.0, help="of each measurement")
    parser.add_argument("--tables", type=int, default=4, help="normal tables, with three people each")
    parser.add_argument("--log", type=Path, default=Path("/dev/null"), help="where the servers' log goes")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    outcomes: list[Outcome] = []
    if not options.json:
        print(HEAD)
    for name in options.only:
        outcomes.append(measure_attack(name, options.tables, options.seconds, options.log))
        if not options.json:
            print(table_row(outcomes[-1]), flush=True)
    if options.json:
        rows: list[dict[str, Any]] = [{**asdict(each), "ratio": each.ratio, "passed": each.passed} for each in outcomes]
        print(json.dumps(rows, indent=1))
    return sum(not each.passed for each in outcomes)


if __name__ == "__main__":
    sys.exit(main())
