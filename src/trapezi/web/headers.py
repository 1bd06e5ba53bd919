"""What every answer carries: nothing is loaded from elsewhere, nothing written into a page runs, nobody is told of it."""

from __future__ import annotations

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)

SECURITY = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}


def same_origin(origin: str | None, host: str | None) -> bool:
    """Whether a page of this very server asks. A program that is no browser sends no Origin.

    >>> same_origin("http://192.168.1.5:8000", "192.168.1.5:8000"), same_origin("http://elsewhere", "192.168.1.5:8000")
    (True, False)
    """
    if origin is None:
        return True
    scheme, _, rest = origin.partition("://")
    return scheme in ("http", "https") and bool(host) and rest.lower() == str(host).lower()
