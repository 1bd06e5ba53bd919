"""`trapezi replay FILE`: show the events of a log, the final board and the scores, or with `--step` each position."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from trapezi.cli.arguments import Lang, LogFile, error_context, integer_parser
from trapezi.cli.errors import UsageError
from trapezi.core.match import Match
from trapezi.core.seats import SPECTATOR
from trapezi.i18n import Catalogue, catalogue_for

Step = Annotated[bool, typer.Option("--step", show_default=False)]
Player = Annotated[int | None, typer.Option(parser=integer_parser("--player", 1, 64), metavar="N", show_default=False)]


def replay(file: LogFile, step: Step = False, player: Player = None, lang: Lang = None) -> None:
    import trapezi

    catalogue = catalogue_for(lang)
    match = trapezi.replay(file)
    viewer = SPECTATOR if player is None else player - 1
    if viewer >= match.game.players:
        with error_context("--player"):
            raise UsageError("cli.usage.out-of-range", value=player, least=1, most=match.game.players)
    shown = Replay(match, viewer, catalogue)
    if step:
        shown.show_steps()
    else:
        shown.show_all()


def all_event_lines(match: Match, viewer: int, catalogue: Catalogue) -> list[str]:
    """Return a line per event with what the viewer may know. A pending decision of another seat only shows that it was made."""
    from trapezi.cli.render import event_line

    state, lines = match.game.start(), []
    revealed = len(match.events) - match.pending_count
    for n, (seat, move) in enumerate(match.events):
        if n < revealed or seat == viewer:
            lines.append(event_line(seat, state.redact(viewer, seat, move), match.game.name, catalogue))
        else:
            lines.append(catalogue.translate("cli.play.decided", seat=seat))
        state.play(seat, move)
    return lines


class Replay:
    """A log as a player or a spectator sees it."""

    def __init__(self, match: Match, viewer: int, catalogue: Catalogue) -> None:
        from trapezi.cli.terminal import Terminal

        self.match = match
        self.viewer = viewer
        self.catalogue = catalogue
        self.lines = all_event_lines(match, viewer, catalogue)
        self.terminal = Terminal()

    def heading(self) -> list[Any]:
        from rich.text import Text

        game = self.match.game
        options = "  ".join(f"{name}={option_text(value)}" for name, value in game.options.data().items())
        seed = self.catalogue.translate(
            "cli.replay.no-seed" if self.match.seed is None else "cli.replay.seed", seed=self.match.seed
        )
        return [Text(self.catalogue.game_title(game.name), "bold"), Text(f"{options}  {seed}", "dim")]

    def show_all(self) -> None:
        """Show all events, the final board and the scores."""
        from rich.text import Text

        self.terminal.show(*self.heading(), "")
        for n, line in enumerate(self.lines, 1):
            self.terminal.show(Text(f"{n:4}  {line}"))
        self.terminal.show("", *self.board_after(len(self.lines)))

    def board_after(self, n: int) -> list[Any]:
        """Return the board after n events; after the last event, also the scores and the result."""
        from rich.text import Text

        from trapezi.cli import render
        from trapezi.cli.board import draw_board

        view = self.match.state_at(n).view(self.viewer)
        board = [draw_board(view, self.catalogue), ""]
        if view["over"]:
            return [*board, render.all_scores(view, self.catalogue), render.result_text(view, self.catalogue)]
        if n == len(self.lines):
            return [*board, render.all_scores(view, self.catalogue), Text(self.catalogue.translate("cli.replay.unfinished"))]
        return board

    def show_steps(self) -> None:
        """Step through the log with the arrow keys; without a terminal, show one step after the other."""
        with self.terminal.single_keys():
            self.step_by_keys()

    def step_by_keys(self) -> None:
        from rich.text import Text

        n, last = 0, len(self.lines)
        while True:
            self.terminal.clear()
            line = self.lines[n - 1] if n else self.catalogue.translate("cli.replay.start")
            self.terminal.show(*self.heading(), Text(f"{n}/{last}  {line}", "bold"), "", *self.board_after(n))
            if not self.terminal.live:
                if n == last:
                    return
                n += 1
                continue
            self.terminal.show(Text(self.catalogue.translate("cli.replay.keys"), "dim"))
            match self.terminal.read_key():
                case "right" | "enter" | "n":
                    n = min(n + 1, last)
                case "left" | "p":
                    n = max(n - 1, 0)
                case "home":
                    n = 0
                case "end":
                    n = last
                case "q" | ";" | ":":
                    return


def option_text(value: Any) -> str:
    """Return the value of an option as text; a custom deck is shown by its name."""
    if isinstance(value, dict):
        return str(value.get("name", "…"))
    return str(value).lower() if isinstance(value, bool) else str(value)
