"""Code that replaces the hints of a server by fixed ones: the last legal move is the best move, for two reasons."""

from __future__ import annotations

# A player called Even gets a hint without a difference, a player called Busy an error, and a player called Slow no answer.
PREPARED_HINTS = """
import asyncio
from trapezi.coach import observe
from trapezi.coach.judgement import Judgement, MoveValue
from trapezi.coach.value_units import FIXED_POINT_ONE
from trapezi.core.errors import Reason
from trapezi.tables.errors import Rejected

async def judge(self, request, owner):
    name = self.table.people[request.person].name
    if name == "Busy":
        raise Rejected("table.busy")
    if name == "Slow":
        await asyncio.Event().wait()
    cost = 0 if name == "Even" else FIXED_POINT_ONE // 10
    observation = observe(request.session.match, request.seat)
    *others, best = observation.legal
    moves = [MoveValue(best, "", FIXED_POINT_ONE // 2, 0.01, 9.0, 0.5, 0, 0.0, 100)]
    moves += [MoveValue(each, "", FIXED_POINT_ONE // 2 - cost, 0.01, 8.0, 0.4, cost, 0.01, 100) for each in others]
    reasons = (Reason("coach.reason.win", {"percent": 50, "less": 40}), Reason("coach.reason.points", {"points": 1}))
    return Judgement("win", request.seat, tuple(moves), False, reasons)

hints.Hints._judge = judge
"""
