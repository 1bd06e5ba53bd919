"""Write the server's log with one line for each entry, as text or as JSON, even if the entry contains line breaks.

Names, chat, tokens and secrets are never logged.
"""

from __future__ import annotations

import json
import logging
import re
import sys
from collections import deque
from datetime import UTC, datetime
from typing import Literal, NamedTuple, TextIO

from trapezi.core.safe_text import escape_invisible

SECRET = re.compile(r"[A-Za-z0-9_-]{24,}")  # This pattern matches tokens, hashes and keys.
PASSWORD = re.compile(r"://[^\s/@]*@")

LogFormat = Literal["text", "json"]

# Log messages of Uvicorn that are caused by malformed bytes from clients begin with these texts.
CLIENT_FAULTS = ("Invalid UTF-8 sequence", "Invalid HTTP request")


class LogEntry(NamedTuple):
    """An entry of the log as the operator's page shows it."""

    time: float
    level: str
    table: str
    message: str


class LineFormatter(logging.Formatter):
    """Format each entry of the log as one line. A traceback follows in indented lines.

    >>> record = logging.LogRecord("trapezi.tables", logging.ERROR, "", 0, "not stored: %s", ("disk\\nfull",), None)
    >>> record.table = "BCDFG"
    >>> LineFormatter("text", lambda _: "12:00").format(record)
    '12:00 error trapezi.tables BCDFG: not stored: disk\\\\u000afull'
    """

    def __init__(self, form: LogFormat, clock: object = None) -> None:
        super().__init__()
        self.form = form
        self.clock = clock if callable(clock) else lambda at: datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds")

    def format(self, record: logging.LogRecord) -> str:
        table: str | None = getattr(record, "table", None)
        error = self.formatException(record.exc_info) if record.exc_info else None
        entry = {
            "time": self.clock(record.created),
            "level": record.levelname.lower(),
            "from": record.name,
            "table": table,
            "event": record.getMessage(),
            "error": error,
        }
        if self.form == "json":
            return json.dumps({name: value for name, value in entry.items() if value is not None})
        source = f"{entry['from']} {table}" if table else entry["from"]
        line = f"{entry['time']} {entry['level']} {source}: {escape_invisible(str(entry['event']))}"
        return line if error is None else "\n  ".join([line, *(escape_invisible(each) for each in error.splitlines())])


def is_not_caused_by_client(record: logging.LogRecord) -> bool:
    """Return False for log entries about malformed bytes from clients, because anyone could fill the log with them."""
    return not record.getMessage().startswith(CLIENT_FAULTS)


class RecentEntries(logging.Handler):
    """Keep the last warnings and errors in memory, one line each, without tracebacks and without anything like a secret.

    >>> recent = RecentEntries()
    >>> recent.handle(logging.LogRecord("trapezi", logging.ERROR, "", 0, "%s failed", ("postgresql://a:b@db/t",), None))
    True
    >>> recent.entries[0].message
    'postgresql://…@db/t failed'
    """

    def __init__(self, most: int = 50) -> None:
        super().__init__(logging.WARNING)
        self.entries: deque[LogEntry] = deque(maxlen=most)
        self.addFilter(is_not_caused_by_client)

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else ""
        message = SECRET.sub("…", PASSWORD.sub("://…@", escape_invisible(record.getMessage())))[:300]
        text = f"{message} ({error})" if error else message
        self.entries.append(LogEntry(record.created, record.levelname.lower(), str(getattr(record, "table", None) or ""), text))


def configure_logging(form: LogFormat = "text", stream: TextIO | None = None) -> None:
    """Send the entries of all loggers to a stream, by default standard error."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(LineFormatter(form))
    handler.addFilter(is_not_caused_by_client)
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("trapezi").setLevel(logging.INFO if form == "json" else logging.WARNING)


def add_handler(handler: logging.Handler) -> None:
    """Send the entries of all loggers to this handler, too."""
    logging.getLogger().addHandler(handler)
