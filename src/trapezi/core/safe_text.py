"""Check and quote text that comes from outside, so that it is well-formed Unicode and safe to show in a message.

Python strings may hold half of a surrogate pair, which no file, database or browser accepts. Everything that takes text from
outside (logs, decks, options, moves, names, requests, arguments) calls `require_unicode` before it does anything else.
"""

from __future__ import annotations

import json
from typing import Any

from trapezi.core.errors import BadText


def require_unicode(text: str, what: str) -> str:
    """Return the text, or raise `BadText` if it is not well-formed Unicode.

    The error calls the text by the name `what`. If there is a message `common.text.what.<what>`, the error uses that message.

    >>> require_unicode("Δάφνη", "name")
    'Δάφνη'
    >>> require_unicode("\\ud800", "name")
    Traceback (most recent call last):
    trapezi.core.errors.BadText: Name: this is not well-formed Unicode text. [common.text.not-unicode]
    """
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            raise BadText("common.text.not-unicode", what=what) from None
    return text


def quote(value: Any, max_length: int = 40) -> str:
    """Return a value as JSON, to be shown in a message. Cut a long value; escape characters that would control a terminal.

    >>> quote(None), quote(True), quote("Δάφνη"), quote("\\x1b[2J")
    ('null', 'true', '"Δάφνη"', '"\\\\u001b[2J"')
    """
    try:
        written = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        written = repr(value)
    return escape_invisible(written if len(written) <= max_length else written[:max_length] + "…")


def escape_invisible(text: str) -> str:
    """Return the text with control, bidirectional and other invisible characters written as `\\uXXXX`.

    >>> escape_invisible("a\\u202eb")
    'a\\\\u202eb'
    """
    return text if text.isprintable() else "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text)


def parse_number_or_zero(text: str, max_number: int) -> int:
    """Parse a text as a decimal number from 1 to `max_number`, which is at most 99. Return 0 for any other text.

    >>> parse_number_or_zero("17", 60), parse_number_or_zero("61", 60), parse_number_or_zero("017", 60)
    (17, 0, 0)
    """
    written = text.isascii() and text.isdigit() and text[0] != "0" and len(text) < 3 and int(text) <= max_number
    return int(text) if written else 0
