"""Check the database for `trapezi doctor`. All writes are rolled back, and nothing is created or migrated."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import closing, suppress
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import quote

from trapezi.core.errors import Reason
from trapezi.server.installation_check import Check
from trapezi.store import sqlite_file
from trapezi.store.interface import NotStored

SECONDS = 8.0  # PostgreSQL must answer all questions within this many seconds.
INSERT = "INSERT INTO houses (house, until) VALUES ('doctor', 0)"
REVISION = "SELECT version_num FROM alembic_version"
PROCESSES = "SELECT count(DISTINCT application_name) FROM pg_stat_activity WHERE application_name LIKE 'trapezi %'"


def check_database(database: str) -> Iterator[Check]:
    """Check that the database can be opened and written and has the schema of this version. Report which servers use it."""
    file = sqlite_file(database)
    yield from check_postgres(database) if file is None else check_sqlite(file)


def check_sqlite(file: Path) -> Iterator[Check]:
    file = file.resolve()
    params: dict[str, Any] = {"file": str(file)}
    if not file.exists():
        yield Check("database", "ok", Reason("doctor.database-new", params))
        return
    try:
        uri = f"file:{quote(str(file))}?mode=rw"
        with closing(sqlite3.connect(uri, uri=True, timeout=5, isolation_level=None)) as connection:
            tables = {str(name) for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            params["version"] = sqlite3.sqlite_version
            yield Check("database", "ok", Reason("doctor.sqlite", params))
            if not tables:
                return  # An empty file is fine, because the server creates the schema.
            if "alembic_version" not in tables:
                yield Check("schema", "error", Reason("doctor.schema-foreign"), Reason("doctor.advice.other-database"))
                return
            yield check_schema(connection.execute(REVISION).fetchone())
            connection.execute("BEGIN IMMEDIATE")
            try:
                connection.execute(INSERT)
            finally:
                connection.execute("ROLLBACK")
            yield Check("write", "ok", Reason("doctor.write"))
    except sqlite3.Error as error:
        yield Check(
            "database", "error", Reason("doctor.database-fails", {"why": str(error)}), Reason("doctor.advice.database-file")
        )
    if is_served(file):
        yield Check("server", "ok", Reason("doctor.served"))
    else:
        yield Check("server", "ok", Reason("doctor.not-served"))


def is_served(file: Path) -> bool:
    """Return whether a server has locked the file."""
    try:
        import fcntl

        lock = os.open(f"{file}.lock", os.O_RDONLY | os.O_CLOEXEC)
    except (ImportError, OSError):
        return False
    try:
        fcntl.lockf(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(lock)
    return False


def check_schema(row: Any) -> Check:
    """Compare the schema of a database with the schema of this version."""
    from alembic.script import ScriptDirectory

    from trapezi.store.migrate import SCRIPTS

    scripts = ScriptDirectory(str(SCRIPTS))
    known = [script.revision for script in scripts.walk_revisions()]  # This list begins with the newest revision.
    found = row[0] if row else None
    if found == known[0]:
        return Check("schema", "ok", Reason("doctor.schema"))
    if found is None or found in known:
        return Check("schema", "warning", Reason("doctor.schema-old"), Reason("doctor.advice.migrate"))
    return Check("schema", "error", Reason("doctor.schema-newer"), Reason("doctor.advice.newer"))


def check_postgres(database: str) -> Iterator[Check]:
    """Check a PostgreSQL database in a thread, so that a database that hangs cannot block the check."""
    try:
        yield from run_within(SECONDS, lambda: list(ask_postgres(database)))
    except NotStored as error:
        why = " ".join(str(error).split()) or "–"
        yield Check("database", "error", Reason("doctor.database-fails", {"why": why}), Reason("doctor.advice.postgres"))
    except TimeoutError:
        params = {"seconds": round(SECONDS)}
        yield Check("database", "error", Reason("doctor.database-silent", params), Reason("doctor.advice.postgres"))


def ask_postgres(database: str) -> Iterator[Check]:
    from trapezi.store.postgres import CONNECTION, driver_url  # This raises `NoDriver` if the driver is missing.

    import psycopg  # isort: skip

    url = driver_url(database).set(drivername="postgresql").render_as_string(hide_password=False)
    try:
        settings: dict[str, Any] = {**CONNECTION, "options": "-c statement_timeout=3000", "application_name": "doctor"}
        with closing(psycopg.connect(url, **settings)) as connection:
            version = connection.info.parameter_status("server_version") or "–"
            yield Check("database", "ok", Reason("doctor.postgres", {"version": version}))
            exists = connection.execute("SELECT to_regclass('alembic_version')").fetchone()
            if exists is None or exists[0] is None:
                yield Check("schema", "ok", Reason("doctor.schema-empty"))
                return
            yield check_schema(connection.execute(REVISION).fetchone())
            processes = connection.execute(PROCESSES).fetchone()
            with suppress(psycopg.errors.UniqueViolation):
                connection.execute(INSERT)
            connection.rollback()
            yield Check("write", "ok", Reason("doctor.write"))
            yield Check("server", "ok", Reason("doctor.processes", {"count": processes[0] if processes else 0}))
    except psycopg.Error as error:
        raise NotStored(str(error)) from error


def run_within(seconds: float, work: Callable[[], list[Check]]) -> list[Check]:
    """Call a function in a thread and return its result. Raise its error, or `TimeoutError` if it takes too long."""
    result: Future[list[Check]] = Future()

    def set_result_or_error() -> None:
        try:
            result.set_result(work())
        except BaseException as error:
            result.set_exception(error)

    Thread(target=set_result_or_error, daemon=True).start()
    return result.result(seconds)
