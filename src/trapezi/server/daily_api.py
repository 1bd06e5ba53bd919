"""The handlers of the HTTP API for the deals of the day."""

from __future__ import annotations

from litestar import get, post
from litestar.params import FromPath, JSONBody

from trapezi.protocol import http
from trapezi.server.context import REQUEST_COST, connection_key
from trapezi.server.http_api import AnyRequest, context_of, token_of


@get("/api/daily", opt={REQUEST_COST: 6})
async def daily_overview(request: AnyRequest) -> http.DailyOverview:
    """Return today's deals, with the attempts of this browser's player."""
    return await context_of(request).registry.daily.overview(token_of(request))


@get("/api/daily/{game:str}", opt={REQUEST_COST: 5})
async def daily_ranking(request: AnyRequest, game: FromPath[str]) -> http.DailyRanking:
    """Return the rankings of one game."""
    return await context_of(request).registry.daily.ranking(token_of(request), game)


@post("/api/daily/{game:str}")
async def play_deal(request: AnyRequest, game: FromPath[str], data: JSONBody[http.PlayDeal]) -> http.Joined:
    """Begin today's deal of a game, or continue the attempt that counts."""
    await context_of(request).check_creation_rate(request)
    return await context_of(request).registry.daily.open_or_resume_table(token_of(request), game, data, connection_key(request))


@post("/api/daily-name", status_code=204)
async def set_ranking_name(request: AnyRequest, data: JSONBody[http.RankingName]) -> None:
    """Choose the name under which this browser's player is ranked, or leave the rankings."""
    await context_of(request).registry.daily.set_name(token_of(request), data.name)


@get("/api/daily-keys/{day:str}")
async def daily_key(request: AnyRequest, day: FromPath[str]) -> http.DailyKey:
    """Return the hash of the key of a day and, after that day, the key."""
    return await context_of(request).registry.daily.key_commitment(day)


HANDLERS = [daily_overview, daily_ranking, play_deal, set_ranking_name, daily_key]
