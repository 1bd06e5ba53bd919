"""Browsers that receive whole views and deltas always have the current view."""

from __future__ import annotations

import json
import random
from statistics import mean
from typing import Any

import msgspec
import pytest
from tests.received_messages import describe_moves
from tests.tables.test_game_session import begin, play, random_event

import trapezi
from trapezi import protocol
from trapezi.core.delta import apply_delta, delta
from trapezi.core.special_seats import SPECTATOR
from trapezi.protocol import messages, types
from trapezi.tables.game_session import GameSession
from trapezi.tables.sent_views import SentViews
from trapezi.tables.views import history_entries


def read(text: bytes | None) -> Any:
    assert text is not None
    return json.loads(text)


def as_json(session: GameSession, viewer: int) -> Any:
    return json.loads(json.dumps(session.state.view(viewer)))


@pytest.mark.parametrize("game", trapezi.names())
@pytest.mark.parametrize("seed", range(3))
def test_deltas_give_the_view_after_every_move_signal_and_take_back(game: str, seed: int) -> None:
    rng = random.Random(f"{game} {seed}")
    session, sent = begin(game), SentViews()
    browsers = {viewer: [read(sent.encode_whole_view(session, viewer))] for viewer in session.history.viewers}
    for _ in range(150):
        for viewer, views in browsers.items():
            change = read(sent.encode_delta_if_possible(session, viewer))
            views[:] = [apply_delta(view, change) for view in views]
            if rng.random() < 0.1:  # Another device of the same person connects.
                views[1:] = [read(sent.encode_whole_view(session, viewer))]
            for view in views:
                assert describe_moves(view) == as_json(session, viewer)
        if session.state.over:
            session = begin(game)
            continue
        random_event(session, rng, seed)


def test_a_delta_holds_only_what_has_changed() -> None:
    session, sent = begin("qwixx"), SentViews()
    sent.encode_whole_view(session, 1)
    assert read(sent.encode_delta_if_possible(session, 1)) == {}
    play(session, 0, session.game.parse("pass"))
    assert read(sent.encode_delta_if_possible(session, 1)) == {"deciders": [1, 2]}
    play(session, 2, session.game.parse("pass"))
    sent.encode_delta_if_possible(session, 1)
    play(session, 1, session.game.parse("pass"))
    assert set(read(sent.encode_delta_if_possible(session, 1))) == {"deciders", "moves", "board"}, "no score has changed"
    assert set(read(sent.encode_whole_view(session, 1))) == {*as_json(session, 1), "described"}


def update_sizes(game: str, seed: int) -> list[int]:
    """Return the size of each update that the players of a random game receive."""
    rng = random.Random(f"size {game} {seed}")
    session, sent = begin(game), SentViews()
    sizes: list[int] = []
    for seat in range(3):
        sent.encode_whole_view(session, seat)
    while not session.state.over:
        deciders = session.state.deciders
        seat = rng.choice(sorted(deciders))
        history = play(session, seat, rng.choice(session.state.legal(seat)), seed)
        noticed = session.state.deciders != deciders or any(history[other] for other in history if other != seat)
        for viewer in range(3):
            if viewer == seat or noticed:
                delta = msgspec.Raw(sent.encode_delta_if_possible(session, viewer) or b"")
                view = types.SeatView(viewer, session.versions[viewer], can_take_back=viewer == seat, delta=delta)
                entries = history_entries(history[viewer])
                sizes.append(len(protocol.write(messages.Update(len(sizes), 1, None, [view], entries))))
    return sizes


def test_updates_are_small() -> None:
    """Messages have 500 bytes on average over the five games, and one of four messages is an acknowledgement of 22 bytes."""
    means = {game: mean(size for seed in range(2) for size in update_sizes(game, seed)) for game in trapezi.names()}
    assert mean(means.values()) < 620, means


def test_what_all_seats_see_is_encoded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    session, sent = begin("qwixx"), SentViews()
    viewers = (SPECTATOR, 0, 1, 2)
    for viewer in viewers:
        sent.encode_whole_view(session, viewer)
    for seat in range(3):
        play(session, seat, session.game.parse("pass"))
    compared: list[Any] = []

    def counting_delta(before: Any, after: Any) -> Any:
        compared.append(after)
        return delta(before, after)

    monkeypatch.setattr("trapezi.tables.sent_views.delta", counting_delta)
    for viewer in viewers:
        assert read(sent.encode_delta_if_possible(session, viewer))["board"]["phase"] == "colour"
    assert compared.count(session.public_part()["board"]) == 1


def test_a_move_is_described_once_to_each_seat() -> None:
    session, sent = begin("the_game"), SentViews()
    whole = read(sent.encode_whole_view(session, 0))
    assert {"text", "description"} <= set(whole["described"][str(whole["optional"][0])])
    described = set(whole["described"])
    for _ in range(6):
        seat = min(session.state.deciders)
        play(session, seat, session.state.legal(seat)[0])
        new = set(read(sent.encode_delta_if_possible(session, 0)).get("described", ()))
        assert not new & described
        described |= new


def test_a_seat_without_a_view_or_with_another_game_gets_no_delta() -> None:
    session, sent = begin("qwixx"), SentViews()
    assert sent.encode_delta_if_possible(session, 0) is None
    sent.encode_whole_view(session, 0)
    assert sent.encode_delta_if_possible(begin("qwixx"), 0) is not None, "the next game begins like the last"
    assert sent.encode_delta_if_possible(begin("qwixx", first=1), 0) is not None
    assert sent.encode_delta_if_possible(begin("qwixx", players=2), 0) is None
    assert sent.encode_delta_if_possible(begin("sideboards"), 0) is None


def test_moves_that_the_next_game_describes_otherwise_are_described_again() -> None:
    session, sent = begin("qwixx", sheet="standard"), SentViews()
    view = read(sent.encode_whole_view(session, 0))
    other = begin("qwixx", sheet="mixed-numbers")
    view = apply_delta(view, read(sent.encode_delta_if_possible(other, 0)))
    assert describe_moves(view) == as_json(other, 0)


def test_a_game_that_was_ended_early_shows_no_moves() -> None:
    session, sent = begin("qwixx"), SentViews()
    assert read(sent.encode_whole_view(session, 0))["moves"]
    session.stop_offering_moves()
    assert read(sent.encode_delta_if_possible(session, 0))["moves"] == []


def test_private_keys_replace_public_ones_of_the_same_name(monkeypatch: pytest.MonkeyPatch) -> None:
    session, sent = begin("sideboards"), SentViews()
    kind = type(session.state)
    board = {"hand": "hidden"}
    monkeypatch.setattr(GameSession, "public_part", lambda self: {**self.state.common_view_fields(), "board": dict(board)})
    view = read(sent.encode_whole_view(session, 0))
    assert view["board"]["hand"] == json.loads(json.dumps(kind.private_part_of_board(session.state, 0)["hand"]))
    board["hand"] = "still hidden"
    assert apply_delta(view, read(sent.encode_delta_if_possible(session, 0)))["board"] == view["board"]
