"""The coach says what every move was worth, and what was skill and what was luck.

>>> import trapezi
>>> from trapezi.bots import Budget, Observation
>>> state = trapezi.game("sideboards", players=2).match(seed=7).state
>>> judgement = judge(Observation(state, 0, trapezi.Stream(1)), Budget(simulations=400))
>>> sorted(move.move for move in judgement.moves) == state.legal(0)
True

`judge` compares the legal moves of one position, `review` goes through a whole game. A game can help with a subclass of
`game_coach.GameCoach`, which its package names as `coach`; all other games are judged by simulated games alone.
"""

from trapezi.coach.judgement import Judgement, MoveValue, judge
from trapezi.coach.match_observation import observe
from trapezi.coach.review import Review, Reviewer, review

__all__ = ["Judgement", "MoveValue", "Review", "Reviewer", "judge", "observe", "review"]
