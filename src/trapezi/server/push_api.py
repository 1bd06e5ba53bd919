"""The handlers of the HTTP API for turn notifications, if the operator has switched them on. They require https."""

from __future__ import annotations

from litestar import get, post
from litestar.params import JSONBody

from trapezi.protocol import http
from trapezi.server.http_api import AnyRequest, context_of, token_of
from trapezi.server.push import PushSender
from trapezi.store.interface import NotStored
from trapezi.tables.errors import Rejected
from trapezi.tables.people_and_seats import token_hash


def push_sender_of(request: AnyRequest) -> PushSender:
    """Return the sender of notifications. Raise `Rejected` if this server has none, or if the request came over plain http."""
    sender = context_of(request).push
    if sender is None or request.base_url.scheme != "https":
        raise Rejected("protocol.no-push")
    return sender


@get("/api/push")
async def push_key(request: AnyRequest) -> http.PushKey:
    """Return the public key with which browsers subscribe."""
    try:
        return http.PushKey(await push_sender_of(request).public_key())
    except NotStored as error:
        raise Rejected("table.not-stored") from error


@post("/api/push", status_code=204)
async def subscribe(request: AnyRequest, data: JSONBody[http.PushSubscription]) -> None:
    """Store the push subscription of this browser, so that its player is notified of turns."""
    try:
        await push_sender_of(request).subscribe(token_hash(token_of(request)), data)
    except NotStored as error:
        raise Rejected("table.not-stored") from error


@post("/api/push/stop", status_code=204)
async def unsubscribe(request: AnyRequest) -> None:
    """Delete the push subscription of this browser."""
    try:
        await context_of(request).registry.store.push.unsubscribe(token_hash(token_of(request)))
    except NotStored as error:
        raise Rejected("table.not-stored") from error


HANDLERS = [push_key, subscribe, unsubscribe]
