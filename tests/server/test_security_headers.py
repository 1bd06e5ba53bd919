"""Each row of docs/threats.md names the tests that prove its defence. Most of these tests are here."""

from __future__ import annotations

import hmac
import json
import re
import secrets
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server.client import rejection_of
from tests.server.raw_socket import exchange
from websockets.exceptions import InvalidHandshake, InvalidStatus

from trapezi.tables.people_and_seats import find_by_token, token_hash

ROOT = Path(__file__).parents[2]
# Characters that are invisible or change the direction of text.
HIDDEN = "[\x00-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]"
RAW_MARKUP = r"\{@html|innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function"
NASTY = [
    "Ada\r\n2026 error trapezi: forged",
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "\u202eadA\u202c",
    "\x1b[31mred\x1b[0m",
    "a\u2028b\u0000c",
    "\u2066x\u2069\u200e\u200f\ufeff",
]

# -- seats and their tokens --------------------------------------------------------------------------------------------


def test_tokens_are_compared_in_constant_time(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[str] = []
    real = hmac.compare_digest

    def compare(a: str, b: str) -> bool:
        compared.append(a)
        return real(a, b)

    monkeypatch.setattr("hmac.compare_digest", compare)
    people_by_hash = {token_hash(name): name for name in ("ada", "bo", "cy")}
    assert find_by_token(people_by_hash, "ada") == "ada"
    assert find_by_token(people_by_hash, "nobody") is None
    assert compared == [*people_by_hash, *people_by_hash], "every hash is compared, whatever the token"


def test_tokens_are_never_stored_on_disk(server: Any, clients: Any) -> None:
    async def scenario() -> list[str]:
        ada, bo, phone = (clients(token=secrets.token_urlsafe(32)) for _ in range(3))
        await ada.create("qwixx", 2)
        await bo.join(ada.code)
        pairing = await ada.request("POST", f"/api/tables/{ada.code}/pairing")
        await phone.request("POST", f"/api/tables/{ada.code}/pair", {"secret": pairing["secret"]})
        return [ada.token, bo.token, phone.token, pairing["secret"]]

    secrets_used = clients.run(scenario())
    files = [path.read_bytes() for path in server.database.parent.iterdir()]
    assert len(files) >= 2
    assert not any(token.encode() in content for token in secrets_used for content in files)


def test_a_lost_device_is_signed_out(clients: Any) -> None:
    async def scenario() -> None:
        ada, phone, thief = clients(seed=1), clients(), clients()
        await ada.create("qwixx", 2, fill="chance", start=True)
        await ada.hello()
        codes = [(await ada.request("POST", f"/api/tables/{ada.code}/pairing"))["secret"] for _ in range(2)]
        phone.code = thief.code = ada.code
        await phone.request("POST", f"/api/tables/{ada.code}/pair", {"secret": codes[0]})
        await phone.hello()
        assert phone.you == "p1"
        await ada.command("revoke")
        await phone.receive_until(lambda m: m["t"] == "welcome" and m["you"] is None, strict=False)
        assert any('"table.revoked"' in text for text in phone.raw)
        phone.views.clear()
        assert await rejection_of(phone.command("act", seat=0, version=0, move=44)) == "table.only-watching"
        assert await rejection_of(phone.hello()) == "table.wrong-token"
        assert await phone.request("GET", "/api/mine") == []
        assert (
            await rejection_of(thief.request("POST", f"/api/tables/{ada.code}/pair", {"secret": codes[1]}))
            == "table.pairing-over"
        )
        assert len(await ada.request("GET", "/api/mine")) == 1
        await ada.play(3)

    clients.run(scenario())


def test_only_the_host_can_sign_out_another_person(clients: Any) -> None:
    async def scenario() -> None:
        ada, bo, eve = clients(seed=1), clients(seed=2), clients()
        await ada.create("qwixx", 2)
        await bo.join(ada.code)
        await eve.join(ada.code, "Eve", watch=True)
        for client in (ada, bo, eve):
            await client.hello()
        await ada.command("start")
        assert await rejection_of(eve.command("revoke", person="p2")) == "table.not-host"
        assert await rejection_of(ada.command("revoke", person="p9")) == "table.no-such-person"
        await ada.command("revoke", person="p2")
        await bo.receive_until(lambda m: m["t"] == "welcome" and m["you"] is None, strict=False)
        assert await rejection_of(bo.hello()) == "table.wrong-token"
        assert (await ada.request("GET", f"/api/tables/{ada.code}"))["seats"][1]["stand_in"]
        await ada.play(3)

    clients.run(scenario())


def test_a_token_is_valid_only_at_its_own_table(clients: Any) -> None:
    async def scenario() -> None:
        ada, bo = clients(seed=1), clients(seed=2)
        await ada.create("qwixx", 2, fill="chance", start=True)
        await bo.create("qwixx", 2, fill="chance", start=True)
        own, bo.code = bo.code, ada.code
        assert await rejection_of(bo.hello()) == "table.wrong-token"
        await bo.hello(watch=True)
        assert await rejection_of(bo.command("act", seat=0, version=1, move=44)) == "table.only-watching"
        for path in ("pairing", "pair"):
            body = {"secret": "x" * 32} if path == "pair" else None
            assert await rejection_of(bo.request("POST", f"/api/tables/{ada.code}/{path}", body)) in (
                "table.wrong-token",
                "table.pairing-over",
            )
        bo.code = own
        await bo.hello()
        assert [line["code"] for line in await bo.request("GET", "/api/mine")] == [own]
        secret = (await ada.request("POST", f"/api/tables/{ada.code}/pairing"))["secret"]
        assert await rejection_of(bo.request("POST", f"/api/tables/{own}/pair", {"secret": secret})) == "table.pairing-over"

    clients.run(scenario())


def test_only_public_tables_are_listed_and_without_secrets(clients: Any) -> None:
    async def scenario() -> None:
        ada = clients()
        await ada.create("qwixx", 2)
        hidden = ada.code
        await ada.create("qwixx", 2, public=True)
        listed = await ada.request("GET", "/api/tables", token=None)
        assert ada.code in {line["code"] for line in listed}
        assert hidden not in {line["code"] for line in listed}
        assert not re.search(token_hash(ada.token), json.dumps(listed))

    clients.run(scenario())


# -- pages of other sites ----------------------------------------------------------------------------------------------


def test_a_page_of_another_site_cannot_change_anything(clients: Any, shared_server: Any) -> None:
    body = json.dumps({"game": "qwixx", "options": {"players": 1}, "names": ["Ada"]})
    token = {"authorization": f"Bearer {secrets.token_urlsafe(32)}"}
    with httpx.Client(base_url=shared_server.url) as http:
        for origin in ("http://elsewhere.example", "null"):
            answer = http.post("/api/tables", content=body, headers={"origin": origin, "content-type": "text/plain", **token})
            assert (answer.status_code, answer.json()["key"]) == (403, "protocol.foreign-page")
            preflight = {
                "origin": origin,
                "access-control-request-method": "POST",
                "access-control-request-headers": "authorization",
            }
            answer = http.options("/api/tables", headers=preflight)
            assert not [name for name in answer.headers if name.startswith("access-control")]
        answer = http.get("/api/games", headers={"origin": "http://elsewhere.example"})
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
        assert not [name for name in answer.headers if name.startswith("access-control")]
        assert "set-cookie" not in answer.headers, "browsers send cookies without being asked, so cookies prove nothing"
        answer = http.post("/api/tables", content=body, headers={"content-type": "application/json"})
        assert answer.json()["key"] == "table.no-token"


def test_a_page_of_another_site_cannot_open_a_websocket(clients: Any) -> None:
    async def scenario() -> None:
        for origin in ("http://elsewhere.example", "null", "http://127.0.0.1:1", "file://"):
            with pytest.raises(InvalidStatus):
                await clients().open(origin=origin)

    clients.run(scenario())


def test_the_operator_chooses_which_origins_may_connect(start_server: Any, clients: Any) -> None:
    server = start_server('trust=Trust.parse(origins=["https://table.club"])')

    async def scenario() -> None:
        ada = clients()
        ada.url = server.url
        with pytest.raises(InvalidHandshake):
            await ada.open()
        await ada.open(origin="https://table.club")

    clients.run(scenario())


def test_a_malformed_host_header_is_rejected(shared_server: Any) -> None:
    for host in ("a" * 300, "[::1", "x:99999", 'x"><script>', "a b", "localhost:0"):
        request = f"GET /api/tables/BCDFG/invitation HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
        answer = exchange(shared_server.port, request.encode())
        assert answer.startswith(b"HTTP/1.1 400"), host


def test_every_response_has_strict_security_headers(shared_server: Any) -> None:
    with httpx.Client(base_url=shared_server.url) as http:
        for path in ("/", "/t/BCDFG", "/api/games", "/nothing.js", "/assets/../../app.py", "/..%2fapp.py"):
            answer = http.get(path)
            policy = answer.headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert answer.headers["referrer-policy"] == "no-referrer"
            assert "import" not in answer.text
        schema = http.get("/api/schema/openapi.json").json()
        assert "/api/tables/{code}/join" in schema["paths"]
        assert http.get("/api/schema").headers["content-type"].endswith("json")
        games = {game["name"]: game for game in http.get("/api/games").json()}
        assert games["qwixx"]["players"] == [1, 2, 3, 4, 5]
        assert "chance" in games["qwixx"]["bots"]


# -- names and chat ----------------------------------------------------------------------------------------------------


def test_names_and_chat_contain_no_control_or_bidi_characters(server: Any, clients: Any) -> None:
    async def scenario() -> str:
        ada = clients()
        await ada.create("qwixx", 1, names=["Ada"])
        await ada.hello()
        for n, text in enumerate(NASTY):
            await rejection_of(ada.command("rename", name=text[:40]))
            await rejection_of(ada.command("chat", text=text, id=f"c{n}"))
            await rejection_of(ada.request("POST", f"/api/tables/{text[:5]}/join", {"name": text}))
        await ada.hello()
        await ada.play(0)
        return "".join([*ada.chat, json.dumps(await ada.request("GET", f"/api/tables/{ada.code}"), ensure_ascii=False)])

    texts = clients.run(scenario())
    assert "<script>" in texts, "markup is text like any other"
    assert not re.search(HIDDEN, texts)
    assert "forged" not in server.log.read_text()


def test_the_client_never_inserts_raw_markup() -> None:
    for path in (ROOT / "client" / "src").rglob("*"):
        if path.suffix in (".svelte", ".ts"):
            assert not re.search(RAW_MARKUP, path.read_text("utf-8")), path


# -- the project itself ------------------------------------------------------------------------------------------------


def test_every_dependency_is_locked_by_its_hash() -> None:
    for name in ("requirements.txt", "requirements-dev.txt", "requirements-node.txt"):
        text = (ROOT / name).read_text()
        pinned = re.findall(r"^[a-z0-9][^\s=]*==\S+", text, re.MULTILINE)
        assert pinned
        assert len(re.split(r"^[a-z0-9][^\s=]*==", text, flags=re.MULTILINE)[1:]) == len(pinned)
        for part in re.split(r"\n(?=[a-z0-9])", text.strip()):
            assert "--hash=sha256:" in part, part[:60]
    for folder in ("client", "tests/browser"):
        for path, package in json.loads((ROOT / folder / "package-lock.json").read_text())["packages"].items():
            assert not path or "integrity" in package or package.get("link") or package.get("inBundle"), path


def test_every_row_of_the_threat_model_names_existing_tests() -> None:
    model = (ROOT / "docs" / "threats.md").read_text("utf-8").partition("\n## ")[0]
    _, _, *rows = [line for line in model.splitlines() if line.startswith("| ")]
    assert len(rows) > 15
    for row in rows:
        named = re.findall(r"`(?:(tests/[\w/.]+)::)?(test_\w+)`", row)
        assert named, row
        for file, test in named:
            places = [ROOT / file] if file else sorted((ROOT / "tests").rglob("test_*.py"))
            assert any(f"def {test}(" in path.read_text("utf-8") for path in places), f"{test} of: {row}"
