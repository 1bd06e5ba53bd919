"""The conformance kit accepts the lessons of every game, and finds what is wrong with a lesson."""

from __future__ import annotations

import json
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

import trapezi
from trapezi.games import package
from trapezi.testing.fault import Fault
from trapezi.testing.lesson_check import check_lessons
from trapezi.testing.package_check import PackageCheck

QWIXX = Path(trapezi.__file__).parent / "games/qwixx"


@pytest.mark.parametrize("name", trapezi.names())
def test_the_kit_accepts_the_lessons_of_every_game(name: str) -> None:
    check_lessons(PackageCheck(name, 0), package(name))


def edit(file: Path, change: Any) -> None:
    if file.suffix == ".md":
        file.write_text(change(file.read_text("utf-8")), "utf-8")
        return
    content = json.loads(file.read_text("utf-8"))
    change(content)
    file.write_text(json.dumps(content), "utf-8")


def steps(lesson: Any) -> dict[str, Any]:
    return {step["name"]: step for step in lesson["steps"]}


FIRST = "qwixx.lesson.first"
FAULTS: list[tuple[str, Any, str]] = [
    ("lessons/index.json", lambda index: index["lessons"].remove("mixed-sheets"), "does not name .*mixed-sheets.json"),
    ("lessons/index.json", lambda index: index["clauses"].append("QX-99"), "no lesson teaches .*QX-99"),
    ("lessons/index.json", lambda index: index["clauses"].remove("QX-3"), "QX-3.*index.json does not list"),
    ("lessons/index.json", lambda index: index["not_taught"].update({"QX-3": "why"}), "QX-3.* are taught and marked"),
    ("lessons/index.json", lambda index: index["not_taught"].update({"QX-98": ""}), "maps clauses to reasons"),
    ("lessons/first.json", lambda lesson: steps(lesson)["white"].update(expect=["red 8"]), "red 8.* is not possible"),
    ("lessons/first.json", lambda lesson: steps(lesson)["white"].update(expect=["red 7", "blue 7"]), "from several positions"),
    ("lessons/first.json", lambda lesson: steps(lesson)["rows"].update(clauses=[]), "teaches no clause"),
    ("lessons/first.json", lambda lesson: steps(lesson)["lock"]["position"]["state"][2].pop(), "not a saved position"),
    ("locale/lessons.en.json", lambda texts: texts.pop(f"{FIRST}.white.done"), "lessons.en.json lacks .*white.done"),
    ("locale/lessons.el.json", lambda texts: texts.pop(f"{FIRST}.goal"), "lessons.el.json lacks .*first.goal"),
    ("locale/lessons.de.json", lambda texts: texts.update({f"{FIRST}.more": "?"}), "first.more.*which no step uses"),
    ("locale/lessons.de.json", lambda texts: texts.update({f"{FIRST}.white.other": "?"}), "differ in .*white.other"),
    ("locale/lessons.en.json", lambda texts: texts.update({f"{FIRST}.goal": "{cards}"}), "has blanks"),
    ("locale/lessons.en.json", lambda texts: texts.update({f"{FIRST}.goal": "?" * 161}), "161 characters"),
    ("lessons/first.json", lambda lesson: lesson.update(minutes=2), "says 2 minutes, but an unhurried learner takes 4"),
    ("locale/en.json", lambda texts: texts.pop(FIRST), "the title qwixx.lesson.first is missing"),
    ("locale/rules.de.md", lambda page: page.replace("(first/white)", "(first/grey)"), "shows .*first/grey.* no lesson"),
    ("locale/rules.de.md", lambda page: page.replace("(first/white)", "(first/rows/after)"), "first/rows/after.* no lesson"),
    ("locale/rules.el.md", lambda page: page.replace("(first/white)", "(first/dice)"), "rules.el.md and the English page show"),
]


@pytest.mark.parametrize(("file", "change", "fault"), FAULTS, ids=[fault for *_, fault in FAULTS])
def test_the_kit_says_what_is_wrong(file: str, change: Any, fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    manifest = package("qwixx")
    for folder in ("lessons", "locale"):
        copytree(QWIXX / folder, tmp_path / folder)
        monkeypatch.setattr(type(manifest), folder, tmp_path / folder)
    edit(tmp_path / file, change)
    with pytest.raises(Fault, match=fault):
        check_lessons(PackageCheck("qwixx", 0), manifest)
