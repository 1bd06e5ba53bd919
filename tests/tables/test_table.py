"""The state of a table, which knows neither the protocol nor the store, so that neither can change the log."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import trapezi
from trapezi.tables import events
from trapezi.tables.table import Change, Table

SOURCE = Path(trapezi.__file__).parent


def imports(module: str) -> set[str]:
    nodes = ast.walk(ast.parse((SOURCE / f"{module.removeprefix('trapezi.').replace('.', '/')}.py").read_text("utf-8")))
    return {f"{node.module}.{alias.name}" for node in nodes if isinstance(node, ast.ImportFrom) for alias in node.names}


@pytest.mark.parametrize("name", ["table", "events", "people_and_seats", "game_session", "verifiable_chance"])
def test_the_state_of_a_table_knows_neither_the_protocol_nor_the_store(name: str) -> None:
    names = imports(f"trapezi.tables.{name}")
    assert not [each for each in names if each.startswith(("trapezi.protocol", "trapezi.store"))]


def test_changes_of_several_events_add_up() -> None:
    table, change = Table("BCDFG"), Change()
    options = trapezi.game("qwixx", players=2).options.data()
    for event in (
        events.Opened(game="qwixx", options=options, public=False, clock=0, secret="ab" * 32),
        events.Joined(person="p1", name="Ada", token_hash="0" * 64),
        events.Said(room="table", text="hello", by="p1"),
    ):
        change += table.apply(event)
    assert change.table
    assert not change.game
    assert [line.text for line in change.chat] == ["hello"]
    assert table.public_seq == 2, "chat is numbered on its own"
