"""`trapezi play`: a game at the terminal, against bots or with several people at one keyboard."""

from __future__ import annotations

from itertools import cycle, islice
from typing import Annotated, Any

import typer

from trapezi.cli.arguments import Chosen, Lang, Players, Seed, asked_for, playable_games, usual, whole
from trapezi.cli.errors import Wrong
from trapezi.core.errors import TrapeziError
from trapezi.core.game import Game
from trapezi.games import find
from trapezi.i18n import Catalogue, catalogue_for, plain

MaybeGame = Annotated[str | None, typer.Argument(metavar="[GAME]", show_default=False)]
Humans = Annotated[int, typer.Option("--humans", parser=whole("--humans", 1, 64), metavar="K", show_default=False)]
Names = Annotated[list[str] | None, typer.Option("--name", metavar="NAME", show_default=False)]
Bots = Annotated[list[str] | None, typer.Option("--bot", "-b", metavar="BOT", show_default=False)]
Watch = Annotated[bool, typer.Option("--watch", show_default=False)]

GUESTS = 5  # names that bots have
USUAL = "level-3"


def play(
    game: MaybeGame = None,
    players: Players = None,
    humans: Humans = 1,
    name: Names = None,
    bot: Bots = None,
    seed: Seed = None,
    option: Chosen = None,
    watch: Watch = False,
    lang: Lang = None,
) -> None:
    words = catalogue_for(lang)
    if game is None:
        choose_and_play(words, players, humans, name or (), bot or (), seed, option or (), watch)
    else:
        sit_down(asked_for(game, players, option), words, humans, name or (), bot or (), seed, watch)


def choose_and_play(
    words: Catalogue,
    players: int | None = None,
    humans: int = 1,
    names: Any = (),
    bots: Any = (),
    seed: int | None = None,
    option: Any = (),
    watch: bool = False,
) -> None:
    """Which game? How many? Then it begins."""
    from trapezi.cli.terminal import EndOfInput, Terminal

    terminal = Terminal()
    try:
        kind = choice(list(playable_games()), terminal, words)
        if kind is None:
            return
        if players is None:
            players = how_many(kind, max(humans, len(names)), terminal, words)
    except EndOfInput:
        return
    sit_down(asked_for(kind.name, players, option), words, humans, names, bots, seed, watch)


def choice(kinds: list[type[Game[Any]]], terminal: Any, words: Catalogue) -> type[Game[Any]] | None:
    """The game that somebody picks by number or name; None if none."""
    from rich.table import Table
    from rich.text import Text

    from trapezi.cli.games import seats

    menu = Table.grid(padding=(0, 2))
    for n, kind in enumerate(kinds, 1):
        title = Text.assemble((words.title(kind.name), "bold"), "  ", (seats(kind, words), "dim"))
        menu.add_row(Text(str(n), "bold cyan"), title)
        menu.add_row("", Text(words.find(f"{kind.name}.pitch") or "–"))
    terminal.clear()
    terminal.show(Text(words.translate("play.welcome"), "bold"), "", menu, "")
    while True:
        answer = terminal.ask(words.translate("play.which-game") + " ")
        if plain(answer) in ("q", ":"):
            return None
        titles = {plain(words.title(kind.name)): kind for kind in kinds}
        if answer.isdecimal() and 1 <= int(answer) <= len(kinds):
            return kinds[int(answer) - 1]
        if plain(answer) in titles:
            return titles[plain(answer)]
        if answer:
            try:
                return find(answer)
            except TrapeziError as error:
                terminal.show(Text(words.explain(error), "yellow"))


def how_many(kind: type[Game[Any]], people: int, terminal: Any, words: Catalogue) -> int:
    least, most = max(kind.seats[0], min(people, kind.seats[-1])), kind.seats[-1]
    if least == most:
        return least
    preset = max(usual(kind), least)
    while True:
        answer = terminal.ask(words.translate("play.how-many", least=least, most=most, preset=preset) + " ")
        if not answer:
            return preset
        if answer.isdecimal() and len(answer) < 4 and int(answer) in kind.seats and int(answer) >= least:
            return int(answer)


def sit_down(game: Game[Any], words: Catalogue, humans: int, names: Any, bots: Any, seed: int | None, watch: bool) -> None:
    """Everybody takes a seat, people first, and the game is played. Bots sit in the order given, then from the first again."""
    from trapezi.cli.terminal import Terminal
    from trapezi.cli.terminal_game import Sitting

    people = 0 if watch else max(humans, len(names))
    if people > game.players:
        raise Wrong("play.too-many-people", humans=people, players=game.players)
    free = game.players - people
    if len(bots) > free:
        raise Wrong("bot.too-many", bots=len(bots), players=free)
    table = words.at(called(game.players, people, list(names), words))
    Sitting(game.match(seed), people, list(islice(cycle(bots or [USUAL]), free)), table, Terminal()).run()


def called(players: int, people: int, names: list[str], words: Catalogue) -> list[str]:
    """Names for all: as given; one person alone is "you"; bots have names of their own."""
    own = [names[n][:20] if n < len(names) else words.translate("table.player", number=n + 1) for n in range(people)]
    if people == 1 and not names:
        own = [words.translate("play.you")]
    spare = [name for n in range(1, GUESTS + 1) if (name := words.translate(f"play.guest.{n}")) not in own]
    spare += [words.translate("table.player", number=n + 1) for n in range(players)]
    return own + spare[: players - people]
