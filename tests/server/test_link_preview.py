"""Previews of links have the right text and picture, are escaped, and reveal nothing that only people at the table may know."""

from __future__ import annotations

import asyncio
import re
from html.parser import HTMLParser
from typing import Any

import httpx
import pytest
from tests.server.client import Client

from trapezi.games import names
from trapezi.i18n import LANGUAGES
from trapezi.server.link_preview import is_table_page


class MetaTags(HTMLParser):
    """Collect the meta tags of a page, and all tags that would make a browser load or run something."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.meta: dict[str, str] = {}
        self.tags: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        found = dict(attrs)
        if tag == "meta":
            self.meta[found.get("property") or found.get("name") or ""] = found.get("content") or ""


def read_page(url: str, path: str, **headers: str) -> MetaTags:
    answer = httpx.get(url + path, headers=headers)
    assert answer.status_code == 200
    return MetaTags(answer.text)


def create_table(url: str, name: str, game: str = "qwixx") -> tuple[str, str]:
    """Create a table. Return the path of its invitation link, and its code."""

    async def create() -> tuple[str, str]:
        client = Client(url)
        await client.create(game, 2, names=[name])
        invitation = await client.request("GET", f"/api/tables/{client.code}/invitation")
        return invitation["url"][invitation["url"].index("/t/") :], client.code

    return asyncio.run(create())


def test_an_invitation_names_the_host_and_the_game_in_the_language_of_the_link(shared_server: Any) -> None:
    path, _ = create_table(shared_server.url, "Ελένη", "the_game")
    for lang, words in (("en", "invites you"), ("el", "σε προσκαλεί"), ("de", "lädt dich")):
        for page in (
            read_page(shared_server.url, f"{path}?lang={lang}"),
            read_page(shared_server.url, path, **{"accept-language": f"{lang}-XX,en;q=0.5"}),
        ):
            title = page.meta["og:title"]
            assert "Ελένη" in title
            assert words in title
            assert page.meta["og:description"] == page.meta["description"]
            assert page.meta["og:image"].endswith(f"/api/games/the_game/picture/{lang}")
            assert page.meta["og:image"].startswith("http://")


def test_a_name_cannot_add_markup_to_the_page(shared_server: Any) -> None:
    path, _ = create_table(shared_server.url, '"><script>x()')
    page = httpx.get(shared_server.url + path).text
    assert MetaTags(page).meta["og:title"].startswith('"><script>x() ')
    assert page.count("<script") == httpx.get(shared_server.url).text.count("<script")
    assert "<script>x()" not in page


def test_a_code_without_its_key_shows_the_same_preview_for_every_table(shared_server: Any) -> None:
    path, code = create_table(shared_server.url, "Ελένη")
    wrong_key = path[:-16] + "A" * 16
    pages = [read_page(shared_server.url, each).meta for each in (f"/t/{code}", f"/{code}", "/t/QQQQQ", "/QQQQQ", wrong_key)]
    for page in pages:
        assert page == pages[0]
    assert "Ελένη" not in str(pages)


def test_an_address_may_be_written_in_every_form(shared_server: Any) -> None:
    for path in ("/XPMVC", "/xpmvc", "/T/XPMVC", "/join/xpmvc", "/t/XPMVC/", "/ΧPΜVC"):
        assert is_table_page(path), path
        assert httpx.get(shared_server.url + path).headers["content-type"].startswith("text/html"), path
    for path in ("/RULES", "/SAVED", "/t/", "/XPMV", "/XPMVCC", "/x/XPMVC", "/XPMVC/x/y"):
        assert not is_table_page(path), path


def test_a_wrong_address_shows_a_page_to_people_and_data_to_programs(shared_server: Any) -> None:
    for path in ("/XPMV", "/t", "/nothing/here.html", "/<script>"):
        page = httpx.get(shared_server.url + path, headers={"accept": "text/html,*/*;q=0.8"})
        assert page.status_code == 404
        assert page.headers["content-type"].startswith("text/html")
        assert "Trapezi" in page.text
        assert httpx.get(shared_server.url + path).json()["key"] == "protocol.no-such-page"
    for path in ("/api/nothing", "/assets/none.js"):
        assert httpx.get(shared_server.url + path, headers={"accept": "text/html"}).json()["key"] == "protocol.no-such-page"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_game_has_a_small_picture_in_every_language(lang: str, shared_server: Any) -> None:
    for game in names():
        if game == "market_day":
            continue
        answer = httpx.get(f"{shared_server.url}/api/games/{game}/picture/{lang}")
        assert answer.headers["content-type"] == "image/jpeg"
        assert answer.content.startswith(b"\xff\xd8\xff")
        assert len(answer.content) < 40_000
        page = read_page(shared_server.url, f"/rules/{game}?lang={lang}")
        assert re.fullmatch(rf"http://[^/]+/api/games/{game}/picture/{lang}", page.meta["og:image"])


def test_other_pages_show_the_picture_of_the_program(shared_server: Any) -> None:
    for path in ("/", "/settings", "/rules/none"):
        page = read_page(shared_server.url, f"{path}?lang=de")
        assert page.meta["og:image"].endswith("/icon-512.png")
        assert page.meta["og:title"] == "Trapezi"
        assert "Ein Tisch" in page.meta["og:description"]
