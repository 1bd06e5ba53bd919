"""The expert of The Game finds a win if only its last hand is left to lay."""

from __future__ import annotations

import trapezi
from trapezi.bots import Budget, Observation
from trapezi.core.random import Stream
from trapezi.games.the_game.bots.expert import Expert


def test_a_win_with_the_last_hand_is_found() -> None:
    """In a solo game nothing is hidden once the draw pile is empty."""
    order = [*range(2, 90), 99, 95, 94, 93, 92, 91, 90, 96, 98, 97]
    match = trapezi.game("the_game", players=1, mode="plain").match(by_hand=True)
    bot, rng = Expert(Budget(simulations=20)), Stream(1)
    while not match.state.over:
        if match.state.deciders == {trapezi.NATURE}:
            match.play(trapezi.NATURE, f"draw {order.pop(0)}")
        elif order:
            board = match.state.view(0)["board"]
            lowest = min(card["card"] for card in board["hand"])
            match.play(0, "end" if board["turn"]["laid"] == 2 else f"{lowest} up 1")
        else:
            match.play(0, bot.decide(Observation(match.state, 0, rng), rng))
    assert match.state.result is not None
    assert match.state.result.won
