"""Decide which proxies may report addresses, which origins may use the server, and which networks may read its metrics."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from urllib.parse import SplitResult, urlsplit

from trapezi.core.errors import TrapeziError

Network = IPv4Network | IPv6Network

ORIGIN = re.compile(r"https?://[A-Za-z0-9.\-_\[\]:]+")
HOST = re.compile(r"[A-Za-z0-9.\-_]{1,255}(:\d{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](:\d{1,5})?")
LOOPBACK = ("127.0.0.0/8", "::1")


class BadSetting(TrapeziError):
    """A setting of `trapezi serve` is not valid."""


@dataclass(frozen=True, slots=True)
class Trust:
    """The proxies, the origins of pages, and the networks of metrics readers that the server trusts.

    By default, these are no proxies, only the server's own pages, and only this machine.
    """

    proxies: tuple[Network, ...] = ()
    origins: tuple[str, ...] = ()
    metrics: tuple[Network, ...] = tuple(map(ip_network, LOOPBACK))

    @staticmethod
    def parse(proxies: Iterable[str] = (), origins: Iterable[str] = (), metrics: Sequence[str] = LOOPBACK) -> Trust:
        """Return the trust that settings from the command line describe. Raise `BadSetting` if a setting is not valid.

        >>> Trust.parse(["10.0.0.0/8"], ["https://table.club"]).origins
        ('https://table.club',)
        """
        for origin in origins:
            if not ORIGIN.fullmatch(origin):
                raise BadSetting("cli.serve.bad-origin", origin=origin[:80])
        allowed = tuple(origin.lower() for origin in origins)
        return Trust(tuple(map(parse_network, proxies)), allowed, tuple(map(parse_network, metrics)))

    def is_same_origin(self, origin: str | None, host: str | None) -> bool:
        """Return whether a request comes from a page of this server. Programs, which send no Origin, count as such.

        >>> Trust().is_same_origin("http://192.168.1.5:8000", "192.168.1.5:8000")
        True
        >>> Trust().is_same_origin("http://elsewhere", "192.168.1.5:8000")
        False
        """
        if origin is None:
            return True
        if self.origins:
            return origin.lower() in self.origins
        scheme, _, rest = origin.partition("://")
        return scheme in ("http", "https") and bool(host) and rest.lower() == str(host).lower()

    def is_foreign_request(self, headers: Mapping[str, str], *, is_api: bool) -> bool:
        """Return whether a page of another site makes the browser send this request, such as `<img src="…/api/tables/ABCDE">`.

        A link on another site may open the client's pages, but not the API. Browsers say where a request comes from in `Origin`,
        `Referer` and `Sec-Fetch-Site`. Requests of programs have none of these headers and are not foreign.

        >>> Trust().is_foreign_request({"host": "home.lan", "referer": "https://elsewhere/page"}, is_api=True)
        True
        """
        origin, host = headers.get("origin"), headers.get("host")
        opens_page = not is_api and headers.get("sec-fetch-dest", "document") == "document"
        if origin is not None:
            return not self.is_same_origin(origin, host)
        if opens_page:
            return False
        page = split_http_url_or_none(headers.get("referer", ""))
        if page is not None and not self.is_same_origin(f"{page.scheme}://{page.netloc}", host):
            return True
        return headers.get("sec-fetch-site") in ("cross-site", "same-site")

    def may_read_metrics(self, address: str, host: str | None, *, forwarded: bool) -> bool:
        """Return whether a client at this address may read the metrics. Nobody may read them through a proxy.

        A request from this machine must name this machine as the host. Otherwise a page of another site could read the metrics
        by DNS rebinding.

        >>> [Trust().may_read_metrics("127.0.0.1", host, forwarded=False) for host in ("localhost:8000", "elsewhere.example")]
        [True, False]
        """
        if forwarded or not in_networks(address, self.metrics):
            return False
        name = urlsplit(f"http://{host}").hostname or ""
        local = tuple(map(ip_network, LOOPBACK))
        return not in_networks(address, local) or name == "localhost" or in_networks(name, local)


def split_http_url_or_none(url: str) -> SplitResult | None:
    """Return the parts of an http address, or None if it is malformed."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    return parts if parts.scheme in ("http", "https") else None


def parse_network(text: str) -> Network:
    try:
        return ip_network(text, strict=False)
    except ValueError as error:
        raise BadSetting("cli.serve.bad-network", network=text[:80]) from error


def in_networks(address: str, networks: Iterable[Network]) -> bool:
    """Return whether an address belongs to one of the networks.

    >>> [in_networks(address, Trust().metrics) for address in ("127.0.0.1", "10.1.2.3", "nonsense")]
    [True, False, False]
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return False
    mapped = getattr(parsed, "ipv4_mapped", None)
    return any((mapped or parsed) in network for network in networks)


def is_forwarded_for_ignored(address: str, forwarded_for: str) -> bool:
    """Return whether the server ignores the header `X-Forwarded-For`, because it does not contain the client's `address`.

    >>> is_forwarded_for_ignored("203.0.113.7", "203.0.113.7"), is_forwarded_for_ignored("172.30.0.2", "203.0.113.7")
    (False, True)
    """
    return bool(forwarded_for) and address not in [each.strip() for each in forwarded_for.split(",")]


def rate_limit_key(address: str) -> str:
    """Return the key under which rate limits count an address. All addresses of an IPv6 /64 network have the same key.

    >>> rate_limit_key("192.168.1.5"), rate_limit_key("2001:db8:1:2:3:4:5:6"), rate_limit_key("::ffff:10.0.0.1")
    ('192.168.1.5', '2001:db8:1:2::/64', '10.0.0.1')
    """
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64]
    if parsed.version == 4:
        return address
    return str(parsed.ipv4_mapped or ip_network((parsed, 64), strict=False))


def is_valid_host(host: str | None) -> bool:
    """Return whether a Host header is well-formed. It must be checked because invitations contain it.

    >>> [is_valid_host(host) for host in ("table.lan:8000", "[::1]:80", '"><script>', "a:99999")]
    [True, True, False, False]
    """
    if host is None or not HOST.fullmatch(host):
        return False
    try:
        return urlsplit(f"http://{host}").port != 0
    except ValueError:
        return False
