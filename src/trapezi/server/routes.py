"""What can be asked over HTTP. Who asks is told by `Authorization: Bearer TOKEN`, a token that the browser made itself."""

from __future__ import annotations

import asyncio
import re
from typing import Annotated, Any

from litestar import Request, Response, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from trapezi import bots
from trapezi.core.log import replay as read_log
from trapezi.core.options import describe
from trapezi.games import find, names
from trapezi.i18n import LANGUAGES, catalogue
from trapezi.protocol import http
from trapezi.protocol.types import TableInfo
from trapezi.server import address
from trapezi.server.uvicorn_server import Server
from trapezi.tables.errors import Rejected
from trapezi.tables.fairness import log_with_proof
from trapezi.tables.replays import replay_steps

TOKEN = re.compile(r"^Bearer ([A-Za-z0-9_-]{32,128})$")
STEPS = 100  # of a replay at once

Ask = Request[Any, Any, Any]


def server(request: Ask) -> Server:
    found: Server = request.app.state.server
    return found


def token(request: Ask) -> str:
    match = TOKEN.match(request.headers.get("authorization", ""))
    if match is None:
        raise Rejected("table.no-token")
    return match[1]


@get("/api/games")
async def games() -> list[http.GameInfo]:
    """All games that can be played here, with their options and bots."""
    told = []
    for name in names():
        try:
            kind = find(name)
        except ImportError:
            continue
        variants = {title: dict(options) for title, options in kind.variants.items()}
        told.append(http.GameInfo(name, list(kind.seats), describe(kind.Options), variants, bots.names(name)))
    return told


@post("/api/tables")
async def create(request: Ask, data: JSONBody[http.NewTable]) -> http.Joined:
    """A new table."""
    server(request).spend(request, "creations")
    return await server(request).house.create(token(request), data)


@get("/api/tables")
async def public(request: Ask) -> list[http.TableSummary]:
    """Public tables that wait for players."""
    return await server(request).house.public_tables()


@get("/api/mine")
async def mine(request: Ask) -> list[http.TableSummary]:
    """The tables of this browser, those first that wait for it."""
    return await server(request).house.tables_of(token(request))


@get("/api/tables/{code:str}")
async def table(request: Ask, code: FromPath[str]) -> TableInfo:
    """A table, by its code."""
    return await server(request).house.info(code)


@post("/api/tables/{code:str}/join")
async def join(request: Ask, code: FromPath[str], data: JSONBody[http.Join]) -> http.Joined:
    """Sit down at a table, or watch it with a name."""
    return await server(request).house.join(code, token(request), data)


@get("/api/tables/{code:str}/invitation")
async def invitation(request: Ask, code: FromPath[str]) -> http.Invitation:
    """The table's address for other devices, with its QR code."""
    info = await server(request).house.info(code)
    return address.invitation(f"{address.reachable(str(request.base_url))}/t/{info.code}")


@post("/api/tables/{code:str}/pairing")
async def pairing(request: Ask, code: FromPath[str]) -> http.Pairing:
    """A secret for a second device, in the part of the address that browsers keep to themselves."""
    made = await server(request).house.offer_pairing(code, token(request))
    url = f"{address.reachable(str(request.base_url))}/p/{code.upper()}#{made.secret}"
    return http.Pairing(made.secret, made.seconds, address.invitation(url))


@post("/api/tables/{code:str}/pair")
async def pair(request: Ask, code: FromPath[str], data: JSONBody[http.Pair]) -> http.Joined:
    """The second device takes the same seats."""
    return await server(request).house.pair(code, token(request), data.secret)


@get("/api/tables/{code:str}/games/{number:int}/log", media_type="text/plain")
async def log(request: Ask, code: FromPath[str], number: FromPath[int]) -> Response[str]:
    """The log of a finished game, as `trapezi replay` reads it and `trapezi verify` recomputes its every roll and draw."""
    found = await server(request).house.finished(code, number)
    assert found.session is not None
    name = f"{found.game.name}-{found.code}-{number}.jsonl"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(
        "\n".join(log_with_proof(found.session.match, found.proof)) + "\n",
        media_type="text/plain; charset=utf-8",
        headers=headers,
    )


@get("/api/tables/{code:str}/games/{number:int}/replay")
async def replay(
    request: Ask,
    code: FromPath[str],
    number: FromPath[int],
    seat: Annotated[int, QueryParameter(ge=-2, le=63)] = -2,
    since: Annotated[int, QueryParameter(ge=0)] = 0,
) -> http.Replay:
    """A finished game step by step, a hundred steps at a time."""
    return await server(request).house.replay(code, number, seat, since, since + STEPS)


@post("/api/replay", status_code=200)
async def saved(request: Ask, data: JSONBody[http.SavedGame]) -> http.Replay:
    """A saved log step by step; nothing of it is kept."""
    server(request).spend(request, "creations")
    match = await asyncio.to_thread(read_log, data.log, find)
    return await asyncio.to_thread(replay_steps, match, [""] * match.game.players, data.seat, data.since, data.since + STEPS)


@get("/api/words/{lang:str}")
async def words(lang: FromPath[str]) -> dict[str, str]:
    """All sentences in one language."""
    if lang not in LANGUAGES:
        raise Rejected("words.unknown-language", lang=lang[:8])
    return dict(catalogue(lang))


HANDLERS = [games, create, public, mine, table, join, invitation, pairing, pair, log, replay, saved, words]
