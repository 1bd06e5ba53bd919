"""A match at one terminal: people take turns at the keyboard, bots have the other seats.

A move that can be taken back is made at once. One that cannot (dice would fall, secrets would open) waits for Enter.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from rich.rule import Rule
from rich.text import Text

from trapezi.cli import render
from trapezi.cli.boards import drawing, own_way
from trapezi.cli.terminal import EndOfInput, Terminal
from trapezi.core.errors import BadText, NotTakenBack
from trapezi.core.log import save
from trapezi.core.match import Match
from trapezi.core.seats import NATURE, SPECTATOR
from trapezi.i18n import Catalogue
from trapezi.lab.lineup import Seated, minds

# The same keys on a Greek keyboard.
GREEK = {"θ": "u", "σ": "s", "λ": "l", ";": "?", ":": "q"}
NOBODY = "chance"  # stands for a person where bots are listed, and is never asked
ALL_WORDS = 20_000  # games with more moves than this understand only legal ones in other languages than English


REASONS = 3  # that are told at once
ALL_REASONS = 500  # moves that are asked for theirs
FEWEST = 3  # lines of moves, however high the table is


class Left(Exception):
    """Somebody ended the game early."""


class Sitting:
    def __init__(self, match: Match, people: int, bots: Sequence[str], words: Catalogue, terminal: Terminal) -> None:
        self.match = match
        self.people = range(people)
        self.words = words
        self.terminal = terminal
        self.draw = drawing(match.game.name)
        self.seated = Seated([NOBODY] * people + list(bots), match.game.name)
        self.bots = self.seated.fresh()
        self.minds = minds(match.game.players, match.seed or 0)
        self.at_keyboard: int | None = None if people > 1 else 0
        self.read = [0] * match.game.players  # by seat: the first history entry that it has not read yet
        self.notice: list[Any] = []  # what the screen says beside the table, once
        self._all_words: dict[str, int] | None = None

    @property
    def game(self) -> str:
        return self.match.game.name

    # -- the course of the game ----------------------------------------------------------------------------------------

    def run(self) -> None:
        """Plays until the game is over or somebody leaves."""
        try:
            while not self.match.state.over:
                for seat, said in self.seated.signals(self.bots, self.match.state, self.minds):
                    self.match.play(seat, said)
                owing = [seat for seat in sorted(self.match.state.deciders) if seat in self.people]
                if owing:
                    self.decide(owing[0])
                else:
                    self.others()
            self.finish()
        except (Left, EndOfInput):
            self.leave()
        except KeyboardInterrupt:
            if not self.terminal.live:
                raise
            self.terminal.show("")
            self.leave()

    def others(self) -> None:
        """The bots decide; they come after the people, who may change their minds till then."""
        for seat in sorted(self.match.state.deciders):
            self.match.play(seat, self.seated.decision(self.bots, self.match.state, seat, self.minds[seat]))
        if not self.people:
            self.look_on()

    def look_on(self) -> None:
        """A step of a game that is only watched."""
        view = self.match.state.view(SPECTATOR)
        self.terminal.clear()
        lines = self.news(SPECTATOR, 0)
        self.read[0] = len(self.match.history(SPECTATOR, full=True))
        self.terminal.show(self.title(), render.news(lines, self.words), self.draw(view, self.words.translate))
        if not view["over"] and self.terminal.live and self.command(self.ask("play.watch")) == "q":
            raise Left

    # -- one person's decision -----------------------------------------------------------------------------------------

    def decide(self, seat: int) -> None:
        """Asks until this seat has decided, or taken something back."""
        if self.at_keyboard != seat and not self.hand_over(seat):
            return
        known, recorded = len(self.match.history(seat, full=True)), len(self.match.record)
        while len(self.match.record) == recorded:
            view = self.view(seat)
            self.show_table(view)
            self.answer(view, self.terminal.ask("> "))
        self.read[seat] = known

    def view(self, seat: int) -> dict[str, Any]:
        """What a seat sees, its moves in the order of the list."""
        view = self.match.state.view(seat)
        order = own_way(self.game, "order")
        return {**view, "moves": sorted(view["moves"], key=order)} if order else view

    def answer(self, view: dict[str, Any], given: str) -> None:
        seat = view["seat"]
        match self.command(given):
            case "":
                if len(view["moves"]) == 1:
                    self.make(seat, view["moves"][0]["move"], sure=True)
                else:
                    self.notice = [Text(self.words.translate("play.no-answer"), "yellow")]
            case "q":
                raise Left
            case "?":
                self.page([Text(self.words.translate(f"play.help.{n}")) for n in range(1, 7)])
            case "s":
                self.page([self.score(view)])
            case "l":
                lines = render.story(self.match, seat, self.words)
                if self.terminal.live:
                    lines = render.latest(lines, self.terminal.screen.height - 3, self.terminal.screen.width)
                self.page([Text(line) for line in lines], space=False)
            case "u":
                self.take_back(seat)
            case asked if asked.startswith("?"):
                self.why(view, asked[1:].strip())
            case text:
                self.move_called(view, text)

    def score(self, view: dict[str, Any]) -> Any:
        """All score sheets; where they are too many for the screen, one's own and the sums of the others."""
        whole = render.score(view, self.words)
        if not self.terminal.live or self.terminal.rows(whole) + 3 <= self.terminal.screen.height:
            return whole
        return render.own_score(view, self.words)

    @staticmethod
    def command(given: str) -> str:
        """What was typed, with the keys of a Greek keyboard where they stand for commands."""
        if len(given) == 1:
            return GREEK.get(given.lower(), given.lower())
        return "?" + given[1:] if given.startswith(";") else given

    def move_called(self, view: dict[str, Any], text: str) -> None:
        """Makes the move that a number or text names, or says why not."""
        found = self.matching(view, text)
        every = [*view["moves"], *view["optional"]]
        if len(found) == 1:
            self.make(view["seat"], every[found[0]]["move"])
        elif found:
            self.notice = [Text(self.words.translate("play.several", text=text)), self.listed(view, found)]
        else:
            self.why(view, text)

    def matching(self, view: dict[str, Any], text: str) -> list[int]:
        """The moves of the view that a text may mean: its number, its whole text in either language, or part of it."""
        every = [*view["moves"], *view["optional"]]
        if text.isdecimal() and len(text) < 5:
            return [int(text) - 1] if 1 <= int(text) <= len(every) else []
        wanted = render.typed(text)
        if not wanted:
            return []
        named = zip(render.named(view, self.words), every, strict=True)
        told = [(render.typed(words), render.typed(move["text"])) for words, move in named]
        whole = [n for n, names in enumerate(told) if wanted in names]
        return whole or [n for n, names in enumerate(told) if any(wanted in name for name in names)]

    def why(self, view: dict[str, Any], text: str) -> None:
        """Why a move may not be made, or what it would bring."""
        found = self.matching(view, text)
        if found:
            self.notice = [Text(self.words.translate("play.allowed")), self.listed(view, found)]
            return
        moves = self.meant(text)
        if not moves:
            self.notice = [Text(self.not_understood(view, text), "yellow")]
            return
        given = (self.match.state.why_not(view["seat"], move) for move in moves)
        reasons = dict.fromkeys(self.words.reason(reason) for reason in given if reason is not None)
        self.notice = [Text(reason, "yellow") for reason in islice(reasons, REASONS)]

    def not_understood(self, view: dict[str, Any], text: str) -> str:
        if text.isdecimal():
            return self.words.translate("play.no-such-number", number=text)
        return self.words.translate(
            "move.not-understood", text=text[:80], example=next(iter(render.named(view, self.words)), "–")
        )

    def meant(self, text: str) -> list[int]:
        """All moves of the game that a text names, or is a part of, in the player's language or as the log writes them."""
        game, wanted = self.match.game, render.typed(text)
        if text.isdecimal() or not wanted:
            return []
        if self._all_words is None:
            every = game.moves if len(game.moves) <= ALL_WORDS else range(0)
            self._all_words = {render.typed(game.text(m)): m for m in reversed(every)}
            self._all_words |= {
                render.typed(self.words.move(game.name, game.describe(m), game.text(m))): m for m in reversed(every)
            }
        if wanted in self._all_words:
            return [self._all_words[wanted]]
        try:
            return [game.parse(text)]
        except BadText:
            found = (move for known, move in self._all_words.items() if wanted in known)
            return sorted(set(islice(found, ALL_REASONS)))

    def make(self, seat: int, move: int, sure: bool = False) -> None:
        """Makes a move; one that can never be taken back only after Enter."""
        then = self.match.state.clone()
        revealed = then.play(seat, move)
        final = revealed or then.over or then.on_turn(NATURE) or not any(s in self.people for s in then.deciders)
        if final and not sure and self.terminal.live and not self.confirmed(seat, move, None if revealed else then):
            self.notice = [Text(self.words.translate("play.taken-back"))]
            return
        self.match.play(seat, move)

    def confirmed(self, seat: int, move: int, then: Any) -> bool:
        """Shows what a move would do, and asks."""
        view = self.match.state.view(seat)
        chosen = next(m for m in (*view["moves"], *view["optional"]) if m["move"] == move)
        told = self.words.move(self.game, chosen["description"], chosen["text"])
        points = "" if self.match.game.cooperative else render.signed(chosen["preview"].get("points", 0))
        self.terminal.clear()
        self.terminal.show(self.title(), "", self.draw((then.view(seat) if then else view), self.words.translate), "")
        self.terminal.show(Text.assemble((told, render.GLOW), "  ", (points, "green" if "+" in points else "red")))
        return self.command(self.ask("play.confirm")) != "u"

    def take_back(self, seat: int) -> None:
        try:
            self.match.take_back(seat)
            self.notice = [Text(self.words.translate("play.taken-back"))]
        except NotTakenBack as error:
            self.notice = [Text(self.words.explain(error), "yellow")]

    def hand_over(self, seat: int) -> bool:
        """A screen without secrets between two people; False if the one before took a decision back."""
        before = self.at_keyboard
        self.terminal.clear()
        self.terminal.show("", Text(self.words.translate("play.hand-over", seat=seat), render.GLOW), "")
        while True:
            back = before is not None and self.match.can_take_back(before)
            given = self.command(self.ask("play.ready-or-back" if back else "play.ready"))
            if given == "q":
                raise Left
            if given == "u" and before is not None and back:
                self.take_back(before)
                return False
            if not given:
                self.at_keyboard = seat
                return True

    # -- what is on the screen -----------------------------------------------------------------------------------------

    def title(self) -> Rule:
        return Rule(Text(self.words.translate("play.title", game=self.game, names=list(self.words.names))), style="dim")

    def news(self, viewer: int, index: int) -> list[str]:
        """What happened since this seat was last asked."""
        match = self.match
        entries = [entry for entry in match.history(viewer) if entry.n >= self.read[index]]
        pending = {seat for seat, _ in match.events[len(match.events) - match.pending :] if seat not in (viewer, NATURE)}
        decided = [self.words.translate("play.decided", seat=seat) for seat in sorted(pending - match.state.deciders)]
        return [*render.happened(entries, self.game, self.words), *decided]

    def show_table(self, view: dict[str, Any]) -> None:
        seat, notice, self.notice = view["seat"], self.notice, []
        if notice and not self.terminal.live:  # the table stands right above
            self.terminal.show(*notice)
            return
        self.terminal.clear()
        above: list[Any] = [
            self.title(),
            render.news(self.news(seat, seat), self.words),
            self.draw(view, self.words.translate),
            "",
        ]
        asked = render.asked(view, self.words)
        below = notice or [Text(self.words.translate("play.keys"), render.QUIET)]
        room = None
        if self.terminal.live:  # the table stays on the screen, whatever the number of moves
            height = self.terminal.screen.height - 1
            taken = self.terminal.rows(asked, *below)
            if self.terminal.rows(*above) + taken + FEWEST > height:
                above = [above[0], render.news(self.news(seat, seat), self.words, 2), above[2]]
            room = max(FEWEST, height - self.terminal.rows(*above) - taken)
        self.terminal.show(*above, asked, render.moves(view, self.words, room=room, width=self.terminal.screen.width), *below)

    def listed(self, view: dict[str, Any], found: list[int]) -> Any:
        """Some of the moves, in a few lines."""
        return render.moves(view, self.words, found, FEWEST + 1 if self.terminal.live else None, self.terminal.screen.width)

    def page(self, things: list[Any], space: bool = True) -> None:
        """Something to read; then the table again."""
        if not self.terminal.live:
            self.notice = things
            return
        self.terminal.clear()
        self.terminal.show(self.title(), *things, *[""] * space)
        self.ask("play.go-on")

    def ask(self, key: str) -> str:
        return self.terminal.ask(self.words.translate(key) + " ")

    # -- the end -------------------------------------------------------------------------------------------------------

    def finish(self) -> None:
        viewer = SPECTATOR if len(self.people) != 1 else 0
        view = self.match.state.view(viewer)
        self.terminal.clear()
        self.terminal.show(self.title(), render.news(self.news(viewer, 0), self.words), self.draw(view, self.words.translate), "")
        self.terminal.pause(0.5)
        self.terminal.show(render.score(view, self.words), render.ending(view, self.words))
        self.offer_log()

    def leave(self) -> None:
        self.terminal.show(Text(self.words.translate("play.left")))
        self.offer_log()

    def offer_log(self) -> None:
        """Keeps the log where somebody wants it."""
        if not self.terminal.live:
            return
        try:
            while (name := self.ask("play.save")) and self.command(name) != "q":
                path = Path(name).expanduser()
                if path.exists():
                    self.terminal.show(Text(self.words.translate("play.exists", file=name), "yellow"))
                    continue
                try:
                    save(self.match, path)
                except OSError as error:
                    self.terminal.show(Text(self.words.translate("cli.system", why=f"{error.strerror}: {name}"), "yellow"))
                    continue
                self.terminal.show(Text(self.words.translate("play.saved", file=name)))
                return
        except EndOfInput:
            return
