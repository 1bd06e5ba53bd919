"""Build the command `trapezi` with all its subcommands, and translate their help into the user's language."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from trapezi.cli import (
    arena,
    backup,
    bench,
    deck,
    doctor,
    games,
    judge_moves,
    learn,
    play,
    replay,
    review,
    rules,
    serve,
    simulate,
    solve,
    tables,
    verify,
)
from trapezi.cli.arguments import Lang
from trapezi.i18n import Catalogue, catalogue_for


def build_root_command(catalogue: Catalogue) -> Any:
    """Return the command `trapezi` with all its subcommands, and with help texts in the language of the catalogue."""
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
    app.command("learn")(learn.learn)
    app.command("simulate")(simulate.simulate)
    app.command("arena")(arena.arena)
    app.command("solve")(solve.solve)
    app.command("bench")(bench.bench)
    app.command("replay")(replay.replay)
    app.command("review")(review.review_log)
    app.command("judge")(judge_moves.judge_position)
    app.command("verify")(verify.verify)
    app.command("serve")(serve.serve)
    app.command("backup")(backup.backup)
    app.command("restore")(backup.restore)
    app.command("doctor")(doctor.doctor)
    table_commands = typer.Typer()
    table_commands.callback(invoke_without_command=True)(tables.tables)
    table_commands.command("close")(tables.close)
    table_commands.command("delete")(tables.delete)
    app.add_typer(table_commands, name="tables")
    deck_commands = typer.Typer()
    deck_commands.callback(invoke_without_command=True)(deck.deck)
    deck_commands.command("check")(deck.check)
    app.add_typer(deck_commands, name="deck")
    root = typer.main.get_command(app)
    translate_help(root, catalogue, "trapezi")
    return root


def trapezi(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", is_eager=True, show_default=False)] = False,
    lang: Lang = None,
) -> None:
    if version:
        from trapezi import __version__, execution_mode

        print(f"trapezi {__version__} ({execution_mode()})")
        raise typer.Exit
    if context.invoked_subcommand is None:
        serve.run_server(catalogue=catalogue_for(lang), browser=True)


def translate_help(command: Any, catalogue: Catalogue, name: str) -> None:
    """Set the help texts of a command, its parameters and its subcommands in the language of the catalogue.

    Their messages are `cli.help.<command>` and `cli.help.<command>.<parameter>`.
    """
    command.help = catalogue.translate(f"cli.help.{name}")
    command.short_help = command.help
    command.rich_help_panel = catalogue.translate("cli.help.commands")
    help_option = command.get_help_option(typer.Context(command))
    for param in [*command.params, help_option]:
        key = f"cli.help.{name}.{param.name}"
        param.help = catalogue.translate(key if catalogue.template(key) else f"cli.help.any.{param.name}")
        if getattr(param, "is_flag", False):
            param.metavar = ""
        is_option = param.param_type_name == "option"
        param.rich_help_panel = catalogue.translate("cli.help.options" if is_option else "cli.help.arguments")
    for sub_name, sub in getattr(command, "commands", {}).items():
        translate_help(sub, catalogue, sub_name)
