"""Report the errors of commands in one line on standard error, in the user's language, with an exit code."""

from __future__ import annotations

import os
import re
import sys
import traceback

import typer

from trapezi.core.errors import TrapeziError
from trapezi.i18n import Catalogue

EXIT_ERROR = 2  # The exit code after an error that the user can correct.
EXIT_STOPPED = 130  # The exit code after Ctrl-C.
EXIT_BUG = 70  # The exit code after an error in the program.
EXIT_BROKEN_PIPE = 141  # The exit code (128 + SIGPIPE, as in shells) if the program that reads the output has ended.
TRACE = "TRAPEZI_TRACE"  # If this environment variable is set, the traceback of a bug is printed.
ExitCode = int

# Some versions of Typer contain their own copy of Click. The copy has the same classes.
ClickError: type[Exception] = typer.BadParameter.__mro__[2]


class UsageError(TrapeziError):
    """An error that the user can correct."""


def report_error(error: BaseException, catalogue: Catalogue) -> ExitCode:
    """Print what went wrong and return the exit code of the command."""
    match error:
        case typer.Exit():
            return error.exit_code
        case BrokenPipeError() | SystemExit(__context__=BrokenPipeError()):  # Rich turns a broken pipe into `SystemExit`.
            discard_unwritable_output()
            return EXIT_BROKEN_PIPE
        case SystemExit():
            return error.code if isinstance(error.code, int) else EXIT_ERROR
        case KeyboardInterrupt() | typer.Abort():
            message, code = catalogue.translate("cli.stopped"), EXIT_STOPPED
        case TrapeziError():
            message, code = catalogue.explain(error), EXIT_ERROR
        case ClickError():
            message, code = usage_message(error, catalogue), EXIT_ERROR
        case OSError():
            message, code = catalogue.translate("cli.system", why=os_error_text(error)), EXIT_ERROR
        case _:
            if os.environ.get(TRACE):
                traceback.print_exception(error)
            kind, why = type(error).__name__, str(error)[:200]
            message, code = catalogue.translate("cli.bug", kind=kind, why=why, switch=f"{TRACE}=1"), EXIT_BUG
    return print_error(message, code)


def print_error(message: str, code: ExitCode) -> ExitCode:
    """Print a message as one line on standard error. Return `code`, so that a caller can print and return in one line."""
    try:
        print(f"trapezi: {printable_line(message)}", file=sys.stderr, flush=True)
    except OSError:
        discard_unwritable_output()
    return code


def printable_line(text: str) -> str:
    r"""Return a text in one line, with a question mark for each control character.

    >>> printable_line("first\nsecond\x1b[0m")
    'first second?[0m'
    """
    return re.sub(r"[^\x20-\x7e\xa0-\U0010ffff]", "?", " ".join(text.split()))


def discard_unwritable_output() -> None:
    """Discard buffered output that cannot be written. Otherwise Python would report an error when it exits."""
    null_file = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            os.dup2(null_file, stream.fileno())


def os_error_text(error: OSError) -> str:
    return f"{error.strerror or error}: {error.filename}" if error.filename else str(error.strerror or error)


def usage_message(error: Exception, catalogue: Catalogue) -> str:
    """Return the message of an error in the arguments of a command, in the language of the catalogue."""
    message = getattr(error, "message", "") or str(error)
    help_command = f"{path} --help" if (path := getattr(getattr(error, "ctx", None), "command_path", "")) else "trapezi --help"
    match type(error).__name__:
        case "NoSuchOption":
            return catalogue.translate("cli.usage.no-such-option", option=getattr(error, "option_name", ""), help=help_command)
        case "MissingParameter":
            name = str(getattr(getattr(error, "param", None), "name", "") or "").upper()
            return catalogue.translate("cli.usage.missing", name=name, help=help_command)
        case "BadOptionUsage":
            return catalogue.translate("cli.usage.needs-a-value", option=getattr(error, "option_name", ""), help=help_command)
        case "BadParameter":
            option = ", ".join(getattr(getattr(error, "param", None), "opts", ()))
            return catalogue.translate("cli.usage.bad-value", option=option, why=message, help=help_command)
    if match := re.match(r"No such command '(.*?)'", message):
        close = re.findall(r"'(.*?)'", message)[1:]
        return catalogue.translate(
            "cli.usage.no-such-command" + ("-close" if close else ""), name=match[1], close=close, help=help_command
        )
    if match := re.search(r"unexpected extra argument.*? \((.*)\)$", message):
        return catalogue.translate("cli.usage.too-much", what=match[1], help=help_command)
    return catalogue.translate("cli.usage.wrong", why=message, help=help_command)
