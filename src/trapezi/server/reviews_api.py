"""The handlers of the HTTP API for reviews of finished games. Anyone who may see a game's replay may see its review."""

from __future__ import annotations

from functools import partial

import msgspec
from litestar import Response, get, post
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, JSONBody

from trapezi.protocol import http
from trapezi.server.context import connection_key
from trapezi.server.gzipped_responses import gzipped_response
from trapezi.server.http_api import AnyRequest, context_of

ANSWERS = {200: ResponseSpec(http.Review), 202: ResponseSpec(http.ReviewProgress)}


@get("/api/tables/{code:str}/games/{number:int}/review", responses=ANSWERS)
async def find_review(request: AnyRequest, code: FromPath[str], number: FromPath[int]) -> Response[bytes]:
    """Return the review of a finished game, or its progress. Do not start the review."""
    return review_response(request, await context_of(request).registry.reviews.find(code, number))


@post("/api/tables/{code:str}/games/{number:int}/review", responses=ANSWERS)
async def ask_for_review(request: AnyRequest, code: FromPath[str], number: FromPath[int]) -> Response[bytes]:
    """Return the review of a finished game or, until the review is finished, its progress. Start the review if necessary."""
    shared = context_of(request)
    may_start = partial(shared.check_review_rate, request)
    return review_response(request, await shared.registry.reviews.ask(code, number, connection_key(request), may_start))


@post("/api/review", responses=ANSWERS)
async def ask_for_review_of_log(request: AnyRequest, data: JSONBody[http.LogToReview]) -> Response[bytes]:
    """Return the review of the game in a log that the client sent, or its progress. Start it if necessary. Store nothing."""
    shared = context_of(request)
    may_start = partial(shared.check_review_rate, request)
    return review_response(request, await shared.registry.reviews.ask_for_log(data.log, connection_key(request), may_start))


def review_response(request: AnyRequest, found: bytes | float | None) -> Response[bytes]:
    """Return a response with a review (bytes) or with the progress of a review (a number or None)."""
    if not isinstance(found, bytes):
        progress = msgspec.json.encode(http.ReviewProgress(found))
        return Response(progress, status_code=202, media_type="application/json")
    response = gzipped_response(request, found)
    response.status_code = 200
    return response


HANDLERS = [find_review, ask_for_review, ask_for_review_of_log]
