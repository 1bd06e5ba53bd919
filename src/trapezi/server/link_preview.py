"""Add previews to the client's pages, which messengers show for links: a title, a description and a picture (Open Graph).

The preview of an invitation link, which contains the table's key, names the host and the game. All other links to tables have the
same preview, whether the table exists or not. So a preview reveals nothing about which codes are in use.
"""

from __future__ import annotations

import re
from html import escape
from typing import Any, NamedTuple
from urllib.parse import unquote

from litestar import Request

from trapezi.core.errors import TrapeziError
from trapezi.games import names, package
from trapezi.i18n import LANGUAGES, catalogue_for
from trapezi.server import server_address_and_qr_code
from trapezi.tables.registry import CODE_LENGTH, CODE_LETTERS, TableRegistry, normalize_code

AnyRequest = Request[Any, Any, Any]

INVITATION = re.compile(r"/t/([^/]{1,16})/([\w-]{16})/?", re.ASCII)
GAME_PAGE = re.compile(r"/(?:new|rules)/(\w+)/?", re.ASCII)
TABLE = re.compile(r"/(?:(?:t|join)/)?([^/]+)/?", re.IGNORECASE)
CODE = re.compile(f"[{CODE_LETTERS}]{{{CODE_LENGTH}}}")


class Preview(NamedTuple):
    """A preview in one language. If `game` is empty, the picture is that of Trapezi instead of the game's."""

    lang: str
    title: str
    description: str
    game: str | None = None


def is_table_page(path: str) -> bool:
    """Return whether a path is one of those that open a table by its code.

    >>> is_table_page("/XPMVC"), is_table_page("/T/xpmvc"), is_table_page("/join/XPMVC"), is_table_page("/rules")
    (True, True, True, False)
    """
    match = TABLE.fullmatch(unquote(path))
    return match is not None and CODE.fullmatch(normalize_code(match[1])) is not None


def language_of(request: AnyRequest) -> str:
    """Return the language that the address names, else the browser's first language that Trapezi knows, else English."""
    wanted = request.query_params.get("lang", "")
    accepted = [each.strip()[:2].lower() for each in request.headers.get("accept-language", "").split(",")]
    return next((lang for lang in (wanted, *accepted) if lang in LANGUAGES), "en")


def general_preview(lang: str) -> Preview:
    return Preview(lang, "Trapezi", catalogue_for(lang).translate("screens.home.tagline"))


async def preview_of(request: AnyRequest, registry: TableRegistry) -> Preview:
    """Return the preview of the page at the address of a request."""
    lang, path = language_of(request), request.url.path
    if match := INVITATION.fullmatch(unquote(path)):
        return await invitation_preview(registry, match[1], match[2], lang) or general_preview(lang)
    if (match := GAME_PAGE.fullmatch(path)) and match[1] in names():
        game = match[1]
        pitch = package(game).messages_or_english(lang).get(f"{game}.pitch", "")
        return Preview(lang, catalogue_for(lang).game_title(game), pitch, game)
    return general_preview(lang)


async def invitation_preview(registry: TableRegistry, code: str, key: str, lang: str) -> Preview | None:
    """Return the preview of an invitation to a table, or None if the key is wrong or the table cannot be read now."""
    try:
        if not await registry.is_invited(code, key):
            return None
        table = await registry.table_info(code)
    except TrapeziError:
        return None
    catalogue = catalogue_for(lang)
    host = next((person.name for person in table.people if person.id == table.host), None)
    game = catalogue.game_title(table.game)
    title = game if host is None else catalogue.translate("client.invites-you", name=host, game=table.game)
    return Preview(lang, title, catalogue.translate("client.invitation-needs"), table.game)


def with_preview(page: str, preview: Preview, request: AnyRequest) -> str:
    """Return the client's page with the escaped preview in its head."""
    base = server_address_and_qr_code.reachable_url(str(request.base_url))
    picture, width, height, card = f"{base}/icon-512.png", 512, 512, "summary"
    if preview.game is not None and package(preview.game).link_picture_or_english(preview.lang):
        picture, width, height = f"{base}/api/games/{preview.game}/picture/{preview.lang}", 600, 315
        card = "summary_large_image"
    tags = {
        "og:site_name": "Trapezi",
        "og:type": "website",
        "og:title": preview.title,
        "og:description": preview.description,
        "og:image": picture,
        "og:image:width": width,
        "og:image:height": height,
        "og:image:alt": preview.title,
        "og:locale": preview.lang,
    }
    head = [f'<meta property="{name}" content="{escape(str(value))}" />' for name, value in tags.items()]
    head += [
        f'<meta name="description" content="{escape(preview.description)}" />',
        f'<meta name="twitter:card" content="{card}" />',
    ]
    page = page.replace("<title>Trapezi</title>", f"<title>{escape(preview.title)}</title>", 1)
    page = page.replace('<html lang="en">', f'<html lang="{preview.lang}">', 1)
    return page.replace("</head>", "\n    ".join(["", *head]) + "\n  </head>", 1)
