"""Web Push: notify browsers of their turns through the push services of their vendors, signed with a key of this server (VAPID).

A push service sees which browser is notified, when, and by which server. The message is encrypted for the browser.
Needs the extra `trapezi[push]`; its packages are imported when the operator switches notifications on.
"""

from __future__ import annotations

import base64
import logging
import os
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

import msgspec

from trapezi.i18n import LANGUAGES, catalogue_for
from trapezi.protocol import http
from trapezi.store.interface import NotStored, Store
from trapezi.tables.errors import Rejected
from trapezi.tables.turn_notifications import Turn

# The server sends requests to these hosts only. Otherwise a browser could make it send requests into its own network.
SERVICES = ("fcm.googleapis.com", "push.services.mozilla.com", "notify.windows.com", "push.apple.com")
SECONDS = 10.0  # A push service must answer within this many seconds.
LIFETIME = 86_400  # A push service keeps a message for this many seconds if the device is switched off.
GONE = (404, 410)  # These status codes say that a browser wants no more notifications.

log = logging.getLogger("trapezi.server")


def is_installed() -> bool:
    """Return whether the packages of the extra `push` are installed."""
    return all(find_spec(name) is not None for name in ("py_vapid", "http_ece", "httpx"))


class PushSender:
    """Send notifications. `contact` is a `mailto:` address at which the push services can reach the operator."""

    def __init__(self, store: Store, contact: str, services: tuple[str, ...] = SERVICES, scheme: str = "https") -> None:
        self.store = store
        self.contact = contact
        self.services = services
        self.scheme = scheme
        self._signer: Any = None

    async def signer(self) -> Any:
        if self._signer is None:
            from py_vapid import Vapid02

            self._signer = Vapid02.from_raw(
                encode_base64(bytes.fromhex(await self.store.push.find_or_make_private_key())).encode()
            )
        return self._signer

    async def public_key(self) -> str:
        """Return the public key that browsers need to subscribe."""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        public = (await self.signer()).public_key
        return encode_base64(public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

    async def subscribe(self, token_hash: str, wanted: http.PushSubscription) -> None:
        """Store the push subscription of a browser. Raise `Rejected` if its address is not that of a known push service."""
        url = urlsplit(wanted.endpoint)
        host = url.hostname or ""
        if url.scheme != self.scheme or not any(host == each or host.endswith(f".{each}") for each in self.services):
            raise Rejected("protocol.no-push-service", host=host[:60])
        await self.store.push.subscribe(token_hash, msgspec.json.encode(wanted))

    async def send(self, turn: Turn) -> None:
        """Notify all devices of a person. A device that cannot be reached now is not tried again."""
        import httpx

        try:
            stored = await self.store.push.subscriptions(turn.token_hashes)
        except NotStored as error:
            log.error("turn not notified: %s", error, extra={"table": turn.code})
            return
        async with httpx.AsyncClient(timeout=SECONDS) as client:
            for token_hash, body in stored.items():
                try:
                    subscription = msgspec.json.decode(body, type=http.PushSubscription)
                    headers, content = await self._request(subscription, turn)
                    answer = await client.post(subscription.endpoint, content=content, headers=headers)
                    if answer.status_code in GONE:
                        await self.store.push.unsubscribe(token_hash)
                    elif answer.status_code >= 400:
                        log.warning("push service answered %d", answer.status_code, extra={"table": turn.code})
                except (httpx.HTTPError, NotStored, ValueError, msgspec.MsgspecError) as error:
                    log.warning("turn not notified: %s", type(error).__name__, extra={"table": turn.code})

    async def _request(self, subscription: http.PushSubscription, turn: Turn) -> tuple[dict[str, str], bytes]:
        """Return the headers and the encrypted content of a notification."""
        import http_ece
        from cryptography.hazmat.primitives.asymmetric import ec

        catalogue = catalogue_for(subscription.lang if subscription.lang in LANGUAGES else "en")
        message = {"title": catalogue.translate("client.your-turn"), "body": catalogue.translate(f"{turn.game}.title")}
        url = urlsplit(subscription.endpoint)
        claims = {"sub": self.contact, "aud": f"{url.scheme}://{url.netloc}"}
        content = http_ece.encrypt(
            msgspec.json.encode({**message, "path": f"/t/{turn.code}"}),
            salt=os.urandom(16),
            private_key=ec.generate_private_key(ec.SECP256R1()),
            dh=decode_base64(subscription.p256dh),
            auth_secret=decode_base64(subscription.auth),
            version="aes128gcm",
        )
        headers = {"content-encoding": "aes128gcm", "ttl": str(LIFETIME), "urgency": "normal", "topic": turn.code}
        return {**headers, **(await self.signer()).sign(claims)}, content


def encode_base64(data: bytes) -> str:
    r"""Return bytes in base64 for URLs, without padding.

    >>> encode_base64(b"\xff\xfe")
    '__4'
    """
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode_base64(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
