"""What a server counts, in the text form that Prometheus reads."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """Counted since the process began.

    >>> metrics = Metrics()
    >>> metrics.moved(0.004)
    >>> print(metrics.text(sockets=2, tables=1).splitlines()[4])
    trapezi_move_seconds_bucket{le="0.005"} 1
    """

    def __init__(self) -> None:
        self.refusals: Counter[str] = Counter()
        self.resyncs = 0
        self._moves = [0] * (len(SECONDS) + 1)
        self._seconds = 0.0

    def moved(self, seconds: float) -> None:
        """A move was acknowledged so long after it came."""
        self._moves[bisect_left(SECONDS, seconds)] += 1
        self._seconds += seconds

    def text(self, sockets: int, tables: int) -> str:
        return "\n".join(self._lines(sockets, tables)) + "\n"

    def _lines(self, sockets: int, tables: int) -> Iterator[str]:
        yield "# HELP trapezi_move_seconds From receiving a move to its acknowledgement."
        yield "# TYPE trapezi_move_seconds histogram"
        total = 0
        for most, count in zip((*map(str, SECONDS), "+Inf"), self._moves, strict=True):
            total += count
            yield f'trapezi_move_seconds_bucket{{le="{most}"}} {total}'
        yield f"trapezi_move_seconds_sum {self._seconds:.6f}"
        yield f"trapezi_move_seconds_count {total}"
        yield "# HELP trapezi_refusals_total Wishes and requests refused, by reason."
        yield "# TYPE trapezi_refusals_total counter"
        for key, count in sorted(self.refusals.items()):
            yield f'trapezi_refusals_total{{reason="{key}"}} {count}'
        for name, kind, told, value in (
            ("resyncs_total", "counter", "Connections that came back and were told what they had missed.", self.resyncs),
            ("sockets", "gauge", "Open WebSockets.", sockets),
            ("tables", "gauge", "Tables in memory.", tables),
        ):
            yield f"# HELP trapezi_{name} {told}"
            yield f"# TYPE trapezi_{name} {kind}"
            yield f"trapezi_{name} {value}"
