"""The server's log has one line for each entry, and contains no secrets."""

from __future__ import annotations

import json
import logging
import re
from typing import Any

import pytest
from tests.server.client import rejection_of
from tests.server.test_security_headers import HIDDEN, NASTY

from trapezi.server.logging import configure_logging
from trapezi.tables.people_and_seats import token_hash


def test_a_log_entry_is_one_line_whatever_it_quotes(capsys: pytest.CaptureFixture[str]) -> None:
    root, logger = logging.getLogger(), logging.getLogger("trapezi.test")
    before, level = root.handlers, root.level
    try:
        for form in ("text", "json"):
            configure_logging(form)
            for text in NASTY:
                logger.warning("said %s", text, extra={"table": "BCDFG"})
            lines = capsys.readouterr().err.splitlines()
            assert len(lines) == len(NASTY)
            assert all("BCDFG" in line for line in lines)
            assert not any(re.search(HIDDEN, line) for line in lines)
            if form == "json":
                assert [json.loads(line)["event"] for line in lines] == [f"said {text}" for text in NASTY]
    finally:
        root.handlers = before
        root.setLevel(level)
        logging.getLogger("trapezi").setLevel(logging.NOTSET)


def test_the_log_names_tables_and_contains_no_secrets(server: Any, clients: Any) -> None:
    async def scenario() -> tuple[str, list[str]]:
        ada, phone = clients(seed=1), clients()
        await ada.create("the_game", 1, start=True, names=["Penelope"])
        await ada.hello()
        pairing = (await ada.request("POST", f"/api/tables/{ada.code}/pairing"))["secret"]
        await phone.request("POST", f"/api/tables/{ada.code}/pair", {"secret": pairing})
        await ada.command("chat", text="a word between us")
        await rejection_of(ada.command("act", seat=0, version=0, move=2**30))
        await ada.send(b"\xff\xfe")
        await ada.receive_until(lambda m: m["t"] == "rejection", strict=False)
        await ada.command("end_early")
        while ada.table["phase"] != "finished":
            await ada.receive()
        await ada.command("start")
        return ada.code, [ada.token, phone.token, pairing, ada.table["secret"], "Penelope", "a word between us"]

    code, hidden = clients.run(scenario())
    server.stop()
    log = server.log.read_text()
    entries = [json.loads(line) for line in log.splitlines()]
    assert {(line["table"], line["event"]) for line in entries} >= {(code, "game 1: finished"), (code, "game 2: playing")}
    assert not any(line["level"] == "error" for line in entries)
    for secret in (*hidden, *(token_hash(token) for token in hidden[:2])):
        assert secret not in log
