"""The page loads few files, only when it needs them and only from its server, and can update itself."""

from __future__ import annotations

import gzip
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.devices import Devices
from tests.browser.user_actions import choose_from_menu, play_now, seat_two_phones
from tests.server.server_process import ServerProcess

from trapezi.protocol import VERSION
from trapezi.server.static import STATIC

MAX_HOME_BYTES = 90_000  # the size of the compressed scripts and styles of the home page

OPTIONS = {"the_game": "mode", "sideboards": "four_cards"}


@pytest.fixture
def client(tmp_path: Path) -> Path:
    """A copy of the client's files that the test can change, without the compressed variants, which would stay unchanged."""
    return shutil.copytree(STATIC, tmp_path / "static", ignore=shutil.ignore_patterns("*.br", "*.gz"))


@pytest.fixture
def client_server(client: Path, tmp_path: Path) -> Iterator[ServerProcess]:
    server = ServerProcess(
        tmp_path / "tables.db", before=f"from trapezi.server import static; static.STATIC = static.Path({str(client)!r})"
    )
    yield server
    server.stop()


@pytest.fixture
def client_devices(browser: Browser, client_server: ServerProcess) -> Iterator[Devices]:
    """Make devices that use the server with the copied client."""
    devices = Devices(browser, client_server.url)
    yield devices
    devices.close()


def cached_page(device: Devices) -> Page:
    """Return a page that the service worker has cached."""
    page = device(service_workers="allow")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    return page


def loaded_file_urls(page: Page) -> list[str]:
    return page.evaluate("performance.getEntriesByType('resource').map((each) => each.name)")


def release_new_version(client: Path, before: str, after: str) -> None:
    """Give all files new names, as a new version has."""
    shutil.move(client / before, client / after)
    for text in [*client.rglob("*.js"), client / "index.html"]:
        old = text.read_text("utf-8")
        text.write_text(old.replace(f"{before}/", f"{after}/").replace("'trapezi-", f"'trapezi-{after}-"), "utf-8")


def choose_game(page: Page, game: str) -> None:
    """Choose a game in the lobby and wait for its options."""
    if not page.locator("[data-field=game]").is_visible():
        page.locator("[data-action=configure]").tap()
    page.locator("[data-field=game]").select_option(game)
    expect(page.locator(f"[data-option={OPTIONS[game]}]")).to_be_attached()


def test_the_home_page_is_small_and_games_load_on_demand(device: Any) -> None:
    page = device()
    expect(page.locator("article[data-game=qwixx]")).to_be_visible()
    page.wait_for_load_state("networkidle")
    files = [name for name in loaded_file_urls(page) if name.endswith((".js", ".css"))]
    assert len(files) >= 2
    compressed = sum(len(gzip.compress(page.request.get(name).body())) for name in files)
    assert compressed <= MAX_HOME_BYTES
    before = set(files)
    play_now(page, "sideboards")
    expect(page.locator("[data-status]")).to_be_visible()
    later = [name for name in loaded_file_urls(page) if name.endswith((".js", ".css")) and name not in before]
    assert later
    assert not any("silver" in name for name in later)


def test_the_page_requests_nothing_from_other_servers(device: Any, server: Any) -> None:
    page = device()
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.reload()
    page.wait_for_load_state("networkidle")
    assert requests
    assert all(url.startswith((server.url, "data:", "blob:")) for url in requests)


def test_the_service_worker_caches_the_client(device: Any) -> None:
    page = device(service_workers="allow")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    assert page.evaluate("caches.keys().then((names) => names.length)") == 1
    page.reload()
    expect(page.locator("article[data-game=qwixx]")).to_be_visible()
    assert page.evaluate("navigator.serviceWorker.controller !== null")
    assert page.request.get("/app.webmanifest").json()["icons"]


def test_an_outdated_page_reloads_once_past_the_browser_cache(
    client: Path, client_server: ServerProcess, client_devices: Devices
) -> None:
    page = cached_page(client_devices)
    play_now(page, "qwixx")
    expect(page.locator("[data-status]")).to_be_visible()
    client_server.stop()
    client_server.before += "; from trapezi import protocol; protocol.VERSION += 1"
    release_new_version(client, "assets", "newer")
    for script in client.rglob("*.js"):
        script.write_text(script.read_text("utf-8").replace(f"protocol:{VERSION}", f"protocol:{VERSION + 1}"), "utf-8")
    page.evaluate("window.before = true")
    client_server.start()
    page.wait_for_function("() => window.before === undefined")
    expect(page.locator("[data-status]")).to_be_visible()
    page.evaluate("window.before = true")
    client_server.stop()
    client_server.before += "; protocol.VERSION += 1"
    client_server.start()
    page.wait_for_function("() => window.before === undefined")
    expect(
        page.locator("[data-problem='protocol.other-version']")
    ).to_be_visible()  # A second reload would not help, so there is none.


def test_a_new_version_waits_until_the_player_installs_it(client: Path, client_devices: Devices) -> None:
    page = cached_page(client_devices)
    play_now(page, "qwixx")
    expect(page.locator("[data-status]")).to_be_visible()
    page.evaluate("window.before = true")
    worker = client / "sw.js"
    worker.write_text(worker.read_text("utf-8").replace("'trapezi-", "'trapezi-newer-"), "utf-8")
    page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update())")
    page.wait_for_function("() => navigator.serviceWorker.getRegistration().then((found) => found.waiting !== null)")
    expect(page.locator("[data-update]")).to_have_count(0)  # The prompt never appears during a game.
    page.locator("header a").tap()
    expect(page.locator("[data-update]")).to_be_visible()
    assert page.evaluate("window.before")
    page.locator("[data-action=update]").tap()
    page.wait_for_function("() => window.before === undefined")
    expect(page.locator("article[data-game=qwixx]")).to_be_visible()
    assert [name.startswith("trapezi-newer-") for name in page.evaluate("caches.keys()")] == [True]
    assert client_devices.errors == []


def test_a_second_tab_can_update_after_the_first(client: Path, client_devices: Devices) -> None:
    page = cached_page(client_devices)
    tab = page.context.new_page()
    client_devices.collect_errors(tab)
    tab.goto("/")
    release_new_version(client, "assets", "newer")
    page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update())")
    for each in (tab, page):
        expect(each.locator("[data-update]")).to_be_visible()
        each.evaluate("window.before = true")
    for each in (page, tab):
        each.bring_to_front()
        each.locator("[data-action=update]").tap()
        each.wait_for_function("() => window.before === undefined")
        expect(each.locator("article[data-game=qwixx]")).to_be_visible()
        expect(each.locator("[data-update]")).to_have_count(0)
    assert client_devices.errors == []


def test_a_table_that_misses_a_file_reloads_once(client: Path, client_devices: Devices) -> None:
    host, guest = client_devices(), client_devices()
    seat_two_phones(host, guest, start=False)
    release_new_version(client, "assets", "newer")
    host.locator("[data-action=start]").tap()
    for page in (host, guest):
        expect(page.locator("[data-asked]")).to_be_visible()
    choose_from_menu(host, "end-early")
    for page in (host, guest):
        page.locator("[data-action=lobby]").tap()
    choose_game(host, "sideboards")
    expect(guest.locator("[data-game=sideboards]")).to_be_visible()
    choose_game(host, "the_game")  # The host has loaded the file already. The guest has reloaded the page and needs the file.
    expect(guest.locator("[data-game=the_game]")).to_be_visible()
    guest.reload()
    expect(guest.locator("[data-game=the_game]")).to_be_visible()
    release_new_version(client, "newer", "newest")
    for file in (client / "newest").glob("sideboards-*"):
        file.unlink()
    host.locator("[data-action=save]").tap()
    expect(guest.locator("[data-game=the_game]")).to_be_visible()
    choose_game(host, "sideboards")
    host.locator("[data-action=save]").tap()
    expect(
        guest.locator("[data-problem='screens.screen.not-loaded']")
    ).to_be_visible()  # A second reload would not help, so there is none.
