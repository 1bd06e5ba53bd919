"""Every reason for a rejection has a message in all three languages."""

from __future__ import annotations

import json
import re
from itertools import product
from pathlib import Path

import trapezi
from trapezi import bots, games

SOURCE = Path(trapezi.__file__).parent


def test_every_reason_of_tables_and_server_has_a_text_in_each_language() -> None:
    used = set()
    for package in ("tables", "server"):
        for path in (SOURCE / package).glob("*.py"):
            used |= set(re.findall(r'"((?:table|talk|protocol|words)\.[a-z-]+)"', path.read_text("utf-8")))
    used |= {f"table.bot.{name}" for name in bots.offered_names()}
    deals = [games.package(name).daily for name in trapezi.names()]
    used |= {f"table.bot.{bot.partition('@')[0]}" for deal in deals if deal is not None for bot in deal.bots}
    catalogues: dict[str, dict[str, str]] = {"en": {}, "el": {}, "de": {}}
    for lang, name in product(catalogues, ("table", "talk", "protocol")):
        catalogues[lang] |= json.loads((SOURCE / f"i18n/{lang}/{name}.json").read_text("utf-8"))
    for lang, messages in catalogues.items():
        assert set(messages) == used, lang
        for key, sentence in messages.items():
            assert set(re.findall(r"\{\w+\}", sentence)) == set(re.findall(r"\{\w+\}", catalogues["en"][key])), key
