"""Check the lessons of a game package: their files, positions, expected moves and sentences, and which clauses they teach."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping
from typing import Any

from trapezi.coach.lessons import LEARNER, Lesson, LessonIndex, lesson_index, load_lesson
from trapezi.coach.played_lesson import PlayedStep, play_lesson
from trapezi.core.errors import TrapeziError
from trapezi.core.game_package import GamePackage
from trapezi.i18n import LANGUAGES, placeholders
from trapezi.testing.checked_match import CheckedMatch, Report
from trapezi.testing.fault import Checker
from trapezi.testing.position_check import check_position

LONGEST_SENTENCE = 160  # The maximum number of characters of a sentence, so that it fits above the board on a phone.
# How long an unhurried learner takes: to read, to look at the board and tap "Next" after a step, and to find and make a move.
WORDS_PER_MINUTE = 200
SECONDS_PER_STEP = 3
SECONDS_PER_MOVE = 8
LANGUAGE_FILE = "locale/lessons.{lang}.json"
BOARD_PICTURE = re.compile(r"^!\[.+\]\((.*)\)$", re.MULTILINE)  # A picture in a rules page, such as ![An X](first/x/after).


def check_lessons(check: Checker, manifest: GamePackage) -> None:
    """Check all lessons of a package. A package without lessons passes."""
    try:
        index = lesson_index(manifest.name)
        lessons = [load_lesson(manifest.name, name) for name in index.lessons]
        played = [play_lesson(lesson) for lesson in lessons]
    except TrapeziError as error:
        check.fail(f"a lesson is faulty: {error}", "`trapezi.coach.lessons` describes the files")
    check_files(check, manifest, index)
    check_clauses(check, index, lessons)
    for lesson, steps in zip(lessons, played, strict=True):
        check_steps(check, lesson, steps)
    check_sentences(check, manifest, lessons)
    check_board_pictures(check, manifest, lessons)


def check_files(check: Checker, manifest: GamePackage, index: LessonIndex) -> None:
    """Check that `lessons/index.json` names every lesson file of the folder."""
    folder = manifest.lessons
    found = {each.name for each in folder.iterdir()} if folder.is_dir() else set()
    unlisted = found - {f"{name}.json" for name in index.lessons} - {"index.json"}
    check.require(not unlisted, f"lessons/index.json does not name {sorted(unlisted)}", "Add them to `lessons`, or delete them")


def check_clauses(check: Checker, index: LessonIndex, lessons: Iterable[Lesson]) -> None:
    """Check that, for each clause of the rules, a lesson teaches it or the index gives a reason why not."""
    taught = {clause for lesson in lessons for clause in lesson.clauses}
    missing, unknown = set(index.clauses) - taught, taught - set(index.clauses)
    advice = "Cite the clause in a step, or give a reason in `not_taught`"
    check.require(not missing, f"no lesson teaches {sorted(missing)}", advice)
    check.require(not unknown, f"lessons teach {sorted(unknown)}, which index.json does not list", "Add them to `clauses`")
    both = set(index.clauses) & index.not_taught.keys()
    check.require(not both, f"{sorted(both)} are taught and marked as not taught", "Remove them from one of the two lists")


def check_steps(check: Checker, lesson: Lesson, played: Iterable[PlayedStep]) -> None:
    """Check the view of each step. Also check that its position does not depend on which expected move was made before."""
    before: PlayedStep | None = None
    for each in played:
        where = f"{lesson.name}.json, step {each.step.name}"
        state = each.state
        if each.step.position is not None and each.step.position.state is not None:
            trial = CheckedMatch(state.game, 0, Report())
            check_position(trial, state)
            trial.play_randomly_to_end(state.clone())
        if before is not None and len(before.answers) > 1 and each.step.position is None:
            ends = [answer.state.data() for answer in before.answers.values()]
            same = all(end == ends[0] for end in ends)
            advice = "Give the step a `position`, or expect one move only"
            check.require(same, f"{where} goes on from several positions", advice)
        for position in (state, *(answer.state for answer in each.answers.values())):
            check.require_plain_data(position.view(LEARNER), f"the view of {where}")
        clauses = bool(each.step.clauses)
        check.require(clauses, f"{where} teaches no clause", "Cite the clause that it explains, or leave the step out")
        before = each


def required_and_optional_keys(lesson: Lesson) -> tuple[set[str], set[str]]:
    """Return the message keys that a lesson must have, and those that it may have in addition."""
    required = {f"{lesson.title_key}.{step.name}" for step in lesson.steps}
    moves = [f"{lesson.title_key}.{step.name}" for step in lesson.steps if step.expect]
    return required | {f"{key}.done" for key in moves}, {f"{key}.other" for key in moves}


def check_sentences(check: Checker, manifest: GamePackage, lessons: Iterable[Lesson]) -> None:
    """Check that each language has exactly the sentences that the lessons use, and that the sentences are short enough."""
    required: set[str] = set()
    optional: set[str] = set()
    for lesson in lessons:
        keys = required_and_optional_keys(lesson)
        required |= keys[0]
        optional |= keys[1]
    catalogues = {lang: read_sentences(check, manifest, lang) for lang in LANGUAGES}
    for lang, sentences in catalogues.items():
        file = LANGUAGE_FILE.format(lang=lang)
        missing, unknown = sorted(required - sentences.keys()), sorted(sentences.keys() - required - optional)
        check.require(not missing, f"{file} lacks {missing[:5]}", "Write every sentence in every language")
        check.require(not unknown, f"{file} has the keys {unknown[:5]}, which no step uses", "Remove or rename them")
        differing = sorted(sentences.keys() ^ catalogues["en"].keys())
        check.require(not differing, f"{file} and the English file differ in {differing[:5]}", "Write it in every language")
        for key, text in sentences.items():
            check.require(not placeholders(text), f"{key} has blanks in {file}", "Sentences of lessons have no parameters")
            problem = f"{key} has {len(text)} characters in {file}, but a phone shows {LONGEST_SENTENCE}"
            check.require(len(text) <= LONGEST_SENTENCE, problem, "Say it shorter, or in two steps")
        for lesson in lessons:
            titles = manifest.messages_or_english(lang)
            check.require(lesson.title_key in titles, f"the title {lesson.title_key} is missing", f"Add it to locale/{lang}.json")

    for lesson in lessons:
        shown = required_and_optional_keys(lesson)[0]
        words = max(sum(len(sentences[key].split()) for key in shown) for sentences in catalogues.values())
        minutes = reading_minutes(lesson, words)
        problem = f"{lesson.name}.json says {lesson.minutes} minutes, but an unhurried learner takes {minutes}"
        check.require(lesson.minutes == minutes, problem, f'Write "minutes": {minutes}')


def reading_minutes(lesson: Lesson, words: int) -> int:
    """Return how many minutes an unhurried learner takes for a lesson with this number of words, rounded up."""
    moves = sum(bool(step.expect) for step in lesson.steps)
    seconds = 60 * words / WORDS_PER_MINUTE + SECONDS_PER_STEP * len(lesson.steps) + SECONDS_PER_MOVE * moves
    return math.ceil(seconds / 60)


def check_board_pictures(check: Checker, manifest: GamePackage, lessons: Iterable[Lesson]) -> None:
    """Check that each picture in a rules page shows a step of a lesson, and that the pages of all languages agree."""
    steps = {f"{lesson.name}/{step.name}": step for lesson in lessons for step in lesson.steps}
    known = steps.keys() | {f"{name}/after" for name, step in steps.items() if step.expect}
    pages = {lang: manifest.locale.joinpath(f"rules.{lang}.md") for lang in LANGUAGES}
    pictures = {lang: BOARD_PICTURE.findall(page.read_text("utf-8")) for lang, page in pages.items() if page.is_file()}
    for lang, found in pictures.items():
        unknown = [picture for picture in found if picture not in known]
        advice = "Write `lesson/step`, or `lesson/step/after` for the board after the expected move"
        check.require(not unknown, f"rules.{lang}.md shows {unknown}, but no lesson has such a step", advice)
        same = found == pictures.get("en", found)
        problem = f"rules.{lang}.md and the English page show different pictures"
        check.require(same, problem, "Show the same steps in every language")


def read_sentences(check: Checker, manifest: GamePackage, lang: str) -> Mapping[str, str]:
    """Return the sentences of all lessons in a language, by key. A package without lessons needs no file."""
    file = manifest.locale.joinpath(f"lessons.{lang}.json")
    if not file.is_file():
        return {}
    try:
        content: Any = json.loads(file.read_text("utf-8"))
    except ValueError as error:
        check.fail(f"{LANGUAGE_FILE.format(lang=lang)} cannot be read: {error}")
    fine = isinstance(content, dict) and all(isinstance(text, str) and text for text in content.values())
    check.require(fine, f"{LANGUAGE_FILE.format(lang=lang)} is not an object of keys and texts", "Map every key to a text")
    return dict(content)
