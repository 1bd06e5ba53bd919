"""Limits per connection and per address. The defaults let a whole school play behind one address."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields
from typing import Any

from trapezi.server.proxies import BadSetting

Rate = tuple[float, float]  # tokens per second, and the capacity of the bucket


@dataclass(frozen=True, slots=True)
class Limits:
    """Sizes, counts, times and rates. A rate is (tokens per second, tokens in one burst)."""

    message_bytes: int = 16_384  # one WebSocket message; a longer one is rejected
    frame_bytes: int = 65_536  # one WebSocket frame; a longer one closes the connection
    body_bytes: int = 1_000_000  # one request, which may contain a deck file
    messages: Rate = (30.0, 120.0)  # per WebSocket
    creations: Rate = (1.0, 60.0)  # new tables, per address
    misses: Rate = (0.5, 60.0)  # table codes that do not exist, per address
    requests: Rate = (100.0, 500.0)  # per address
    sockets: int = 500  # open WebSockets per address
    connections: int = 1000  # open connections per address, including those that load pages and files
    all_connections: int = 8000
    outbox_bytes: int = 1_000_000  # unsent bytes for a client that reads too slowly
    hello_seconds: float = 10.0  # until a WebSocket must say hello
    request_seconds: float = 60.0  # until a connection must begin its first or next request

    @staticmethod
    def parse(settings: Iterable[str]) -> Limits:
        """Read settings from the command line: `NAME=NUMBER`, or `NAME=PER_SECOND/BURST` for a rate.

        >>> Limits.parse(["sockets=300", "messages=10/40"]).messages
        (10.0, 40.0)
        """
        types, values = {each.name: each.type for each in fields(Limits)}, {}
        for setting in settings:
            name, _, text = setting.partition("=")
            if name not in types:
                raise BadSetting("cli.serve.unknown-limit", name=name[:40], known=", ".join(sorted(types)))
            values[name] = parse_limit(setting, text, types[name])
        return Limits(**values)


def parse_limit(setting: str, text: str, kind: Any) -> Any:
    try:
        numbers = [float(number) for number in text.split("/")]
    except ValueError:
        numbers = []
    is_rate = kind == "Rate"
    positive = all(0 < number < 1e9 for number in numbers)
    if len(numbers) != (2 if is_rate else 1) or not positive or (kind == "int" and numbers[0] % 1):
        example = "messages=30/120" if is_rate else "sockets=300"
        raise BadSetting("cli.serve.bad-limit", setting=setting[:80], example=example)
    return tuple(numbers) if is_rate else int(numbers[0]) if kind == "int" else numbers[0]


@dataclass(slots=True)
class TokenBucket:
    """A token bucket: it refills at `rate` tokens per second, up to `capacity`.

    >>> bucket = TokenBucket(rate=1.0, capacity=2.0, clock=lambda: 0.0)
    >>> [bucket.take() for _ in range(3)]
    [True, True, False]
    """

    rate: float
    capacity: float
    clock: Callable[[], float] = time.monotonic
    _tokens: float = field(init=False)
    _refilled: float = field(init=False)

    def __post_init__(self) -> None:
        self._tokens, self._refilled = self.capacity, self.clock()

    def has_token(self) -> bool:
        """Return whether at least one token is left."""
        now = self.clock()
        self._tokens, self._refilled = min(self.capacity, self._tokens + (now - self._refilled) * self.rate), now
        return self._tokens >= 1

    def take(self) -> bool:
        """Take one token; return False if none is left."""
        if not self.has_token():
            return False
        self._tokens -= 1
        return True


class RateLimiter:
    """A token bucket per key. Only the `max_keys` most recently used keys are remembered."""

    def __init__(self, limit: Rate, max_keys: int = 10_000) -> None:
        self.limit = limit
        self.max_keys = max_keys
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def has_token(self, key: str) -> bool:
        """Return whether the key has at least one token left."""
        return self._bucket(key).has_token()

    def take(self, key: str) -> bool:
        """Take one token of the key; return False if none is left."""
        return self._bucket(key).take()

    def _bucket(self, key: str) -> TokenBucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = TokenBucket(*self.limit)
            if len(self._buckets) > self.max_keys:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return bucket
