"""Send content that was compressed in advance, instead of compressing it for each request."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from typing import Any

from litestar import Request, Response


def gzipped_response(
    request: Request[Any, Any, Any],
    gzipped_content: bytes,
    media_type: str = "application/json",
    headers: Mapping[str, str] | None = None,
) -> Response[bytes]:
    """Return a response with compressed content. Decompress the content if the client does not accept gzip."""
    sent = {**(headers or {}), "vary": "accept-encoding"}
    if accepts_gzip(request.headers.get("accept-encoding", "")):
        sent["content-encoding"] = "gzip"
        return Response(gzipped_content, media_type=media_type, headers=sent)
    return Response(gzip.decompress(gzipped_content), media_type=media_type, headers=sent)


def accepts_gzip(accepted: str) -> bool:
    """Return whether an Accept-Encoding header accepts gzip.

    >>> accepts_gzip("br, gzip;q=0.5"), accepts_gzip("gzip;q=0, identity"), accepts_gzip("")
    (True, False, False)
    """
    for each in accepted.lower().split(","):
        name, _, quality = each.replace(" ", "").partition(";q=")
        if name in ("gzip", "*"):
            return quality.strip("0.") != "" or not quality
    return False
