"""A finished game once more, step by step, as one seat saw it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from trapezi.core.match import Match
from trapezi.core.seats import SPECTATOR
from trapezi.protocol import http
from trapezi.tables import listing
from trapezi.tables.errors import Rejected


def replayed(match: Match, names: Sequence[str], seat: int, since: int, until: int) -> http.Replay:
    """Steps `since` to `until` of a match."""
    game = match.game
    if seat != SPECTATOR and not 0 <= seat < game.players:
        raise Rejected("table.no-such-seat", seat=seat, players=game.players)
    state, shown = game.start(), []
    for n, (who, move) in enumerate([(None, -1), *match.events]):
        parts: dict[str, Any] | None = None
        text = ""
        if who is not None:
            parts, text = game.describe(move), game.text(move)
            state.play(who, move)
        if since <= n < until:
            shown.append(http.Step(n, who, text, parts, state.view(seat)))
    options = listing.shown_options(game.options)
    return http.Replay(game.name, options, list(names), seat, len(match.events) + 1, shown)
