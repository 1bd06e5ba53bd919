"""Play games with bots, for the tests of the coach."""

from __future__ import annotations

from typing import Any

import trapezi
from trapezi import Stream, bots
from trapezi.bots import Observation
from trapezi.core.match import Match
from trapezi.core.random import branch


def play_game(name: str, players: int, bot: str = "level-2", seed: int = 1, events: int = 10_000, **options: Any) -> Match:
    """Let a bot play all seats until the game is over or has a number of events. Return the match."""
    match = trapezi.game(name, players=players, **options).match(seed)
    player = bots.make(bot, name)
    while not match.state.over and len(match.events) < events:
        seat = min(match.state.deciders)
        rng: Stream = branch(seed + 1000, len(match.events))
        match.play(seat, player.decide(Observation(match.state, seat, rng), rng))
    return match
