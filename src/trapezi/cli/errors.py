"""What is said when something goes wrong: one line on standard error, in the user's language, and an exit code."""

from __future__ import annotations

import os
import re
import sys
import traceback

import typer

from trapezi.core.errors import TrapeziError
from trapezi.i18n import Catalogue

WRONG = 2
STOPPED = 130
BUG = 70
UNREAD = 141  # nobody reads the rest of the output: as a shell tells it
TRACE = "TRAPEZI_TRACE"  # set, it shows where a bug of ours is

# Typer brings its own copy of click, or an older one uses click itself; both have the same classes.
UsageError: type[Exception] = typer.BadParameter.__mro__[1]
ClickError: type[Exception] = typer.BadParameter.__mro__[2]


class Wrong(TrapeziError):
    """Something that the user can put right."""


def told(error: BaseException, words: Catalogue) -> int:
    """Says what went wrong; the exit code."""
    match error:
        case typer.Exit():
            return error.exit_code
        case SystemExit() if isinstance(error.__context__, BrokenPipeError):  # so Rich ends
            silence()
            return UNREAD
        case SystemExit():
            return error.code if isinstance(error.code, int) else WRONG
        case KeyboardInterrupt() | typer.Abort():
            return complain(words.translate("cli.stopped"), STOPPED)
        case BrokenPipeError():
            silence()
            return UNREAD
        case TrapeziError():
            return complain(words.explain(error), WRONG)
        case ClickError():
            return complain(usage(error, words), WRONG)
        case OSError():
            return complain(words.translate("cli.system", why=reason_of(error)), WRONG)
        case _:
            if os.environ.get(TRACE):
                traceback.print_exception(error)
            return complain(words.translate("cli.bug", kind=type(error).__name__, why=str(error)[:200], switch=f"{TRACE}=1"), BUG)


def complain(sentence: str, code: int) -> int:
    """One line, whatever the sentence quotes."""
    try:
        print(f"trapezi: {one_line(sentence)}", file=sys.stderr, flush=True)
    except OSError:
        silence()
    return code


def one_line(text: str) -> str:
    r"""
    >>> one_line("first\nsecond\x1b[0m")
    'first second?[0m'
    """
    return re.sub(r"[^\x20-\x7e\xa0-\U0010ffff]", "?", " ".join(text.split()))


def silence() -> None:
    """Nobody reads any more: what is still buffered goes nowhere, so that Python does not complain while it ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            os.dup2(nowhere, stream.fileno())


def reason_of(error: OSError) -> str:
    return f"{error.strerror or error}: {error.filename}" if error.filename else str(error.strerror or error)


def usage(error: Exception, words: Catalogue) -> str:
    """A mistake in the command line itself."""
    message = getattr(error, "message", "") or str(error)
    help_with = f"{path} --help" if (path := getattr(getattr(error, "ctx", None), "command_path", "")) else "trapezi --help"
    match type(error).__name__:
        case "NoSuchOption":
            return words.translate("usage.no-such-option", option=getattr(error, "option_name", ""), help=help_with)
        case "MissingParameter":
            name = str(getattr(getattr(error, "param", None), "name", "") or "").upper()
            return words.translate("usage.missing", name=name, help=help_with)
        case "BadOptionUsage":
            return words.translate("usage.needs-a-value", option=getattr(error, "option_name", ""), help=help_with)
        case "BadParameter":
            option = ", ".join(getattr(getattr(error, "param", None), "opts", ()))
            return words.translate("usage.bad-value", option=option, why=message, help=help_with)
    if found := re.match(r"No such command '(.*?)'", message):
        close = re.findall(r"'(.*?)'", message)[1:]
        return words.translate("usage.no-such-command" + ("-close" if close else ""), name=found[1], close=close, help=help_with)
    if found := re.search(r"unexpected extra argument.*? \((.*)\)$", message):
        return words.translate("usage.too-much", what=found[1], help=help_with)
    return words.translate("usage.wrong", why=message, help=help_with)
