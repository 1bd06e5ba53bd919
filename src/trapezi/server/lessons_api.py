"""The handlers of the HTTP API for lessons. A whole lesson is sent at once, so that a browser can play it without waiting."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Annotated

import msgspec
from litestar import Response, get
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, QueryParameter

from trapezi.coach.lessons import LEARNER, load_lesson
from trapezi.coach.played_lesson import Event, load_and_play_lesson
from trapezi.games import find, package
from trapezi.i18n import require_known_language
from trapezi.protocol import http
from trapezi.protocol.types import HistoryEntry
from trapezi.server.gzipped_responses import gzipped_response
from trapezi.server.http_api import AnyRequest
from trapezi.tables.errors import Rejected
from trapezi.tables.replays import compress

OTHER_MOVE = "lesson.other"  # This message answers a legal move that the lesson does not expect.


@get("/api/games/{name:str}/lessons/{lesson:str}/{lang:str}", responses={200: ResponseSpec(http.Lesson)})
async def game_lesson(request: AnyRequest, name: FromPath[str], lesson: FromPath[str], lang: FromPath[str]) -> Response[bytes]:
    """Return a lesson with all its views, and its sentences in one language."""
    found = load_lesson(name, lesson)
    return gzipped_response(request, encoded_lesson(found.game, found.name, require_known_language(lang)))


@cache
def encoded_lesson(game: str, name: str, lang: str) -> bytes:
    lesson = load_lesson(game, name)
    prefix = f"{lesson.title_key}."
    sentences = package(game).lesson_messages_or_english(lang)
    steps = [
        http.LessonStep(
            key=prefix + played.step.name,
            events=history_entries(played.events),
            view=played.state.view(LEARNER),
            point=list(played.step.point),
            answers=[
                http.LessonAnswer(move, history_entries(answer.events), answer.state.view(LEARNER))
                for move, answer in played.answers.items()
            ],
            point_after=list(played.step.point_after),
        )
        for played in load_and_play_lesson(game, name)
    ]
    messages = {key: text for key, text in sentences.items() if key.startswith(prefix)}
    return compress(msgspec.json.encode(http.Lesson(game, name, lesson.title_key, messages, steps)))


def history_entries(events: Sequence[Event]) -> list[HistoryEntry]:
    return [HistoryEntry(n, event.seat, dict(event.description)) for n, event in enumerate(events)]


@get("/api/games/{name:str}/lessons/{lesson:str}/steps/{step:int}/why")
async def why_not_in_lesson(
    name: FromPath[str], lesson: FromPath[str], step: FromPath[int], text: Annotated[str, QueryParameter(max_length=200)]
) -> http.Problem:
    """Return why a step of a lesson does not accept a move: because of the rules, or because it expects another move."""
    found = load_lesson(find(name).name, lesson)
    steps = load_and_play_lesson(found.game, found.name)
    if step >= len(steps):
        raise Rejected("protocol.no-such-page")
    reason = steps[step].rejection_reason(steps[step].state.game.parse(text))
    return http.Problem(OTHER_MOVE, {}) if reason is None else http.Problem(reason.key, dict(reason.params))


HANDLERS = [game_lesson, why_not_in_lesson]
