"""Positions of the games that ship with Trapezi are cloned correctly."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

import trapezi
from trapezi.games import built_in_names

GAMES = Path(trapezi.__file__).parent / "games"
NUMBERS = {"int", "bint", "u64"}


@pytest.mark.parametrize("game", built_in_names())
def test_a_compiled_class_declares_its_numbers_after_all_other_objects(game: str) -> None:
    declared = re.findall(
        r"^    cdef (?:public )?(\w+)(?:\[\d+\])? (\w+)(?:,.*)?$", (GAMES / game / "rules.pxd").read_text(), re.M
    )
    is_number = [kind in NUMBERS for kind, _ in declared]
    assert is_number == sorted(is_number)
    first = declared[is_number.index(True)][1]
    assert f"copy_fields(self, new, self.{first})" in (GAMES / game / "rules.py").read_text()


@pytest.mark.parametrize("game", built_in_names())
def test_clones_count_their_references(game: str) -> None:
    state = trapezi.game(game, players=3).start()
    counts = [sys.getrefcount(state.game)]
    clones = [state.clone() for _ in range(100)]
    counts.append(sys.getrefcount(state.game))
    assert clones == [state] * 100
    del clones
    counts.append(sys.getrefcount(state.game))
    assert counts == [counts[0], counts[0] + 100, counts[0]]
