"""A sentence sums up who played better and who had more luck."""

from __future__ import annotations

import pytest

from trapezi.coach.review import Review, SeatReview
from trapezi.coach.skill_and_luck import skill_and_luck_sentence

LITTLE, MUCH = 100, 20_000


@pytest.mark.parametrize(
    ("luck", "lost", "expected"),
    [
        ((0, 0), (LITTLE, 0), "coach.verdict.even"),
        ((MUCH, -MUCH), (0, LITTLE), "coach.verdict.luck seat=0 others=1"),
        ((0, LITTLE), (MUCH, 0), "coach.verdict.skill seat=1 others=1"),
        ((MUCH, -MUCH), (0, MUCH), "coach.verdict.both seat=0 others=1"),
        ((MUCH, -MUCH), (MUCH, 0), "coach.verdict.split seat=1 to=0 others=1"),
    ],
)
def test_small_differences_are_not_mentioned(
    monkeypatch: pytest.MonkeyPatch, luck: tuple[int, int], lost: tuple[int, int], expected: str
) -> None:
    seats = [SeatReview(seat, 0, luck[seat], lost[seat], 0, 0, 1) for seat in range(2)]
    monkeypatch.setattr(Review, "seats", seats)
    assert str(skill_and_luck_sentence(Review("qwixx", 2, "win", True, (), (), ()))) == expected


@pytest.mark.parametrize(
    ("luck", "lost", "expected"),
    [
        (0, 0, "well"),
        (300_000, 0, "lucky-well"),
        (-300_000, 100_000, "unlucky-well"),
        (0, 300_000, "lost"),
        (300_000, 300_000, "lucky-lost"),
        (-300_000, 300_000, "unlucky-lost"),
    ],
)
@pytest.mark.parametrize(("game", "players"), [("the_game", 3), ("qwixx", 1)])
def test_a_team_and_a_single_player_are_compared_with_nobody(
    monkeypatch: pytest.MonkeyPatch, game: str, players: int, luck: int, lost: int, expected: str
) -> None:
    seats = [SeatReview(seat, 0, luck, lost // players, 0, 0, 1) for seat in range(players)]
    monkeypatch.setattr(Review, "seats", seats)
    assert str(skill_and_luck_sentence(Review(game, players, "points", True, (), (), ()))) == f"coach.verdict.{expected}"
