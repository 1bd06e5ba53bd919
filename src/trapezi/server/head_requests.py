"""Answer HEAD requests at all addresses that answer GET, for monitors, link previews and load balancers."""

from __future__ import annotations

from typing import Any

from trapezi.server.security_headers import AsgiApp


def answer_head_like_get(app: AsgiApp) -> AsgiApp:
    """Return an application that answers a HEAD request like a GET request, but without the body."""

    async def app_answering_head(scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            return await app(scope, receive, send)

        async def send_without_body(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        return await app({**scope, "method": "GET"}, receive, send_without_body)

    return app_answering_head
