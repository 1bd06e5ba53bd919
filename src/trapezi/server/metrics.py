"""Prometheus metrics of one server process."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest

CONTENT_TYPE = CONTENT_TYPE_LATEST
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)  # seconds


class Metrics:
    """Metrics since the process started, in a registry of their own.

    >>> metrics = Metrics(open_websockets=lambda: 2, live_tables=lambda: 1)
    >>> metrics.move_latency.observe(0.004)
    >>> b'trapezi_move_latency_seconds_bucket{le="0.005"} 1.0' in metrics.text().splitlines()
    True
    """

    def __init__(self, open_websockets: Callable[[], int], live_tables: Callable[[], int]) -> None:
        self._registry = CollectorRegistry()
        self.move_latency = Histogram(
            "trapezi_move_latency_seconds",
            "Time from receiving a move to acknowledging it.",
            buckets=BUCKETS,
            registry=self._registry,
        )
        self._rejections = Counter(
            "trapezi_rejections", "Rejected commands and requests, by reason.", ["reason"], registry=self._registry
        )
        self.reconnections = Counter(
            "trapezi_reconnections", "WebSockets that resumed a table after a broken connection.", registry=self._registry
        )
        for name, text, count in (
            ("trapezi_open_websockets", "Open WebSockets.", open_websockets),
            ("trapezi_live_tables", "Tables in memory.", live_tables),
        ):
            Gauge(name, text, registry=self._registry).set_function(count)

    def count_rejection(self, reason: str) -> None:
        """Count one rejected command or request."""
        self._rejections.labels(reason).inc()

    def text(self) -> bytes:
        """Return all metrics in the Prometheus text format."""
        return generate_latest(self._registry)
