"""Views as tables send them: what is not made again is what it would be."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import trapezi
from trapezi.core.random import Stream
from trapezi.core.seats import NATURE
from trapezi.tables.session import GameSession


def everybody_sees_what_the_law_shows(play: GameSession, views: dict[int, dict[str, Any]], rng: random.Random) -> None:
    """From the news so far, after which now and then somebody comes who needs the whole view."""
    for viewer in play.viewers:
        shown = json.loads(json.dumps(play.state.view(viewer)))
        assert views.setdefault(viewer, {}) | json.loads(play.news(viewer)) == shown
        views[viewer] = shown
        if rng.random() < 0.1:
            assert json.loads(play.view(viewer)) == shown


@pytest.mark.parametrize("game", ["qwixx", "qwixx_cards", "the_game", "silver_gold", "sideboards"])
@pytest.mark.parametrize("seed", range(3))
def test_a_view_is_what_the_law_shows_after_every_move_signal_and_second_thought(game: str, seed: int) -> None:
    rng = random.Random(f"{game} {seed}")
    play = GameSession(trapezi.game(game, players=3))
    play.begin(play.outcomes(Stream))
    views: dict[int, dict[str, Any]] = {}
    for _ in range(150):
        everybody_sees_what_the_law_shows(play, views, rng)
        if play.state.over:
            break
        seat = rng.choice(sorted(play.state.deciders))
        assert seat != NATURE
        back = [each for each in range(3) if play.match.can_take_back(each)]
        speakers = [each for each in range(3) if play.state.optional(each)]
        if back and rng.random() < 0.2:
            play.take_back(rng.choice(back))
        elif speakers and rng.random() < 0.3:
            speaker = rng.choice(speakers)
            play.play(speaker, rng.choice(play.state.optional(speaker)), ())
        else:
            move = rng.choice(play.state.legal(seat))
            play.play(seat, move, play.outcomes(lambda n: Stream(seed * 1000 + n), seat, move))


def test_what_has_not_changed_is_not_told_again_until_somebody_comes_who_does_not_know_it() -> None:
    play = GameSession(trapezi.game("qwixx", players=3))
    play.begin(play.outcomes(Stream))
    everything = set(json.loads(play.view(1)))
    assert set(json.loads(play.news(1))) == everything
    play.play(0, play.game.parse("pass"), ())
    assert json.loads(play.news(1)) == {"deciders": [1, 2]}
    assert set(json.loads(play.view(1))) == set(json.loads(play.news(1))) == everything
