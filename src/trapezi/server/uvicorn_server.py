"""What all requests share: the house, the limits, whom it trusts, what it counts, and who has used up what."""

from __future__ import annotations

from collections import Counter
from typing import Any

from litestar.connection import ASGIConnection

from trapezi.server.limits import Limits, Purses
from trapezi.server.metrics import Metrics
from trapezi.server.proxies import Trust, household
from trapezi.tables.errors import Rejected
from trapezi.tables.registry import TableRegistry

Connection = ASGIConnection[Any, Any, Any, Any]


class TooFast(Rejected):
    """More than is good."""


class Server:
    """One serving process."""

    def __init__(self, house: TableRegistry, limits: Limits | None = None, trust: Trust | None = None) -> None:
        self.house = house
        self.limits = limits or Limits()
        self.trust = trust or Trust()
        self.metrics = Metrics()
        self.sockets: Counter[str] = Counter()
        self._purses = {name: Purses(getattr(self.limits, name)) for name in ("creations", "misses", "requests")}

    def spend(self, connection: Connection, purse: str) -> None:
        if not self._purses[purse].of(address(connection)).take():
            raise TooFast("protocol.too-fast")

    def guessing(self, connection: Connection) -> bool:
        """Whether an address has tried too many codes that do not exist."""
        return not self._purses["misses"].of(address(connection)).has()

    def missed(self, connection: Connection) -> None:
        self._purses["misses"].of(address(connection)).take()


def peer(connection: Connection) -> str:
    """Who asks, as far as it is known: a trusted proxy has told, or the connection comes from there."""
    return connection.client.host if connection.client else ""


def address(connection: Connection) -> str:
    """Whose limits a connection uses up."""
    return household(peer(connection))
