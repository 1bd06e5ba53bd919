"""The command line: one module per command. `main` runs it and turns whatever goes wrong into one clear line."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import pairwise

from trapezi.i18n import LANGUAGES, Catalogue, catalogue_for


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; its exit code: 0, 2 if something was wrong, 130 if the user stopped it, 141 if nobody reads on."""
    from trapezi.cli import errors
    from trapezi.cli.app import command

    given = list(sys.argv[1:] if arguments is None else arguments)
    words = language_of(given)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        root = command(words)
        with root.make_context("trapezi", given) as context:
            root.invoke(context)
        sys.stdout.flush()
    except BaseException as error:
        return errors.told(error, words)
    return 0


def language_of(arguments: Sequence[str]) -> Catalogue:
    """The language in which a command line wants to be answered, even if there is a mistake in it.

    >>> language_of(["rules", "qwixx", "--lang", "el"]).lang
    'el'
    """
    asked = [after for name, after in pairwise(arguments) if name == "--lang"]
    asked += [text.removeprefix("--lang=") for text in arguments if text.startswith("--lang=")]
    return catalogue_for(asked[-1] if asked and asked[-1] in LANGUAGES else None)
