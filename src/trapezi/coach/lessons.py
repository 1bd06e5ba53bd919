"""Read the files of lessons. A lesson explains a game step by step on its real board.

The file of a lesson is `games/<game>/lessons/<lesson>.json`. Its sentences are in `games/<game>/locale/lessons.<lang>.json`. The
file `lessons/index.json` lists the lessons of a game, the main lesson first, and all clauses of its rules:

    {"lessons": ["first", "mixed-sheets"],
     "clauses": ["QX-1", "QX-2"],                       the clauses that the lessons teach
     "not_taught": {"QX-9": "Why no lesson teaches it."}}

A lesson has the options of its game and a list of steps. The learner has seat 0. Each step continues the game of the step before:

    {"minutes": 4,                                      for an unhurried learner, as `trapezi.testing.lesson_check` computes them
     "options": {"players": 2},
     "steps": [
       {"name": "sheet", "clauses": ["QX-1"],           the message `my_game.lesson.first.sheet`; the learner taps "Next"
        "events": ["roll 4 3 1 2 6 5"],                 what happens before the step
        "point": ["sheet 0 cell 0"]},                   the places (`data-place`) of the board to mark during the step
       {"name": "white", "clauses": ["QX-4"],           the message `my_game.lesson.first.white` says what to do
        "expect": ["red 7", "yellow 7"],                the moves that are accepted
        "then": ["1: pass"],                            what happens right after the move
        "point_after": ["sheet 0 cell 5"]}]}            the places to mark while the message `….white.done` is shown

`events` and `then` list moves, signals and outcomes of chance as texts (`game.text`). Each text needs the number of its seat, as
in `1: pass`, unless chance is on turn or exactly one seat must decide.

If a step expects several moves, the next step continues from the first of them, whichever the learner has made. Give the next
step a `position` if the learner would notice the difference. A step with a `position` begins there instead:

    "position": {}                                      the start of the game
    "position": {"options": {"players": 3}}             the start of the game with other options
    "position": {"state": [...]}                        a saved position, as `state.data()` returns it
    "position": {"as_in": "white"}                      the position in which an earlier step began, before its move

Every step has the message `<game>.lesson.<lesson>.<step>`. If the step expects a move, the message `….<step>.done` is shown after
an expected move. After a legal move that is not expected, the optional message `….<step>.other` or else a general sentence is
shown. After an illegal move, the rules say why it is illegal. The title of a lesson is `<game>.lesson.<lesson>` in
`locale/<lang>.json`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from typing import Any

from trapezi.core.errors import TrapeziError
from trapezi.games import find, loadable_packages, package

LEARNER = 0  # The seat of the person who takes a lesson.
NAME = re.compile(r"[a-z][a-z0-9-]*")
INDEX = "index.json"


class UnknownLesson(TrapeziError):
    """The game has no lesson of that name."""


class BadLesson(TrapeziError):
    """A lesson cannot be read or played. `where` names the file and the step; `why` describes the problem."""

    def __init__(self, where: str, why: str) -> None:
        super().__init__("common.lesson.bad", where=where, why=why)


@dataclass(frozen=True, slots=True)
class Position:
    """The position in which a step begins if it does not continue the step before."""

    options: Mapping[str, Any] = field(
        default_factory=dict
    )  # Options for this step, which replace or add to the options of the lesson.
    state: Sequence[Any] | None = None  # A saved state, as `state.data()` returns it.
    as_in: str | None = None  # The name of an earlier step that began in the same position.


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a lesson: a sentence about a position and, if `expect` is not empty, a move that the learner is to make."""

    name: str
    clauses: tuple[str, ...] = ()
    position: Position | None = None
    events: tuple[str, ...] = ()
    point: tuple[str, ...] = ()
    expect: tuple[str, ...] = ()
    then: tuple[str, ...] = ()
    point_after: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson as its file describes it."""

    game: str
    name: str
    minutes: int  # How many minutes an unhurried learner takes.
    options: Mapping[str, Any]
    steps: tuple[Step, ...]

    @property
    def title_key(self) -> str:
        """The message key of the title. The keys of the lesson's sentences begin with this key."""
        return f"{self.game}.lesson.{self.name}"

    @property
    def clauses(self) -> list[str]:
        """The clauses that the lesson teaches, in the order of its steps and without repetitions."""
        return list(dict.fromkeys(clause for step in self.steps for clause in step.clauses))


@dataclass(frozen=True, slots=True)
class LessonIndex:
    """The lessons of a game, and which clauses of its rules they teach."""

    lessons: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    not_taught: Mapping[str, str] = field(default_factory=dict)  # Maps each clause that no lesson teaches to the reason why.


def lesson_index(game: str) -> LessonIndex:
    """Return the content of the file `lessons/index.json` of a game. A game without lessons has an empty index.

    >>> lesson_index("qwixx").lessons[0]
    'first'
    """
    file = package(game).lessons.joinpath(INDEX)
    if not file.is_file():
        return LessonIndex()
    where = f"{game}/{INDEX}"
    content = _read_fields(LessonIndex, _read_json(file, where), where)
    reasons = content.get("not_taught", {})
    if not isinstance(reasons, dict) or not all(isinstance(reason, str) and reason for reason in reasons.values()):
        raise BadLesson(where, '"not_taught" maps clauses to reasons')
    lessons, clauses = _list_of_texts(content, "lessons", where), _list_of_texts(content, "clauses", where)
    for name in lessons:
        if not NAME.fullmatch(name) or f"{name}.json" == INDEX:
            raise BadLesson(where, f"{name!r} cannot be the name of a lesson: use lower-case letters, digits and hyphens")
    return LessonIndex(lessons, clauses, reasons)


def load_lesson(game: str, name: str | None = None) -> Lesson:
    """Return the lesson of this name, by default the main lesson of the game.

    >>> load_lesson("qwixx").minutes
    4
    """
    game = find(game).name
    known = lesson_index(game).lessons
    if not known:
        raise UnknownLesson("common.lesson.none", game=game)
    if name is not None and name not in known:
        raise UnknownLesson("common.lesson.unknown", game=game, lesson=name[:40], known=", ".join(known))
    name = name or known[0]
    where = f"{game}/{name}.json"
    content = _read_json(package(game).lessons.joinpath(f"{name}.json"), where)
    return parse_lesson(game, name, content)


def all_lessons() -> list[Lesson]:
    """Return the lessons of all installed games, without those that cannot be read."""
    found = []
    for each in loadable_packages():
        found += readable_lessons(each.name)
    return found


def readable_lessons(game: str) -> list[Lesson]:
    """Return the lessons of a game, or [] if one of them cannot be read. (`check_package` reports such a lesson.)"""
    try:
        return [load_lesson(game, name) for name in lesson_index(game).lessons]
    except TrapeziError:
        return []


def parse_lesson(game: str, name: str, content: Any) -> Lesson:
    """Return the lesson that a file describes. Raise `BadLesson` if the file has unknown fields or wrong values."""
    where = f"{game}/{name}.json"
    fields = _read_fields(Lesson, content, where)
    minutes, options, steps = fields.get("minutes"), fields.get("options", {}), fields.get("steps")
    if type(minutes) is not int or not 1 <= minutes <= 10:
        raise BadLesson(where, '"minutes" is a whole number from 1 to 10')
    if not isinstance(options, dict) or not isinstance(steps, list) or not steps:
        raise BadLesson(where, '"options" is an object, and "steps" is a list of at least one step')
    parsed: list[Step] = []
    for number, step in enumerate(steps, 1):
        parsed.append(_parse_step(step, f"{where}, step {number}", [each.name for each in parsed]))
    return Lesson(game, name, minutes, options, tuple(parsed))


def _parse_step(content: Any, where: str, earlier: Sequence[str]) -> Step:
    fields = _read_fields(Step, content, where)
    name = fields.get("name")
    if not isinstance(name, str) or not NAME.fullmatch(name) or name in earlier:
        raise BadLesson(where, '"name" is a word that no other step has: lower-case letters, digits and hyphens')
    texts = {key: _list_of_texts(fields, key, where) for key in ("clauses", "events", "point", "expect", "then", "point_after")}
    if (texts["then"] or texts["point_after"]) and not texts["expect"]:
        raise BadLesson(where, '"then" and "point_after" need a move in "expect"')
    position = fields.get("position")
    return Step(name, position=None if position is None else _parse_position(position, where, earlier), **texts)


def _parse_position(content: Any, where: str, earlier: Sequence[str]) -> Position:
    fields = _read_fields(Position, content, where)
    options, state, as_in = fields.get("options", {}), fields.get("state"), fields.get("as_in")
    if not isinstance(options, dict) or not (state is None or isinstance(state, list)):
        raise BadLesson(where, 'in "position", "options" is an object and "state" is a list')
    if as_in is not None and (as_in not in earlier or len(fields) > 1):
        raise BadLesson(where, '"as_in" names an earlier step, and stands alone')
    return Position(options, state, as_in)


def _read_json(file: Traversable, where: str) -> Any:
    try:
        return json.loads(file.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise BadLesson(where, f"the file cannot be read: {error}") from error


def _read_fields(kind: type[Any], content: Any, where: str) -> dict[str, Any]:
    """Return the fields of a JSON object. Raise `BadLesson` if it has a field that the dataclass `kind` does not have."""
    known = kind.__dataclass_fields__.keys() - ({"game", "name"} if kind is Lesson else set())
    if not isinstance(content, dict) or not content.keys() <= known:
        raise BadLesson(where, f"an object with these fields is expected: {', '.join(sorted(known))}")
    return content


def _list_of_texts(fields: Mapping[str, Any], key: str, where: str) -> tuple[str, ...]:
    texts = fields.get(key, [])
    if not isinstance(texts, list) or not all(isinstance(text, str) and text for text in texts):
        raise BadLesson(where, f'"{key}" is a list of texts')
    return tuple(texts)
