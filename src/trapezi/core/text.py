"""Text that enters from outside: only well-formed Unicode gets in, and messages quote it safely.

Python strings may hold half of a surrogate pair, which no file, database or browser accepts. Everything that takes text from
outside (logs, decks, options, moves, names, requests, arguments) calls `check_text` before it does anything else.
"""

from __future__ import annotations

import json
from typing import Any

from trapezi.core.errors import BadText


def check_text(text: str, what: str) -> str:
    """Return the text, or raise `BadText` if it is not well-formed Unicode.

    `what` names the text for people: an id with a message (`common.text.what.<id>`), or the place where the text is.

    >>> check_text("Δάφνη", "name")
    'Δάφνη'
    >>> check_text("\\ud800", "name")
    Traceback (most recent call last):
    trapezi.core.errors.BadText: common.text.not-unicode what=name
    """
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            raise BadText("common.text.not-unicode", what=what) from None
    return text


def quote(value: Any, most: int = 40) -> str:
    """Return a value as JSON for a message, shortened, with escapes for characters that control a terminal.

    >>> quote(None), quote(True), quote("Δάφνη"), quote("\\x1b[2J")
    ('null', 'true', '"Δάφνη"', '"\\\\u001b[2J"')
    """
    try:
        written = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        written = repr(value)
    return escape(written if len(written) <= most else written[:most] + "…")


def escape(text: str) -> str:
    """Return the text with control, bidirectional and other invisible characters written as `\\uXXXX`.

    >>> escape("a\\u202eb")
    'a\\\\u202eb'
    """
    return text if text.isprintable() else "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text)


def parse_number_up_to(most: int, text: str) -> int:
    """Return the number from 1 to `most` (at most 99) that a text writes in decimal; return 0 for any other text.

    >>> parse_number_up_to(60, "17"), parse_number_up_to(60, "61"), parse_number_up_to(60, "017")
    (17, 0, 0)
    """
    written = text.isascii() and text.isdigit() and text[0] != "0" and len(text) < 3 and int(text) <= most
    return int(text) if written else 0
