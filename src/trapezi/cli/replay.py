"""`trapezi replay FILE`: shows a log: what was played, the final table, the score. `--step` walks through it."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from trapezi.cli.arguments import Lang, LogFile, about, whole
from trapezi.cli.errors import Wrong
from trapezi.core.match import Match
from trapezi.core.seats import SPECTATOR
from trapezi.i18n import Catalogue, catalogue_for

Step = Annotated[bool, typer.Option("--step", show_default=False)]
Player = Annotated[int | None, typer.Option("--player", parser=whole("--player", 1, 64), metavar="N", show_default=False)]


def replay(file: LogFile, step: Step = False, player: Player = None, lang: Lang = None) -> None:
    import trapezi

    words = catalogue_for(lang)
    match = trapezi.replay(file)
    viewer = SPECTATOR if player is None else player - 1
    if viewer >= match.game.players:
        with about("--player"):
            raise Wrong("usage.out-of-range", value=player, least=1, most=match.game.players)
    viewing = Viewing(match, viewer, words)
    if step:
        viewing.walk()
    else:
        viewing.whole()


def event_lines(match: Match, viewer: int, words: Catalogue) -> list[str]:
    """Return one line per event as a viewer may know it; of others' pending decisions, only that they were made."""
    from trapezi.cli.render import happening

    state, lines = match.game.start(), []
    revealed = len(match.events) - match.pending
    for n, (seat, move) in enumerate(match.events):
        if n < revealed or seat == viewer:
            lines.append(happening(seat, state.redact(viewer, seat, move), match.game.name, words))
        else:
            lines.append(words.translate("play.decided", seat=seat))
        state.play(seat, move)
    return lines


class Viewing:
    """Somebody looks at a log, through a player's eyes or an onlooker's."""

    def __init__(self, match: Match, viewer: int, words: Catalogue) -> None:
        from trapezi.cli.boards import drawing
        from trapezi.cli.terminal import Terminal

        self.match = match
        self.viewer = viewer
        self.words = words
        self.lines = event_lines(match, viewer, words)
        self.draw = drawing(match.game.name)
        self.terminal = Terminal()

    def head(self) -> list[Any]:
        from rich.text import Text

        game = self.match.game
        options = "  ".join(f"{name}={short(value)}" for name, value in game.options.data().items())
        seed = self.words.translate("replay.no-seed" if self.match.seed is None else "replay.seed", seed=self.match.seed)
        return [Text(self.words.title(game.name), "bold"), Text(f"{options}  {seed}", "dim")]

    def whole(self) -> None:
        """Everything from the first event to the score."""
        from rich.text import Text

        self.terminal.show(*self.head(), "")
        for n, line in enumerate(self.lines, 1):
            self.terminal.show(Text(f"{n:4}  {line}"))
        self.terminal.show("", *self.at(len(self.lines)))

    def at(self, n: int) -> list[Any]:
        """The table after n events; at the end the score."""
        from rich.text import Text

        from trapezi.cli import render

        view = self.match.state_at(n).view(self.viewer)
        shown = [self.draw(view, self.words.translate), ""]
        if view["over"]:
            return [*shown, render.score(view, self.words), render.ending(view, self.words)]
        if n == len(self.lines):
            return [*shown, render.score(view, self.words), Text(self.words.translate("replay.unfinished"))]
        return shown

    def walk(self) -> None:
        """Step by step with the arrow keys; without a terminal, every step one after the other."""
        with self.terminal.single_keys():
            self.steps()

    def steps(self) -> None:
        from rich.text import Text

        n, last = 0, len(self.lines)
        while True:
            self.terminal.clear()
            line = self.lines[n - 1] if n else self.words.translate("replay.start")
            self.terminal.show(*self.head(), Text(f"{n}/{last}  {line}", "bold"), "", *self.at(n))
            if not self.terminal.live:
                if n == last:
                    return
                n += 1
                continue
            self.terminal.show(Text(self.words.translate("replay.keys"), "dim"))
            match self.terminal.key():
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


def short(value: Any) -> str:
    """An option's value; a deck of one's own by its name."""
    if isinstance(value, dict):
        return str(value.get("name", "…"))
    return str(value).lower() if isinstance(value, bool) else str(value)
