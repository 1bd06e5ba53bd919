"""Functions for the rulebook tests of The Game, which deal cards by hand."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

import trapezi
from trapezi.core.errors import IllegalMove
from trapezi.core.match import Match

QUIET = [c for c in (*range(46, 56), *range(57, 64), 43, 41, 40) if c not in (55, 56, 59, 62)]  # cards without commands and fire


def begin(*hands: list[int], **options: Any) -> Match:
    """Return a match with these cards dealt to the seats. By default, the first seat begins.

    Each hand is filled up with cards without commands.
    """
    options = {"first": 0, **options}
    match = trapezi.game("the_game", players=len(hands), **options).match(by_hand=True)
    full = {1: 8, 2: 7}.get(len(hands), 6)
    given = {card for hand in hands for card in hand}
    quiet = iter([card for card in QUIET if card not in given])
    dealt = [[*hand, *islice(quiet, full - len(hand))] for hand in hands]
    for k in range(full * len(hands)):
        seat = (k if options["first"] == "agreed" else options["first"] + k) % len(hands)
        match.play(trapezi.NATURE, f"draw {dealt[seat].pop(0)}")
    return match


def do(match: Match, *texts: str) -> Match:
    """Play each move for the seat that is on turn."""
    for text in texts:
        (seat,) = match.state.deciders
        match.play(seat, text)
    return match


def alone(plan: list[str], left_over: list[int] | None = None, stop_before: int = 0, **options: Any) -> Match:
    """Return a solo game in which the moves of a plan, except for the last `stop_before` moves, have been played.

    Each turn lays two cards, or three if an odd number of moves is left.
    """
    match = trapezi.game("the_game", players=1, **options).match(by_hand=True)
    order = [int(text.split()[0]) for text in plan] + (left_over or [])
    while not match.state.over and (len(plan) > stop_before or not stop_before):
        if match.state.deciders == {trapezi.NATURE}:
            match.play(trapezi.NATURE, f"draw {order.pop(0)}")
        elif "end" in offered(match) and len(plan) % 2 == 0:
            match.play(0, "end")
        else:
            match.play(0, plan[0])
            plan = plan[1:]
    return match


def offered(match: Match) -> list[str]:
    (seat,) = match.state.deciders
    return [match.game.text(move) for move in match.state.legal(seat)]


def seen(match: Match, seat: int = 0) -> dict[str, Any]:
    return match.state.view(seat)["board"]


def rejected(match: Match, text: str, seat: int | None = None) -> str:
    """Return why a seat (by default the seat on turn) may not make this move."""
    if seat is None:
        (seat,) = match.state.deciders
    before = match.state.data()
    with pytest.raises(IllegalMove) as error:
        match.play(seat, text)
    assert match.state.data() == before
    return str(error.value.reason)


def lost(match: Match) -> str:
    """Return why the game is lost."""
    result = match.state.result
    assert result is not None
    assert result.won is False
    assert result.reason is not None
    return result.reason.key


def losing(match: Match, text: str) -> bool:
    """Return whether a legal placement is previewed as losing."""
    (seat,) = match.state.deciders
    assert text in offered(match)
    return match.state.preview(seat, match.game.parse(text))["losing"]


def last_cards(*last: str, **options: Any) -> Match:
    """Return a solo game at the start of a turn, with an empty draw pile and these cards in hand."""
    kept = [int(text.split()[0]) for text in last]
    match = alone([*(f"{c} up 1" for c in range(2, 100) if c not in kept), *last], stop_before=len(last), **options)
    return do(match, "end")
