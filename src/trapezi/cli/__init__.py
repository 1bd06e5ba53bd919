"""The command line: one module per command. `main` runs a command and reports every error in one line."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import pairwise

from trapezi.core.safe_text import require_unicode
from trapezi.i18n import LANGUAGES, Catalogue, catalogue_for


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code, which is 0 or one of the codes in `errors.py`. Report every error in one line."""
    from trapezi.cli import errors
    from trapezi.cli.app import build_root_command

    given = list(sys.argv[1:] if arguments is None else arguments)
    catalogue = requested_catalogue(given)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        for argument in given:  # Bytes that are not UTF-8 arrive as lone surrogates.
            require_unicode(argument, "argument")
        root = build_root_command(catalogue)
        with root.make_context("trapezi", given) as context:
            root.invoke(context)
        sys.stdout.flush()
    except BaseException as error:
        return errors.report_error(error, catalogue)
    return 0


def requested_catalogue(arguments: Sequence[str]) -> Catalogue:
    """Return the catalogue of the language that a command line asks for, even if other arguments are wrong.

    >>> requested_catalogue(["rules", "qwixx", "--lang", "el"]).lang
    'el'
    """
    values = [value for name, value in pairwise(arguments) if name == "--lang"]
    values += [text.removeprefix("--lang=") for text in arguments if text.startswith("--lang=")]
    return catalogue_for(values[-1] if values and values[-1] in LANGUAGES else None)
