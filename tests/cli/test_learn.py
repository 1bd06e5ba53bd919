"""`trapezi learn` plays lessons in the terminal."""

from __future__ import annotations

import json

import pytest
from tests.cli.conftest import Run

from trapezi.coach.lessons import all_lessons
from trapezi.coach.played_lesson import load_and_play_lesson

LESSONS = [(each.game, each.name) for each in all_lessons()]


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
@pytest.mark.parametrize("lang", ["en", "el", "de"])
def test_every_lesson_can_be_completed_in_the_terminal(run: Run, game: str, lesson: str, lang: str) -> None:
    typed = []
    for step in load_and_play_lesson(game, lesson):
        typed += [step.state.game.text(next(iter(step.answers))), ""] if step.answers else [""]
    ran = run("learn", game, lesson, "--lang", lang, typed="\n".join([*typed, ""]))
    assert ran.code == 0
    assert f"{len(load_and_play_lesson(game, lesson))}/{len(load_and_play_lesson(game, lesson))}" in ran.out
    finished = {"en": "the whole lesson", "el": "όλο το μάθημα", "de": "die ganze Lektion"}
    assert finished[lang] in ran.out


def test_wrong_moves_are_explained_and_change_nothing(run: Run) -> None:
    ran = run("learn", "qwixx", typed="\n\n\nred 8\nyellow 7\nhello\nred 7\n\nq\n")
    assert "The 8 in the red row is not the white sum." in ran.out
    assert "That is allowed, but" in ran.out
    assert "“hello” is not a move of this game." in ran.out
    assert "Daphne has crossed off the yellow 7." in " ".join(ran.out.split())
    assert ran.out.rstrip().endswith("The lesson ends here.")


def test_the_list_is_one_json_list(run: Run) -> None:
    listed = json.loads(run("learn", "--list", "--json").out)
    assert {each["game"] for each in listed} >= {"qwixx"}
    assert listed[0] == {"game": "qwixx", "lesson": "first", "minutes": 4, "clauses": listed[0]["clauses"]}
    assert "QX-11" in listed[0]["clauses"]
    assert "trapezi learn qwixx mixed-sheets" in run("learn", "--list", "qwixx").out


def test_a_game_and_a_known_lesson_are_needed(run: Run) -> None:
    assert "trapezi learn --list" in run("learn").err
    ran = run("learn", "qwixx", "last")
    assert ran.code == 2
    assert "first, mixed-sheets" in ran.err
