"""The conformance kit: for our five games and for anybody's sixth.

>>> import trapezi
>>> from trapezi.testing import check_game
>>> check_game(trapezi.game("qwixx", players=2), games=2).games
2
"""

from __future__ import annotations

from trapezi.testing.check import Fault, Report, check_game
from trapezi.testing.golden import golden_log, perft

__all__ = ["Fault", "Report", "check_game", "golden_log", "perft"]
