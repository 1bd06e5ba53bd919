"""A game session shows each seat the right views and history, also after take-backs."""

from __future__ import annotations

import random
from typing import Any

import pytest

import trapezi
from trapezi.core.errors import IllegalMove
from trapezi.core.history import HistoryEntry
from trapezi.core.random import Stream
from trapezi.core.special_seats import NATURE, SPECTATOR
from trapezi.tables.game_session import GameSession


def begin(game: str, players: int = 3, **options: Any) -> GameSession:
    session = GameSession(trapezi.game(game, players=players, **options))
    play(session, NATURE, -1)
    return session


def play(session: GameSession, seat: int, move: int, seed: int = 0) -> dict[int, list[HistoryEntry]]:
    return session.commit(session.draft(seat, move, lambda n: Stream(seed * 1000 + n)))


def random_event(session: GameSession, rng: random.Random, seed: int = 0) -> dict[int, list[HistoryEntry]]:
    """Make a random move, signal or take-back. Return the new history entries."""
    seat = rng.choice(sorted(session.state.deciders))
    back = [each for each in range(3) if session.match.can_take_back(each)]
    signallers = [each for each in range(3) if session.state.optional(each)]
    if back and rng.random() < 0.2:
        return session.take_back(rng.choice(back))
    if signallers and rng.random() < 0.3:
        signaller = rng.choice(signallers)
        return play(session, signaller, rng.choice(session.state.optional(signaller)))
    return play(session, seat, rng.choice(session.state.legal(seat)), seed)


@pytest.mark.parametrize("game", trapezi.names())
@pytest.mark.parametrize("seed", range(2))
def test_the_history_of_a_session_is_that_of_its_match(game: str, seed: int) -> None:
    rng = random.Random(f"history {game} {seed}")
    session = begin(game)
    received: dict[int, list[HistoryEntry]] = {viewer: session.history.entries(viewer) for viewer in session.history.viewers}
    for n in range(120):
        if session.state.over:
            break
        for viewer, entries in random_event(session, rng, seed).items():
            received[viewer] += entries
        if n % 20 == 0:
            for viewer, entries in received.items():
                assert entries == session.match.history(viewer, full=True)
                assert [entry.n for entry in entries] == list(range(len(entries)))


def test_a_draft_changes_nothing_until_it_is_committed() -> None:
    session = begin("qwixx", players=1)
    before = (session.state.data(), list(session.match.events), list(session.versions), session.history.entries(0))
    steps = session.draft(0, session.game.parse("pass"), Stream)
    assert (session.state.data(), list(session.match.events), list(session.versions), session.history.entries(0)) == before
    entries = session.commit(steps)
    assert [entry.seat for entry in entries[0]] == [step.seat for step in steps]


def test_an_illegal_move_is_not_drafted() -> None:
    session = begin("qwixx", players=1)
    with pytest.raises(IllegalMove):
        session.draft(0, session.game.parse("red 12"), Stream)


def test_a_hidden_decision_and_its_take_back_are_in_the_history_of_its_seat_only() -> None:
    session = begin("qwixx", players=2)
    sizes = {viewer: session.history.entry_count(viewer) for viewer in (0, 1, SPECTATOR)}
    assert play(session, 0, session.game.parse("pass")).keys() == {0, 1, SPECTATOR}
    session.take_back(0)
    play(session, 0, session.game.parse("pass"))
    assert session.history.entry_count(0) == sizes[0] + 3
    assert [session.history.entry_count(viewer) for viewer in (1, SPECTATOR)] == [sizes[1], sizes[SPECTATOR]]
    assert session.history.entries(0)[-2].take_back == sizes[0]
    new = play(session, 1, session.game.parse("pass"))
    assert [entry.seat for entry in new[SPECTATOR][:2]] == [0, 1]
    assert [entry.seat for entry in new[0][:1]] == [1]


def test_decisions_made_together_are_revealed_in_the_order_of_seats() -> None:
    session = begin("qwixx")
    for seat in (2, 0, 1):
        new = play(session, seat, session.game.parse("pass"))
    assert [entry.seat for entry in new[SPECTATOR]][:3] == [0, 1, 2]
    assert [entry.seat for entry in session.history.entries(2)][-3:] == [2, 0, 1]
