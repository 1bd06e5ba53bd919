"""`trapezi learn GAME [LESSON]`: take a lesson in the terminal; `trapezi learn --list` lists all lessons."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from trapezi.cli.arguments import AsJson, Lang
from trapezi.cli.errors import UsageError
from trapezi.coach.lessons import LEARNER, Lesson, all_lessons, load_lesson
from trapezi.coach.played_lesson import Event, PlayedStep, play_lesson
from trapezi.core.state import State
from trapezi.games import find
from trapezi.i18n import Catalogue, catalogue_for

MaybeGame = Annotated[str | None, typer.Argument(metavar="[GAME]", show_default=False)]
LessonName = Annotated[str | None, typer.Argument(metavar="[LESSON]", show_default=False)]
ListLessons = Annotated[bool, typer.Option("--list", show_default=False)]

MOVE_LINES = 6  # The list of legal moves has at most this number of lines.


def learn(
    game: MaybeGame = None,
    lesson: LessonName = None,
    list_lessons: ListLessons = False,
    as_json: AsJson = False,
    lang: Lang = None,
) -> None:
    catalogue = catalogue_for(lang)
    if list_lessons or as_json:
        lessons = [each for each in all_lessons() if game is None or each.game == find(game).name]
        if as_json:
            print(json.dumps([lesson_data(each) for each in lessons], ensure_ascii=False))
        else:
            print_lessons(lessons, catalogue)
    elif game is None:
        raise UsageError("cli.learn.which")
    else:
        TerminalLesson(load_lesson(game, lesson), catalogue).run()


def lesson_data(lesson: Lesson) -> dict[str, Any]:
    return {"game": lesson.game, "lesson": lesson.name, "minutes": lesson.minutes, "clauses": lesson.clauses}


def print_lessons(lessons: list[Lesson], catalogue: Catalogue) -> None:
    from rich.text import Text

    from trapezi.cli.printing import console

    screen = console()
    for lesson in lessons:
        minutes = catalogue.translate("lesson.minutes", minutes=lesson.minutes)
        command = f"trapezi learn {lesson.game} {lesson.name}"
        screen.print(Text.assemble((catalogue.translate(lesson.title_key), "bold"), "  ", minutes, "  ", (command, "cyan")))


class TerminalLesson:
    """Teaches a lesson in the terminal. Each step shows the board and a sentence; the learner types a move or presses Enter."""

    def __init__(self, lesson: Lesson, catalogue: Catalogue) -> None:
        from trapezi.cli.terminal import Terminal

        self.lesson = lesson
        self.steps = play_lesson(lesson)
        players = max(each.state.players for each in self.steps)
        self.catalogue = catalogue.with_player_names([catalogue.translate(f"lesson.player.{n}") for n in range(players)])
        self.terminal = Terminal()

    def run(self) -> None:
        """Show all steps, until the lesson is finished or the user quits."""
        from rich.text import Text

        from trapezi.cli.terminal import EndOfInput

        try:
            finished = all(self.take_step(number) for number in range(len(self.steps)))
        except EndOfInput:
            finished = False
        self.terminal.show(Text(self.catalogue.translate("cli.learn.finished" if finished else "cli.learn.left")))

    def take_step(self, number: int) -> bool:
        """Show a step until the learner has made an expected move or presses Enter. Return False if the learner quits."""
        step = self.steps[number]
        key = f"{self.lesson.title_key}.{step.step.name}"
        if not step.answers:
            self.show(number, key, step.state, step.events)
            return self.ask("cli.learn.next") != "q"
        notice = ""
        self.show(number, key, step.state, step.events, moves=True)
        while True:
            line = self.ask("cli.learn.move", notice)
            if line == "q":
                return False
            move, notice = self.read_move(step, key, line)
            if move is not None:
                answer = step.answers[move]
                self.show(number, f"{key}.done", answer.state, answer.events)
                return self.ask("cli.learn.next") != "q"

    def read_move(self, step: PlayedStep, key: str, line: str) -> tuple[int | None, str]:
        """Return the expected move that the learner has typed, or None and a sentence that says what is wrong."""
        from trapezi.cli.move_reader import MoveReader

        reader, view = MoveReader(step.state.game, self.catalogue), step.state.view(LEARNER)
        moves = [*view["moves"], *view["optional"]]
        legal = [moves[index]["move"] for index in reader.indexes_in_view(view, line)]
        expected = [move for move in legal if move in step.answers]
        if len(expected) == 1 and (len(legal) == 1 or not line.isdecimal()):
            return expected[0], ""
        if legal:
            other = f"{key}.other"
            return None, self.catalogue.translate(other if self.catalogue.template(other) else "lesson.other")
        for move in reader.moves_of_game(line):
            reason = step.rejection_reason(move)
            if reason is not None:
                return None, self.catalogue.translate_reason(reason)
        example = step.state.game.text(next(iter(step.answers)))
        return None, self.catalogue.translate("common.move.not-understood", text=line[:80], example=example)

    def show(self, number: int, key: str, state: State, events: Sequence[Event], moves: bool = False) -> None:
        """Show the events, the board and the message with this key. With `moves`, also list the legal moves."""
        from rich.rule import Rule
        from rich.text import Text

        from trapezi.cli import terminal_texts
        from trapezi.cli.board import draw_board

        view = state.view(LEARNER)
        lines = [terminal_texts.event_line(event.seat, event.description, self.lesson.game, self.catalogue) for event in events]
        title = f"{self.catalogue.translate(self.lesson.title_key)} · {number + 1}/{len(self.steps)}"
        self.terminal.clear()
        self.terminal.show(
            Rule(Text(title), style="dim"), terminal_texts.latest_events_text(lines), draw_board(view, self.catalogue), ""
        )
        if view["over"]:
            self.terminal.show(terminal_texts.all_score_sheets(view, self.catalogue))
        self.terminal.show(Text(self.catalogue.translate(key), terminal_texts.BRIGHT))
        if moves:
            width = self.terminal.screen.width
            max_lines = MOVE_LINES if self.terminal.live else None
            self.terminal.show(terminal_texts.numbered_moves(view, self.catalogue, max_lines=max_lines, width=width))

    def ask(self, key: str, notice: str = "") -> str:
        """Show a notice and return what the learner types. Return "q" also for the same key on a Greek keyboard."""
        from rich.text import Text

        if notice:
            self.terminal.show(Text(notice, "yellow"))
        line = self.terminal.ask(self.catalogue.translate(key) + " ")
        return "q" if line.lower() in ("q", ":") else line
