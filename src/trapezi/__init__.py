"""Trapezi: one table for five family games, with exact rules in plain Python, compiled if a C compiler is installed.

>>> import trapezi
>>> match = trapezi.game("qwixx", players=3).match(seed=7)
>>> sorted(match.state.deciders)
[0, 1, 2]
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from trapezi._compiled_or_pure import execution_mode, ignore_compiled_modules_if_asked

ignore_compiled_modules_if_asked()

from trapezi.core import log as _log  # noqa: E402
from trapezi.core.errors import TrapeziError  # noqa: E402
from trapezi.core.game import Game  # noqa: E402
from trapezi.core.match import Match  # noqa: E402
from trapezi.core.random import Stream  # noqa: E402
from trapezi.core.special_seats import NATURE, SPECTATOR  # noqa: E402
from trapezi.core.state import State  # noqa: E402
from trapezi.games import find, names  # noqa: E402

__version__ = "0.1.0"


def _explain(error: TrapeziError) -> str:
    """Return the English message of an error. This loads the catalogues, so it is not called before an error is shown."""
    from trapezi.i18n import catalogue_for

    return catalogue_for("en").explain(error)


TrapeziError.explain = staticmethod(_explain)


def game(name: str, /, **options: Any) -> Game[Any]:
    """Return the game of this name with these options. Raise `BadOption` if the game does not accept one of them.

    >>> game("qwixx", players=9)
    Traceback (most recent call last):
    trapezi.core.errors.BadOption: Qwixx is for 1 to 5 players, not 9. [common.option.players]
    """
    return find(name).with_options(**options)


def replay(log: Path | str | Iterable[str]) -> Match:
    """Return the match that a log (a file, its text or its lines) describes. Raise `BadLog` with the number of a faulty line.

    >>> from trapezi.core.log import log_lines
    >>> match = game("qwixx", players=2).match(seed=7)
    >>> replay(log_lines(match)).state == match.state
    True
    """
    return _log.replay(log, find)


__all__ = ["NATURE", "SPECTATOR", "Game", "Match", "State", "Stream", "TrapeziError", "execution_mode", "game", "names", "replay"]
