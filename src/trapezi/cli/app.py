"""The commands together, with their help in the user's language."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from trapezi.cli import arena, backup, bench, deck, games, play, replay, rules, serve, simulate, solve, tables, verify
from trapezi.cli.arguments import Lang
from trapezi.i18n import Catalogue, catalogue_for


def command(words: Catalogue) -> Any:
    """The command `trapezi`, ready to run."""
    app = typer.Typer(
        name="trapezi",
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode="markdown",
        context_settings={"help_option_names": ["--help", "-h"]},
    )
    app.callback(invoke_without_command=True)(trapezi)
    app.command("play")(play.play)
    app.command("games")(games.games)
    app.command("rules")(rules.rules)
    app.command("simulate")(simulate.simulate)
    app.command("arena")(arena.arena)
    app.command("solve")(solve.solve)
    app.command("bench")(bench.bench)
    app.command("replay")(replay.replay)
    app.command("verify")(verify.verify)
    app.command("serve")(serve.serve)
    app.command("backup")(backup.backup)
    app.command("restore")(backup.restore)
    kept = typer.Typer()
    kept.callback(invoke_without_command=True)(tables.tables)
    kept.command("close")(tables.close)
    kept.command("delete")(tables.delete)
    app.add_typer(kept, name="tables")
    decks = typer.Typer()
    decks.callback(invoke_without_command=True)(deck.deck)
    decks.command("check")(deck.check)
    app.add_typer(decks, name="deck")
    root = typer.main.get_command(app)
    put_into_words(root, words, "trapezi")
    return root


def trapezi(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", is_eager=True, show_default=False)] = False,
    lang: Lang = None,
) -> None:
    if version:
        from trapezi import __version__, form

        print(f"trapezi {__version__} ({form()})")
        raise typer.Exit
    if context.invoked_subcommand is None:
        serve.run(catalogue=catalogue_for(lang), browser=True)


def put_into_words(command: Any, words: Catalogue, name: str) -> None:
    """Gives a command, its parameters and its subcommands their help: `help.<command>` and `help.<command>.<parameter>`."""
    command.help = words.translate(f"help.{name}")
    command.short_help = command.help
    command.rich_help_panel = words.translate("help.commands")
    helper = command.get_help_option(typer.Context(command))
    for param in [*command.params, helper]:
        own = f"help.{name}.{param.name}"
        param.help = words.translate(own) if words.find(own) else words.translate(f"help.any.{param.name}")
        if getattr(param, "is_flag", False):
            param.metavar = ""
        is_option = param.param_type_name == "option"
        param.rich_help_panel = words.translate("help.options" if is_option else "help.arguments")
    for sub_name, sub in getattr(command, "commands", {}).items():
        put_into_words(sub, words, sub_name)
