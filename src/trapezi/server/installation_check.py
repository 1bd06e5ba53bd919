"""Check the installation, its files, the disk and the certificate for `trapezi doctor`. Nothing is changed."""

from __future__ import annotations

import contextlib
import gzip
import platform
import shutil
import sqlite3
import ssl
import stat
import time
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import trapezi
from trapezi.core.errors import Reason
from trapezi.server.static import STATIC

Status = Literal["ok", "warning", "error"]

# With fewer free bytes on the disk than these, the check reports a warning or an error.
LITTLE_SPACE, NO_SPACE = 1_000_000_000, 100_000_000
EXPIRES_SOON = 14  # If a certificate expires within this many days, the check reports a warning.
MOST_FILES = 500  # At most this many files in the folder of the database are checked.
BACKUP_START = b'{"trapezi-backup"'


@dataclass(frozen=True, slots=True)
class Check:
    """The result of a check: what was found, and what the operator should do about it."""

    name: str
    status: Status
    reason: Reason
    advice: Reason | None = None


def check_versions() -> Iterator[Check]:
    """Check that the installed versions of Python and of the required packages are new enough."""
    versions = {"trapezi": trapezi.__version__, "python": platform.python_version(), "sqlite": sqlite3.sqlite_version}
    yield Check("versions", "ok", Reason("doctor.versions", versions))
    if trapezi.execution_mode() == "compiled":
        yield Check("compiled", "ok", Reason("doctor.compiled"))
    else:
        yield Check("compiled", "warning", Reason("doctor.not-compiled"), Reason("doctor.advice.compile"))
    if (STATIC / "index.html").is_file():
        yield Check("client", "ok", Reason("doctor.client"))
    else:
        yield Check("client", "error", Reason("doctor.no-client"), Reason("doctor.advice.build"))


def check_file_modes(database: Path) -> Iterator[Check]:
    """Check that only the owner may use the database, the files beside it, and their folder."""
    folder = database.resolve().parent
    if not folder.is_dir():
        yield Check("folder", "ok", Reason("doctor.no-folder", {"folder": str(folder)}))
        return
    params = {"file": str(folder), "mode": mode_of(folder)}
    if int(params["mode"], 8) & 0o077:
        yield Check("folder", "warning", Reason("doctor.open-folder", params), Reason("doctor.advice.mode-folder", params))
    else:
        yield Check("folder", "ok", Reason("doctor.private", params))
    for file in secret_files(database):
        params = {"file": str(file), "mode": mode_of(file)}
        if int(params["mode"], 8) & 0o077:
            yield Check("file", "error", Reason("doctor.open-file", params), Reason("doctor.advice.mode-file", params))
        else:
            yield Check("file", "ok", Reason("doctor.private", params))


def mode_of(path: Path) -> str:
    return f"{stat.S_IMODE(path.stat().st_mode):04o}"


def secret_files(database: Path) -> list[Path]:
    """Return the database, the files that SQLite keeps beside it, and the backups in the same folder."""
    database = database.resolve()
    own = [database, Path(f"{database}-wal"), Path(f"{database}-shm")]
    others: list[Path] = []
    with contextlib.suppress(OSError):
        others = [file for file in sorted(database.parent.iterdir())[:MOST_FILES] if file not in own and is_backup(file)]
    return [file for file in own if file.is_file()] + others


def is_backup(file: Path) -> bool:
    """Return whether a file is a backup of tables, judging by its first bytes."""
    try:
        if not file.is_file():
            return False
        with gzip.open(file) as content:
            return content.read(len(BACKUP_START)) == BACKUP_START
    except (OSError, EOFError, zlib.error):
        return False


def check_disk(folder: Path) -> Check:
    """Check the free disk space where the database is or will be."""
    folder = folder.resolve()
    while not folder.is_dir():
        folder = folder.parent
    free = shutil.disk_usage(folder).free
    reason = Reason("doctor.disk", {"folder": str(folder), "free": free // 1_000_000})
    if free >= LITTLE_SPACE:
        return Check("disk", "ok", reason)
    return Check("disk", "warning" if free >= NO_SPACE else "error", reason, Reason("doctor.advice.disk"))


def check_tls(certificate: Path, key: Path, host: str | None = None, now: float | None = None) -> Iterator[Check]:
    """Check that a certificate and its key belong together, when it is valid, and whether it names the host."""
    for file in (certificate, key):
        if not file.is_file():
            yield Check("tls", "error", Reason("doctor.no-file", {"file": str(file)}), Reason("doctor.advice.tls"))
            return
    try:
        # With an empty password, a key with a password causes an error. Without it, OpenSSL would ask on the terminal.
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key, password="")
        private: Any = ssl
        # The standard library has no public function that decodes a certificate. This function decodes the first of a file.
        content: dict[str, Any] = private._ssl._test_decode_cert(str(certificate))
    except (OSError, ValueError) as error:  # An `SSLError` is an `OSError`.
        why = str(getattr(error, "reason", None) or getattr(error, "strerror", None) or error)
        params = {"certificate": str(certificate), "key_file": str(key), "why": why}
        yield Check("tls", "error", Reason("doctor.tls-mismatch", params), Reason("doctor.advice.tls"))
        return
    yield Check("tls", "ok", Reason("doctor.tls", {"certificate": str(certificate), "key_file": str(key)}))
    if mode_of(key)[-1] != "0":
        params = {"file": str(key), "mode": mode_of(key)}
        yield Check("key", "error", Reason("doctor.open-file", params), Reason("doctor.advice.mode-file", params))
    yield check_dates(content, time.time() if now is None else now)
    names = [name for kind, name in content.get("subjectAltName", ()) if kind in ("DNS", "IP Address")]
    if host and not any(name_covers_host(host, name) for name in names):
        params = {"host": host, "names": ", ".join(names) or "–"}
        yield Check("names", "error", Reason("doctor.tls-other-name", params), Reason("doctor.advice.tls-name", params))
    else:
        yield Check("names", "ok", Reason("doctor.tls-names", {"names": ", ".join(names) or "–"}))


def check_dates(certificate: dict[str, Any], now: float) -> Check:
    begins, ends = (ssl.cert_time_to_seconds(certificate[name]) for name in ("notBefore", "notAfter"))
    days = int((ends - now) // 86_400)
    date = time.strftime("%Y-%m-%d", time.gmtime(ends))
    if now < begins:
        since = time.strftime("%Y-%m-%d", time.gmtime(begins))
        return Check("dates", "error", Reason("doctor.tls-early", {"date": since}), Reason("doctor.advice.tls-clock"))
    if now > ends:
        return Check("dates", "error", Reason("doctor.tls-expired", {"date": date}), Reason("doctor.advice.tls-renew"))
    reason = Reason("doctor.tls-dates", {"date": date, "days": days})
    return (
        Check("dates", "ok", reason)
        if days >= EXPIRES_SOON
        else Check("dates", "warning", reason, Reason("doctor.advice.tls-renew"))
    )


def name_covers_host(host: str, name: str) -> bool:
    """Return whether a name of a certificate covers a host.

    >>> [name_covers_host(host, "*.club.example") for host in ("table.club.example", "club.example", "a.b.club.example")]
    [True, False, False]
    """
    host, name = host.lower(), name.lower()
    return host == name or (name.startswith("*.") and "." in host and host.partition(".")[2] == name[2:])
