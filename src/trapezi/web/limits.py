"""How much a connection or an address may ask for. The defaults let a school play behind one address."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Limits:
    """Per second, and at once."""

    message_bytes: int = 16_384  # a message of a socket
    frame_bytes: int = 65_536  # above this the connection is closed
    body_bytes: int = 1_000_000  # a request, with a deck file in it
    messages: tuple[float, float] = (30.0, 120.0)  # of a socket
    creations: tuple[float, float] = (1.0, 60.0)  # tables made, per address
    misses: tuple[float, float] = (0.5, 60.0)  # codes that do not exist, per address
    requests: tuple[float, float] = (100.0, 500.0)  # per address
    sockets: int = 500  # open at a time, per address
    outbox: int = 1000  # messages waiting for a slow reader
    hello_seconds: float = 10.0


@dataclass(slots=True)
class Credits:
    """A purse that fills with time.

    >>> purse = Credits(rate=1.0, most=2.0, now=lambda: 0.0)
    >>> [purse.take() for _ in range(3)]
    [True, True, False]
    """

    rate: float
    most: float
    now: Callable[[], float] = time.monotonic
    left: float = field(init=False)
    at: float = field(init=False)

    def __post_init__(self) -> None:
        self.left, self.at = self.most, self.now()

    def has(self) -> bool:
        now = self.now()
        self.left, self.at = min(self.most, self.left + (now - self.at) * self.rate), now
        return self.left >= 1

    def take(self) -> bool:
        """Spends one, if there is one."""
        if not self.has():
            return False
        self.left -= 1
        return True


class Purses:
    """A purse per address; of many addresses, those seen last are remembered."""

    def __init__(self, limit: tuple[float, float], remembered: int = 10_000) -> None:
        self.limit = limit
        self.remembered = remembered
        self._purses: OrderedDict[str, Credits] = OrderedDict()

    def of(self, address: str) -> Credits:
        purse = self._purses.get(address)
        if purse is None:
            purse = self._purses[address] = Credits(*self.limit)
            if len(self._purses) > self.remembered:
                self._purses.popitem(last=False)
        self._purses.move_to_end(address)
        return purse
