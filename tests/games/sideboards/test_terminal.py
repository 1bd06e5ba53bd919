"""The terminal asks players of Sideboards the right questions."""

from __future__ import annotations

import pytest

import trapezi
from trapezi.games.sideboards import terminal
from trapezi.i18n import LANGUAGES, catalogue_for


def start_view(players: int) -> dict[str, object]:
    return trapezi.game("sideboards", players=players).match(seed=1).state.view(0)


def test_alone_the_remaining_card_is_discarded_and_not_passed_on() -> None:
    assert terminal.question_key(start_view(1)) == "sideboards.ask.start-alone"
    assert terminal.question_key(start_view(2)) == "sideboards.ask.start"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_both_questions_exist_in_every_language(lang: str) -> None:
    words = catalogue_for(lang)
    assert words.translate("sideboards.ask.start") != words.translate("sideboards.ask.start-alone")
    assert "sideboards." not in words.translate("sideboards.ask.start-alone")
