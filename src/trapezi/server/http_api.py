"""The handlers of the HTTP API for games and tables. A client identifies itself by `Authorization: Bearer TOKEN`."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, JSONBody, QueryParameter

from trapezi import bots
from trapezi.coach.lessons import readable_lessons
from trapezi.core.errors import BrokenGame
from trapezi.core.options import describe_options
from trapezi.games import find, names, package
from trapezi.i18n import require_known_language
from trapezi.protocol import http
from trapezi.protocol.types import TableInfo
from trapezi.server import context, server_address_and_qr_code
from trapezi.server.context import ServerContext, connection_key
from trapezi.server.gzipped_responses import gzipped_response
from trapezi.tables.errors import Rejected
from trapezi.tables.registry import normalize_code
from trapezi.tables.replays import compress
from trapezi.tables.uploaded_decks import described_options

# A route with this option calls `check_guessing` itself, because the credential is in the body of the request.
CHECKS_GUESSING_ITSELF = "checks_guessing_itself"

AnyRequest = Request[Any, Any, Any]


def context_of(request: AnyRequest) -> ServerContext:
    shared: ServerContext = request.app.state.context
    return shared


def token_of(request: AnyRequest) -> str:
    """Return the client's token. Raise `Rejected` if the request has no token."""
    token = context.token_of(request)
    if token is None:
        raise Rejected("table.no-token")
    return token


# -- games: the responses never change, so they are encoded and compressed once ---------------------------------------


@get("/api/games", responses={200: ResponseSpec(list[http.GameInfo])})
async def list_games(request: AnyRequest) -> Response[bytes]:
    """List the games that can be played here, with their options and bots."""
    return gzipped_response(request, encoded_games())


@cache
def encoded_games() -> bytes:
    available = []
    for name in names():
        try:
            game = find(name)
        except BrokenGame:
            continue
        variants = {title: dict(options) for title, options in game.variants.items()}
        available.append(
            http.GameInfo(
                name=name,
                players=list(game.player_counts),
                options=describe_options(game.Options),
                variants=variants,
                bots=bots.offered_names(name),
                secret_phases=list(package(name).secret_phases),
                lessons=[http.LessonSummary(lesson.name, lesson.minutes) for lesson in readable_lessons(name)],
                pauses_when_time_is_up=not game.has_default_moves(),
                minutes=package(name).minutes,
            )
        )
    return compress(msgspec.json.encode(available))


@get("/api/games/{name:str}/messages/{lang:str}", responses={200: ResponseSpec(dict[str, str])})
async def game_messages(request: AnyRequest, name: FromPath[str], lang: FromPath[str]) -> Response[bytes]:
    """Return the messages of one game by key, in English if the game lacks the language."""
    return gzipped_response(request, encoded_messages(find(name).name, require_known_language(lang)))


@cache
def encoded_messages(name: str, lang: str) -> bytes:
    return compress(msgspec.json.encode(package(name).messages_or_english(lang)))


@get("/api/games/{name:str}/rules/{lang:str}", responses={200: ResponseSpec(str, media_type="text/markdown")})
async def game_rules(request: AnyRequest, name: FromPath[str], lang: FromPath[str]) -> Response[bytes]:
    """Return the rules page of one game as Markdown."""
    page = encoded_rules_page(find(name).name, require_known_language(lang))
    if page is None:
        raise Rejected("common.game.no-rules", game=name[:40])
    return gzipped_response(request, page, "text/markdown")


@cache
def encoded_rules_page(name: str, lang: str) -> bytes | None:
    page = package(name).rules_page_or_english(lang)
    return None if page is None else compress(page.encode())


@get("/api/games/{name:str}/picture/{lang:str}", responses={200: ResponseSpec(bytes, media_type="image/jpeg")})
async def game_picture(request: AnyRequest, name: FromPath[str], lang: FromPath[str]) -> Response[bytes]:
    """Return the picture that messengers show for a link to one game, in English if the game lacks the language."""
    picture = package(find(name).name).link_picture_or_english(require_known_language(lang))
    if picture is None:
        raise NotFoundException
    return Response(picture.read_bytes(), media_type="image/jpeg", headers={"cache-control": "public, max-age=86400"})


@post("/api/games/{name:str}/options", status_code=200)
async def game_options(request: AnyRequest, name: FromPath[str], data: JSONBody[http.GameOptions]) -> list[dict[str, Any]]:
    """Check options of a game, and return the descriptions of all its options with the labels of an uploaded deck."""
    await context_of(request).check_creation_rate(request)
    kind = find(name)
    return await context_of(request).registry.run_in_worker(connection_key(request), described_options, kind.name, data.options)


@post("/api/tables")
async def create_table(request: AnyRequest, data: JSONBody[http.NewTable]) -> http.Joined:
    """Create a table, at which this browser's person becomes the host."""
    await context_of(request).check_creation_rate(request)
    return await context_of(request).registry.create(token_of(request), data, connection_key(request))


@get("/api/tables")
async def public_tables(request: AnyRequest) -> list[http.TableSummary]:
    """List the public tables that wait for players."""
    return await context_of(request).registry.public_tables()


@get("/api/mine")
async def my_tables(request: AnyRequest) -> list[http.TableSummary]:
    """List the tables of this browser. Those at which it is this browser's turn come first."""
    return await context_of(request).registry.tables_of(token_of(request))


@get("/api/tables/{code:str}")
async def table_info(request: AnyRequest, code: FromPath[str]) -> TableInfo:
    """Return what everyone may know about the table with this code."""
    return await context_of(request).registry.table_info(code)


@post("/api/tables/{code:str}/join")
async def join_or_watch_table(request: AnyRequest, code: FromPath[str], data: JSONBody[http.Join]) -> http.Joined:
    """Sit down at a table, or watch it under a name."""
    context_of(request).check_join_rate(request, code)
    return await context_of(request).registry.join(code, token_of(request), data)


@post("/api/tables/{code:str}/leave", status_code=204)
async def leave_table(request: AnyRequest, code: FromPath[str]) -> None:
    """Leave a table. The person's seats become empty or are played by bots. The browser no longer lists the table."""
    await context_of(request).registry.leave(code, token_of(request))


@get("/api/tables/{code:str}/invitation")
async def invitation(request: AnyRequest, code: FromPath[str]) -> http.Invitation:
    """Return the table's address for other devices, with its QR code. Only for people at the table, it includes the key."""
    token, key = context.token_of(request), context.invitation_key_of(request)
    path = await context_of(request).registry.invitation_path(code, token, key)
    return await encoded_invitation(request, f"{server_address_and_qr_code.reachable_url(str(request.base_url))}{path}")


@post("/api/tables/{code:str}/pairing")
async def offer_pairing(request: AnyRequest, code: FromPath[str]) -> http.Pairing:
    """Return a secret for a second device, and an address that has the secret in its fragment, which is not sent to servers."""
    offer = await context_of(request).registry.offer_pairing(code, token_of(request))
    url = f"{server_address_and_qr_code.reachable_url(str(request.base_url))}/p/{code.upper()}#{offer.secret}"
    return http.Pairing(offer.secret, offer.seconds, await encoded_invitation(request, url))


async def encoded_invitation(request: AnyRequest, url: str) -> http.Invitation:
    """Return an address with its QR code, which a worker process draws."""
    return await context_of(request).registry.run_in_worker(connection_key(request), server_address_and_qr_code.invitation, url)


@post("/api/tables/{code:str}/pair", opt={CHECKS_GUESSING_ITSELF: True})
async def pair_device(request: AnyRequest, code: FromPath[str], data: JSONBody[http.Pair]) -> http.Joined:
    """Let a second device join as the same person."""
    await context_of(request).check_guessing(request, code, data.secret, context.token_of(request))
    return await context_of(request).registry.pair_device(code, token_of(request), data.secret)


@get("/api/tables/{code:str}/games/{number:int}/log", responses={200: ResponseSpec(str, media_type="text/plain")})
async def game_log(request: AnyRequest, code: FromPath[str], number: FromPath[int]) -> Response[bytes]:
    """Return the log of a finished game, for `trapezi replay` and `trapezi verify`."""
    registry = context_of(request).registry
    log = await registry.compressed_game_log(connection_key(request), code, number)
    name = f"{(await registry.find_or_load(code)).table.results[number - 1].game}-{normalize_code(code)}-{number}.jsonl"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return gzipped_response(request, log, "text/plain", headers)


@get("/api/tables/{code:str}/games/{number:int}/replay", responses={200: ResponseSpec(http.Replay)})
async def replay_game(
    request: AnyRequest,
    code: FromPath[str],
    number: FromPath[int],
    seat: Annotated[int, QueryParameter(ge=-2, le=63)] = -2,
    since: Annotated[int, QueryParameter(ge=0)] = 0,
) -> Response[bytes]:
    """Return a hundred steps of a finished game. Step `since` is among them."""
    registry = context_of(request).registry
    return gzipped_response(request, await registry.replay_chunk_of_game(connection_key(request), code, number, seat, since))


@post("/api/replay", status_code=200, responses={200: ResponseSpec(http.Replay)})
async def replay_saved_game(request: AnyRequest, data: JSONBody[http.SavedGame]) -> Response[bytes]:
    """Return a hundred steps of the game in a log that the client sent. Step `since` is among them.

    The log is not stored.
    """
    shared = context_of(request)
    await shared.check_creation_rate(request)
    return gzipped_response(
        request, await shared.registry.compressed_replay_chunk_of_log(connection_key(request), data.log, data.seat, data.since)
    )


@get("/api/tables/{code:str}/games/{number:int}/why", responses={200: ResponseSpec(http.Problem)})
async def why_not_in_game(
    request: AnyRequest,
    code: FromPath[str],
    number: FromPath[int],
    step: Annotated[int, QueryParameter(ge=0)],
    seat: Annotated[int, QueryParameter(ge=0, le=63)],
    text: Annotated[str, QueryParameter(max_length=200)],
) -> Response[bytes]:
    """Return why a seat could not make a move, given as text, at a step of a finished game."""
    registry = context_of(request).registry
    reason = await registry.why_not_in_finished_game(connection_key(request), code, number, step, seat, text)
    return gzipped_response(request, reason)


@post("/api/why", status_code=200, responses={200: ResponseSpec(http.Problem)})
async def why_not_in_saved_game(request: AnyRequest, data: JSONBody[http.MoveInSavedGame]) -> Response[bytes]:
    """Return why a seat could not make a move at a step of the game in a log that the client sent. The log is not stored."""
    shared = context_of(request)
    await shared.check_creation_rate(request)
    reason = await shared.registry.why_not_in_log(connection_key(request), data.log, data.step, data.seat, data.text)
    return gzipped_response(request, reason)


HANDLERS = [value for value in globals().values() if isinstance(value, HTTPRouteHandler)]
