"""The state that all request handlers of one server process share: tables, limits, trusted addresses and metrics."""

from __future__ import annotations

import logging
import re
from typing import TYPE_CHECKING, Any

from litestar.connection import ASGIConnection

from trapezi.server.code_guessing import GuessingGuard
from trapezi.server.limits import Limits, RateLimiter, TokenBucket
from trapezi.server.memory_budget import MemoryBudget
from trapezi.server.metrics import Metrics
from trapezi.server.open_websockets import OpenSockets
from trapezi.server.store_readiness import StoreReadiness
from trapezi.server.trusted_proxies_and_origins import Trust, is_forwarded_for_ignored, rate_limit_key
from trapezi.tables.errors import Rejected
from trapezi.tables.people_and_seats import token_hash
from trapezi.tables.registry import TableRegistry, normalize_code

if TYPE_CHECKING:
    from trapezi.server.admin import Operator
    from trapezi.server.push import PushSender

log = logging.getLogger("trapezi.server")

AnyConnection = ASGIConnection[Any, Any, Any, Any]

BEARER = re.compile(r"^Bearer ([A-Za-z0-9_-]{32,128})$")
# The subprotocol of WebSockets. Browsers send their token in the same header, because they can set no other.
SUBPROTOCOL = "trapezi"
OFFER = re.compile(rf"^{SUBPROTOCOL}, *([A-Za-z0-9_-]{{32,128}})$")
KEY_HEADER = "x-invitation-key"
REQUEST_COST = "request_cost"  # the option of a handler that says as how many requests one request counts


class TooFast(Rejected):
    """A client exceeded a rate limit."""


class ServerContext:
    """The tables, the limits, the trusted addresses and the metrics of one process.

    Rate limits apply to addresses, but a vandal may share an address with honest people. So a known token, which belongs to a
    person at a table, has small budgets of its own, which it can use when the budgets of its address are spent.
    """

    def __init__(self, registry: TableRegistry, limits: Limits | None = None, trust: Trust | None = None) -> None:
        self.registry = registry
        self.limits = limits or Limits()
        self.trust = trust or Trust()
        self.sockets = OpenSockets(self.limits)
        self.memory = MemoryBudget(self.limits.held_bytes, self.limits.held_bytes_per_address)
        self.metrics = Metrics(self.sockets.__len__, registry.live.__len__, registry.bot_workers.queue.__len__)
        registry.store.observe = self.metrics.observe_store
        self.guessing = GuessingGuard(self.limits)
        self._may_log_proxy = TokenBucket(1 / 600, 1.0)
        self.may_log_malformed = TokenBucket(1 / 60, 1.0)  # It limits log entries that anyone could cause.
        limits = self.limits
        self._requests = RateLimiter(limits.requests), RateLimiter(limits.requests_per_token)
        self._creations = RateLimiter(limits.creations), RateLimiter(limits.creations_per_token)
        self._reviews = RateLimiter(limits.reviews), RateLimiter(limits.reviews_per_token)
        self._handshakes = RateLimiter(limits.handshakes), RateLimiter(limits.handshakes_per_token)
        self._joins = RateLimiter(limits.joins)
        self.operator: Operator | None = None  # The operator, if this server has a page at /admin.
        self.push: PushSender | None = None  # The sender of turn notifications, if this server sends any.
        self.readiness = StoreReadiness(registry.store)

    def warn_about_untrusted_proxy(self, connection: AnyConnection) -> None:
        """Log a warning, at most once in ten minutes, if a proxy reports visitors but is not named by `--proxy`."""
        forwarded_for, address = connection.headers.get("x-forwarded-for", ""), client_address(connection)
        if forwarded_for and is_forwarded_for_ignored(address, forwarded_for) and self._may_log_proxy.try_to_take():
            message = (
                "ignored X-Forwarded-For from %s: if that is your proxy, name it with --proxy, so that limits count visitors"
            )
            log.warning(message, address)

    async def check_request_rate(self, connection: AnyConnection) -> None:
        """Count a request. Raise `TooFast` if the client sends too many requests.

        A request that takes several times as long as most counts as several.
        """
        await self._count_or_reject(self._requests, connection, connection.route_handler.opt.get(REQUEST_COST, 1))

    async def check_creation_rate(self, connection: AnyConnection) -> None:
        """Count a new table. Raise `TooFast` if the client creates too many tables."""
        await self._count_or_reject(self._creations, connection)

    async def check_review_rate(self, connection: AnyConnection) -> None:
        """Count a review that the client begins. Raise `TooFast` if the client begins too many reviews."""
        await self._count_or_reject(self._reviews, connection)

    def check_join_rate(self, connection: AnyConnection, code: str) -> None:
        """Count that somebody joins a table. Raise `TooFast` if too many people of one address join the same table."""
        if not self._joins.try_to_take(f"{connection_key(connection)} {normalize_code(code)}"):
            raise TooFast("protocol.too-fast")

    async def check_handshake_rate(self, connection: AnyConnection) -> None:
        """Count a new WebSocket. Raise `TooFast` if the client opens too many WebSockets."""
        await self._count_or_reject(self._handshakes, connection)

    async def _count_or_reject(
        self, limiters: tuple[RateLimiter, RateLimiter], connection: AnyConnection, cost: float = 1
    ) -> None:
        by_address, by_token = limiters
        if by_address.try_to_take(connection_key(connection), cost):
            return
        token = token_of(connection)
        if token is None or not await self.registry.knows_token(token) or not by_token.try_to_take(token_hash(token), cost):
            raise TooFast("protocol.too-fast")

    def record_unknown_code(self, connection: AnyConnection) -> None:
        """Count that the client named a table code that does not exist."""
        self.guessing.count_miss(client_address(connection))

    async def check_guessing(self, connection: AnyConnection, code: str, *credentials: str | None) -> None:
        """Raise `TooFast` if a stranger has tried too many codes. Never raise it for a request with a credential of the table."""
        if not self.guessing.may_guess(client_address(connection)) and not await self.registry.is_invited(code, *credentials):
            raise TooFast("protocol.too-fast")


def token_of(connection: AnyConnection) -> str | None:
    """Return the token that a request or the handshake of a WebSocket contains, or None if it contains no token."""
    headers = connection.headers
    match = BEARER.match(headers.get("authorization", "")) or OFFER.match(headers.get("sec-websocket-protocol", ""))
    return match[1] if match else None


def invitation_key_of(connection: AnyConnection) -> str | None:
    """Return the key in the invitation link that the client opened, or None if the client sent no key."""
    return connection.headers.get(KEY_HEADER, "")[:64] or None


def client_address(connection: AnyConnection) -> str:
    """Return the client's address: the address that a trusted proxy reported, or else the address of the connection."""
    return connection.client.host if connection.client else ""


def connection_key(connection: AnyConnection) -> str:
    """Return the key under which the rate limits count the client's address."""
    return rate_limit_key(client_address(connection))
