"""What is loaded, when, and from where."""

from __future__ import annotations

import gzip
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.devices import Devices
from tests.browser.people import menu, play_now, together
from tests.server.server_process import ServerProcess

from trapezi.protocol import VERSION
from trapezi.server.static import STATIC

MOST = 90_000  # bytes of script and style, packed, before the home page is there

OPTION = {"the_game": "mode", "sideboards": "four_cards"}


@pytest.fixture
def client(tmp_path: Path) -> Path:
    """The files of a client that can be renewed."""
    return shutil.copytree(STATIC, tmp_path / "static")


@pytest.fixture
def served(client: Path, tmp_path: Path) -> Iterator[ServerProcess]:
    made = ServerProcess(tmp_path / "tables.db", before=f"from trapezi.server import pages; pages.STATIC = pages.Path({str(client)!r})")
    yield made
    made.stop()


@pytest.fixture
def guests(browser: Browser, served: ServerProcess) -> Iterator[Devices]:
    """Devices at that server."""
    made = Devices(browser, served.url)
    yield made
    made.close()


def keeping(device: Devices) -> Page:
    """A page that the browser has kept."""
    page = device(service_workers="allow")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    return page


def loaded(page: Page) -> list[str]:
    return page.evaluate("performance.getEntriesByType('resource').map((each) => each.name)")  # type: ignore[no-any-return]


def renamed(client: Path, before: str, after: str) -> None:
    """A new version, whose files have new names."""
    shutil.move(client / before, client / after)
    for text in [*client.rglob("*.js"), client / "index.html"]:
        old = text.read_text("utf-8")
        text.write_text(old.replace(f"{before}/", f"{after}/").replace("'trapezi-", f"'trapezi-{after}-"), "utf-8")


def choose_game(page: Page, game: str) -> None:
    """In the lobby, up to its options."""
    if not page.locator("[data-field=game]").is_visible():
        page.locator("[data-action=configure]").tap()
    page.locator("[data-field=game]").select_option(game)
    expect(page.locator(f"[data-option={OPTION[game]}]")).to_be_attached()


def test_the_home_page_is_light_and_games_come_when_they_are_needed(device: Any) -> None:
    page = device()
    expect(page.locator("article[data-game=qwixx]")).to_be_visible()
    page.wait_for_load_state("networkidle")
    files = [name for name in loaded(page) if name.endswith((".js", ".css"))]
    assert len(files) >= 2
    packed = sum(len(gzip.compress(page.request.get(name).body())) for name in files)
    assert packed <= MOST
    before = set(files)
    play_now(page, "sideboards")
    expect(page.locator("[data-status]")).to_be_visible()
    later = [name for name in loaded(page) if name.endswith((".js", ".css")) and name not in before]
    assert later
    assert not any("silver" in name for name in later)


def test_nothing_is_asked_of_anybody_else(device: Any, server: Any) -> None:
    page = device()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    page.wait_for_load_state("networkidle")
    assert asked
    assert all(url.startswith((server.url, "data:", "blob:")) for url in asked)


def test_the_client_keeps_itself_for_bad_connections_and_updates_only_when_asked(device: Any) -> None:
    page = device(service_workers="allow")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    assert page.evaluate("caches.keys().then((names) => names.length)") == 1
    page.reload()
    expect(page.locator("article[data-game=qwixx]")).to_be_visible()
    assert page.evaluate("navigator.serviceWorker.controller !== null")
    assert page.request.get("/app.webmanifest").json()["icons"]


def test_a_page_that_the_server_does_not_understand_any_more_is_loaded_anew_past_what_the_browser_has_kept(
    client: Path, served: ServerProcess, guests: Devices
) -> None:
    page = keeping(guests)
    play_now(page, "qwixx")
    expect(page.locator("[data-status]")).to_be_visible()
    served.stop()
    served.before += "; from trapezi import wire; wire.VERSION += 1"
    renamed(client, "assets", "newer")
    for script in client.rglob("*.js"):
        script.write_text(script.read_text("utf-8").replace(f"wire:{VERSION}", f"wire:{VERSION + 1}"), "utf-8")
    page.evaluate("window.before = true")
    served.start()
    page.wait_for_function("() => window.before === undefined")
    expect(page.locator("[data-status]")).to_be_visible()
    page.evaluate("window.before = true")
    served.stop()
    served.before += "; wire.VERSION += 1"
    served.start()
    page.wait_for_function("() => window.before === undefined")
    expect(page.get_by_text("Load it anew")).to_be_visible()  # once is enough: this page is as new as can be had


def test_a_new_version_waits_until_the_player_asks_for_it(client: Path, guests: Devices) -> None:
    page = keeping(guests)
    play_now(page, "qwixx")
    expect(page.locator("[data-status]")).to_be_visible()
    page.evaluate("window.before = true")
    worker = client / "sw.js"
    worker.write_text(worker.read_text("utf-8").replace("'trapezi-", "'trapezi-newer-"), "utf-8")
    page.evaluate("navigator.serviceWorker.getRegistration().then((found) => found.update())")
    page.wait_for_function("() => navigator.serviceWorker.getRegistration().then((found) => found.waiting !== null)")
    expect(page.locator("[data-update]")).to_have_count(0)  # never in mid-game
    page.locator("header a").tap()
    expect(page.locator("[data-update]")).to_be_visible()
    assert page.evaluate("window.before")
    page.locator("[data-action=update]").tap()
    page.wait_for_function("() => window.before === undefined")
    expect(page.locator("article[data-game=qwixx]")).to_be_visible()
    assert [name.startswith("trapezi-newer-") for name in page.evaluate("caches.keys()")] == [True]
    assert guests.complaints == []


def test_a_second_tab_follows_when_the_first_has_brought_the_new_version_in(client: Path, guests: Devices) -> None:
    page = keeping(guests)
    tab = page.context.new_page()
    guests.watch(tab)
    tab.goto("/")
    renamed(client, "assets", "newer")
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
    assert guests.complaints == []


def test_a_table_that_misses_a_file_since_there_is_a_new_version_loads_itself_anew_once(client: Path, guests: Devices) -> None:
    host, guest = guests(), guests()
    together(host, guest, start=False)
    renamed(client, "assets", "newer")
    host.locator("[data-action=start]").tap()
    for page in (host, guest):
        expect(page.locator("[data-asked]")).to_be_visible()
    menu(host, "end-early")
    for page in (host, guest):
        page.locator("[data-action=lobby]").tap()
    choose_game(host, "sideboards")
    choose_game(host, "the_game")  # the host has what both need, the guest has not
    renamed(client, "newer", "newest")
    for file in (client / "newest").glob("sideboards-*"):
        file.unlink()
    host.locator("[data-action=save]").tap()
    expect(guest.locator("[data-game=the_game]")).to_be_visible()
    choose_game(host, "sideboards")
    host.locator("[data-action=save]").tap()
    expect(guest.locator("[data-trouble='screen.not-loaded']")).to_be_visible()  # loaded anew once, it would help no more
