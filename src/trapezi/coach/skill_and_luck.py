"""Compose the sentence that says who played better and who had more luck."""

from __future__ import annotations

from trapezi.coach.review import Review
from trapezi.coach.values import FIXED_POINT_ONE
from trapezi.core.errors import Reason
from trapezi.games import find

NOTICEABLE = {"win": FIXED_POINT_ONE // 20, "points": FIXED_POINT_ONE}  # the smallest differences that are mentioned


def skill_and_luck_sentence(review: Review) -> Reason | None:
    """Return the sentence about who played best and who had most luck, or None for one player and for a team."""
    if review.players == 1 or find(review.game).cooperative:
        return None
    seats, noticeable = review.seats, NOTICEABLE[review.unit]
    by_skill = sorted(seats, key=lambda seat: seat.lost)
    by_luck = sorted(seats, key=lambda seat: -seat.luck)
    better, luckier = by_skill[0].seat, by_luck[0].seat
    equal_skill = by_skill[1].lost - by_skill[0].lost < noticeable
    equal_luck = by_luck[0].luck - by_luck[1].luck < noticeable
    if equal_skill and equal_luck:
        return Reason("coach.verdict.even")
    if equal_skill:
        return Reason("coach.verdict.luck", {"seat": luckier})
    if equal_luck:
        return Reason("coach.verdict.skill", {"seat": better})
    if better == luckier:
        return Reason("coach.verdict.both", {"seat": better})
    return Reason("coach.verdict.split", {"seat": better, "to": luckier})
