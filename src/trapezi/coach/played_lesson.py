"""Play the steps of a lesson by the rules of its game, to get the position of each step and what follows each expected move."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from trapezi.coach.lessons import LEARNER, BadLesson, Lesson, Position, Step, load_lesson
from trapezi.core.errors import Reason, TrapeziError
from trapezi.core.game import Game
from trapezi.core.special_seats import NATURE
from trapezi.core.state import State
from trapezi.games import find

SEAT_AND_TEXT = re.compile(r"(\d+): (.+)")


@dataclass(frozen=True, slots=True)
class Event:
    """A move or an outcome of chance."""

    seat: int
    description: Mapping[str, Any]  # The event as the learner may see it.


@dataclass(frozen=True, slots=True)
class Answer:
    """What happens if the learner makes an expected move."""

    state: State  # The position after all events.
    events: tuple[Event, ...]  # The learner's move, then the events that follow.


@dataclass(frozen=True, slots=True)
class PlayedStep:
    """A step of a lesson with the positions to which it leads."""

    step: Step
    state: State  # The position in which the learner reads the step and makes a move.
    events: tuple[Event, ...]  # The events since the previous step.
    answers: Mapping[int, Answer]  # Maps each expected move to what happens after it.

    def rejection_reason(self, move: int) -> Reason | None:
        """Return why this move of the learner is illegal, or None if it is legal."""
        return self.state.why_not(LEARNER, move)


@lru_cache(maxsize=64)
def load_and_play_lesson(game: str, name: str | None = None) -> tuple[PlayedStep, ...]:
    """Load a lesson (by default the main lesson of the game), play it, and return its steps. Recent results are cached.

    >>> load_and_play_lesson("qwixx")[0].state.players
    2
    """
    return play_lesson(load_lesson(game, name))


def play_lesson(lesson: Lesson) -> tuple[PlayedStep, ...]:
    """Play all steps of a lesson. Raise `BadLesson` if the rules do not allow one of its positions, events or moves."""
    played: dict[str, PlayedStep] = {}
    state = _start_state(lesson, {}, f"{lesson.game}/{lesson.name}.json")
    for number, step in enumerate(lesson.steps, 1):
        where = f"{lesson.game}/{lesson.name}.json, step {number} ({step.name})"
        if step.position is not None:
            state = _new_position(lesson, step.position, played, where)
        events = tuple(_play_event(state, text, where) for text in step.events)
        before = state.clone()
        answers: dict[int, Answer] = {}
        for text in step.expect:
            move, answer = _play_expected_move(before, text, step.then, where)
            answers[move] = answer
        played[step.name] = PlayedStep(step, before, events, answers)
        if answers:
            state = next(iter(answers.values())).state.clone()
    return tuple(played.values())


def _new_position(lesson: Lesson, position: Position, played: Mapping[str, PlayedStep], where: str) -> State:
    if position.as_in is not None:
        return played[position.as_in].state.clone()
    state = _start_state(lesson, position.options, where)
    if position.state is None:
        return state
    try:
        restored = state.game.restore(list(position.state))
        if restored.data() == list(position.state):
            return restored
    except TrapeziError as error:
        raise BadLesson(where, f"the state cannot be restored: {error}") from error
    raise BadLesson(where, f"the restored state differs from the saved one: {restored.data()}")


def _start_state(lesson: Lesson, options: Mapping[str, Any], where: str) -> State:
    kind: type[Game[Any]] = find(lesson.game)
    try:
        return kind.with_options(**{"players": kind.default_player_count(), **lesson.options, **options}).start()
    except TrapeziError as error:
        raise BadLesson(where, str(error)) from error


def _play_expected_move(before: State, text: str, then: Iterable[str], where: str) -> tuple[int, Answer]:
    """Return the number of an expected move of the learner, and what happens after it."""
    state = before.clone()
    events = [_play_event(state, f"{LEARNER}: {text}", where)]
    events += [_play_event(state, each, where) for each in then]
    return before.game.parse(text), Answer(state, tuple(events))


def _play_event(state: State, text: str, where: str) -> Event:
    """Play one event of a lesson in a state, and return the event. Raise `BadLesson` if it is not possible."""
    seat, text = _split_seat_and_text(state, text, where)
    try:
        move = state.game.parse(text)
        reason = state.why_not(seat, move)
        if reason is not None:
            raise BadLesson(where, f"{text!r} of seat {seat} is not possible: {reason}")
        description = state.redact(LEARNER, seat, move)
        state.play(seat, move)
    except BadLesson:
        raise
    except TrapeziError as error:
        raise BadLesson(where, str(error)) from error
    return Event(seat, description)


def _split_seat_and_text(state: State, text: str, where: str) -> tuple[int, str]:
    if match := SEAT_AND_TEXT.fullmatch(text):
        return int(match[1]), match[2]
    deciders = state.deciders
    if state.is_on_turn(NATURE) or len(deciders) == 1:
        return next(iter(deciders)), text
    raise BadLesson(where, f"write which seat makes the move {text!r}, as in '1: {text}': {sorted(deciders)} must decide")
