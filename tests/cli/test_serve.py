"""`trapezi serve` does not start with bad settings, and stops cleanly."""

from __future__ import annotations

import signal
import socket
import ssl
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from tests.cli.conftest import Run, environment

from trapezi.cli import database as cli_database
from trapezi.cli.serve import check_certificate

CERTIFICATE = Path(__file__).parent / "data" / "certificate.pem"
KEY = Path(__file__).parent / "data" / "key.pem"


def test_a_missing_certificate_is_an_error(run: Run, tmp_path: Path) -> None:
    ran = run("serve", "--tls", str(tmp_path / "cert.pem"), str(tmp_path / "key.pem"))
    assert ran.code == 2
    assert "cert.pem" in ran.err


@pytest.mark.parametrize("files", [("noise", "key"), ("certificate", "noise"), ("key", "certificate"), ("certificate", "locked")])
def test_files_that_are_no_certificate_are_named_before_the_address(files: tuple[str, str], run: Run, tmp_path: Path) -> None:
    (tmp_path / "noise").write_text("noise")
    (tmp_path / "certificate").write_text(CERTIFICATE.read_text())
    (tmp_path / "key").write_text(KEY.read_text())
    (tmp_path / "locked").write_text(KEY.with_name("locked_key.pem").read_text())
    given = [str(tmp_path / file) for file in files]
    ran = run("serve", "--tls", *given, "--database", str(tmp_path / "t.db"))
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert f"{given[0]} and {given[1]} are not a certificate and its key" in ran.err


def test_a_certificate_with_its_key_is_accepted() -> None:
    check_certificate(CERTIFICATE, KEY)
    assert ssl.PEM_cert_to_DER_cert(CERTIFICATE.read_text())


def test_a_port_that_is_taken_is_an_error_only_if_it_was_asked_for(run: Run, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        ran = run("serve", "--host", "127.0.0.1", "--port", port, "--database", str(tmp_path / "t.db"))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"trapezi: Port {port} is taken. Choose another --port, or leave it out to use the next free one.\n"
    ran = run("serve", "--host", "203.0.113.1", "--database", str(tmp_path / "t.db"))
    assert ran.code == 2
    assert ran.err.startswith("trapezi: The server cannot listen on 203.0.113.1, port 8000: ")


def test_an_unavailable_database_is_tried_again_for_a_while(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr(cli_database, "monotonic", lambda: clock[0])
    monkeypatch.setattr(cli_database, "sleep", lambda seconds: clock.__setitem__(0, clock[0] + 20 * seconds))
    ran = run("serve", "--database", "postgresql://x@127.0.0.1:1/x")
    *waiting, last = ran.err.splitlines()
    assert ran.code == 2
    assert [line.rpartition("Trying again for ")[2] for line in waiting] == ["60 seconds.", "20 seconds."]
    assert last.startswith("trapezi: The database cannot be used: connection failed")


def start_serving(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "trapezi.cli", "serve", "--host", "127.0.0.1", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment())


def test_a_closed_terminal_stops_the_server_cleanly_and_one_server_has_the_file(tmp_path: Path, run: Run) -> None:
    file = str(tmp_path / "t.db")
    with start_serving("--port", "0", "--database", file) as server:
        assert server.stdout is not None
        assert server.stderr is not None
        assert httpx.get(server.stdout.readline().strip() + "/api/ready", timeout=600).status_code == 200
        ran = run("serve", "--host", "127.0.0.1", "--port", "0", "--database", file)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.startswith(f"trapezi: Another Trapezi server is using {file}.")
        server.send_signal(signal.SIGHUP)
        assert server.stderr.read() == ""
    assert server.returncode == -signal.SIGTERM
    assert not Path(f"{file}-wal").exists(), "the database was closed"


def test_the_operators_address_is_in_a_private_file_and_never_in_the_output(tmp_path: Path) -> None:
    with start_serving("--port", "0", "--admin", "--database", str(tmp_path / "t.db")) as server:
        assert server.stdout is not None
        assert server.stderr is not None
        url, note = server.stdout.readline().strip(), server.stdout.readline()
        file = tmp_path / "t.db.admin-address"
        address = file.read_text().strip()
        token = address.removeprefix(f"{url}/admin/")
        assert note == f"The address of the operator's page is in {file}.\n"
        assert oct(file.stat().st_mode)[-3:] == "600"
        with httpx.Client(timeout=600, follow_redirects=True) as http:
            assert http.get(f"{url}/admin").status_code == 404
            assert "<h1>" in http.get(address).text
        server.send_signal(signal.SIGTERM)
        rest = server.stdout.read() + server.stderr.read()
    assert len(token) == 43
    assert token not in rest


def test_reviews_can_be_switched_off(tmp_path: Path) -> None:
    with start_serving("--port", "0", "--no-reviews", "--database", str(tmp_path / "t.db")) as server:
        assert server.stdout is not None
        url = server.stdout.readline().strip()
        answer = httpx.post(f"{url}/api/tables/BBBBB/games/1/review", timeout=600)
        server.send_signal(signal.SIGTERM)
    assert (answer.status_code, answer.json()["key"]) == (403, "table.no-reviews")
