"""Choose the sentence that says who played better and who had more luck in a game that was reviewed."""

from __future__ import annotations

from trapezi.coach.review import Review
from trapezi.coach.value_units import FIXED_POINT_ONE, POINTS, WIN, FixedPoint
from trapezi.core.errors import Reason
from trapezi.games import find

NOTICEABLE = {WIN: FIXED_POINT_ONE // 20, POINTS: FIXED_POINT_ONE}  # Smaller differences between players are not mentioned.
# In a game without opponents, less luck than this counts as average, and a player who lost less than this has played well.
MUCH = {WIN: FIXED_POINT_ONE // 10, POINTS: 3 * FIXED_POINT_ONE}


def skill_and_luck_sentence(review: Review) -> Reason:
    """Return the sentence for a review. In a game with opponents, it says whose decisions cost least and who had most luck."""
    seats = review.seats
    if find(review.game).cooperative or review.players == 1:
        return sentence_without_opponents(seats[0].luck, sum(seat.lost for seat in seats), MUCH[review.unit])
    noticeable, others = NOTICEABLE[review.unit], review.players - 1
    by_skill = sorted(seats, key=lambda seat: seat.lost)
    by_luck = sorted(seats, key=lambda seat: -seat.luck)
    better, luckier = by_skill[0].seat, by_luck[0].seat
    equal_skill = by_skill[1].lost - by_skill[0].lost < noticeable
    equal_luck = by_luck[0].luck - by_luck[1].luck < noticeable
    if equal_skill and equal_luck:
        return Reason("coach.verdict.even")
    if equal_skill:
        return Reason("coach.verdict.luck", {"seat": luckier, "others": others})
    if equal_luck:
        return Reason("coach.verdict.skill", {"seat": better, "others": others})
    if better == luckier:
        return Reason("coach.verdict.both", {"seat": better, "others": others})
    return Reason("coach.verdict.split", {"seat": better, "to": luckier, "others": others})


def sentence_without_opponents(luck: FixedPoint, lost: FixedPoint, much: FixedPoint) -> Reason:
    """Return the sentence for a team or a single player: how good the luck was, and whether much more was possible."""
    fortune = "lucky-" if luck >= much else "unlucky-" if luck <= -much else ""
    return Reason(f"coach.verdict.{fortune}{'well' if lost < much else 'lost'}")
