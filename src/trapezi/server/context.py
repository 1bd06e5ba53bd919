"""The state that the request handlers of one server process share."""

from __future__ import annotations

from collections import Counter
from typing import Any

from litestar.connection import ASGIConnection

from trapezi.server.limits import Limits, RateLimiter
from trapezi.server.metrics import Metrics
from trapezi.server.proxies import Trust, rate_limit_key
from trapezi.tables.errors import Rejected
from trapezi.tables.registry import TableRegistry

AnyConnection = ASGIConnection[Any, Any, Any, Any]


class TooFast(Rejected):
    """A client exceeded a rate limit."""


class ServerContext:
    """The tables, the limits, the trusted addresses and the metrics of one process."""

    def __init__(self, registry: TableRegistry, limits: Limits | None = None, trust: Trust | None = None) -> None:
        self.registry = registry
        self.limits = limits or Limits()
        self.trust = trust or Trust()
        self.open_websockets: Counter[str] = Counter()  # by rate limit key
        self.metrics = Metrics(self.open_websockets.total, lambda: len(registry.live))
        self._creations = RateLimiter(self.limits.creations)
        self._misses = RateLimiter(self.limits.misses)
        self._requests = RateLimiter(self.limits.requests)

    def count_request(self, connection: AnyConnection) -> None:
        """Count a request; raise `TooFast` if the client sends too many."""
        if not self._requests.take(connection_key(connection)):
            raise TooFast("protocol.too-fast")

    def count_creation(self, connection: AnyConnection) -> None:
        """Count a new table; raise `TooFast` if the client creates too many."""
        if not self._creations.take(connection_key(connection)):
            raise TooFast("protocol.too-fast")

    def count_unknown_code(self, connection: AnyConnection) -> None:
        """Count that the client asked for a table code that does not exist."""
        self._misses.take(connection_key(connection))

    def check_guessing(self, connection: AnyConnection) -> None:
        """Raise `TooFast` if the client has tried too many table codes that do not exist."""
        if not self._misses.has_token(connection_key(connection)):
            raise TooFast("protocol.too-fast")


def client_address(connection: AnyConnection) -> str:
    """Return the client's address: as a trusted proxy reported it, else where the connection comes from."""
    return connection.client.host if connection.client else ""


def connection_key(connection: AnyConnection) -> str:
    """Return the key under which the connection's use is limited."""
    return rate_limit_key(client_address(connection))
