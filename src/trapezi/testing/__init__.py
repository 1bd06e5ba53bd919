"""The conformance kit: for our five games and anybody's sixth, for our bots and anybody's own.

>>> import trapezi
>>> from trapezi.testing import check_game
>>> check_game(trapezi.game("qwixx", players=2), games=2).games
2
"""

from __future__ import annotations

from trapezi.testing.bot import BotReport, check_bot
from trapezi.testing.check import Fault, Report, check_game
from trapezi.testing.golden import golden_log, perft

__all__ = ["BotReport", "Fault", "Report", "check_bot", "check_game", "golden_log", "perft"]
