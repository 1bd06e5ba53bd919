"""The server serves the client's page at every address that people can open, and the files that the page loads."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server.raw_socket import exchange
from tests.server.server_process import ServerProcess

from trapezi.server.static import STATIC

PAGES = [
    "/",
    "/saved",
    "/rules",
    "/rules/qwixx",
    "/settings",
    "/new/qwixx",
    "/t/BCDFG",
    "/p/BCDFG",
    "/r/BCDFG/1",
    "/review/BCDFG/1",
]
SCRIPT = b"console.log('Trapezi');\n" * 100


@pytest.fixture(scope="module")
def client_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Return a server whose client is a small page, so that the test need not build the real client."""
    folder: Path = tmp_path_factory.mktemp("client")
    (folder / "assets").mkdir()
    (folder / "index.html").write_text("<!doctype html><title>Trapezi</title>")
    (folder / "sw.js").write_bytes(SCRIPT)
    (folder / "assets/main-1a2b.js").write_bytes(SCRIPT)
    (folder / "assets/main-1a2b.js.gz").write_bytes(gzip.compress(SCRIPT))
    (folder / "assets/main-1a2b.js.br").write_bytes(b"smaller")
    (folder.parent / "secret.txt").write_text("root: import")
    before = f"from trapezi.server import static; static.STATIC = static.Path({str(folder)!r})"
    process = ServerProcess(folder.parent / "tables.db", before=before)
    yield process
    process.stop()


@pytest.mark.parametrize("path", PAGES)
def test_every_address_that_people_open_returns_the_page(path: str, shared_server: Any) -> None:
    answer = httpx.get(shared_server.url + path)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html; charset=")
    assert answer.headers["cache-control"] == "no-cache"
    assert "Trapezi" in answer.text
    assert httpx.head(shared_server.url + path).status_code == 200


def test_other_addresses_are_not_found(shared_server: Any) -> None:
    for path in ("/rule", "/assets/none.js", "/..%2f..%2fapp.py", "/settings/x"):
        answer = httpx.get(shared_server.url + path)
        assert (answer.status_code, answer.json()["key"]) == (404, "protocol.no-such-page"), path


def test_files_with_a_hash_in_their_name_are_cached_for_ever_and_others_revalidated(client_server: ServerProcess) -> None:
    with httpx.Client(base_url=client_server.url) as http:
        assert "immutable" in http.get("/assets/main-1a2b.js").headers["cache-control"]
        worker = http.get("/sw.js")
        assert worker.headers["cache-control"] == "no-cache"
        assert worker.headers["content-type"].startswith("text/javascript")
        assert worker.headers["x-content-type-options"] == "nosniff"
        assert "access-control-allow-origin" not in worker.headers
        again = http.get("/sw.js", headers={"if-none-match": worker.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")


def test_compressed_files_are_sent_to_browsers_that_accept_them(client_server: ServerProcess) -> None:
    with httpx.Client(base_url=client_server.url) as http:
        for accepted, encoding, content in (("gzip", "gzip", SCRIPT), ("identity", None, SCRIPT)):
            answer = http.get("/assets/main-1a2b.js", headers={"accept-encoding": accepted})
            assert (answer.headers.get("content-encoding"), answer.content) == (encoding, content)
            assert answer.headers["vary"] == "Accept-Encoding"
    request = b"GET /assets/main-1a2b.js HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip, br\r\nConnection: close\r\n\r\n"
    assert exchange(client_server.port, request).endswith(b"smaller")


@pytest.mark.skipif(not (STATIC / "index.html").exists(), reason="the client is not built")
def test_the_build_writes_compressed_variants_of_every_text_file(shared_server: Any) -> None:
    texts = [path for path in STATIC.rglob("*") if path.suffix in (".css", ".html", ".js", ".svg", ".webmanifest")]
    assert len(texts) > 50
    for path in texts:
        assert gzip.decompress(path.with_name(path.name + ".gz").read_bytes()) == path.read_bytes()
        assert path.with_name(path.name + ".br").stat().st_size > 0
    for url in ["/", *(f"/{path.relative_to(STATIC).as_posix()}" for path in texts[:3])]:
        assert httpx.get(shared_server.url + url, headers={"accept-encoding": "gzip"}).headers["content-encoding"] == "gzip"


def test_a_server_without_a_built_client_says_so(tmp_path: Path) -> None:
    before = f"from trapezi.server import static; static.STATIC = static.Path({str(tmp_path / 'none')!r})"
    process = ServerProcess(tmp_path / "tables.db", before=before)
    assert "not built" in httpx.get(process.url).text
    process.stop()


@pytest.mark.parametrize(
    "path",
    [
        "/../app.py", "/assets/../../app.py", "/..%2fapp.py", "/%2e%2e/app.py", "/..%5capp.py", "//etc/passwd", "/.git/config",
        "/assets/..%2f..%2f..%2f..%2f..%2f..%2f..%2fetc/passwd", "/./../app.py", "/static/../app.py", "/%00", "/app.py",
        "/api/tables/..%2f..%2fetc/log", "/assets/%00.js", "/%2fetc%2fpasswd", "/../secret.txt", "/..%2fsecret.txt",
        "/assets/../../secret.txt", "/assets/..%2f..%2fsecret.txt", "/%ed%a0%80", "/assets",
    ],
)  # fmt: skip
def test_no_file_outside_the_client_folder_is_served(path: str, client_server: ServerProcess) -> None:
    answer = exchange(client_server.port, f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
    assert re.match(rb"HTTP/1.1 (400|404|405)", answer), answer
    assert b"root:" not in answer
    assert b"import" not in answer
