"""The coach gives reasons why one move is better than another, as message keys."""

from __future__ import annotations

import re

import pytest
from tests.coach.played_games import play_game

import trapezi
from trapezi.bots import Budget
from trapezi.coach import judge, observe, review
from trapezi.coach.game_coach import coach_for
from trapezi.coach.judgement import Judgement
from trapezi.i18n import LANGUAGES, catalogue_for, messages, placeholders


def judge_roll(roll: str, played: str) -> Judgement:
    """Return the judgement of the first decision of a game of Qwixx that begins with this roll."""
    match = trapezi.game("qwixx", players=2).match(by_hand=True)
    match.play(-1, roll)
    return judge(observe(match, 0), Budget(simulations=2000), played=match.game.parse(played))


def test_a_cross_that_skips_many_numbers_is_explained() -> None:
    judgement = judge_roll("roll 6 5 1 1 1 1", "red 11")
    match = trapezi.game("qwixx", players=2).match(by_hand=True)
    match.play(-1, "roll 6 5 1 1 1 1")
    worst = judgement.value_of(match.game.parse("red 11"))
    reasons = coach_for(match.game).reasons(match.state, 0, judgement.best, worst)
    assert str(reasons[0]) == "qwixx.coach.skips row=0 numbers=9 fewer=1"
    assert reasons[-1].key == "coach.reason.points"
    assert reasons[-1].params["points"] >= 3


def test_a_hint_compares_the_best_move_with_the_next_worse_one() -> None:
    judgement = judge_roll("roll 6 5 1 1 1 1", "red 11")
    assert judgement.next_worse is not None
    assert judgement.reasons
    assert judgement.data()["next_worse"] == judgement.next_worse.text


@pytest.mark.parametrize("name", trapezi.names())
def test_every_reason_of_a_review_is_a_sentence_in_three_languages(name: str) -> None:
    found = review(play_game(name, 2, bot="level-1", seed=5), Budget(simulations=500))
    reasons = [reason for decision in found.decisions for reason in decision.reasons]
    assert reasons
    for lang in LANGUAGES:
        catalogue = catalogue_for(lang)
        for reason in reasons:
            template = catalogue.template(reason.key)
            assert template is not None, reason
            assert placeholders(template) <= reason.params.keys()
            assert "{" not in catalogue.translate_reason(reason)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_reason_fits_two_lines_of_a_phone(lang: str) -> None:
    catalogue = catalogue_for(lang)
    keys = [key for key in messages(lang) if re.fullmatch(r"coach\.reason\..+|\w+\.coach\..+", key)]
    assert len(keys) > 15
    for key in keys:
        reason = catalogue.translate(key, **{**dict.fromkeys(placeholders(catalogue.template(key) or ""), 88), "row": 1})
        assert len(reason) <= 80, reason
