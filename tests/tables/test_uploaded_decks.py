"""An uploaded deck is stored once per table, within limits, and old logs with copies of it stay readable."""

from __future__ import annotations

import gzip
import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from tests.tables.connections import evict_all, open_table, run_scenario

import trapezi
from trapezi.core.errors import BadDeck
from trapezi.tables import events, log_format
from trapezi.tables.registry import TableRegistry
from trapezi.tables.uploaded_decks import MAX_DECKS, deck_hash


def own_deck(**changes: Any) -> dict[str, Any]:
    deck = json.loads(files("trapezi.games.sideboards").joinpath("decks", "sideboards-1.json").read_text("utf-8"))
    return {**deck, "name": "my box", **changes}


def test_a_deck_is_in_the_log_once_however_many_games_are_played(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, bo = await open_table(registry, game="sideboards", options={"deck": own_deck()})
        for _ in range(5):
            await ada.command("start")
            await ada.command("end_early")
        await ada.command("configure", public=True)
        lines = await registry.store.read(ada.code)
        assert sum(line.count(b'"my box"') for line in lines) == 1
        assert sum(line.count(deck_hash(own_deck()).encode()) for line in lines) == 6
        assert max(len(line) for line in lines[1:]) < 1000
        log = gzip.decompress(await registry.compressed_game_log("", ada.code, 5)).decode()
        assert trapezi.replay(log).game.options.data()["deck"]["name"] == "my box", "the log of a game is complete by itself"
        for each in (ada, bo):
            registry.disconnect(each, each.code)
        await evict_all(registry)
        await ada.hello()
        assert ada.table["options"]["deck"]["uploaded"] == "my box"
        await ada.command("start")

    run_scenario(tmp_path, scenario)


def test_logs_that_repeat_the_deck_are_read_as_before() -> None:
    options = trapezi.game("sideboards", players=1, deck=own_deck()).options.data()
    opened = events.Opened(game="sideboards", options=options, public=False, clock=0, secret="00" * 32)
    configured = events.Configured(game="sideboards", options=options, public=True, clock=0)
    table = log_format.rebuild("BCDFG", log_format.encode_events(b"", [opened, configured]))
    assert table.public
    assert list(table.decks) == [deck_hash(own_deck())]


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"name": "x" * 61}, "common.deck.label"),
        ({"name": "a\u202eb"}, "common.deck.label"),
        ({"name": "a\nb"}, "common.deck.label"),
        ({"provenance": {f"note {n}": "x" * 1900 for n in range(3)}}, "common.deck.provenance-too-large"),
        ({"goals": ["x" * 64_000]}, "common.deck.upload-too-large"),
    ],
)
def test_a_deck_that_is_too_large_is_not_stored(tmp_path: Path, changes: dict[str, Any], key: str) -> None:
    async def scenario(registry: TableRegistry) -> None:
        with pytest.raises(BadDeck) as caught:
            await open_table(registry, game="sideboards", options={"deck": own_deck(**changes)})
        assert caught.value.reason.key == key
        ada, _ = await open_table(registry, game="sideboards")
        assert await ada.rejection("configure", options={"deck": own_deck(**changes)}) == key

    run_scenario(tmp_path, scenario)


def test_one_table_uses_only_so_many_decks(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, _ = await open_table(registry, game="sideboards")
        for n in range(MAX_DECKS):
            await ada.command("configure", options={"deck": own_deck(name=f"box {n}")})
        assert await ada.rejection("configure", options={"deck": own_deck(name="one more")}) == "table.too-many-decks"
        await ada.command("configure", options={"deck": own_deck(name="box 3")})
        assert ada.table["options"]["deck"]["uploaded"] == "box 3"

    run_scenario(tmp_path, scenario)


def test_a_browser_cannot_name_a_deck_by_its_hash(tmp_path: Path) -> None:
    async def scenario(registry: TableRegistry) -> None:
        ada, _ = await open_table(registry, game="sideboards", options={"deck": own_deck()})
        reference = {"sha256": deck_hash(own_deck())}
        assert (await ada.rejection("configure", options={"deck": reference})).startswith("common.deck.")

    run_scenario(tmp_path, scenario)
