"""The terminal shows the right sentences at the end of a game."""

from __future__ import annotations

from typing import Any

import pytest

import trapezi
from trapezi.cli import terminal_texts
from trapezi.core.game_result import Result
from trapezi.i18n import catalogue_for

CRITERIA = {
    "el": ("συμπληρωμένες κάρτες", "πράσινες", "πορτοκαλί", "λιλά"),
    "en": ("completed cards", "green", "orange", "purple"),
    "de": ("fertige Karten", "grüne", "orange", "lila"),
}


def tied_view(game: str, decided_by: int) -> dict[str, Any]:
    result = Result(ranks=(2, 1), winners=(1,), decided_by=decided_by)
    view = trapezi.game(game, players=2).start().view(trapezi.SPECTATOR)
    return {**view, "over": True, "scores": [24, 24], "result": result.data()}


@pytest.mark.clause("SG-13")
@pytest.mark.parametrize("language", list(CRITERIA))
def test_the_end_names_the_tie_break_that_decided(language: str) -> None:
    catalogue = catalogue_for(language)
    for number, criterion in enumerate(CRITERIA[language], 1):
        ending = terminal_texts.result_text(tied_view("silver_gold", number), catalogue).plain
        assert catalogue.translate(f"silver_gold.tiebreak.{number}") in ending
        assert criterion in ending
    assert "{" not in ending


def test_a_game_without_named_tie_breaks_gives_the_number() -> None:
    assert "tie-break 2" in terminal_texts.result_text(tied_view("qwixx", 2), catalogue_for("en")).plain


def test_nothing_is_said_about_tie_breaks_if_points_decide() -> None:
    assert "tie" not in terminal_texts.result_text(tied_view("silver_gold", 0), catalogue_for("en")).plain
