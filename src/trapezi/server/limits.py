"""How much a connection or an address may ask for. The defaults let a school play behind one address."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields
from typing import Any

from trapezi.server.proxies import BadSetting


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
    connections: int = 1000  # open at a time, per address, pages and files included
    all_connections: int = 8000
    outbox_bytes: int = 1_000_000  # waiting for a slow reader
    hello_seconds: float = 10.0  # until a socket says who it is
    request_seconds: float = 60.0  # until a connection has begun a request, or another one

    @staticmethod
    def of(settings: Iterable[str]) -> Limits:
        """From what an operator writes: a number, or a rate per second and the most at once.

        >>> Limits.of(["sockets=300", "messages=10/40"]).messages
        (10.0, 40.0)
        """
        known, chosen = {each.name: each.type for each in fields(Limits)}, {}
        for setting in settings:
            name, _, text = setting.partition("=")
            if name not in known:
                raise BadSetting("serve.unknown-limit", name=name[:40], known=", ".join(sorted(known)))
            chosen[name] = amount(setting, text, known[name])
        return Limits(**chosen)


def amount(setting: str, text: str, kind: Any) -> Any:
    try:
        parts = [float(part) for part in text.split("/")]
    except ValueError:
        parts = []
    rate = str(kind).startswith("tuple")
    if len(parts) != (2 if rate else 1) or not all(0 < part < 1e9 for part in parts) or (kind == "int" and parts[0] % 1):
        example = "messages=30/120" if rate else "sockets=300"
        raise BadSetting("serve.bad-limit", setting=setting[:80], example=example)
    return tuple(parts) if rate else int(parts[0]) if kind == "int" else parts[0]


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
