"""Errors on the command line: one line on standard error, in the user's language, and an exit code."""

from __future__ import annotations

import os
import re
import sys
import traceback

import typer

from trapezi.core.errors import TrapeziError
from trapezi.i18n import Catalogue

EXIT_ERROR = 2
EXIT_STOPPED = 130
EXIT_BUG = 70
EXIT_BROKEN_PIPE = 141  # 128 + SIGPIPE, as in a shell
TRACE = "TRAPEZI_TRACE"  # environment variable: if set, print the traceback of a bug

# Some versions of Typer contain their own copy of click; both have the same classes.
ClickError: type[Exception] = typer.BadParameter.__mro__[2]


class UsageError(TrapeziError):
    """An error that the user can correct."""


def report_error(error: BaseException, catalogue: Catalogue) -> int:
    """Print what went wrong and return the exit code."""
    match error:
        case typer.Exit():
            return error.exit_code
        case SystemExit() if isinstance(error.__context__, BrokenPipeError):  # raised by Rich
            discard_output()
            return EXIT_BROKEN_PIPE
        case SystemExit():
            return error.code if isinstance(error.code, int) else EXIT_ERROR
        case KeyboardInterrupt() | typer.Abort():
            return print_error(catalogue.translate("cli.stopped"), EXIT_STOPPED)
        case BrokenPipeError():
            discard_output()
            return EXIT_BROKEN_PIPE
        case TrapeziError():
            return print_error(catalogue.explain(error), EXIT_ERROR)
        case ClickError():
            return print_error(usage_message(error, catalogue), EXIT_ERROR)
        case OSError():
            return print_error(catalogue.translate("cli.system", why=os_error_text(error)), EXIT_ERROR)
        case _:
            if os.environ.get(TRACE):
                traceback.print_exception(error)
            return print_error(
                catalogue.translate("cli.bug", kind=type(error).__name__, why=str(error)[:200], switch=f"{TRACE}=1"), EXIT_BUG
            )


def print_error(message: str, code: int) -> int:
    """Print a message as one line on standard error and return the exit code."""
    try:
        print(f"trapezi: {one_line(message)}", file=sys.stderr, flush=True)
    except OSError:
        discard_output()
    return code


def one_line(text: str) -> str:
    r"""Return a text without line breaks and control characters.

    >>> one_line("first\nsecond\x1b[0m")
    'first second?[0m'
    """
    return re.sub(r"[^\x20-\x7e\xa0-\U0010ffff]", "?", " ".join(text.split()))


def discard_output() -> None:
    """Discard buffered output that nobody reads, so that Python does not report it at exit."""
    null_file = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            os.dup2(null_file, stream.fileno())


def os_error_text(error: OSError) -> str:
    return f"{error.strerror or error}: {error.filename}" if error.filename else str(error.strerror or error)


def usage_message(error: Exception, catalogue: Catalogue) -> str:
    """Return the message of an error in the command line itself."""
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
