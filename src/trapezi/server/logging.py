"""What a server writes down of itself: one line each, for people or as JSON, and never what somebody could forge.

Names, chat, tokens and secrets are not logged. Whatever an error quotes stays in its line.
"""

from __future__ import annotations

import json
import logging
import re
import sys
from datetime import UTC, datetime
from typing import Literal, TextIO

Form = Literal["text", "json"]

UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u200b-\u200f\u202a-\u202e\u2066-\u2069]")
PROTOCOL = ("Invalid UTF-8 sequence", "Invalid HTTP request")  # of strangers' bytes: no trouble of ours


class Lines(logging.Formatter):
    """
    >>> record = logging.LogRecord("trapezi.tables", logging.ERROR, "", 0, "not stored: %s", ("disk\\nfull",), None)
    >>> record.table = "BCDFG"
    >>> Lines("text", lambda _: "12:00").format(record)
    '12:00 error trapezi.tables BCDFG: not stored: disk\\\\nfull'
    """

    def __init__(self, form: Form, clock: object = None) -> None:
        super().__init__()
        self.form = form
        self.clock = clock if callable(clock) else lambda at: datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds")

    def format(self, record: logging.LogRecord) -> str:
        table: str | None = getattr(record, "table", None)
        error = self.formatException(record.exc_info) if record.exc_info else None
        told = {
            "time": self.clock(record.created),
            "level": record.levelname.lower(),
            "from": record.name,
            "table": table,
            "event": record.getMessage(),
            "error": error,
        }
        if self.form == "json":
            return json.dumps({name: value for name, value in told.items() if value is not None})
        where = f"{told['from']} {table}" if table else told["from"]
        line = f"{told['time']} {told['level']} {where}: {escaped(str(told['event']))}"
        return line if error is None else "\n  ".join([line, *(escaped(each) for each in error.splitlines())])


def escaped(text: str) -> str:
    """A text without anything that could begin a line or turn its direction.

    >>> escaped("a\\nb")
    'a\\\\nb'
    """
    return UNPRINTABLE.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def ours(record: logging.LogRecord) -> bool:
    return not record.getMessage().startswith(PROTOCOL)


def configure(form: Form = "text", stream: TextIO | None = None) -> None:
    """All loggers write here; what strangers' bytes are like is not written at all."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(Lines(form))
    handler.addFilter(ours)
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("trapezi").setLevel(logging.INFO if form == "json" else logging.WARNING)
