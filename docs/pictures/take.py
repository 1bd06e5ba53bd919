"""Draw the pictures of games in the terminal: `python docs/pictures/take.py` writes one SVG for each game."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console

import trapezi
from trapezi.cli.board import draw_board
from trapezi.cli.terminal_texts import numbered_moves, question_or_waiting_text
from trapezi.i18n import catalogue_for

HERE = Path(__file__).parent
PLAIN = re.sub(
    r"@font-face \{\{.*?\}\}", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL
)  # The pictures must not load a font from another server.
PLAIN = re.sub(r"<!--.*?-->", "", PLAIN)
SCENES = {  # For each game: the number of players, the seed, and how many decisions precede the picture.
    "qwixx": (3, 11, 44),
    "qwixx_cards": (3, 5, 44),
    "the_game": (3, 4, 30),
    "silver_gold": (2, 8, 40),
    "sideboards": (2, 6, 10),
}


def first_impression(state: trapezi.State, seat: int, move: int) -> tuple[int, ...]:
    """Return a sort key for moves, which is higher for moves that look better."""
    preview = state.preview(seat, move)
    return not preview.get("losing"), not preview.get("short"), -preview.get("distance", 4), preview["points"]


def draw(name: str, lang: str = "en") -> None:
    """Play with simple moves up to the scene of a game. Then draw the game as the first seat sees it, as an SVG."""
    players, seed, decisions = SCENES[name]
    match = trapezi.game(name, players=players).match(seed=seed)
    while decisions > 0 or 0 not in match.state.deciders:
        seat = max(match.state.deciders)
        match.play(seat, max(match.state.legal(seat), key=partial(first_impression, match.state, seat)))
        decisions -= 1
    catalogue = catalogue_for(lang).at(["You", "Daphne", "Orestes"])
    view = match.state.view(0)
    console = Console(record=True, width=96, file=open("/dev/null", "w"), force_terminal=True)  # noqa: SIM115
    console.print(draw_board(view, catalogue))
    console.print()
    console.print(question_or_waiting_text(view, catalogue))
    console.print(numbered_moves(view, catalogue, indexes=range(min(12, len(view["moves"])))))
    console.save_svg(str(HERE / f"{name}.svg"), title=catalogue.translate(f"{name}.title"), code_format=PLAIN, unique_id=name)


if __name__ == "__main__":
    for game in SCENES:
        draw(game)
        print(f"{game}.svg")
