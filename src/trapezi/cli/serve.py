"""`trapezi` and `trapezi serve`: run the server."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import os
import re
import shutil
import signal
import socket
import ssl
import sys
import textwrap
import threading
import webbrowser
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from trapezi._user_data_folder import data_folder
from trapezi.cli.arguments import Lang
from trapezi.cli.database import Database, wait_for_database
from trapezi.cli.errors import UsageError
from trapezi.i18n import Catalogue, catalogue_for

if TYPE_CHECKING:
    import uvicorn

    from trapezi.server.limits import Limits
    from trapezi.server.trusted_proxies_and_origins import Trust
    from trapezi.store.interface import Store

PORT = 8000


class LogFormat(StrEnum):
    """The format of the server's log."""

    text = "text"
    json = "json"


def serve(
    host: Annotated[str, typer.Option("--host")] = "0.0.0.0",
    port: Annotated[int | None, typer.Option("--port", min=0, max=65535, show_default=False)] = None,
    database: Database = None,
    tls: Annotated[tuple[Path, Path] | None, typer.Option("--tls", metavar="CERT KEY")] = None,
    limit: Annotated[list[str] | None, typer.Option("--limit", metavar="NAME=VALUE", envvar="TRAPEZI_LIMITS")] = None,
    proxy: Annotated[list[str] | None, typer.Option("--proxy", metavar="NETWORK", envvar="TRAPEZI_PROXY")] = None,
    origin: Annotated[list[str] | None, typer.Option("--origin", metavar="URL", envvar="TRAPEZI_ORIGIN")] = None,
    metrics: Annotated[list[str] | None, typer.Option("--metrics", metavar="NETWORK", envvar="TRAPEZI_METRICS")] = None,
    admin: Annotated[bool, typer.Option("--admin", envvar="TRAPEZI_ADMIN", show_default=False)] = False,
    push: Annotated[str | None, typer.Option("--push", metavar="MAIL", envvar="TRAPEZI_PUSH", show_default=False)] = None,
    no_reviews: Annotated[bool, typer.Option("--no-reviews", envvar="TRAPEZI_NO_REVIEWS", show_default=False)] = False,
    log: Annotated[LogFormat, typer.Option("--log", envvar="TRAPEZI_LOG")] = LogFormat.text,
    lang: Lang = None,
) -> None:
    from trapezi.server.limits import Limits
    from trapezi.server.trusted_proxies_and_origins import LOOPBACK, Trust

    limits, trust = Limits.parse(limit or ()), Trust.parse(proxy or (), origin or (), metrics or LOOPBACK)
    run_server(
        host,
        PORT if port is None else port,
        database,
        next_port=port is None,
        tls=tls,
        catalogue=catalogue_for(lang),
        limits=limits,
        trust=trust,
        log=log,
        admin=admin,
        push=push,
        reviews=not no_reviews,
    )


def run_server(
    host: str = "0.0.0.0",
    port: int = PORT,
    database: str | None = None,
    *,
    next_port: bool = True,
    tls: tuple[Path, Path] | None = None,
    pace: float = 0.8,
    browser: bool = False,
    limits: Limits | None = None,
    trust: Trust | None = None,
    log: LogFormat = LogFormat.text,
    admin: bool = False,
    push: str | None = None,
    reviews: bool = True,
    catalogue: Catalogue | None = None,
) -> None:
    """Run the server until it is stopped. Print the address that phones in the home network can reach, and its QR code.

    If the port is taken, use the next free port. With `next_port=False`, raise `UsageError` instead.
    """
    catalogue = catalogue or catalogue_for()
    if tls is not None:
        check_certificate(*tls)
    push_contact = None if push is None else checked_push_contact(push)
    import uvicorn

    from trapezi.server import logging, server_address_and_qr_code
    from trapezi.server.admin import Operator
    from trapezi.server.app import create_app
    from trapezi.server.limits import Limits
    from trapezi.server.trusted_proxies_and_origins import Trust
    from trapezi.server.uvicorn_connections import ServerConfig
    from trapezi.tables.registry import Settings, TableRegistry

    limits, trust = limits or Limits(), trust or Trust()
    logging.configure_logging(log.value)
    operator = Operator() if admin else None
    if operator is not None:
        logging.add_handler(operator.log)
    raise_file_limit()
    store = wait_for_database(database, catalogue)
    try:
        listener = open_listener(host, port, next_port=next_port)
    except UsageError:
        asyncio.run(store.close())
        raise
    settings = Settings(
        pace=pace,
        bot_processes=limits.bot_processes,
        reviews=reviews,
        review_processes=limits.review_processes,
        review_simulations=limits.review_simulations or None,
    )
    registry = TableRegistry(store, settings)
    config = ServerConfig(create_app(registry, limits, trust, operator, push_contact), limits, trust, tls)
    server = uvicorn.Server(config)
    stop_on_hangup(server)
    url = server_address_and_qr_code.server_url(host, int(listener.getsockname()[1]), tls=tls is not None)
    if sys.stdout.isatty():
        width = shutil.get_terminal_size().columns
        print(
            textwrap.fill(catalogue.translate("cli.serve.phones"), width)
            + "\n\n"
            + server_address_and_qr_code.terminal_qr_code(url)
        )
    print(url, flush=True)
    if operator is not None:
        show_or_write_admin_address(f"{url}/admin/{operator.token}", store, catalogue)
    if browser:
        threading.Timer(0.5, webbrowser.open, [url]).start()
    limit_garbage_collection_pauses()
    server.run(sockets=[listener])


def limit_garbage_collection_pauses() -> None:
    """Set up the garbage collector so that it pauses the server for a millisecond at a time, instead of fifty.

    Objects that moves leave behind have hardly any cycles, so the collections of the older generations can be rare.
    """
    gc.collect()
    gc.freeze()  # Modules and games are never freed, so the collector need not visit them.
    gc.set_threshold(500, 5_000, 10)


def show_or_write_admin_address(url: str, store: Store, catalogue: Catalogue) -> None:
    """Print the secret address of the operator's page on a terminal. If the output is no terminal, write it to a private file."""
    if sys.stdout.isatty():
        print(catalogue.translate("cli.serve.admin", url=url), flush=True)
        return
    path: Path | None = getattr(store, "path", None)
    file = data_folder() / "admin-address" if path is None else Path(f"{path}.admin-address")
    file.unlink(missing_ok=True)
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as output:
        output.write(f"{url}\n")
    print(catalogue.translate("cli.serve.admin-file", file=str(file)), flush=True)


def checked_push_contact(mail: str) -> str:
    """Return the address at which push services can reach the operator.

    Raise `UsageError` if it is no mail address, or if the packages for push messages are not installed.
    """
    from trapezi.server.push import is_installed

    address = mail.removeprefix("mailto:")
    if not re.fullmatch(r"[^@\s]+@[^@\s]+", address):
        raise UsageError("cli.serve.bad-push", mail=mail[:80])
    if not is_installed():
        raise UsageError("cli.serve.no-push")
    return f"mailto:{address}"


def check_certificate(certificate: Path, key: Path) -> None:
    """Raise `UsageError` unless the two files are a certificate and its key."""
    for file in (certificate, key):
        if not file.is_file():
            raise UsageError("cli.serve.no-file", file=str(file))
    try:
        # With an empty password, a key that needs a password raises an error instead of asking on the terminal.
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key, password="")
    except (OSError, ValueError) as error:  # An `SSLError` is an `OSError`.
        why = getattr(error, "reason", None) or getattr(error, "strerror", None) or str(error)
        raise UsageError("cli.serve.bad-tls", certificate=str(certificate), key_file=str(key), why=str(why)) from error


def open_listener(host: str, port: int, *, next_port: bool) -> socket.socket:
    """Return a socket that listens on this port or, with `next_port`, on a later one. Raise `UsageError` if this fails."""
    from trapezi.server import server_address_and_qr_code

    try:
        return server_address_and_qr_code.open_socket(host, port, 50 if next_port else 1)
    except OSError as error:
        if error.errno == errno.EADDRINUSE and not next_port:
            raise UsageError("cli.serve.port-taken", port=port) from error
        raise UsageError("cli.serve.no-address", host=host, port=port, why=error.strerror or str(error)) from error


def stop_on_hangup(server: uvicorn.Server) -> None:
    """Stop the server cleanly on SIGHUP (the terminal was closed), unless `nohup` has made the process ignore this signal."""
    hangup = getattr(signal, "SIGHUP", None)
    if hangup is not None and signal.getsignal(hangup) is not signal.SIG_IGN:
        signal.signal(hangup, lambda *_: server.handle_exit(signal.SIGTERM, None))


def raise_file_limit() -> None:
    """Raise the limit on open files, and thus on connections, to the maximum that the system allows."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
