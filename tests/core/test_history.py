"""During and after a game, viewers may look up exactly the history that its rules allow."""

from __future__ import annotations

from trapezi import NATURE, SPECTATOR, game
from trapezi.core.match import Match
from trapezi.core.random import Stream


def silver_gold(turns: int) -> Match:
    """Return a match of Silver & Gold in which this many expedition cards were turned over."""
    match, rng = game("silver_gold", players=2).match(seed=3), Stream(5)
    while match.state.turn_number() < turns:
        seat = min(match.state.deciders)
        match.play(seat, match.state.choose(seat, rng))
    return match


def expeditions(match: Match, viewer: int, *, full: bool = False) -> list[dict[str, object]]:
    entries = [entry.description or {} for entry in match.history(viewer, full=full)]
    return [description for description in entries if description.get("kind") == "expedition"]


def test_covered_expedition_cards_cannot_be_looked_up() -> None:
    for turns in (1, 2, 6, 8, 15):
        match = silver_gold(turns)
        for viewer in (SPECTATOR, 0, 1):
            assert len(expeditions(match, viewer, full=True)) == turns
            (current,) = expeditions(match, viewer)
            assert current == expeditions(match, viewer, full=True)[-1]


def test_the_marks_of_the_last_turn_can_be_looked_up_and_no_others() -> None:
    match = silver_gold(5)
    full, own = match.history(0, full=True), match.history(0)
    cards = [entry.n for entry in full if (entry.description or {}).get("kind") == "expedition"]
    assert own == full[cards[-2] + 1 :], "everything after the card that was covered last"
    assert {entry.seat for entry in own} == {NATURE, 0, 1}


def test_a_finished_game_shows_its_whole_history() -> None:
    match, rng = game("silver_gold", players=2).match(seed=3), Stream(5)
    while not match.state.over:
        seat = min(match.state.deciders)
        match.play(seat, match.state.choose(seat, rng))
    assert match.history(SPECTATOR) == match.history(SPECTATOR, full=True)
    assert len(expeditions(match, 1)) == 28


def test_other_games_show_everything_at_any_time() -> None:
    match = game("qwixx", players=2).match(seed=3)
    for _ in range(20):
        seat = min(match.state.deciders)
        match.play(seat, match.state.legal(seat)[-1])
    assert match.history(0) == match.history(0, full=True)
