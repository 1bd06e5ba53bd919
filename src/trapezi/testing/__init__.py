"""The conformance kit: functions that check any game, bot or game package, also those of other authors.

>>> import trapezi
>>> from trapezi.testing import check_game
>>> check_game(trapezi.game("qwixx", players=2), games=2).games
2
"""

from __future__ import annotations

from trapezi.testing.bot_check import BotReport, check_bot
from trapezi.testing.checked_match import Report
from trapezi.testing.fault import Fault
from trapezi.testing.game_check import check_game
from trapezi.testing.golden import golden_log, perft
from trapezi.testing.package_check import check_package

__all__ = ["BotReport", "Fault", "Report", "check_bot", "check_game", "check_package", "golden_log", "perft"]
