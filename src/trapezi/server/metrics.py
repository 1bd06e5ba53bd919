"""Collect the Prometheus metrics of one server process."""

from __future__ import annotations

import platform
import time
from collections.abc import Callable
from typing import Any

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, Info, generate_latest
from prometheus_client.process_collector import ProcessCollector

import trapezi
from trapezi.server.security_headers import AsgiApp

CONTENT_TYPE = CONTENT_TYPE_LATEST
# The upper limits in seconds of the buckets of histograms.
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
METHODS = ("GET", "HEAD", "POST")  # All other methods are counted together, because clients can send any text as a method.


class Metrics:
    """The metrics since the start of the process.

    >>> metrics = Metrics(open_websockets=lambda: 2, live_tables=lambda: 1, waiting_bots=lambda: 0)
    >>> metrics.move_latency.observe(0.004)
    >>> b'trapezi_move_latency_seconds_bucket{le="0.005"} 1.0' in metrics.text().splitlines()
    True
    """

    def __init__(
        self, open_websockets: Callable[[], int], live_tables: Callable[[], int], waiting_bots: Callable[[], int]
    ) -> None:
        registry = self._registry = CollectorRegistry()
        self.move_latency = Histogram(
            "trapezi_move_latency_seconds", "Time from receiving a move to acknowledging it.", buckets=BUCKETS, registry=registry
        )
        self._requests = Histogram(
            "trapezi_http_request_seconds",
            "Time to answer a request, by method and class of the status code.",
            ["method", "status"],
            buckets=BUCKETS,
            registry=registry,
        )
        self._store = Histogram(
            "trapezi_store_seconds",
            "Time of one transaction of the store, which may contain many writes.",
            ["operation"],
            buckets=BUCKETS,
            registry=registry,
        )
        self._failures = Counter(
            "trapezi_store_failures",
            "Reads and writes that the store rejected because it failed.",
            ["operation"],
            registry=registry,
        )
        for operation in ("read", "write"):  # The counters are reported as 0 before the first transaction.
            self._store.labels(operation)
            self._failures.labels(operation)
        self._rejections = Counter(
            "trapezi_rejections", "Rejected commands and requests, by reason.", ["reason"], registry=registry
        )
        self.reconnections = Counter(
            "trapezi_reconnections", "WebSockets that resumed a table after a broken connection.", registry=registry
        )
        for name, text, count in (
            ("trapezi_open_websockets", "Open WebSockets.", open_websockets),
            ("trapezi_live_tables", "Tables in memory.", live_tables),
            ("trapezi_waiting_bots", "Decisions of bots that wait for a free process.", waiting_bots),
        ):
            Gauge(name, text, registry=registry).set_function(count)
        versions = {"version": trapezi.__version__, "python": platform.python_version(), "mode": trapezi.execution_mode()}
        Info("trapezi_build", "The version of Trapezi, and what runs it.", registry=registry).info(versions)
        ProcessCollector(registry=registry)

    def count_rejection(self, reason: str) -> None:
        """Count one rejected command or request."""
        self._rejections.labels(reason).inc()

    def observe_store(self, operation: str, seconds: float, failures: int) -> None:
        """Record how many seconds a transaction of the store took, and how many reads or writes failed in it."""
        self._store.labels(operation).observe(seconds)
        if failures:
            self._failures.labels(operation).inc(failures)

    def measure_requests(self, app: AsgiApp) -> AsgiApp:
        """Return an application that also measures how long each HTTP request takes until the response begins."""

        async def app_with_timer(scope: dict[str, Any], receive: Any, send: Any) -> None:
            if scope["type"] != "http":
                return await app(scope, receive, send)
            started = time.perf_counter()
            method = scope["method"] if scope["method"] in METHODS else "other"

            async def send_and_measure(message: dict[str, Any]) -> None:
                if message["type"] == "http.response.start":
                    status = f"{message['status'] // 100}xx"
                    self._requests.labels(method, status).observe(time.perf_counter() - started)
                await send(message)

            return await app(scope, receive, send_and_measure)

        return app_with_timer

    def text(self) -> bytes:
        """Return all metrics in the Prometheus text format."""
        return generate_latest(self._registry)
