"""The checks of secrets do not treat as secret what everybody may see."""

from __future__ import annotations

import trapezi
from trapezi.core.random import Stream
from trapezi.core.special_seats import SPECTATOR
from trapezi.testing.checked_match import CheckedMatch, Report
from trapezi.testing.secrecy_check import move_reveals_hidden_values


def test_everybody_may_see_which_of_two_cards_with_equal_backs_is_taken() -> None:
    game = trapezi.game("qwixx_cards", players=2)
    compared = 0
    for seed in range(40):
        match = game.match(seed=seed)
        rng = Stream(seed)
        while not match.state.over:
            state = match.state
            seat = min(state.deciders)
            moves = state.legal(seat)
            taken = {move: game.describe(move) for move in moves if game.describe(move)["kind"] == "take"}
            redacted = {move: state.redact(SPECTATOR, seat, move) for move in taken}
            for one in taken:
                for other in taken:
                    if one < other and redacted[one]["numbers"] == redacted[other]["numbers"]:
                        compared += 1
                        assert not move_reveals_hidden_values(
                            CheckedMatch(game, seed, Report()), state, SPECTATOR, seat, (one, other)
                        )
            match.play(seat, state.choose(seat, rng))
    assert compared > 10
