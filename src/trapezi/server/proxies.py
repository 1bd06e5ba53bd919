"""Whom a server believes: which proxies tell it who asks, which pages may ask, and who may read its figures."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from urllib.parse import urlsplit

from trapezi.core.errors import TrapeziError

Network = IPv4Network | IPv6Network

ORIGIN = re.compile(r"https?://[A-Za-z0-9.\-_\[\]:]+")
HOST = re.compile(r"[A-Za-z0-9.\-_]{1,255}(:\d{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](:\d{1,5})?")
AT_HOME = ("127.0.0.0/8", "::1")


class BadSetting(TrapeziError):
    """A server cannot be run like this."""


@dataclass(frozen=True, slots=True)
class Trust:
    """By default no proxy, pages of this very server, and figures for this very machine."""

    proxies: tuple[Network, ...] = ()
    origins: tuple[str, ...] = ()
    watchers: tuple[Network, ...] = tuple(map(ip_network, AT_HOME))

    @staticmethod
    def of(proxies: Iterable[str] = (), origins: Iterable[str] = (), watchers: Sequence[str] = AT_HOME) -> Trust:
        """From what an operator writes.

        >>> Trust.of(["10.0.0.0/8"], ["https://table.club"]).origins
        ('https://table.club',)
        """
        for origin in origins:
            if not ORIGIN.fullmatch(origin):
                raise BadSetting("serve.bad-origin", origin=origin[:80])
        return Trust(tuple(map(network, proxies)), tuple(origin.lower() for origin in origins), tuple(map(network, watchers)))

    def same_origin(self, origin: str | None, host: str | None) -> bool:
        """Whether a page of this server asks. A program that is no browser sends no Origin.

        >>> Trust().same_origin("http://192.168.1.5:8000", "192.168.1.5:8000")
        True
        >>> Trust().same_origin("http://elsewhere", "192.168.1.5:8000")
        False
        """
        if origin is None:
            return True
        if self.origins:
            return origin.lower() in self.origins
        scheme, _, rest = origin.partition("://")
        return scheme in ("http", "https") and bool(host) and rest.lower() == str(host).lower()

    def may_watch(self, address: str, forwarded: bool) -> bool:
        """Whether the figures are for this address; never through a proxy, behind which anybody may be."""
        return within(address, self.watchers) and not forwarded


def network(text: str) -> Network:
    try:
        return ip_network(text, strict=False)
    except ValueError as error:
        raise BadSetting("serve.bad-network", network=text[:80]) from error


def within(address: str, networks: Iterable[Network]) -> bool:
    """
    >>> within("127.0.0.1", Trust().watchers), within("10.1.2.3", Trust().watchers), within("nobody", Trust().watchers)
    (True, False, False)
    """
    try:
        asked = ip_address(address)
    except ValueError:
        return False
    mapped = getattr(asked, "ipv4_mapped", None)
    return any((mapped or asked) in each for each in networks)


def household(address: str) -> str:
    """Whose limits an address uses up: an IPv6 customer has a whole network of them.

    >>> household("192.168.1.5"), household("2001:db8:1:2:3:4:5:6"), household("::ffff:10.0.0.1")
    ('192.168.1.5', '2001:db8:1:2::/64', '10.0.0.1')
    """
    try:
        asked = ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64]
    if asked.version == 4:
        return address
    return str(asked.ipv4_mapped or ip_network((asked, 64), strict=False))


def proper(host: str | None) -> bool:
    """Whether a Host is one: addresses for others are made from it.

    >>> proper("table.lan:8000"), proper("[::1]:80"), proper('"><script>'), proper("a:99999")
    (True, True, False, False)
    """
    if host is None or not HOST.fullmatch(host):
        return False
    try:
        return urlsplit(f"http://{host}").port != 0
    except ValueError:
        return False
