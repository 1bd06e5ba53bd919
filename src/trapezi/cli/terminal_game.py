"""Play a match in one terminal: people take turns at the keyboard, and bots have the other seats.

A move that can be taken back is played at once. A move after which dice are rolled or secrets are revealed is played only when
the player has confirmed it with Enter.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from rich.rule import Rule
from rich.text import Text

from trapezi.cli import terminal_texts
from trapezi.cli.board import draw_board, find_terminal_function
from trapezi.cli.move_reader import MoveReader
from trapezi.cli.terminal import EndOfInput, Terminal
from trapezi.core.errors import CannotTakeBack
from trapezi.core.log import save_log
from trapezi.core.match import Match
from trapezi.core.special_seats import NATURE, SPECTATOR
from trapezi.core.state import State
from trapezi.i18n import Catalogue
from trapezi.lab.lineup import Lineup, bot_streams

GREEK_KEYS = {
    "θ": "u",
    "σ": "s",
    "λ": "l",
    ";": "?",
    ":": "q",
}  # The keys of a Greek keyboard and the commands that they stand for.
PLACEHOLDER_BOT = "chance"  # A `Lineup` needs a bot for every seat; the seats of people get this bot, which never plays.
MAX_REASONS = 3  # Show at most this number of reasons at once.
MIN_MOVE_LINES = 3  # The list of moves gets at least this number of lines, even below a high board.


class GameLeft(Exception):
    """The user has quit before the end of the game."""


class TerminalGame:
    """Plays a match in the terminal."""

    def __init__(self, match: Match, people: int, bots: Sequence[str], catalogue: Catalogue, terminal: Terminal) -> None:
        self.match = match
        self.people = range(people)
        self.catalogue = catalogue
        self.terminal = terminal
        self.lineup = Lineup([PLACEHOLDER_BOT] * people + list(bots), match.game.name)
        self.bots = self.lineup.bots_for_new_game()
        self.streams = bot_streams(match.game.players, match.seed or 0)
        self.at_keyboard: int | None = None if people > 1 else 0
        # shown[seat] is the number of the first history entry that was not shown to this seat yet. Spectators use shown[0].
        self.shown = [0] * match.game.players
        self.notice: list[Any] = []  # What to show below the board the next time the board is shown.
        self.reader = MoveReader(match.game, catalogue)

    @property
    def game_name(self) -> str:
        return self.match.game.name

    # -- playing the match ---------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Play until the game is over or the user quits, then offer to save the log."""
        try:
            while not self.match.state.over:
                for seat, signal in self.lineup.ask_for_signals(self.bots, self.match.state, self.streams):
                    self.match.play(seat, signal)
                waiting = [seat for seat in sorted(self.match.state.deciders) if seat in self.people]
                if waiting:
                    self.ask_for_decision(waiting[0])
                else:
                    self.play_waiting_bots_once()
                    if not self.people:
                        self.show_to_spectator_and_wait()
            self.show_result()
        except (GameLeft, EndOfInput):
            self.terminal.show(Text(self.catalogue.translate("cli.play.left")))
        except KeyboardInterrupt:
            if not self.terminal.live:
                raise
            self.terminal.show("", Text(self.catalogue.translate("cli.play.left")))
        self.offer_to_save_log()

    def play_waiting_bots_once(self) -> None:
        """Play the decisions of all bots that must decide.

        This is called after all people have decided, so that people can take back their decisions until then.
        """
        for seat in sorted(self.match.state.deciders):
            self.match.play(seat, self.lineup.ask_for_decision(self.bots, self.match.state, seat, self.streams[seat]))

    def show_to_spectator_and_wait(self) -> None:
        """Show the board of a game without people, and wait for Enter."""
        view = self.match.state.view(SPECTATOR)
        self.terminal.clear()
        lines = self.new_event_lines(SPECTATOR, self.shown[0])
        self.shown[0] = len(self.match.history(SPECTATOR, full=True))
        self.terminal.show(self.title_rule(), terminal_texts.latest_events_text(lines), draw_board(view, self.catalogue))
        if not view["over"] and self.terminal.live and self.normalize_command(self.ask_with_message("cli.play.watch")) == "q":
            raise GameLeft

    # -- the decision of a person --------------------------------------------------------------------------------------

    def ask_for_decision(self, seat: int) -> None:
        """Ask the person at this seat for input until the person has made a decision or taken one back."""
        if self.at_keyboard != seat and not self.hand_over_or_take_back(seat):
            return
        known, recorded = len(self.match.history(seat, full=True)), len(self.match.record)
        while len(self.match.record) == recorded:
            view = self.view_with_sorted_moves(seat)
            self.show_turn(view)
            self.handle_input(view, self.terminal.ask("> "))
        self.shown[seat] = known

    def view_with_sorted_moves(self, seat: int) -> dict[str, Any]:
        """Return the view of a seat, with its moves sorted by the `move_sort_key` of the game."""
        view = self.match.state.view(seat)
        order = find_terminal_function(self.game_name, "move_sort_key")
        return {**view, "moves": sorted(view["moves"], key=order)} if order else view

    def handle_input(self, view: dict[str, Any], line: str) -> None:
        """Execute a command or play the move that was typed."""
        seat = view["seat"]
        match self.normalize_command(line):
            case "":
                if len(view["moves"]) == 1:
                    self.match.play(seat, view["moves"][0]["move"])
                else:
                    self.notice = [Text(self.catalogue.translate("cli.play.no-answer"), "yellow")]
            case "q":
                raise GameLeft
            case "?":
                self.show_page([Text(self.catalogue.translate(f"cli.play.help.{n}")) for n in range(1, 7)])
            case "s":
                self.show_page([self.fitting_score_sheets(view)])
            case "l":
                lines = terminal_texts.event_lines(self.match.history(seat), self.game_name, self.catalogue)
                if self.terminal.live:
                    lines = terminal_texts.last_fitting_lines(lines, self.terminal.screen.height - 4, self.terminal.screen.width)
                self.show_page([Text(line) for line in lines])
            case "u":
                self.take_back_or_explain(seat)
            case question if question.startswith("?"):
                self.explain_whether_legal(view, question[1:].strip())
            case text:
                self.play_or_explain(view, text)

    def fitting_score_sheets(self, view: dict[str, Any]) -> Any:
        """Return the score sheets of all players or, if they do not fit on the screen, the viewer's sheet and others' totals."""
        sheets = terminal_texts.all_score_sheets(view, self.catalogue)
        if not self.terminal.live or self.terminal.rows_needed(sheets) + 3 <= self.terminal.screen.height:
            return sheets
        return terminal_texts.own_sheet_and_other_totals(view, self.catalogue)

    @staticmethod
    def normalize_command(line: str) -> str:
        """Return the command that was typed, in Latin letters if it was typed on a Greek keyboard."""
        if len(line) == 1:
            return GREEK_KEYS.get(line.lower(), line.lower())
        return "?" + line[1:] if line.startswith(";") else line

    def play_or_explain(self, view: dict[str, Any], text: str) -> None:
        """Play the move that a number or a text names. If it names no legal move, or several moves, show why."""
        matches = self.reader.indexes_in_view(view, text)
        moves = [*view["moves"], *view["optional"]]
        if len(matches) == 1:
            self.confirm_and_play(view["seat"], moves[matches[0]]["move"])
        elif matches:
            self.notice = [Text(self.catalogue.translate("cli.play.several", text=text)), self.short_move_list(view, matches)]
        else:
            self.explain_whether_legal(view, text)

    def explain_whether_legal(self, view: dict[str, Any], text: str) -> None:
        """For each move that a text names, show that it is legal or why it is not."""
        matches = self.reader.indexes_in_view(view, text)
        if matches:
            self.notice = [Text(self.catalogue.translate("cli.play.allowed")), self.short_move_list(view, matches)]
            return
        moves = self.reader.moves_of_game(text)
        if not moves:
            self.notice = [Text(self.not_understood_text(view, text), "yellow")]
            return
        rejections = (self.match.state.why_not(view["seat"], move) for move in moves)
        reasons = dict.fromkeys(self.catalogue.translate_reason(reason) for reason in rejections if reason is not None)
        self.notice = [Text(reason, "yellow") for reason in islice(reasons, MAX_REASONS)]

    def not_understood_text(self, view: dict[str, Any], text: str) -> str:
        if text.isdecimal():
            return self.catalogue.translate("cli.play.no-such-number", number=text)
        example = next(iter(terminal_texts.move_texts(view, self.catalogue)), "–")
        return self.catalogue.translate("common.move.not-understood", text=text[:80], example=example)

    def confirm_and_play(self, seat: int, move: int) -> None:
        """Play a move. If it cannot be taken back, ask the user to confirm it first."""
        after = self.match.state.clone()
        revealed = after.play(seat, move)
        final = revealed or after.over or after.is_on_turn(NATURE) or not any(s in self.people for s in after.deciders)
        if final and self.terminal.live and not self.show_and_confirm(seat, move, None if revealed else after):
            self.notice = [Text(self.catalogue.translate("cli.play.taken-back"))]
            return
        self.match.play(seat, move)

    def show_and_confirm(self, seat: int, move: int, state_after: State | None) -> bool:
        """Show a move and the state after it (None if that is still secret). Return whether the user confirms the move."""
        view = self.match.state.view(seat)
        entry = next(m for m in (*view["moves"], *view["optional"]) if m["move"] == move)
        text = self.catalogue.move_text(self.game_name, entry["description"], entry["text"])
        points = "" if self.match.game.cooperative else terminal_texts.signed_or_blank(entry["preview"].get("points", 0))
        self.terminal.clear()
        self.terminal.show(self.title_rule(), "", draw_board(state_after.view(seat) if state_after else view, self.catalogue), "")
        self.terminal.show(Text.assemble((text, terminal_texts.BRIGHT), "  ", (points, "green" if "+" in points else "red")))
        return self.normalize_command(self.ask_with_message("cli.play.confirm")) != "u"

    def take_back_or_explain(self, seat: int) -> None:
        """Take back the last decision of a seat, or show why this is not possible."""
        try:
            self.match.take_back(seat)
            self.notice = [Text(self.catalogue.translate("cli.play.taken-back"))]
        except CannotTakeBack as error:
            self.notice = [Text(self.catalogue.explain(error), "yellow")]

    def hand_over_or_take_back(self, seat: int) -> bool:
        """Clear the screen until the next person at this keyboard is ready.

        Return False if the previous person takes a decision back instead.
        """
        previous = self.at_keyboard
        self.terminal.clear()
        self.terminal.show("", Text(self.catalogue.translate("cli.play.hand-over", seat=seat), terminal_texts.BRIGHT), "")
        while True:
            back = previous is not None and self.match.can_take_back(previous)
            answer = self.normalize_command(self.ask_with_message("cli.play.ready-or-back" if back else "cli.play.ready"))
            if answer == "q":
                raise GameLeft
            if answer == "u" and previous is not None and back:
                self.take_back_or_explain(previous)
                return False
            if not answer:
                self.at_keyboard = seat
                return True

    # -- the screen ----------------------------------------------------------------------------------------------------

    def title_rule(self) -> Rule:
        return Rule(
            Text(self.catalogue.translate("cli.play.title", game=self.game_name, names=list(self.catalogue.names))), style="dim"
        )

    def new_event_lines(self, viewer: int, first_entry: int) -> list[str]:
        """Return a line for each event since `first_entry`, and a line for each other seat that has decided in secret."""
        match = self.match
        entries = [entry for entry in match.history(viewer) if entry.n >= first_entry]
        pending = {
            seat for seat, _ in match.events[len(match.events) - match.pending_decision_count :] if seat not in (viewer, NATURE)
        }
        decided = [self.catalogue.translate("cli.play.decided", seat=seat) for seat in sorted(pending - match.state.deciders)]
        return [*terminal_texts.event_lines(entries, self.game_name, self.catalogue), *decided]

    def show_turn(self, view: dict[str, Any]) -> None:
        """Show the new events, the board, the question and the numbered moves."""
        seat, notice, self.notice = view["seat"], self.notice, []
        if notice and not self.terminal.live:  # The board is still visible above, so do not print it again.
            self.terminal.show(*notice)
            return
        self.terminal.clear()
        above: list[Any] = [
            self.title_rule(),
            terminal_texts.latest_events_text(self.new_event_lines(seat, self.shown[seat])),
            draw_board(view, self.catalogue),
            "",
        ]
        prompt = terminal_texts.question_or_waiting_text(view, self.catalogue)
        below = notice or [Text(self.catalogue.translate("cli.play.keys"), terminal_texts.DIM)]
        max_lines = None
        if self.terminal.live:  # List only as many moves as fit below the board.
            height = self.terminal.screen.height - 1
            used = self.terminal.rows_needed(prompt, *below)
            if self.terminal.rows_needed(*above) + used + MIN_MOVE_LINES > height:
                above = [above[0], terminal_texts.latest_events_text(self.new_event_lines(seat, self.shown[seat]), 2), above[2]]
            max_lines = max(MIN_MOVE_LINES, height - self.terminal.rows_needed(*above) - used)
        self.terminal.show(
            *above,
            prompt,
            terminal_texts.numbered_moves(view, self.catalogue, max_lines=max_lines, width=self.terminal.screen.width),
            *below,
        )

    def short_move_list(self, view: dict[str, Any], indexes: list[int]) -> Any:
        """Return a short list of the moves with these indices."""
        return terminal_texts.numbered_moves(
            view, self.catalogue, indexes, MIN_MOVE_LINES + 1 if self.terminal.live else None, self.terminal.screen.width
        )

    def show_page(self, renderables: list[Any]) -> None:
        """Show a page instead of the board until the user presses Enter. If there is no terminal, show it below the board."""
        if not self.terminal.live:
            self.notice = renderables
            return
        self.terminal.clear()
        self.terminal.show(self.title_rule(), *renderables, "")
        self.ask_with_message("cli.play.go-on")

    def ask_with_message(self, key: str) -> str:
        return self.terminal.ask(self.catalogue.translate(key) + " ")

    # -- the end -------------------------------------------------------------------------------------------------------

    def show_result(self) -> None:
        """Show the final board, the scores and the winners."""
        viewer = SPECTATOR if len(self.people) != 1 else 0
        view = self.match.state.view(viewer)
        self.terminal.clear()
        self.terminal.show(
            self.title_rule(),
            terminal_texts.latest_events_text(self.new_event_lines(viewer, self.shown[0])),
            draw_board(view, self.catalogue),
            "",
        )
        self.terminal.pause(0.5)
        self.terminal.show(
            terminal_texts.all_score_sheets(view, self.catalogue), terminal_texts.result_text(view, self.catalogue)
        )

    def offer_to_save_log(self) -> None:
        """Ask for a file name and save the log there, unless the user declines."""
        if not self.terminal.live:
            return
        try:
            while (name := self.ask_with_message("cli.play.save")) and self.normalize_command(name) != "q":
                path = Path(name).expanduser()
                if path.exists():
                    self.terminal.show(Text(self.catalogue.translate("cli.play.exists", file=name), "yellow"))
                    continue
                try:
                    save_log(self.match, path)
                except OSError as error:
                    self.terminal.show(Text(self.catalogue.translate("cli.system", why=f"{error.strerror}: {name}"), "yellow"))
                    continue
                self.terminal.show(Text(self.catalogue.translate("cli.play.saved", file=name)))
                return
        except EndOfInput:
            return
