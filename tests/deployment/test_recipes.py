"""Every deployment recipe works as it is written, with Debian's nginx and Caddy. Only ports, names and folders differ.

Where nginx or Caddy is not installed, its tests are skipped; `make recipes` installs both.
"""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from configparser import ConfigParser
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.deployment.recipes import ROOT, recipe
from tests.server.server_process import ServerProcess
from tests.time_limits import HANG

from trapezi.cli import serve as serve_command

CERTIFICATES = ROOT / "tests" / "cli" / "data"


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def use_ports(text: str, servers: list[ServerProcess]) -> str:
    for port, server in zip(("127.0.0.1:8000", "127.0.0.1:8001"), servers, strict=True):
        assert port in text
        text = text.replace(port, f"127.0.0.1:{server.port}")
    return text


def start_nginx(folder: Path, port: int, servers: list[ServerProcess]) -> list[str]:
    """Write the recipe into a folder of its own, and return the command that runs nginx there."""
    text = use_ports(recipe("nginx"), servers)
    assert "listen 443 ssl;" in text
    (folder / "trapezi").mkdir()
    for name in ("certificate.pem", "key.pem"):
        shutil.copy(CERTIFICATES / name, folder / "trapezi" / name)
    user = "user root;" if os.geteuid() == 0 else ""
    temporary = " ".join(f"{name}_temp_path {folder}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    (folder / "nginx.conf").write_text(
        f"daemon off; {user} pid {folder}/pid; error_log stderr; events {{}}\n"
        f"http {{ access_log off; {temporary}\n{text.replace('listen 443 ssl;', f'listen 127.0.0.1:{port} ssl;')}}}\n"
    )
    return ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")]


def start_caddy(folder: Path, port: int, servers: list[ServerProcess]) -> list[str]:
    text = use_ports(recipe("caddyfile"), servers)
    assert text.startswith("table.example.org {\n")
    certificate = f"tls {CERTIFICATES / 'certificate.pem'} {CERTIFICATES / 'key.pem'}"
    site = text.replace("table.example.org {\n", f"table.example.org:{port} {{\n\tbind 127.0.0.1\n\t{certificate}\n", 1)
    (folder / "Caddyfile").write_text(
        f"{{\n\tadmin off\n\tauto_https disable_redirects\n\tstorage file_system {folder}\n}}\n{site}"
    )
    return ["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


PROXIES: dict[str, Callable[[Path, int, list[ServerProcess]], list[str]]] = {"nginx": start_nginx, "caddy": start_caddy}


class Proxy:
    """A running proxy and its visitors, each with an address of its own on this machine."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.host = f"table.example.org:{port}"
        self.tls = ssl.create_default_context(cafile=str(CERTIFICATES / "certificate.pem"))

    @contextmanager
    def visitor(self, address: str = "127.0.0.1") -> Iterator[httpx.Client]:
        transport = httpx.HTTPTransport(verify=self.tls, local_address=address)
        headers = {"host": self.host, "origin": f"https://{self.host}"}
        with httpx.Client(
            base_url=f"https://127.0.0.1:{self.port}", transport=transport, headers=headers, timeout=HANG
        ) as client:
            client.event_hooks = {"request": [use_name]}
            yield client

    def websocket_answer(self) -> bytes:
        """Return the first line of the answer to a WebSocket handshake."""
        lines = [
            "GET /ws HTTP/1.1",
            f"Host: {self.host}",
            f"Origin: https://{self.host}",
            "Upgrade: websocket",
            "Connection: Upgrade",
        ]
        lines += ["Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "", ""]
        raw = socket.create_connection(("127.0.0.1", self.port))
        with raw, self.tls.wrap_socket(raw, server_hostname="table.example.org") as connection:
            connection.sendall("\r\n".join(lines).encode())
            return connection.recv(100).partition(b"\r\n")[0]


def use_name(request: httpx.Request) -> None:
    """Make a client accept the certificate of the documented host name at a loopback address."""
    request.extensions["sni_hostname"] = "table.example.org"


@contextmanager
def running_proxy(name: str, folder: Path, servers: list[ServerProcess]) -> Iterator[Proxy]:
    """Run a proxy with the configuration in its recipe."""
    if shutil.which(name) is None and not Path(f"/usr/sbin/{name}").exists():
        pytest.skip(f"{name} is not installed; `make recipes` installs it")
    port = free_port()
    environment = {**os.environ, "PATH": f"{os.environ['PATH']}:/usr/sbin", "HOME": str(folder)}
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(PROXIES[name](folder, port, servers), stdout=log, stderr=log, env=environment)
    try:
        while not accepts(port):
            assert process.poll() is None, (folder / "log").read_text()
            time.sleep(0.05)
        yield Proxy(port)
    finally:
        process.terminate()
        process.wait()


def accepts(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def serve_as_documented(folder: Path, count: int, more: str = "") -> list[ServerProcess]:
    """Start processes with the `--proxy` of the systemd recipe."""
    arguments = shlex.split(unit()["Service"]["ExecStart"])
    proxy = arguments[arguments.index("--proxy") + 1]
    return [ServerProcess(folder / f"{number}.db", f'trust=Trust.parse(["{proxy}"]){more}') for number in range(count)]


def unit() -> ConfigParser:
    found = ConfigParser(interpolation=None)
    found.optionxform = str  # type: ignore[assignment, method-assign]
    found.read_string(recipe("ini"))
    return found


NEW_TABLE = {"game": "qwixx", "options": {"players": 2}, "names": ["Ada"]}


def create_table(client: httpx.Client, token: str, **headers: str) -> httpx.Response:
    return client.post("/api/tables", json=NEW_TABLE, headers={"authorization": f"Bearer {token * 40}", **headers})


@pytest.mark.parametrize("name", PROXIES)
def test_a_documented_proxy_gives_https_links_and_limits_per_visitor(name: str, tmp_path: Path) -> None:
    (server,) = serve_as_documented(tmp_path, 1, ", limits=Limits(creations=(0.0001, 2))")
    try:
        with running_proxy(name, tmp_path, [server, server]) as proxy:
            with proxy.visitor("127.0.0.2") as ada, proxy.visitor("127.0.0.3") as bo:
                first, second = create_table(ada, "a"), create_table(ada, "b")
                assert [first.status_code, second.status_code] == [201, 201], first.text
                assert create_table(ada, "c").status_code == 429
                assert create_table(ada, "d", **{"x-forwarded-for": "203.0.113.9"}).status_code == 429, "a forged address"
                assert create_table(bo, "e").status_code == 201, "a limit of one visitor is not the limit of another"
                code, headers = first.json()["table"]["code"], {"authorization": f"Bearer {'a' * 40}"}
                invitation = ada.get(f"/api/tables/{code}/invitation", headers=headers)
                assert invitation.json()["url"].startswith(f"https://{proxy.host}/t/{code}")
                for forged in ({}, {"x-forwarded-for": "127.0.0.1"}, {"host": "127.0.0.1"}):
                    assert "trapezi_" not in ada.get("/metrics", headers=forged).text
            assert proxy.websocket_answer() == b"HTTP/1.1 101 Switching Protocols"
        assert "ignored X-Forwarded-For" not in server.log.read_text()
    finally:
        server.stop()


@pytest.mark.parametrize("name", PROXIES)
def test_no_request_fails_while_one_of_two_processes_is_stopped(name: str, tmp_path: Path) -> None:
    servers = serve_as_documented(tmp_path, 2)
    try:
        with running_proxy(name, tmp_path, servers) as proxy, proxy.visitor() as client:
            for stopped, how in ((servers[0], signal.SIGTERM), (servers[1], signal.SIGKILL)):
                stopped.stop(how)
                assert [client.get("/api/health").status_code for _ in range(20)] == [200] * 20
                assert [client.post("/api/tables", json=NEW_TABLE).status_code for _ in range(4)] == [401] * 4, "by a process"
                stopped.start()
    finally:
        for server in servers:
            if server.alive:
                server.stop()


def test_the_systemd_unit_starts_a_server_that_trusts_its_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    service = unit()["Service"]
    started: dict[str, Any] = {}
    program, command, *arguments = shlex.split(service["ExecStart"])
    assert (Path(program).name, command) == ("trapezi", "serve")
    monkeypatch.setattr(serve_command, "run_server", lambda *given, **settings: started.update(settings, given=given))
    from trapezi.cli import main

    assert main(["serve", *arguments]) == 0
    assert [str(network) for network in started["trust"].proxies] == ["127.0.0.1/32"]
    assert (service["RestartSec"], service["StateDirectoryMode"]) == ("2", "0700")
    assert "postgresql.service" in unit()["Unit"]["After"]
    assert int(service["TimeoutStopSec"]) > 10


def test_the_compose_file_trusts_its_balancer_which_is_the_documented_one() -> None:
    import yaml  # type: ignore[import-untyped]

    compose = yaml.safe_load((ROOT / "compose.yaml").read_text())
    (network,) = compose["networks"]["inside"]["ipam"]["config"]
    for name in ("trapezi-1", "trapezi-2"):
        assert compose["services"][name]["environment"]["TRAPEZI_PROXY"] == network["subnet"]
        assert "ports" not in compose["services"][name]
    assert "./Caddyfile:/etc/caddy/Caddyfile:ro" in compose["services"]["balancer"]["volumes"]
    documented = recipe("caddyfile").replace("table.example.org", "{$DOMAIN:localhost}")
    documented = documented.replace("127.0.0.1:8000 127.0.0.1:8001", "trapezi-1:8000 trapezi-2:8000")
    assert (ROOT / "Caddyfile").read_text() == f"# The load balancer of compose.yaml.\n{documented}"
