"""Limits per connection and per address. The defaults let a whole school play behind one address."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields
from typing import Any

from trapezi.server.proxies import BadSetting
from trapezi.tables.workers import default_bot_processes

Rate = tuple[float, float]  # tokens per second, and the capacity of the bucket


@dataclass(frozen=True, slots=True)
class Limits:
    """Sizes, counts, times and rates. A rate is (tokens per second, tokens in one burst)."""

    message_bytes: int = 16_384  # one WebSocket message; a longer one is rejected
    frame_bytes: int = 65_536  # one WebSocket frame; a longer one closes the connection
    body_bytes: int = 16_384  # one request
    upload_bytes: int = 300_000  # one request that may contain a deck or a log
    body_seconds: float = 20.0  # until the whole body of a request must have arrived
    held_bytes: int = 100_000_000  # request bodies and unsent messages in memory, of all clients
    held_bytes_per_address: int = 4_000_000  # request bodies in memory
    messages: Rate = (30.0, 120.0)  # per WebSocket
    control_frames: Rate = (2.0, 20.0)  # pings, pongs and closes, per WebSocket; browsers send hardly any
    received_bytes: Rate = (100_000.0, 1_000_000.0)  # per WebSocket
    fragments: int = 16  # of one message; browsers send messages whole
    creations: Rate = (1.0, 60.0)  # new tables, per address
    joins: Rate = (0.2, 60.0)  # at one table, per address
    misses: Rate = (1 / 60, 60.0)  # table codes that do not exist, per address
    network_misses: Rate = (1 / 200, 60.0)  # per IPv4 /16 or IPv6 /32, once `shared_misses` are spent
    shared_misses: Rate = (1 / 60, 100.0)  # of all addresses, until only addresses without a miss may name codes
    all_misses: Rate = (0.1, 1000.0)  # of all addresses, until nobody may name codes
    requests: Rate = (100.0, 500.0)  # per address
    requests_per_token: Rate = (2.0, 20.0)  # of a known token whose address has no requests left
    creations_per_token: Rate = (0.01, 3.0)  # of a known token whose address may create no more tables
    handshakes: Rate = (20.0, 600.0)  # new WebSockets, per address
    handshakes_per_token: Rate = (0.5, 10.0)  # of a known token whose address may open no more WebSockets
    arrivals: Rate = (100.0, 100.0)  # new connections, per address; the next ones wait for their turn
    sockets: int = 500  # open WebSockets per address that have presented no valid token
    strangers: int = 4000  # open WebSockets in total that have presented no valid token
    sockets_per_token: int = 20  # open WebSockets
    connections: int = 1000  # open connections per address, including those that load pages and files
    all_connections: int = 8000
    outbox_bytes: int = 1_000_000  # unsent bytes for a client that reads too slowly
    hello_seconds: float = 10.0  # until a WebSocket must say hello
    bot_processes: int = field(default_factory=default_bot_processes)  # in which bots think
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

    def take(self, count: float = 1) -> bool:
        """Take tokens; take none and return False if fewer are left."""
        if not self.has_token() or self._tokens < count:
            return False
        self._tokens -= count
        return True

    def reserve(self, max_wait: float) -> float | None:
        """Take one token, if necessary in advance; return the seconds until it is there, or None if they are too many.

        >>> bucket = TokenBucket(rate=2.0, capacity=1.0, clock=lambda: 0.0)
        >>> [bucket.reserve(max_wait=1.0) for _ in range(4)]
        [0.0, 0.5, 1.0, None]
        """
        self.has_token()
        wait = max(0.0, (1 - self._tokens) / self.rate)
        if wait > max_wait:
            return None
        self._tokens -= 1
        return wait


class RateLimiter:
    """A token bucket per key. Only the `max_keys` most recently used keys are remembered."""

    def __init__(self, limit: Rate, max_keys: int = 10_000, clock: Callable[[], float] = time.monotonic) -> None:
        self.limit = limit
        self.max_keys = max_keys
        self.clock = clock
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def has_token(self, key: str) -> bool:
        """Return whether the key has at least one token left."""
        return self._bucket(key).has_token()

    def take(self, key: str) -> bool:
        """Take one token of the key; return False if none is left."""
        return self._bucket(key).take()

    def reserve(self, key: str, max_wait: float) -> float | None:
        """Take one token of the key, if necessary in advance; return the seconds until it is there, or None if too many."""
        return self._bucket(key).reserve(max_wait)

    def _bucket(self, key: str) -> TokenBucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = TokenBucket(*self.limit, self.clock)
            if len(self._buckets) > self.max_keys:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return bucket
