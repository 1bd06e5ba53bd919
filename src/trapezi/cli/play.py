"""`trapezi play [GAME]`: play in the terminal, against bots or with people who share the keyboard."""

from __future__ import annotations

from itertools import cycle, islice
from typing import Annotated, Any

import typer

from trapezi.cli.arguments import Lang, OptionValues, Players, Seed, integer_parser, make_game, playable_games
from trapezi.cli.errors import UsageError
from trapezi.core.errors import TrapeziError
from trapezi.core.game import Game
from trapezi.games import find
from trapezi.i18n import Catalogue, catalogue_for, fold_text

MaybeGame = Annotated[str | None, typer.Argument(metavar="[GAME]", show_default=False)]
Humans = Annotated[int, typer.Option("--humans", parser=integer_parser("--humans", 1, 64), metavar="K", show_default=False)]
Names = Annotated[list[str] | None, typer.Option("--name", metavar="NAME", show_default=False)]
Bots = Annotated[list[str] | None, typer.Option("--bot", "-b", metavar="BOT", show_default=False)]
Watch = Annotated[bool, typer.Option("--watch", show_default=False)]

BOT_NAMES = 5  # The number of names that the catalogue has for bots.
DEFAULT_BOT = "level-3"


def play(
    game: MaybeGame = None,
    players: Players = None,
    humans: Humans = 1,
    name: Names = None,
    bot: Bots = None,
    seed: Seed = None,
    option: OptionValues = None,
    watch: Watch = False,
    lang: Lang = None,
) -> None:
    """Play a game. People take the first seats, bots the other seats. If there are fewer bots than seats, they are repeated."""
    from trapezi.cli.terminal import EndOfInput, Terminal
    from trapezi.cli.terminal_game import TerminalGame

    catalogue, terminal, names, bots = catalogue_for(lang), Terminal(), name or [], bot or []
    people = 0 if watch else max(humans, len(names))
    if game is None:
        try:
            kind = ask_for_game(list(playable_games()), terminal, catalogue)
            if kind is None:
                return
            game, players = kind.name, players or ask_for_player_count(kind, max(humans, len(names)), terminal, catalogue)
        except EndOfInput:
            return
    chosen_game = make_game(game, players, option)
    bot_count = chosen_game.players - people
    if bot_count < 0:
        raise UsageError("cli.play.too-many-people", humans=people, players=chosen_game.players)
    if len(bots) > bot_count:
        raise UsageError("common.bot.too-many", bots=len(bots), players=bot_count)
    with_names = catalogue.with_player_names(names_by_seat(chosen_game.players, people, names, catalogue))
    seated_bots = list(islice(cycle(bots or [DEFAULT_BOT]), bot_count))
    TerminalGame(chosen_game.match(seed), people, seated_bots, with_names, terminal).run()


def ask_for_game(kinds: list[type[Game[Any]]], terminal: Any, catalogue: Catalogue) -> type[Game[Any]] | None:
    """Ask which game to play, by number or name. Return None if the user quits."""
    from rich.table import Table
    from rich.text import Text

    from trapezi.cli.games import player_counts_text

    menu = Table.grid(padding=(0, 2))
    for n, kind in enumerate(kinds, 1):
        title = Text.assemble((catalogue.game_title(kind.name), "bold"), "  ", (player_counts_text(kind, catalogue), "dim"))
        menu.add_row(Text(str(n), "bold cyan"), title)
        menu.add_row("", Text(catalogue.template(f"{kind.name}.pitch") or "–"))
    terminal.clear()
    terminal.show(Text(catalogue.translate("cli.play.welcome"), "bold"), "", menu, "")
    while True:
        answer = terminal.ask(catalogue.translate("cli.play.which-game") + " ")
        if fold_text(answer) in ("q", ":"):
            return None
        titles = {fold_text(catalogue.game_title(kind.name)): kind for kind in kinds}
        if answer.isdecimal() and 1 <= int(answer) <= len(kinds):
            return kinds[int(answer) - 1]
        if fold_text(answer) in titles:
            return titles[fold_text(answer)]
        if answer:
            try:
                return find(answer)
            except TrapeziError as error:
                terminal.show(Text(catalogue.explain(error), "yellow"))


def ask_for_player_count(kind: type[Game[Any]], people: int, terminal: Any, catalogue: Catalogue) -> int:
    """Ask how many players there are, unless only one number is possible. Return the number."""
    least, most = max(kind.player_counts[0], min(people, kind.player_counts[-1])), kind.player_counts[-1]
    if least == most:
        return least
    preset = max(kind.default_player_count(), least)
    while True:
        answer = terminal.ask(catalogue.translate("cli.play.how-many", least=least, most=most, preset=preset) + " ")
        if not answer:
            return preset
        if answer.isdecimal() and len(answer) < 4 and int(answer) in kind.player_counts and int(answer) >= least:
            return int(answer)


def names_by_seat(players: int, people: int, given_names: list[str], catalogue: Catalogue) -> list[str]:
    """Return the names of all players: first the people, then the bots. A single person without a given name is "you"."""
    own = [
        given_names[n][:20] if n < len(given_names) else catalogue.translate("common.table.player", number=n + 1)
        for n in range(people)
    ]
    if people == 1 and not given_names:
        own = [catalogue.translate("cli.play.you")]
    spare = [name for n in range(1, BOT_NAMES + 1) if (name := catalogue.translate(f"cli.play.guest.{n}")) not in own]
    spare += [catalogue.translate("common.table.player", number=n + 1) for n in range(players)]
    return own + spare[: players - people]
