"""Add security headers to every response, so that pages load nothing from other hosts and run no inline scripts."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

AsgiApp = Callable[[dict[str, Any], Any, Any], Awaitable[None]]

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; media-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)

HTTP_HEADERS = [
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
]
# On plain http, browsers ignore the last of these headers.
HTTPS_HEADERS = [*HTTP_HEADERS, (b"cross-origin-opener-policy", b"same-origin")]


def with_security_headers(app: AsgiApp) -> AsgiApp:
    """Add the security headers to every HTTP response, including errors."""

    async def app_with_security_headers(scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            return await app(scope, receive, send)
        headers = HTTP_HEADERS if scope["scheme"] == "http" else HTTPS_HEADERS

        async def send_with_headers(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *headers]
            await send(message)

        return await app(scope, receive, send_with_headers)

    return app_with_security_headers
