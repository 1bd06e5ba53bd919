"""Monitors can read whether the server is alive and ready, and its metrics."""

from __future__ import annotations

from typing import Any

import httpx
from litestar.testing import TestClient
from tests.server.client import rejection_of

from trapezi.server.app import create_litestar
from trapezi.server.context import ServerContext
from trapezi.server.trusted_proxies_and_origins import Trust
from trapezi.store.interface import NotStored
from trapezi.tables.registry import TableRegistry


def read_metrics(url: str) -> dict[str, float]:
    """Return the values of all metrics of a server, by name and labels."""
    text = httpx.get(f"{url}/metrics", timeout=600).text
    return {line.split()[0]: float(line.split()[1]) for line in text.splitlines() if not line.startswith("#")}


def test_health_readiness_and_metrics(server: Any, clients: Any) -> None:
    async def scenario() -> dict[str, float]:
        ada = clients(seed=1)
        await ada.create("qwixx", 1, start=True)
        await ada.hello()
        await ada.play(4)
        await rejection_of(ada.command("act", seat=0, version=0, move=44))
        await ada.close()
        await ada.hello(resume=True)
        assert (await ada.request("GET", "/api/ready"))["ready"]
        assert "trapezi" in await ada.request("GET", "/api/health")
        return read_metrics(ada.url)

    metrics = clients.run(scenario())
    assert metrics["trapezi_move_latency_seconds_count"] == metrics['trapezi_move_latency_seconds_bucket{le="+Inf"}'] == 4
    assert metrics['trapezi_rejections_total{reason="table.outdated"}'] == 1
    assert metrics["trapezi_reconnections_total"] == 1
    assert (metrics["trapezi_open_websockets"], metrics["trapezi_live_tables"]) == (1, 1)


def test_metrics_are_only_for_this_machine_by_default(shared_server: Any, start_server: Any) -> None:
    with httpx.Client(base_url=shared_server.url) as http:
        assert http.get("/metrics").text.startswith("# HELP trapezi_move_latency_seconds")
        for name in ("X-Forwarded-For", "Forwarded", "X-Real-IP"):
            assert http.get("/metrics", headers={name: "127.0.0.1"}).status_code == 403
    server = start_server('trust=Trust.parse(metrics=["192.0.2.0/24"])')
    assert httpx.get(f"{server.url}/metrics").json()["key"] == "protocol.not-for-you"


def test_metrics_refuse_a_foreign_host_on_this_machine() -> None:
    trust = Trust.parse(metrics=["127.0.0.0/8", "::1", "10.0.0.0/8"])

    def may_read(address: str, host: str) -> bool:
        return trust.may_read_metrics(address, host, forwarded=False)

    assert all(may_read("127.0.0.1", host) for host in ("localhost:8000", "127.0.0.1:8000", "[::1]:8000"))
    assert not may_read("127.0.0.1", "rebound.example:8000"), "a page of another site whose name leads here"
    assert may_read("10.0.0.5", "table.example"), "the operator named this network"
    assert not may_read("192.0.2.1", "localhost")


class BrokenStore:
    """A store that cannot write."""

    process_id, shared = "", False

    async def check_writable(self) -> None:
        raise NotStored("the disk is gone")

    async def listen(self, on_notification: Any) -> None:
        pass

    async def close(self) -> None:
        pass


def test_a_server_without_its_store_is_alive_but_not_ready() -> None:
    with TestClient(create_litestar(ServerContext(TableRegistry(BrokenStore())))) as http:  # type: ignore[arg-type]
        assert http.get("/api/health", headers={"host": "x"}).status_code == 200
        answer = http.get("/api/ready", headers={"host": "x"})
        assert (answer.status_code, answer.json()["key"]) == (503, "table.not-stored")


def test_health_says_how_a_request_arrived_but_not_through_which_proxy(start_server: Any) -> None:
    report = {"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https"}
    ignoring, trusting = start_server(""), start_server('trust=Trust.parse(proxies=["127.0.0.1"])')
    assert httpx.get(f"{ignoring.url}/api/health").json()["forwarded"] == "none"
    seen = httpx.get(f"{ignoring.url}/api/health", headers=report).json()
    assert (seen["scheme"], seen["forwarded"], "address" in seen) == ("http", "ignored", False)
    seen = httpx.get(f"{trusting.url}/api/health", headers=report).json()
    assert (seen["scheme"], seen["forwarded"], seen["address"]) == ("https", "trusted", "203.0.113.7")
