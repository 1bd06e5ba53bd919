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

from trapezi import _form

_form.install()

from trapezi.core import log as _log  # noqa: E402
from trapezi.core.errors import TrapeziError  # noqa: E402
from trapezi.core.game import Game  # noqa: E402
from trapezi.core.match import Match  # noqa: E402
from trapezi.core.random import Stream  # noqa: E402
from trapezi.core.seats import NATURE, SPECTATOR  # noqa: E402
from trapezi.core.state import State  # noqa: E402
from trapezi.games import find, names  # noqa: E402

__version__ = "0.1.0"

form = _form.form


def game(name: str, /, **options: Any) -> Game[Any]:
    """Return a game with its options; an unknown or bad option raises an error that says what would be right.

    >>> game("qwixx", players=9)
    Traceback (most recent call last):
    trapezi.core.errors.BadOption: option.players game=qwixx value=9 least=1 most=5
    """
    return find(name).with_options(**options)


def replay(log: Path | str | Iterable[str]) -> Match:
    """Return the match that a log describes (a file, its text or its lines); `BadLog` names the faulty line.

    >>> from trapezi.core.log import written
    >>> match = game("qwixx", players=2).match(seed=7)
    >>> replay(written(match)).state == match.state
    True
    """
    return _log.replay(log, find)


__all__ = [
    "NATURE",
    "SPECTATOR",
    "Game",
    "Match",
    "State",
    "Stream",
    "TrapeziError",
    "form",
    "game",
    "names",
    "replay",
]
