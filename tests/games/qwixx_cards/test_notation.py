"""The text of a move of the card game names no other move."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

import trapezi

WORDS = ["play", "take", "cross", "draw", "red", "joker", "1", "2", "3", "5", "6", "12", "begin", "pass"]


@given(st.text(max_size=30) | st.lists(st.sampled_from(WORDS)).map(" ".join))
def test_any_text_names_one_move_or_none(text: str) -> None:
    game = trapezi.game("qwixx_cards", players=2)
    move = game._parse(" ".join(text.lower().split()))
    assert move is None or game._parse(game.text(move)) == move
