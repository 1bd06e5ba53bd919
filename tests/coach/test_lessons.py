"""Lesson files are checked strictly when they are loaded, and an error names the file and the step."""

from __future__ import annotations

from typing import Any

import pytest

from trapezi.coach.lessons import BadLesson, UnknownLesson, all_lessons, load_lesson, parse_lesson, readable_lessons

STEP = {"name": "white", "clauses": ["QX-4"], "expect": ["red 7"]}


def lesson_of(*steps: dict[str, Any], **fields: Any) -> Any:
    return parse_lesson("qwixx", "first", {"minutes": 2, "steps": [STEP, *steps], **fields})


def test_a_lesson_lists_the_clauses_of_its_steps_once() -> None:
    lesson = lesson_of({"name": "more", "clauses": ["QX-5", "QX-4"]})
    assert lesson.clauses == ["QX-4", "QX-5"]
    assert lesson.title_key == "qwixx.lesson.first"
    assert lesson.steps[0].expect == ("red 7",)


@pytest.mark.parametrize(
    ("step", "fields", "problem"),
    [
        ({"name": "white"}, {}, "step 2"),
        ({"name": "Two words"}, {}, '"name" is a word'),
        ({"name": "more", "says": "hello"}, {}, "an object with these fields"),
        ({"name": "more", "events": "roll 1 1 1 1 1 1"}, {}, '"events" is a list of texts'),
        ({"name": "more", "then": ["1: pass"]}, {}, 'need a move in "expect"'),
        ({"name": "more", "position": {"as_in": "later"}}, {}, "names an earlier step"),
        ({"name": "more", "position": {"state": {}}}, {}, '"state" is a list'),
        ({"name": "more"}, {"minutes": 20}, '"minutes"'),
        ({"name": "more"}, {"options": []}, '"options" is an object'),
        ({"name": "more"}, {"title": "?"}, "an object with these fields"),
    ],
)
def test_a_file_with_a_wrong_field_is_rejected(step: dict[str, Any], fields: dict[str, Any], problem: str) -> None:
    with pytest.raises(BadLesson, match=r"qwixx/first\.json") as error:
        lesson_of(step, **fields)
    assert problem in str(error.value)


def test_the_main_lesson_comes_first() -> None:
    assert load_lesson("Qwixx").name == all_lessons()[0].name == "first"


def test_an_unknown_lesson_is_answered_with_the_known_ones() -> None:
    with pytest.raises(UnknownLesson, match="first, mixed-sheets"):
        load_lesson("qwixx", "last")


def test_a_package_with_a_faulty_lesson_offers_no_lessons(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trapezi.coach.lessons._read_json", lambda file, where: {"lessons": 7})
    assert readable_lessons("qwixx") == []
