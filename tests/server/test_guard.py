"""Those who want what is not theirs: another's seat, all tables, the whole machine. Each line of docs/threats.md has its test."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import secrets
import socket
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from trapezi.server.connections import Door
from trapezi.server.limits import Limits
from trapezi.server.logging import Lines, configure
from trapezi.server.proxies import BadSetting, Trust
from trapezi.tables import people
from trapezi.tables.people import find_by_token, token_hash

ROOT = Path(__file__).parents[2]


async def refused(work: Any) -> str:
    try:
        await work
    except Exception as error:
        return str(getattr(error, "key", repr(error)))
    return "granted"


def figures(url: str) -> dict[str, float]:
    text = httpx.get(f"{url}/metrics").text
    return {line.split()[0]: float(line.split()[1]) for line in text.splitlines() if not line.startswith("#")}


# -- seats and their tokens --------------------------------------------------------------------------------------------


def test_tokens_are_compared_in_constant_time(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = []
    real = people.hmac.compare_digest
    monkeypatch.setattr(people.hmac, "compare_digest", lambda a, b: (compared.append(a), real(a, b))[1])
    kept = {token_hash(name): name for name in ("ada", "bo", "cy")}
    assert find_by_token(kept, "ada") == "ada"
    assert find_by_token(kept, "nobody") is None
    assert compared == [*kept, *kept], "whoever asks, all are compared"


def test_a_lost_device_is_signed_out(browser: Any) -> None:
    async def story() -> None:
        ada, phone, thief = browser(seed=1), browser(), browser()
        await ada.create("qwixx", 2, fill="chance", start=True)
        await ada.hello()
        codes = [(await ada.ask("POST", f"/api/tables/{ada.code}/pairing"))["secret"] for _ in range(2)]
        phone.code = thief.code = ada.code
        await phone.ask("POST", f"/api/tables/{ada.code}/pair", {"secret": codes[0]})
        await phone.hello()
        assert phone.you == "p1"
        await ada.wish("revoke")
        await phone.until(lambda m: m["t"] == "welcome" and m["you"] is None, strict=False)
        assert any('"table.revoked"' in text for text in phone.raw)
        phone.views.clear()
        assert await refused(phone.wish("act", seat=0, version=0, move=44)) == "table.only-watching"
        assert await refused(phone.hello()) == "table.wrong-token"
        assert await phone.ask("GET", "/api/mine") == []
        assert await refused(thief.ask("POST", f"/api/tables/{ada.code}/pair", {"secret": codes[1]})) == "table.pairing-over"
        assert len(await ada.ask("GET", "/api/mine")) == 1
        await ada.play(3)

    browser.run(story())


def test_the_host_signs_out_a_seat_and_nobody_else_does(browser: Any) -> None:
    async def story() -> None:
        ada, bo, eve = browser(seed=1), browser(seed=2), browser()
        await ada.create("qwixx", 2)
        await bo.join(ada.code)
        await eve.join(ada.code, "Eve", watch=True)
        for each in (ada, bo, eve):
            await each.hello()
        await ada.wish("start")
        assert await refused(eve.wish("revoke", person="p2")) == "table.not-host"
        assert await refused(ada.wish("revoke", person="p9")) == "table.no-such-person"
        await ada.wish("revoke", person="p2")
        await bo.until(lambda m: m["t"] == "welcome" and m["you"] is None, strict=False)
        assert await refused(bo.hello()) == "table.wrong-token"
        assert (await ada.ask("GET", f"/api/tables/{ada.code}"))["seats"][1]["stand_in"]
        await ada.play(3)

    browser.run(story())


def test_a_seat_at_one_table_is_none_at_another(browser: Any) -> None:
    async def story() -> None:
        ada, bo = browser(seed=1), browser(seed=2)
        await ada.create("qwixx", 2, fill="chance", start=True)
        await bo.create("qwixx", 2, fill="chance", start=True)
        own, bo.code = bo.code, ada.code
        assert await refused(bo.hello()) == "table.wrong-token"
        await bo.hello(watch=True)
        assert await refused(bo.wish("act", seat=0, version=1, move=44)) == "table.only-watching"
        for path in ("pairing", "pair"):
            body = {"secret": "x" * 32} if path == "pair" else None
            assert await refused(bo.ask("POST", f"/api/tables/{ada.code}/{path}", body)) in (
                "table.wrong-token",
                "table.pairing-over",
            )
        bo.code = own
        await bo.hello()
        assert [line["code"] for line in await bo.ask("GET", "/api/mine")] == [own]
        secret = (await ada.ask("POST", f"/api/tables/{ada.code}/pairing"))["secret"]
        assert await refused(bo.ask("POST", f"/api/tables/{own}/pair", {"secret": secret})) == "table.pairing-over"

    browser.run(story())


# -- all tables --------------------------------------------------------------------------------------------------------


def test_guessing_codes_is_slowed_down(serving_with: Any, browser: Any) -> None:
    server = serving_with("limits=Limits(misses=(0.001, 5))")

    async def story() -> None:
        ada, mallory = (browser() for _ in range(2))
        ada.url = mallory.url = server.url
        await ada.create("qwixx", 1, start=True)
        tried = [await refused(mallory.ask("GET", f"/api/tables/ZZZZ{letter}")) for letter in "BCDFGHJK"]
        assert tried == ["table.unknown"] * 5 + ["protocol.too-fast"] * 3
        mallory.code = ada.code
        assert await refused(mallory.hello(watch=True)) == "protocol.too-fast", "a right guess does not help either"
        assert await refused(ada.ask("POST", f"/api/tables/{ada.code}/pair", {"secret": "y" * 32})) == "protocol.too-fast"

    browser.run(story())


def test_only_public_tables_are_listed_and_none_with_its_secrets(browser: Any) -> None:
    async def story() -> None:
        ada = browser()
        await ada.create("qwixx", 2)
        hidden = ada.code
        await ada.create("qwixx", 2, public=True)
        listed = await ada.ask("GET", "/api/tables", token=None)
        assert ada.code in {line["code"] for line in listed}
        assert hidden not in {line["code"] for line in listed}
        assert not re.search(token_hash(ada.token), json.dumps(listed))

    browser.run(story())


# -- pages from elsewhere ----------------------------------------------------------------------------------------------


def test_a_page_from_elsewhere_can_have_nothing_done(browser: Any, running: Any) -> None:
    body = json.dumps({"game": "qwixx", "options": {"players": 1}, "names": ["Ada"]})
    token = {"authorization": f"Bearer {secrets.token_urlsafe(32)}"}
    with httpx.Client(base_url=running.url) as http:
        for origin in ("http://elsewhere.example", "null"):
            answer = http.post("/api/tables", content=body, headers={"origin": origin, "content-type": "text/plain", **token})
            assert (answer.status_code, answer.json()["key"]) == (403, "protocol.foreign-page")
            asked = {"origin": origin, "access-control-request-method": "POST", "access-control-request-headers": "authorization"}
            answer = http.options("/api/tables", headers=asked)
            assert not [name for name in answer.headers if name.startswith("access-control")]
        answer = http.get("/api/games", headers={"origin": "http://elsewhere.example"})
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
        assert not [name for name in answer.headers if name.startswith("access-control")]
        assert "set-cookie" not in answer.headers, "what a browser sends by itself proves nothing"
        answer = http.post("/api/tables", content=body, headers={"content-type": "application/json"})
        assert answer.json()["key"] == "table.no-token"


def test_the_operator_says_which_pages_may_play(serving_with: Any, browser: Any) -> None:
    server = serving_with('trust=Trust.of(origins=["https://table.club"])')

    async def story() -> None:
        ada = browser()
        ada.url = server.url
        with pytest.raises(InvalidHandshake):
            await ada.open()
        await ada.open(origin="https://table.club")

    browser.run(story())


def test_a_host_that_is_none_is_refused(running: Any) -> None:
    for host in ("a" * 300, "[::1", "x:99999", 'x"><script>', "a b", "localhost:0"):
        answer = raw(
            running.port, f"GET /api/tables/BCDFG/invitation HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode()
        )
        assert answer.startswith(b"HTTP/1.1 400"), host


def raw(port: int, data: bytes) -> bytes:
    """What the server says to some bytes, until it closes the connection."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as line:
        line.sendall(data)
        said = b""
        with contextlib.suppress(ConnectionError):
            while more := line.recv(65536):
                said += more
        return said


# -- too much ----------------------------------------------------------------------------------------------------------


def test_requests_and_new_tables_are_counted_by_address(serving_with: Any, browser: Any) -> None:
    server = serving_with("limits=Limits(requests=(0.001, 9), creations=(0.001, 2))")

    async def story() -> None:
        ada = browser()
        ada.url = server.url
        new = [await refused(ada.create("qwixx", 1)) for _ in range(4)]
        assert new == ["granted", "granted", "protocol.too-fast", "protocol.too-fast"]
        asked = [await refused(ada.ask("GET", "/api/games")) for _ in range(7)]
        assert asked == ["granted"] * 5 + ["protocol.too-fast"] * 2

    browser.run(story())


def test_who_does_not_read_is_let_go_and_the_table_goes_on(serving_with: Any, browser: Any) -> None:
    server = serving_with("limits=Limits(messages=(5000, 5000), outbox_bytes=50_000)")

    async def story() -> None:
        ada, mallory = browser(seed=1), browser()
        ada.url = mallory.url = server.url
        await ada.create("silver_gold", 2, fill="chance", start=True)
        await ada.hello()
        mallory.code = ada.code
        mallory.socket = await connect(
            server.url.replace("http", "ws") + "/ws", origin=server.url, max_queue=1, write_limit=2**24, ping_interval=None
        )
        hello = json.dumps({"t": "hello", "table": ada.code})
        with contextlib.suppress(ConnectionClosed):
            for _ in range(600):
                await asyncio.wait_for(mallory.socket.send(hello), 5)
        mallory.socket.transport.pause_reading()
        while figures(server.url)["trapezi_sockets"] > 1:
            await ada.play(1)
        assert ada.table["phase"] in ("playing", "finished")
        mallory.socket.transport.abort()
        mallory.socket = None

    browser.run(story())


def test_a_school_plays_behind_one_address(serving: Any, browser: Any) -> None:
    """300 browsers with the usual limits: every one is greeted."""

    async def story() -> None:
        ada = browser(seed=1)
        await ada.create("qwixx", 1, start=True)
        others = [browser() for _ in range(300)]
        for each in others:
            each.code = ada.code
        for n in range(0, 300, 50):
            await asyncio.gather(*(each.hello(watch=True) for each in others[n : n + 50]))
        await ada.hello()
        assert figures(ada.url)["trapezi_sockets"] == 301
        await ada.play(2)

    browser.run(story())


def test_a_flood_of_connections_ends_at_the_door(serving_with: Any, browser: Any) -> None:
    server = serving_with("limits=Limits(sockets=3, connections=12, request_seconds=0.3, hello_seconds=0.3)")

    async def story() -> None:
        sockets = [browser() for _ in range(4)]
        for each in sockets:
            each.url = server.url
        for each in sockets[:3]:
            await each.open()
        with pytest.raises(InvalidHandshake):
            await sockets[3].open()
        for each in sockets[:3]:  # who says nothing is shown out
            with pytest.raises(ConnectionClosed):
                await each.receive()
            each.socket = None
        lines = [socket.create_connection(("127.0.0.1", server.port), timeout=20) for _ in range(12)]
        for line in lines:
            line.sendall(b"GET /api/games HTTP/1.1\r\nHost: local")
        assert gone(socket.create_connection(("127.0.0.1", server.port), timeout=20)), "no room"
        assert all(gone(line) for line in lines), "half a request is not waited for"
        await sockets[3].create("qwixx", 1, start=True)
        await sockets[3].hello()
        await sockets[3].play(1)

    browser.run(story())


def gone(line: socket.socket) -> bool:
    """Whether the other side ends the connection."""
    with line:
        try:
            return line.recv(1) == b""
        except ConnectionError:
            return True


def test_the_door_counts_proxies_as_nobody() -> None:
    class Line:
        def __init__(self, peer: str) -> None:
            self.peer = peer

        def get_extra_info(self, _: str) -> tuple[str, int]:
            return self.peer, 1

    door = Door(Limits(connections=2, all_connections=5), Trust.of(["10.0.0.1"]))
    lines = [Line(peer) for peer in ("10.0.0.1", "10.0.0.1", "10.0.0.1", "2001:db8::1", "2001:db8::2", "2001:db8::3")]
    assert [door.enter(line) for line in lines] == [True] * 5 + [False]  # type: ignore[arg-type]
    door.leave(lines[0])  # type: ignore[arg-type]
    assert not door.enter(lines[5]), "one household"  # type: ignore[arg-type]
    assert door.enter(lines[0])  # type: ignore[arg-type]
    for line in lines:
        door.leave(line)  # type: ignore[arg-type]
    assert len(door) == 0


def test_limits_are_set_by_the_operator_and_mistakes_are_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from trapezi.cli import main

    assert Limits.of(["sockets=7", "hello_seconds=2.5", "requests=1/9"]) == Limits(
        sockets=7, hello_seconds=2.5, requests=(1.0, 9.0)
    )
    for wrong in (
        "sockets",
        "sockets=",
        "sockets=many",
        "sockets=1/2",
        "sockets=1.5",
        "sockets=-1",
        "messages=3",
        "messages=nan/1",
    ):
        with pytest.raises(BadSetting, match="bad-limit"):
            Limits.of([wrong])
    for arguments, said in (
        (["--limit", "sokets=3"], "no limit sokets"),
        (["--limit", "sockets=x"], "sockets=x is no limit"),
        (["--proxy", "10.0.0.300"], "neither an address nor a network"),
        (["--origin", "table.club"], "not the address of a server"),
        (["--metrics", "everybody"], "neither an address nor a network"),
    ):
        assert main(["serve", *arguments]) == 2
        assert said in capsys.readouterr().err
    monkeypatch.setenv("TRAPEZI_LIMITS", "sockets=3 sokets=4")
    assert main(["serve"]) == 2
    assert "no limit sokets" in capsys.readouterr().err


# -- what others say of who asks ---------------------------------------------------------------------------------------


def test_only_a_trusted_proxy_tells_who_asks(serving_with: Any) -> None:
    limits = "limits=Limits(requests=(0.001, 3))"
    for settings, kept in ((limits, 3), (f'{limits}, trust=Trust.of(["127.0.0.1"])', 9)):
        server = serving_with(settings)
        with httpx.Client(base_url=server.url) as http:
            answers = [http.get("/api/games", headers={"x-forwarded-for": f"203.0.113.{n}"}).status_code for n in range(9)]
        assert answers == [200] * kept + [429] * (9 - kept)
    with httpx.Client(base_url=server.url) as http:  # of several, the last that is not a proxy of ours
        for n in range(4):
            chain = {"x-forwarded-for": f"198.51.100.{n}, 203.0.113.99, 127.0.0.1"}
            assert http.get("/api/games", headers=chain).status_code == (200 if n < 3 else 429)


def test_figures_are_for_this_machine_alone(running: Any, serving_with: Any) -> None:
    with httpx.Client(base_url=running.url) as http:
        assert http.get("/metrics").text.startswith("# HELP trapezi_move_seconds")
        for name in ("X-Forwarded-For", "Forwarded", "X-Real-IP"):
            assert http.get("/metrics", headers={name: "127.0.0.1"}).status_code == 403
    server = serving_with('trust=Trust.of(watchers=["192.0.2.0/24"])')
    assert httpx.get(f"{server.url}/metrics").json()["key"] == "protocol.not-for-you"


# -- files -------------------------------------------------------------------------------------------------------------


def test_no_file_outside_the_client_is_handed_out(running: Any) -> None:
    for path in (
        "/../app.py", "/assets/../../app.py", "/..%2fapp.py", "/%2e%2e/app.py", "/..%5capp.py", "//etc/passwd", "/.git/config",
        "/assets/..%2f..%2f..%2f..%2f..%2f..%2f..%2fetc/passwd", "/./../pages.py", "/static/../pages.py", "/%00", "/pages.py",
        "/api/tables/..%2f..%2fetc/log", "/assets/%00.js", "/%2fetc%2fpasswd",
    ):  # fmt: skip
        answer = raw(running.port, f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
        assert re.match(rb"HTTP/1.1 (400|404|405)", answer), path
        assert b"root:" not in answer
        assert b"import" not in answer


# -- names and chat ----------------------------------------------------------------------------------------------------

UNSEEN = "[\x00-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]"  # control, line and direction
MARKUP = r"\{@html|innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function"
NASTY = [
    "Ada\r\n2026 error trapezi: forged",
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "\u202eadA\u202c",
    "\x1b[31mred\x1b[0m",
    "a\u2028b\u0000c",
    "\u2066x\u2069\u200e\u200f\ufeff",
]


def test_names_and_chat_carry_no_control_and_no_turned_text(serving: Any, browser: Any) -> None:
    async def story() -> str:
        ada = browser()
        await ada.create("qwixx", 1, names=["Ada"])
        await ada.hello()
        for n, text in enumerate(NASTY):
            await refused(ada.wish("rename", name=text[:40]))
            await refused(ada.wish("chat", text=text, id=f"c{n}"))
            await refused(ada.ask("POST", f"/api/tables/{text[:5]}/join", {"name": text}))
        await ada.hello()
        await ada.play(0)
        return "".join([*ada.chat, json.dumps(await ada.ask("GET", f"/api/tables/{ada.code}"), ensure_ascii=False)])

    told = browser.run(story())
    assert "<script>" in told, "markup is text like any other"
    assert not re.search(UNSEEN, told)
    assert "forged" not in serving.log.read_text()


def test_the_client_writes_no_markup_from_elsewhere() -> None:
    for path in (ROOT / "client" / "src").rglob("*"):
        if path.suffix in (".svelte", ".ts"):
            text = path.read_text("utf-8")
            assert not re.search(r"\{@html|innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", text), (
                path
            )


def test_a_log_line_is_one_line_whatever_it_quotes(capsys: pytest.CaptureFixture[str]) -> None:
    import logging

    root, ours = logging.getLogger(), logging.getLogger("trapezi.test")
    before, level = root.handlers, root.level
    try:
        for form in ("text", "json"):
            configure(form)  # type: ignore[arg-type]
            for text in NASTY:
                ours.warning("said %s", text, extra={"table": "BCDFG"})
            lines = capsys.readouterr().err.splitlines()
            assert len(lines) == len(NASTY)
            assert all("BCDFG" in line for line in lines)
            assert not any(
                re.search("[\x00-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]", line) for line in lines
            )
            if form == "json":
                assert [json.loads(line)["event"] for line in lines] == [f"said {text}" for text in NASTY]
    finally:
        root.handlers = before
        root.setLevel(level)
        logging.getLogger("trapezi").setLevel(logging.NOTSET)
    assert isinstance(Lines("json"), logging.Formatter)


def test_the_log_tells_of_tables_and_holds_no_secrets(serving: Any, browser: Any) -> None:
    async def story() -> tuple[str, list[str]]:
        ada, phone = browser(seed=1), browser()
        await ada.create("the_game", 1, start=True, names=["Penelope"])
        await ada.hello()
        pairing = (await ada.ask("POST", f"/api/tables/{ada.code}/pairing"))["secret"]
        await phone.ask("POST", f"/api/tables/{ada.code}/pair", {"secret": pairing})
        await ada.wish("chat", text="a word between us")
        await refused(ada.wish("act", seat=0, version=0, move=2**30))
        await ada.send(b"\xff\xfe")
        await ada.until(lambda m: m["t"] == "rejection", strict=False)
        await ada.wish("end_early")
        while ada.table["phase"] != "finished":
            await ada.receive()
        await ada.wish("rematch")
        return ada.code, [ada.token, phone.token, pairing, ada.table["secret"], "Penelope", "a word between us"]

    code, hidden = browser.run(story())
    serving.stop()
    log = serving.log.read_text()
    told = [json.loads(line) for line in log.splitlines()]
    assert {(line["table"], line["event"]) for line in told} >= {(code, "game 1: finished"), (code, "game 2: playing")}
    assert not any(line["level"] == "error" for line in told)
    for secret in (*hidden, *(token_hash(token) for token in hidden[:2])):
        assert secret not in log


# -- operators ---------------------------------------------------------------------------------------------------------


def test_health_readiness_and_figures(serving: Any, browser: Any) -> None:
    async def story() -> dict[str, float]:
        ada = browser(seed=1)
        await ada.create("qwixx", 1, start=True)
        await ada.hello()
        await ada.play(4)
        await refused(ada.wish("act", seat=0, version=0, move=44))
        await ada.close()
        await ada.hello(resume=True)
        assert (await ada.ask("GET", "/api/ready"))["ready"]
        assert "trapezi" in await ada.ask("GET", "/api/health")
        return figures(ada.url)

    told = browser.run(story())
    assert told["trapezi_move_seconds_count"] == told['trapezi_move_seconds_bucket{le="+Inf"}'] == 4
    assert told['trapezi_refusals_total{reason="table.outdated"}'] == 1
    assert told["trapezi_resyncs_total"] == 1
    assert (told["trapezi_sockets"], told["trapezi_tables"]) == (1, 1)


def test_a_server_without_its_store_is_alive_but_not_ready() -> None:
    from litestar.testing import TestClient

    from trapezi.server.app import framework
    from trapezi.store import NotStored
    from trapezi.tables.registry import TableRegistry

    class Gone:
        house, shared = "here", False

        async def entry(self, code: str) -> None:
            raise NotStored("the disk is gone")

        async def listen(self, hear: Any) -> None:
            pass

        async def close(self) -> None:
            pass

    with TestClient(framework(TableRegistry(Gone()))) as http:  # type: ignore[arg-type]
        assert http.get("/api/health", headers={"host": "x"}).status_code == 200
        answer = http.get("/api/ready", headers={"host": "x"})
        assert (answer.status_code, answer.json()["key"]) == (503, "table.not-stored")


def test_every_part_from_elsewhere_is_locked_by_its_hash() -> None:
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


def test_every_line_of_the_threat_model_names_tests_that_exist() -> None:
    model = (ROOT / "docs" / "threats.md").read_text("utf-8").partition("## What stays")[0]
    _, _, *rows = [line for line in model.splitlines() if line.startswith("| ")]
    assert len(rows) > 15
    for row in rows:
        named = re.findall(r"`(?:(tests/[\w/.]+)::)?(test_\w+)`", row)
        assert named, row
        for file, test in named:
            places = [ROOT / file] if file else sorted((ROOT / "tests").rglob("test_*.py"))
            assert any(f"def {test}(" in path.read_text("utf-8") for path in places), f"{test} of: {row}"
