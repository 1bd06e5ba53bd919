"""Turn notifications are sent once to people who are away, and encrypted for their browsers. They require https."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.tables.connections import TOKENS, Connection, open_table, run_scenario

from trapezi.protocol import http
from trapezi.server import push
from trapezi.server.push import PushSender
from trapezi.tables import turn_notifications
from trapezi.tables.errors import Rejected
from trapezi.tables.people_and_seats import token_hash
from trapezi.tables.registry import TableRegistry
from trapezi.tables.turn_notifications import Turn

PUBLIC_POINT = "B" + "A" * 86  # A text in the form of a browser's public key.


def subscription(endpoint: str = "https://fcm.googleapis.com/x", p256dh: str = PUBLIC_POINT, auth: str = "A" * 22) -> Any:
    return http.PushSubscription(endpoint, p256dh, auth, "el")


async def leave_page(connection: Connection) -> None:
    connection.registry.disconnect(connection, connection.code)


def test_people_who_are_away_are_notified_of_their_turn_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turn_notifications, "DELAY", 0.0)
    sent: list[Turn] = []

    async def send(turn: Turn) -> None:
        sent.append(turn)

    async def settle() -> None:
        for _ in range(20):
            await asyncio.sleep(0)

    async def scenario(registry: TableRegistry) -> None:
        registry.send_turn = send
        ada, bo = await open_table(registry)
        await ada.command("start")
        await settle()
        assert sent == [], "both are here"
        await leave_page(bo)
        await ada.act(0)
        await ada.command("chat", text="your turn")
        await settle()
        assert sent == [Turn(ada.code, "qwixx", frozenset([token_hash(TOKENS["bo"])]))]
        await bo.hello()
        await bo.act(1)
        await leave_page(bo)
        await settle()
        assert len(sent) == 1, "it is not the turn of bo"
        live = await registry.find_or_load(ada.code)
        await ada.command("pause", on=True)
        live.notifier.notify_now()
        assert len(sent) == 1

    run_scenario(tmp_path, scenario)


def test_only_push_services_are_asked(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        sender = PushSender(registry.store, "mailto:host@example.org")
        for endpoint in (
            "http://fcm.googleapis.com/x",
            "https://127.0.0.1/x",
            "https://fcm.googleapis.com.example.org/x",
            "https://evilpush.apple.com.example.org/x",
            "https://notpush.apple.com@10.0.0.1/x",
            "https:///x",
        ):
            with pytest.raises(Rejected, match="no-push-service"):
                await sender.subscribe("a" * 64, subscription(endpoint))
        await sender.subscribe("a" * 64, subscription("https://web.push.apple.com/x"))
        assert len(await registry.store.push.subscriptions(["a" * 64])) == 1

    run_scenario(tmp_path, scenario)


def test_a_notification_is_signed_and_only_the_browser_can_read_it(tmp_path: Path) -> None:
    """A push service on this machine receives the notification, and the test decrypts it with the browser's key."""
    http_ece = pytest.importorskip("http_ece")
    py_vapid = pytest.importorskip("py_vapid")
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    key, auth = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
    public = push.encode_base64(key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))
    answers = [201, 410]

    async def scenario(registry: TableRegistry) -> None:
        received: list[tuple[dict[str, str], bytes]] = []
        service = await start_push_service(received, answers)
        port = service.sockets[0].getsockname()[1]
        sender = PushSender(registry.store, "mailto:host@example.org", ("127.0.0.1",), "http")
        wanted = subscription(f"http://127.0.0.1:{port}/send/1", public, push.encode_base64(auth))
        await sender.subscribe("a" * 64, wanted)
        for _ in answers:
            await sender.send(Turn("BCDFG", "qwixx", frozenset(["a" * 64, "b" * 64])))
        service.close()
        assert len(received) == 2
        headers, content = received[0]
        assert b"BCDFG" not in content
        message = json.loads(http_ece.decrypt(content, private_key=key, auth_secret=auth, version="aes128gcm"))
        assert message == {"title": "Η σειρά σου", "body": "Qwixx", "path": "/t/BCDFG"}
        token, _, public_key = headers["authorization"].removeprefix("vapid t=").partition(",k=")
        assert public_key == await sender.public_key()
        assert py_vapid.Vapid02.verify(headers["authorization"])
        assert token
        assert await registry.store.push.subscriptions(["a" * 64]) == {}, "the browser wanted no more notifications"
        assert (await PushSender(registry.store, "mailto:x@example.org").public_key()) == public_key, "the key stays the same"

    run_scenario(tmp_path, scenario)


async def start_push_service(received: list[tuple[dict[str, str], bytes]], answers: list[int]) -> asyncio.Server:
    """Start a push service on this machine that records requests and answers with these status codes."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")[1:]
        fields = [line.split(": ", 1) for line in lines if line]
        headers = {name.lower(): value for name, value in fields}
        received.append((headers, await reader.readexactly(int(headers["content-length"]))))
        writer.write(f"HTTP/1.1 {answers[len(received) - 1]} x\r\ncontent-length: 0\r\nconnection: close\r\n\r\n".encode())
        await writer.drain()
        writer.close()

    return await asyncio.start_server(answer, "127.0.0.1", 0)


def test_notifications_are_never_offered_on_plain_http_or_without_the_operator(start_server: Callable[[str], Any]) -> None:
    pytest.importorskip("py_vapid")
    server = start_server("push='host@example.org'")
    token = {"authorization": f"Bearer {'a' * 40}"}
    body = {"endpoint": "https://fcm.googleapis.com/x", "p256dh": PUBLIC_POINT, "auth": "A" * 22, "lang": "el"}
    for answer in (
        httpx.get(f"{server.url}/api/push", headers=token),
        httpx.post(f"{server.url}/api/push", headers=token, json=body),
    ):
        assert answer.json()["key"] == "protocol.no-push"
