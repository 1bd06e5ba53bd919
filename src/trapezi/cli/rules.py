"""`trapezi rules GAME`: show the rules of a game."""

from __future__ import annotations

import os
import re
import sys

from trapezi.cli.arguments import GameName, Lang
from trapezi.cli.errors import UsageError
from trapezi.games import find
from trapezi.i18n import catalogue_for

PICTURE = re.compile(r"^!\[.*\n+", re.MULTILINE)  # A picture of the board, which only the browser shows.


def rules(game: GameName, lang: Lang = None) -> None:
    from rich.markdown import Markdown

    from trapezi.cli.printing import console

    catalogue = catalogue_for(lang)
    name = find(game).name
    page = catalogue.rules_page(name)
    if page is None:
        raise UsageError("common.game.no-rules", game=name)
    page = PICTURE.sub("", page)
    screen = console()
    if screen.is_terminal and sys.stdin.isatty():
        os.environ.setdefault("LESS", "-R")  # This lets the pager show colours.
        with screen.pager(styles=True):
            screen.print(Markdown(page))
    else:
        screen.print(Markdown(page))
