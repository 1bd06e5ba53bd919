"""A lesson is played by the rules of its game before it is shown."""

from __future__ import annotations

from typing import Any

import pytest

import trapezi
from trapezi.coach.lessons import BadLesson, parse_lesson
from trapezi.coach.played_lesson import PlayedStep, play_lesson

ROLL = "roll 4 3 5 2 6 1"
FIRST = {"name": "white", "events": [ROLL], "expect": ["red 7"], "then": ["1: yellow 7"]}


def played(*steps: dict[str, Any]) -> tuple[PlayedStep, ...]:
    return play_lesson(parse_lesson("qwixx", "first", {"minutes": 2, "options": {"players": 2}, "steps": list(steps)}))


def test_an_expected_move_is_answered_by_the_rules() -> None:
    (white,) = played(FIRST)
    game = white.state.game
    assert white.state.legal(0) == sorted(game.parse(text) for text in ("red 7", "yellow 7", "green 7", "blue 7", "pass"))
    answer = white.answers[game.parse("red 7")]
    assert answer.state.scores == [1, 1]
    assert [(event.seat, event.description["colour"]) for event in answer.events] == [(0, "red"), (1, "yellow")]
    assert white.state.scores == [0, 0]


def test_a_step_goes_on_from_the_first_expected_move() -> None:
    _, colour = played(FIRST, {"name": "colour", "expect": ["green 10"]})
    assert colour.state.scores == [1, 1]
    assert colour.events == ()


def test_a_step_can_begin_as_an_earlier_one_or_with_other_options() -> None:
    steps = played(
        FIRST,
        {"name": "again", "position": {"as_in": "white"}},
        {"name": "other", "position": {"options": {"players": 3}}},
    )
    assert steps[1].state == steps[0].state
    assert steps[2].state.players == 3


def test_a_saved_state_is_restored() -> None:
    saved = trapezi.game("qwixx", players=2).match(seed=1).state.data()
    (step,) = played({"name": "later", "position": {"state": saved}})
    assert step.state.data() == saved


def test_an_illegal_move_is_explained_by_the_rules() -> None:
    (white,) = played(FIRST)
    reason = white.rejection_reason(white.state.game.parse("red 8"))
    assert reason is not None
    assert reason.key == "qwixx.not-the-white-sum"


@pytest.mark.parametrize(
    ("step", "problem"),
    [
        ({"name": "move", "expect": ["red 8"]}, "'red 8' of seat 0 is not possible: qwixx.not-the-white-sum"),
        ({"name": "move", "expect": ["pink 8"]}, "is not a move of this game"),
        ({"name": "move", "events": ["pass"]}, "write which seat makes the move 'pass', as in '1: pass'"),
        ({"name": "move", "events": ["7: pass"]}, "common.move.no-such-seat"),
        ({"name": "move", "position": {"options": {"players": 9}}}, "for 1 to 5 players"),
        ({"name": "move", "position": {"state": [1, False, [7]]}}, "not a saved position of Qwixx"),
    ],
)
def test_what_the_rules_do_not_allow_names_the_step(step: dict[str, Any], problem: str) -> None:
    with pytest.raises(BadLesson, match="step 2 ") as error:
        played({"name": "roll", "events": [ROLL]}, step)
    assert problem in str(error.value)
