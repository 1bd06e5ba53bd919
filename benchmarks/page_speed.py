"""Measure how smooth the table is on a slow phone: Chromium with a throttled CPU, animations on, games by touch.

For each game it prints
- how many of the frames were late while something was animated; the target is 60 frames per second, at most 5 % late;
- in how many of them the page itself computed for longer than a frame takes, in CPU time, so that other processes on the
  machine do not count;
- the time from a tap until the next paint, the 95th percentile; the target is 100 ms;
- whether both targets were reached.

The machine must be idle otherwise. All five games take at most five minutes.

python benchmarks/page_speed.py [--games qwixx sideboards] [--taps 60] [--seconds 50] [--traces FOLDER]
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from bisect import bisect_right
from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from typing import Any

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.browser.devices import CHROMIUM_FLAGS, Devices, find_chromium
from tests.browser.robot import Robot
from tests.browser.user_actions import set_up_table
from tests.server.server_process import ServerProcess

GAMES = ["qwixx", "qwixx_cards", "the_game", "silver_gold", "sideboards"]
THROTTLING = 4
FRAME = 1_000_000 / 60  # A frame lasts this many microseconds.
TAP_TARGET = 100  # A tap should lead to the next paint within this many milliseconds.
LATE_TARGET = 0.05
CATEGORIES = [
    "devtools.timeline",
    "disabled-by-default-devtools.timeline",
    "disabled-by-default-devtools.timeline.frame",
    "toplevel",
]
# Record for each tap how many milliseconds pass from the touch to the next paint.
RECORD_TAPS = """() => {
  window.taps = {}
  const add = ({ interactionId: id, duration }) => { if (id) taps[id] = Math.max(taps[id] ?? 0, duration) }
  new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type: 'event', durationThreshold: 16 })
}"""

Interval = tuple[float, float]


def animated_intervals(events: Sequence[dict[str, Any]]) -> list[Interval]:
    """Return the intervals of time in which at least one animation was running."""
    started: dict[object, float] = {}
    intervals: list[Interval] = []
    for event in events:
        if event["name"] != "Animation":
            continue
        key = (event["pid"], event.get("id") or json.dumps(event.get("id2")))
        if event["ph"] == "b":
            started[key] = event["ts"]
        elif event["ph"] == "e" and key in started:
            intervals.append((started.pop(key), event["ts"]))
    merged: list[Interval] = []
    for start, end in sorted(intervals):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def count_within(events: Sequence[dict[str, Any]], name: str, intervals: Sequence[Interval], page: int) -> int:
    """Return how many events with this name the page's process had in the intervals."""
    starts = [start for start, _ in intervals]

    def is_within(time: float) -> bool:
        at = bisect_right(starts, time) - 1
        return at >= 0 and time <= intervals[at][1]

    return sum(event["name"] == name and event["pid"] == page and is_within(event["ts"]) for event in events)


def long_tasks(events: Sequence[dict[str, Any]], intervals: Sequence[Interval], page: int) -> int:
    """Return how many tasks in the intervals computed for longer than a frame takes, in CPU time."""
    tasks = [event for event in events if event["name"].endswith("RunTask") and event.get("tdur", 0) > FRAME]
    return count_within([{**task, "name": "long task"} for task in tasks], "long task", intervals, page)


def percentile(values: Sequence[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * part))] if values else 0.0


def play(robot: Robot, taps: int, seconds: float) -> None:
    """Tap a number of times, but stop when the time is over or the game ends."""
    deadline = monotonic() + seconds
    while robot.taps < taps and monotonic() < deadline:
        match robot.step():
            case "end":
                return
            case "wait":
                robot.page.wait_for_timeout(15)


def measure(device: Devices, game: str, taps: int, seconds: float, traces: Path | None) -> bool:
    """Play a game, print a row of the table, and return whether the targets were reached."""
    page = device(360, 740, reduced_motion="no-preference", settings={"undoSeconds": 0, "motion": "on"})
    set_up_table(page, game, 3)
    page.locator("[data-asked]").wait_for()
    page.evaluate(RECORD_TAPS)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": THROTTLING})
    device.browser.start_tracing(page=page, categories=CATEGORIES)
    play(Robot(page, seed=2), taps, seconds)
    trace = device.browser.stop_tracing()
    if traces:
        traces.mkdir(parents=True, exist_ok=True)
        (traces / f"{game}.json").write_bytes(trace)
    events = json.loads(trace)["traceEvents"]
    durations = list(page.evaluate("Object.values(taps)"))
    page.context.close()
    intervals = animated_intervals(events)
    process = next(event["pid"] for event in events if event["name"] == "Animation")
    drawn, dropped = (count_within(events, name, intervals, process) for name in ("DrawFrame", "DroppedFrame"))
    slow = long_tasks(events, intervals, process)
    frames = max(1, drawn + dropped)
    late, tap = dropped / frames, percentile(durations, 0.95)
    reached = late <= LATE_TARGET and tap <= TAP_TARGET
    row = f"{game:12} {frames:7} {late:7.1%} {slow / frames:10.1%} {len(durations):6} {tap:11.0f} ms"
    print(f"{row}  {'ok' if reached else 'MISSED'}", flush=True)
    return reached


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="+", default=GAMES)
    parser.add_argument("--taps", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=50, help="play each game for at most so long")
    parser.add_argument("--traces", type=Path, help="keep the traces, which Chromium's developer tools can open, in this folder")
    options = parser.parse_args()
    path, environment = find_chromium()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = ServerProcess(Path(folder, "tables.db"))
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS, env=environment or None)
        device = Devices(browser, server.url)
        print(f"{'game':12} {'frames':>7} {'late':>7} {'long tasks':>10} {'taps':>6} {'tap to paint':>14}")
        print(f"{'target':12} {'':7} {LATE_TARGET:7.1%} {'':10} {'':6} {TAP_TARGET:11} ms")
        reached = [measure(device, game, options.taps, options.seconds, options.traces) for game in options.games]
        print("all targets reached" if all(reached) else "MISSED: not all targets were reached")
        browser.close()
        server.stop()
    return 0 if all(reached) else 1


if __name__ == "__main__":
    sys.exit(main())
