"""Limit how many table codes strangers can guess. People with a token or with the key of an invitation are not strangers.

There are 3.2 million codes. A request with a code that does not exist is a miss. Each miss is counted for the address, for its
wider network, and twice for all addresses together. These limits apply:

- After `misses` of an address, all codes from this address are rejected for a while, right or wrong.
- After `shared_misses` of all addresses together, a code is accepted only from an address without a miss in the last hour, and
only until its network has `network_misses`. So people who type a code correctly can join even while a vandal guesses.
- After `all_misses` of all addresses together, which a vandal can only reach from many networks, no code is accepted for a while.
Links and tokens are still accepted.

docs/threats.md says how long guessing takes under these limits.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from ipaddress import ip_address, ip_network

from trapezi.server.limits import Limits, Rate, RateLimiter, TokenBucket

FIRST_MISS: Rate = (1 / 3600, 1.0)  # This bucket is full unless the address had a miss in the last hour.


class GuessingGuard:
    """Count the misses of all addresses, and decide who may still name a table by its code.

    >>> guard = GuessingGuard(Limits(misses=(0.001, 2.0)))
    >>> for _ in range(2): guard.count_miss("192.0.2.7")
    >>> guard.may_guess("192.0.2.7"), guard.may_guess("192.0.2.8")
    (False, True)
    """

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self._of_address = RateLimiter(limits.misses, clock=clock)
        self._first_of_address = RateLimiter(FIRST_MISS, clock=clock)
        self._of_network = RateLimiter(limits.network_misses, clock=clock)
        self._shared = TokenBucket(*limits.shared_misses, clock)
        self._all = TokenBucket(*limits.all_misses, clock)

    def may_guess(self, address: str) -> bool:
        """Return whether a stranger at this address may name a table by its code alone."""
        own, network = network_keys(address)
        if not self._of_address.has_token(own) or not self._all.has_token():
            return False
        if self._shared.has_token():
            return True
        return self._first_of_address.has_token(own) and self._of_network.has_token(network)

    def count_miss(self, address: str) -> None:
        """Count that a stranger at this address named a table that does not exist."""
        own, network = network_keys(address)
        for limiter, key in ((self._of_address, own), (self._first_of_address, own), (self._of_network, network)):
            limiter.try_to_take(key)
        self._shared.try_to_take()
        self._all.try_to_take()


def network_keys(address: str) -> tuple[str, str]:
    """Return the keys under which an address and its network are counted. A customer may own an IPv6 /48, a provider a /32.

    >>> network_keys("192.0.2.7"), network_keys("2001:db8:1:2::3")
    (('192.0.2.7', '192.0.0.0/16'), ('2001:db8:1::/48', '2001:db8::/32'))
    """
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64], ""
    parsed = getattr(parsed, "ipv4_mapped", None) or parsed
    own, wide = (32, 16) if parsed.version == 4 else (48, 32)
    own_key = str(parsed) if own == 32 else str(ip_network((parsed, own), strict=False))
    return own_key, str(ip_network((parsed, wide), strict=False))
