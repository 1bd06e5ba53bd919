"""The handlers of the HTTP API for a player's own history. The token of the browser identifies the player."""

from __future__ import annotations

from typing import Annotated

from litestar import get, post
from litestar.params import QueryParameter

from trapezi.protocol import http
from trapezi.server.context import REQUEST_COST
from trapezi.server.http_api import AnyRequest, context_of, token_of
from trapezi.tables import finished_games_of_player

MOST_GAMES = 1000


@get("/api/history", opt={REQUEST_COST: 4})
async def past_games(
    request: AnyRequest, limit: Annotated[int, QueryParameter(ge=1, le=MOST_GAMES)] = MOST_GAMES
) -> list[http.PastGame]:
    """List the finished games of this browser's player, newest first."""
    return await finished_games_of_player.games_of(context_of(request).registry, token_of(request), limit)


@post("/api/history/delete", status_code=204)
async def delete_history(request: AnyRequest) -> None:
    """Delete the history of this browser's player permanently. Do not delete tables or their logs."""
    await finished_games_of_player.delete_games(context_of(request).registry, token_of(request))


HANDLERS = [past_games, delete_history]
