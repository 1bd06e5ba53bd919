"""Takes the pictures of the terminal games: `python docs/pictures/take.py` writes an SVG per game beside this file."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console

import trapezi
from trapezi.cli.board import draw_board
from trapezi.cli.render import asked, moves
from trapezi.i18n import catalogue_for

HERE = Path(__file__).parent
PLAIN = re.sub(r"@font-face \{\{.*?\}\}", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)  # no font from elsewhere
PLAIN = re.sub(r"<!--.*?-->", "", PLAIN)
SCENES = {  # players, seed, decisions made before the picture
    "qwixx": (3, 11, 44),
    "qwixx_cards": (3, 5, 44),
    "the_game": (3, 4, 30),
    "silver_gold": (2, 8, 40),
    "sideboards": (2, 6, 10),
}


def promise(state: trapezi.State, seat: int, move: int) -> tuple[int, ...]:
    """How good a move looks at first sight."""
    seen = state.preview(seat, move)
    return not seen.get("losing"), not seen.get("short"), -seen.get("distance", 4), seen["points"]


def scene(name: str, lang: str = "en") -> None:
    """Simple play up to the moment, then the table as the first seat sees it."""
    players, seed, decisions = SCENES[name]
    match = trapezi.game(name, players=players).match(seed=seed)
    while decisions > 0 or 0 not in match.state.deciders:
        seat = max(match.state.deciders)
        match.play(seat, max(match.state.legal(seat), key=partial(promise, match.state, seat)))
        decisions -= 1
    words = catalogue_for(lang).at(["You", "Daphne", "Orestes"])
    view = match.state.view(0)
    console = Console(record=True, width=96, file=open("/dev/null", "w"), force_terminal=True)  # noqa: SIM115
    console.print(draw_board(view, words))
    console.print()
    console.print(asked(view, words))
    console.print(moves(view, words, only=range(min(12, len(view["moves"])))))
    console.save_svg(str(HERE / f"{name}.svg"), title=words.translate(f"game.{name}"), code_format=PLAIN, unique_id=name)


if __name__ == "__main__":
    for game in SCENES:
        scene(game)
        print(f"{game}.svg")
