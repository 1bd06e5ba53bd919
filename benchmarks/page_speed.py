"""Measure how smooth the table is on a slow phone: Chromium with a throttled CPU, animations on, games by touch.

For each game it prints
- how many of the frames were late while something was animated; the target is 60 frames per second, at most 5 % late;
- in how many of them the page itself computed for longer than a frame takes, in CPU time, so that other processes on the
  machine do not count;
- the time from a tap until the next paint, the 95th percentile; the target is 100 ms.

The machine must be idle otherwise.

python benchmarks/page_speed.py [--games qwixx sideboards] [--taps 60] [--traces FOLDER]
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from bisect import bisect_right
from collections.abc import Sequence
from pathlib import Path
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


def measure(device: Devices, game: str, taps: int, traces: Path | None) -> bool:
    """Play a game, print a line, and return whether the targets were reached."""
    page = device(360, 740, reduced_motion="no-preference", settings={"undoSeconds": 0, "motion": "on"})
    set_up_table(page, game, 3)
    page.locator("[data-asked]").wait_for()
    page.evaluate(RECORD_TAPS)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": THROTTLING})
    device.browser.start_tracing(page=page, categories=CATEGORIES)
    Robot(page, seed=2).tap(taps)
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
    tap = percentile(durations, 0.95)
    print(
        f"{game:12}  frames while animated {frames:5}, late {dropped / frames:6.1%}, by the page itself {slow / frames:6.1%};"
        f"  tap to paint p95 {tap:4.0f} ms of {TAP_TARGET} ({len(durations)} taps)",
        flush=True,
    )
    return dropped / frames <= LATE_TARGET and tap <= TAP_TARGET


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="+", default=GAMES)
    parser.add_argument("--taps", type=int, default=60)
    parser.add_argument("--traces", type=Path, help="keep the traces, which Chromium's developer tools can open, in this folder")
    options = parser.parse_args()
    path, environment = find_chromium()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = ServerProcess(Path(folder, "tables.db"))
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS, env=environment or None)
        device = Devices(browser, server.url)
        reached = [measure(device, game, options.taps, options.traces) for game in options.games]
        browser.close()
        server.stop()
    return 0 if all(reached) else 1


if __name__ == "__main__":
    sys.exit(main())
