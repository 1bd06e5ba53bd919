"""The limits of a server, and the token buckets that enforce rates. With the defaults, a whole school can share one address."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields
from typing import Any

from trapezi.server.trusted_proxies_and_origins import BadSetting
from trapezi.tables.workers import default_bot_processes

Rate = tuple[float, float]  # A token bucket gets the first number of tokens per second, up to the second number.


@dataclass(frozen=True, slots=True)
class Limits:
    """The largest sizes, counts, times and rates that a server allows. A rate is (per second, in one burst)."""

    message_bytes: int = 16_384  # The bytes of a WebSocket message. A longer message is rejected.
    frame_bytes: int = 65_536  # The bytes of a WebSocket frame. A longer frame closes the connection.
    body_bytes: int = 16_384  # The bytes of the body of a request.
    upload_bytes: int = 300_000  # The bytes of the body of a request that may contain a deck or a log.
    body_seconds: float = 20.0  # The seconds within which the whole body of a request must arrive.
    held_bytes: int = 100_000_000  # The bytes of all request bodies and unsent messages in memory.
    held_bytes_per_address: int = 4_000_000  # The bytes of all request bodies of one address in memory.
    messages: Rate = (30.0, 120.0)  # The messages that one WebSocket may send.
    control_frames: Rate = (2.0, 20.0)  # The pings, pongs and closes of one WebSocket. Browsers send hardly any.
    received_bytes: Rate = (100_000.0, 1_000_000.0)  # The bytes that one WebSocket may send.
    fragments: int = 16  # The fragments of one message. Browsers do not fragment messages.
    creations: Rate = (1.0, 60.0)  # The tables that one address may create.
    joins: Rate = (0.2, 60.0)  # The people at one address who may join the same table.
    # A miss is a request with a table code that does not exist; see `code_guessing.py`.
    misses: Rate = (1 / 60, 60.0)  # The misses of one address.
    network_misses: Rate = (1 / 200, 60.0)  # The misses of one IPv4 /16 or IPv6 /32 network after `shared_misses`.
    shared_misses: Rate = (1 / 60, 100.0)  # The misses of all addresses, after which an address with a miss may name no codes.
    all_misses: Rate = (0.1, 1000.0)  # The misses of all addresses, after which nobody may name codes.
    requests: Rate = (100.0, 500.0)  # The requests of one address.
    requests_per_token: Rate = (2.0, 20.0)  # The further requests of a known token after the limit of its address.
    creations_per_token: Rate = (0.01, 3.0)  # The further tables that a known token may create after the limit of its address.
    reviews: Rate = (0.1, 60.0)  # The reviews of games that one address may start.
    reviews_per_token: Rate = (0.01, 3.0)  # The further reviews that a known token may start after the limit of its address.
    handshakes: Rate = (20.0, 600.0)  # The WebSockets that one address may open.
    handshakes_per_token: Rate = (0.5, 10.0)  # The further WebSockets of a known token after the limit of its address.
    arrivals: Rate = (100.0, 100.0)  # The connections that one address may open. Further connections must wait.
    sockets: int = 500  # The open WebSockets of one address without a valid token.
    strangers: int = 4000  # The open WebSockets of all addresses without a valid token.
    sockets_per_token: int = 20  # The open WebSockets of one token.
    connections: int = 1000  # The open connections of one address, for WebSockets, pages and files.
    all_connections: int = 8000  # The open connections of all addresses.
    outbox_bytes: int = 1_000_000  # The unsent bytes that are kept for a client that reads too slowly.
    hello_seconds: float = 10.0  # The seconds within which a WebSocket must send `hello`.
    bot_processes: int = field(default_factory=default_bot_processes)  # The number of processes in which bots think.
    review_processes: int = 1  # The number of processes in which games are reviewed.
    review_simulations: int = 0  # The simulated games for each reviewed decision. With 0, the coach decides.
    request_seconds: float = 60.0  # The seconds within which a connection must begin its first or next request.

    @staticmethod
    def parse(settings: Iterable[str]) -> Limits:
        """Return limits with settings from the command line: `NAME=NUMBER`, or `NAME=PER_SECOND/BURST` for a rate.

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
    """A token bucket, which gets `rate` tokens per second up to `capacity`.

    >>> bucket = TokenBucket(rate=1.0, capacity=2.0, clock=lambda: 0.0)
    >>> [bucket.try_to_take() for _ in range(3)]
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

    def try_to_take(self, count: float = 1) -> bool:
        """Take this many tokens and return True. If fewer tokens are left, take none and return False."""
        if not self.has_token() or self._tokens < count:
            return False
        self._tokens -= count
        return True

    def reserve(self, max_wait: float) -> float | None:
        """Take one token in advance, and return after how many seconds it may be used.

        If this would be more than `max_wait` seconds, take no token and return None.


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
    """A token bucket for each key, such as an address. Only the `max_keys` keys that were used last are remembered."""

    def __init__(self, limit: Rate, max_keys: int = 10_000, clock: Callable[[], float] = time.monotonic) -> None:
        self.limit = limit
        self.max_keys = max_keys
        self.clock = clock
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def has_token(self, key: str) -> bool:
        """Return whether the key has at least one token left."""
        return self._bucket(key).has_token()

    def try_to_take(self, key: str, count: float = 1) -> bool:
        """Take this many tokens of the key and return True. If fewer tokens are left, take none and return False."""
        return self._bucket(key).try_to_take(count)

    def reserve(self, key: str, max_wait: float) -> float | None:
        """Call `TokenBucket.reserve` for the bucket of a key."""
        return self._bucket(key).reserve(max_wait)

    def _bucket(self, key: str) -> TokenBucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = TokenBucket(*self.limit, self.clock)
            if len(self._buckets) > self.max_keys:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return bucket
