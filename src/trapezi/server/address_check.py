"""Check the public address for `trapezi doctor --url`, by sending the requests that a visitor's browser would send."""

from __future__ import annotations

import ipaddress
import json
import urllib.request
from collections.abc import Iterator
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit

import trapezi
from trapezi.core.errors import Reason
from trapezi.server.installation_check import Check

SECONDS = 8.0  # An answer may take this many seconds.
FORGED = "192.0.2.123"  # The check pretends to come from this address, which belongs to nobody.
MOST_BYTES = 100_000


def is_server_address(url: str) -> bool:
    """Return whether a text is the address of a server, without a path.

    >>> [is_server_address(url) for url in ("https://home.example", "http://10.0.0.5:8000/", "home.example", "https://a/b")]
    [True, True, False, False]
    """
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.path in ("", "/") and parts.port != 0
    except ValueError:
        return False


def check_address(url: str) -> Iterator[Check]:
    """Check that a server of this version answers at the public address, and that a proxy in front of it is set up correctly."""
    url = url.rstrip("/")
    try:
        seen = fetch_api_health(url)
    except (OSError, HTTPException, ValueError) as error:
        why = str(getattr(error, "reason", None) or error)
        yield Check("address", "error", Reason("doctor.no-answer", {"url": url, "why": why}), Reason("doctor.advice.no-answer"))
        return
    version = seen.get("trapezi")
    if not isinstance(version, str):
        yield Check("address", "error", Reason("doctor.other-server", {"url": url}), Reason("doctor.advice.other-server"))
        return
    if version != trapezi.__version__:
        params = {"url": url, "version": version[:40]}
        yield Check("address", "warning", Reason("doctor.other-version", params), Reason("doctor.advice.restart"))
    else:
        yield Check("address", "ok", Reason("doctor.answers", {"url": url, "version": version}))
    yield from check_proxy(url, seen)
    yield check_metrics(url)
    yield check_websocket(url)


def check_proxy(url: str, seen: dict[str, Any]) -> Iterator[Check]:
    """Check that the server knows by which protocol and from which address a request came to the proxy."""
    scheme = urlsplit(url).scheme
    if seen.get("scheme") != scheme:
        params = {"scheme": scheme, "seen": str(seen.get("scheme"))[:10]}
        yield Check("scheme", "error", Reason("doctor.scheme", params), Reason("doctor.advice.scheme"))
    else:
        yield Check("scheme", "ok", Reason("doctor.links", {"scheme": scheme}))
    match seen.get("forwarded"):
        case "ignored":
            yield Check("visitors", "error", Reason("doctor.proxy-ignored"), Reason("doctor.advice.proxy"))
        case "trusted":
            yield Check("visitors", "ok", Reason("doctor.proxy-trusted"))
        case _:
            yield Check("visitors", "ok", Reason("doctor.no-proxy"))
    try:
        forged = fetch_api_health(url, {"X-Forwarded-For": FORGED}).get("address") == FORGED
    except (OSError, HTTPException, ValueError) as error:
        why = str(getattr(error, "reason", None) or error)
        yield Check("forged", "error", Reason("doctor.no-answer", {"url": url, "why": why}), Reason("doctor.advice.no-answer"))
        return
    if forged:
        yield Check("forged", "error", Reason("doctor.forged"), Reason("doctor.advice.forged"))
    else:
        yield Check("forged", "ok", Reason("doctor.not-forged"))


def check_metrics(url: str) -> Check:
    """Check that nobody can read the metrics at the public address."""
    try:
        with open_url(f"{url}/metrics") as answer:
            readable = answer.read(7) == b"# HELP "
    except (OSError, HTTPException):
        readable = False
    if not readable:
        return Check("metrics", "ok", Reason("doctor.metrics-closed"))
    if is_loopback(urlsplit(url).hostname or ""):
        return Check("metrics", "ok", Reason("doctor.metrics-local"))
    return Check("metrics", "error", Reason("doctor.metrics-open"), Reason("doctor.advice.metrics"))


def check_websocket(url: str) -> Check:
    """Check that a page of this address can open a WebSocket, and that a ping is answered."""
    from websockets.exceptions import WebSocketException
    from websockets.sync.client import connect
    from websockets.typing import Origin

    target = f"ws{url.removeprefix('http')}/ws"
    try:
        with connect(target, origin=Origin(url), open_timeout=SECONDS, close_timeout=1, proxy=None) as socket:
            socket.send('{"t":"ping"}')
            answer = json.loads(socket.recv(SECONDS))
            if answer.get("t") == "pong":
                return Check("websocket", "ok", Reason("doctor.websocket"))
            why = str(answer)[:80]
    except (OSError, WebSocketException, ValueError) as error:
        why = str(error) or type(error).__name__
    return Check("websocket", "error", Reason("doctor.no-websocket", {"why": why}), Reason("doctor.advice.websocket"))


def fetch_api_health(url: str, headers: dict[str, str] | None = None) -> dict[str, Any]:
    """Return the answer to GET /api/health, or {} if something other than Trapezi answers."""
    try:
        with open_url(f"{url}/api/health", headers) as answer:
            content = answer.read(MOST_BYTES)
    except HTTPError as error:
        if error.code >= 500:
            raise URLError(f"{error.code} {error.reason}") from error
        return {}
    try:
        found = json.loads(content)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def open_url(url: str, headers: dict[str, str] | None = None) -> Any:
    """Send a GET request without an outgoing proxy, even if an environment variable names a proxy. Return the response."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    return opener.open(urllib.request.Request(url, headers=headers or {}), timeout=SECONDS)


def is_loopback(host: str) -> bool:
    """Return whether a host is this machine.

    >>> is_loopback("localhost"), is_loopback("127.0.0.1"), is_loopback("home.example")
    (True, True, False)
    """
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
