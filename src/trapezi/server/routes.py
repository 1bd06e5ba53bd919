"""The HTTP API. A client identifies itself by `Authorization: Bearer TOKEN`, a token that its browser generated."""

from __future__ import annotations

import asyncio
import re
from typing import Annotated, Any

from litestar import Request, Response, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody, QueryParameter

from trapezi import bots
from trapezi.core.errors import BrokenGame
from trapezi.core.log import replay as read_log
from trapezi.core.options import describe, read_options
from trapezi.games import find, names, package
from trapezi.i18n import require_known_language
from trapezi.protocol import http
from trapezi.protocol.types import TableInfo
from trapezi.server import address
from trapezi.server.context import ServerContext
from trapezi.tables.errors import Rejected
from trapezi.tables.fairness import log_with_proof
from trapezi.tables.replays import replay_steps

TOKEN = re.compile(r"^Bearer ([A-Za-z0-9_-]{32,128})$")
REPLAY_STEPS = 100  # in one response

AnyRequest = Request[Any, Any, Any]


def context_of(request: AnyRequest) -> ServerContext:
    context: ServerContext = request.app.state.context
    return context


def token_of(request: AnyRequest) -> str:
    """Return the client's token; raise `Rejected` if the request has none."""
    match = TOKEN.match(request.headers.get("authorization", ""))
    if match is None:
        raise Rejected("table.no-token")
    return match[1]


@get("/api/games")
async def list_games() -> list[http.GameInfo]:
    """List the games that can be played here, with their options and bots."""
    available = []
    for name in names():
        try:
            game = find(name)
        except BrokenGame:
            continue
        variants = {title: dict(options) for title, options in game.variants.items()}
        secret_phases = list(package(name).secret_phases)
        available.append(
            http.GameInfo(name, list(game.player_counts), describe(game.Options), variants, bots.names(name), secret_phases)
        )
    return available


@get("/api/games/{name:str}/messages/{lang:str}")
async def game_messages(name: FromPath[str], lang: FromPath[str]) -> dict[str, str]:
    """Return the messages of one game by key, in English if the game lacks the language."""
    return package(find(name).name).messages(require_known_language(lang))


@get("/api/games/{name:str}/rules/{lang:str}")
async def game_rules(name: FromPath[str], lang: FromPath[str]) -> Response[str]:
    """Return the rules page of one game as Markdown."""
    page = package(find(name).name).rules(require_known_language(lang))
    if page is None:
        raise Rejected("common.game.no-rules", game=name[:40])
    return Response(page, media_type="text/markdown")


@post("/api/games/{name:str}/options", status_code=200)
async def game_options(request: AnyRequest, name: FromPath[str], data: JSONBody[http.GameOptions]) -> list[dict[str, Any]]:
    """Check options of a game and describe them with the labels that their deck gives to values. Nothing is stored."""
    context_of(request).count_creation(request)
    kind = find(name)
    chosen = await asyncio.to_thread(read_options, kind.Options, kind.name, kind.player_counts, data.options)
    return describe(kind.Options, chosen)


@post("/api/tables")
async def create_table(request: AnyRequest, data: JSONBody[http.NewTable]) -> http.Joined:
    """Create a table."""
    context_of(request).count_creation(request)
    return await context_of(request).registry.create(token_of(request), data)


@get("/api/tables")
async def public_tables(request: AnyRequest) -> list[http.TableSummary]:
    """List the public tables that wait for players."""
    return await context_of(request).registry.public_tables()


@get("/api/mine")
async def my_tables(request: AnyRequest) -> list[http.TableSummary]:
    """List the tables of this browser; those that wait for it come first."""
    return await context_of(request).registry.tables_of(token_of(request))


@get("/api/tables/{code:str}")
async def table_info(request: AnyRequest, code: FromPath[str]) -> TableInfo:
    """Describe the table with this code."""
    return await context_of(request).registry.table_info(code)


@post("/api/tables/{code:str}/join")
async def join_table(request: AnyRequest, code: FromPath[str], data: JSONBody[http.Join]) -> http.Joined:
    """Sit down at a table, or watch it under a name."""
    return await context_of(request).registry.join(code, token_of(request), data)


@get("/api/tables/{code:str}/invitation")
async def invitation(request: AnyRequest, code: FromPath[str]) -> http.Invitation:
    """Return the table's address for other devices, with its QR code."""
    info = await context_of(request).registry.table_info(code)
    return address.invitation(f"{address.reachable_url(str(request.base_url))}/t/{info.code}")


@post("/api/tables/{code:str}/pairing")
async def offer_pairing(request: AnyRequest, code: FromPath[str]) -> http.Pairing:
    """Return a secret for a second device, in the fragment of the address, which browsers do not send to servers."""
    offer = await context_of(request).registry.offer_pairing(code, token_of(request))
    url = f"{address.reachable_url(str(request.base_url))}/p/{code.upper()}#{offer.secret}"
    return http.Pairing(offer.secret, offer.seconds, address.invitation(url))


@post("/api/tables/{code:str}/pair")
async def pair_device(request: AnyRequest, code: FromPath[str], data: JSONBody[http.Pair]) -> http.Joined:
    """Give a second device the same seats."""
    return await context_of(request).registry.pair(code, token_of(request), data.secret)


@get("/api/tables/{code:str}/games/{number:int}/log", media_type="text/plain")
async def game_log(request: AnyRequest, code: FromPath[str], number: FromPath[int]) -> Response[str]:
    """Return the log of a finished game, for `trapezi replay` and `trapezi verify`."""
    table = await context_of(request).registry.load_finished_game(code, number)
    assert table.session is not None
    name = f"{table.game.name}-{table.code}-{number}.jsonl"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    lines = log_with_proof(table.session.match, table.proof)
    return Response("\n".join(lines) + "\n", media_type="text/plain; charset=utf-8", headers=headers)


@get("/api/tables/{code:str}/games/{number:int}/replay")
async def replay_game(
    request: AnyRequest,
    code: FromPath[str],
    number: FromPath[int],
    seat: Annotated[int, QueryParameter(ge=-2, le=63)] = -2,
    since: Annotated[int, QueryParameter(ge=0)] = 0,
) -> http.Replay:
    """Return a hundred steps of a finished game."""
    return await context_of(request).registry.replay(code, number, seat, since, since + REPLAY_STEPS)


@post("/api/replay", status_code=200)
async def replay_saved_game(request: AnyRequest, data: JSONBody[http.SavedGame]) -> http.Replay:
    """Return a hundred steps of the game in the log that the client sent; the server does not store it."""
    context_of(request).count_creation(request)
    match = await asyncio.to_thread(read_log, data.log, find)
    return await asyncio.to_thread(
        replay_steps, match, [""] * match.game.players, data.seat, data.since, data.since + REPLAY_STEPS
    )


HANDLERS = [value for value in globals().values() if isinstance(value, HTTPRouteHandler)]
