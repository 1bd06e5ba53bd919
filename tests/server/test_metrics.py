"""The server counts what operators need to know, and the dashboard uses only metrics that exist."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest

from trapezi.server.metrics import Metrics
from trapezi.store import open_store
from trapezi.store.interface import NotStored, TableEntry
from trapezi.store.sql import SqlStore

DASHBOARD = Path(__file__).parents[2] / "docs" / "grafana.json"
NAME = re.compile(r"\b(?:trapezi|process)_\w+")


def new_metrics() -> Metrics:
    return Metrics(lambda: 1, lambda: 2, lambda: 3)


def values(metrics: Metrics) -> dict[str, float]:
    lines = metrics.text().decode().splitlines()
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))}


def test_every_metric_of_the_dashboard_exists_and_every_metric_is_shown() -> None:
    metrics = new_metrics()
    metrics.count_rejection("table.unknown")
    asyncio.run(answer(metrics, "GET", 200))
    exported = {name.partition("{")[0] for name in values(metrics)}
    wanted = set(NAME.findall(DASHBOARD.read_text()))
    assert wanted <= exported
    ours = {re.sub(r"_(bucket|sum|count|created|total|info)$", "", name) for name in exported if name.startswith("trapezi_")}
    assert {re.sub(r"_(bucket|sum|count|total|info)$", "", name) for name in wanted} >= ours
    assert json.loads(DASHBOARD.read_text())["title"] == "Trapezi"


async def answer(metrics: Metrics, method: str, status: int) -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": status, "headers": []})

    async def send(message: Any) -> None:
        pass

    await metrics.measure_requests(app)({"type": "http", "method": method}, None, send)


def test_requests_are_counted_by_method_and_status_and_invented_methods_together() -> None:
    metrics = new_metrics()
    for method, status in (("GET", 200), ("GET", 204), ("POST", 404), ("BREW", 405), ("WHEN", 405)):
        asyncio.run(answer(metrics, method, status))
    found = values(metrics)
    counts = {name: value for name, value in found.items() if name.startswith("trapezi_http_request_seconds_count")}
    assert counts == {
        'trapezi_http_request_seconds_count{method="GET",status="2xx"}': 2,
        'trapezi_http_request_seconds_count{method="POST",status="4xx"}': 1,
        'trapezi_http_request_seconds_count{method="other",status="4xx"}': 2,
    }


def test_transactions_and_failed_writes_of_the_store_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    metrics = new_metrics()

    async def scenario() -> None:
        store = open_store(tmp_path / "t.db")
        store.observe = metrics.observe_store
        await store.create(TableEntry("BCDFG", False, False, b"{}"), [b"1"], [])
        await store.read("BCDFG")
        monkeypatch.setattr(SqlStore, "_write_batch", lambda self, batch: NotStored("the disk is full"))
        with pytest.raises(NotStored):
            await store.append("BCDFG", 2, [b"2"])
        await store.close()

    asyncio.run(scenario())
    found = values(metrics)
    assert found['trapezi_store_seconds_count{operation="write"}'] == 2
    assert found['trapezi_store_seconds_count{operation="read"}'] == 1
    assert found['trapezi_store_failures_total{operation="write"}'] == 1
    assert found['trapezi_store_failures_total{operation="read"}'] == 0


def test_the_build_and_the_process_are_described() -> None:
    found = values(new_metrics())
    assert any(re.match(r'trapezi_build_info\{.*version="\d', name) for name in found)
    assert found["process_resident_memory_bytes"] > 0
    assert (found["trapezi_open_websockets"], found["trapezi_live_tables"], found["trapezi_waiting_bots"]) == (1, 2, 3)
