"""`trapezi replay FILE`: show the events of a log, the final board and the scores, or with `--step` each position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import typer

from trapezi.cli.arguments import Lang, LogFile, errors_about, integer_parser
from trapezi.cli.errors import UsageError
from trapezi.core.history import PlayedBy
from trapezi.core.log import read_log_file
from trapezi.core.match import Match
from trapezi.core.special_seats import SPECTATOR
from trapezi.i18n import Catalogue, catalogue_for

Step = Annotated[bool, typer.Option("--step", show_default=False)]
Player = Annotated[int | None, typer.Option(parser=integer_parser("--player", 1, 64), metavar="N", show_default=False)]


def replay(file: LogFile, step: Step = False, player: Player = None, lang: Lang = None) -> None:
    import trapezi
    from trapezi.tables.moves_by_bot_or_clock import moves_by_bot_or_clock_in_log

    catalogue = catalogue_for(lang)
    log = read_log_file(file)
    match = trapezi.replay(log)
    viewer = SPECTATOR if player is None else player - 1
    if viewer >= match.game.players:
        with errors_about("--player"):
            raise UsageError("cli.usage.out-of-range", value=player, least=1, most=match.game.players)
    shown = Replay(match, viewer, catalogue, moves_by_bot_or_clock_in_log(log))
    if step:
        shown.step_through()
    else:
        shown.show_events_and_scores()


def all_event_lines(match: Match, viewer: int, catalogue: Catalogue, played_by: Mapping[int, PlayedBy]) -> list[str]:
    """Return a line for each event. If a decision of another seat is still hidden, the line says only that it has decided.

    `played_by` maps the number of an event to who made the move in place of the player: a bot or the clock.
    """
    from trapezi.cli.terminal_texts import event_line

    state, lines = match.game.start(), []
    revealed = len(match.events) - match.pending_decision_count
    for n, (seat, move) in enumerate(match.events):
        if n < revealed or seat == viewer:
            lines.append(event_line(seat, state.redact(viewer, seat, move), match.game.name, catalogue, played_by.get(n + 1)))
        else:
            lines.append(catalogue.translate("cli.play.decided", seat=seat))
        state.play(seat, move)
    return lines


class Replay:
    """Shows the log of a match as a player or a spectator sees it."""

    def __init__(self, match: Match, viewer: int, catalogue: Catalogue, played_by: Mapping[int, PlayedBy]) -> None:
        from trapezi.cli.terminal import Terminal

        self.match = match
        self.viewer = viewer
        self.catalogue = catalogue
        self.lines = all_event_lines(match, viewer, catalogue, played_by)
        self.terminal = Terminal()

    def heading_lines(self) -> list[Any]:
        from rich.text import Text

        game = self.match.game
        options = "  ".join(f"{name}={option_value_text(value)}" for name, value in game.options.data().items())
        seed = self.catalogue.translate(
            "cli.replay.no-seed" if self.match.seed is None else "cli.replay.seed", seed=self.match.seed
        )
        return [Text(self.catalogue.game_title(game.name), "bold"), Text(f"{options}  {seed}", "dim")]

    def show_events_and_scores(self) -> None:
        """Show all events, the final board and the scores."""
        from rich.text import Text

        self.terminal.show(*self.heading_lines(), "")
        for n, line in enumerate(self.lines, 1):
            self.terminal.show(Text(f"{n:4}  {line}"))
        self.terminal.show("", *self.board_and_scores_after(len(self.lines)))

    def board_and_scores_after(self, event_count: int) -> list[Any]:
        """Return the board after this many events. After the last event, also return the scores and the result."""
        from rich.text import Text

        from trapezi.cli import terminal_texts
        from trapezi.cli.board import draw_board

        view = self.match.state_after(event_count).view(self.viewer)
        board = [draw_board(view, self.catalogue), ""]
        if view["over"]:
            return [
                *board,
                terminal_texts.all_score_sheets(view, self.catalogue),
                terminal_texts.result_text(view, self.catalogue),
            ]
        if event_count == len(self.lines):
            return [
                *board,
                terminal_texts.all_score_sheets(view, self.catalogue),
                Text(self.catalogue.translate("cli.replay.unfinished")),
            ]
        return board

    def step_through(self) -> None:
        """Let the user step through the log with the arrow keys. If there is no terminal, print all positions."""
        from rich.text import Text

        n, last = 0, len(self.lines)
        with self.terminal.single_key_mode():
            while True:
                self.terminal.clear()
                line = self.lines[n - 1] if n else self.catalogue.translate("cli.replay.start")
                self.terminal.show(
                    *self.heading_lines(), Text(f"{n}/{last}  {line}", "bold"), "", *self.board_and_scores_after(n)
                )
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


def option_value_text(value: Any) -> str:
    """Return the value of an option as text. For the content of a deck file, return the name of the deck."""
    if isinstance(value, dict):
        return str(value.get("name", "…"))
    return str(value).lower() if isinstance(value, bool) else str(value)
