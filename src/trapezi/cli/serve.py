"""`trapezi` and `trapezi serve`: run the server."""

from __future__ import annotations

import contextlib
import gc
import sys
import threading
import webbrowser
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from trapezi.cli.arguments import Lang
from trapezi.cli.database import Database, open_database
from trapezi.cli.errors import UsageError
from trapezi.i18n import Catalogue, catalogue_for

if TYPE_CHECKING:
    from trapezi.server.limits import Limits
    from trapezi.server.proxies import Trust

PORT = 8000


class LogFormat(StrEnum):
    """The format of the server's log."""

    text = "text"
    json = "json"


def serve(
    host: Annotated[str, typer.Option("--host")] = "0.0.0.0",
    port: Annotated[int, typer.Option("--port", min=0, max=65535)] = PORT,
    database: Database = None,
    tls: Annotated[tuple[Path, Path] | None, typer.Option("--tls", metavar="CERT KEY")] = None,
    limit: Annotated[list[str] | None, typer.Option("--limit", metavar="NAME=VALUE", envvar="TRAPEZI_LIMITS")] = None,
    proxy: Annotated[list[str] | None, typer.Option("--proxy", metavar="NETWORK", envvar="TRAPEZI_PROXY")] = None,
    origin: Annotated[list[str] | None, typer.Option("--origin", metavar="URL", envvar="TRAPEZI_ORIGIN")] = None,
    metrics: Annotated[list[str] | None, typer.Option("--metrics", metavar="NETWORK", envvar="TRAPEZI_METRICS")] = None,
    log: Annotated[LogFormat, typer.Option("--log", envvar="TRAPEZI_LOG")] = LogFormat.text,
    lang: Lang = None,
) -> None:
    from trapezi.server.limits import Limits
    from trapezi.server.proxies import LOOPBACK, Trust

    limits, trust = Limits.parse(limit or ()), Trust.parse(proxy or (), origin or (), metrics or LOOPBACK)
    run_server(host, port, database, tls=tls, catalogue=catalogue_for(lang), limits=limits, trust=trust, log=log)


def run_server(
    host: str = "0.0.0.0",
    port: int = PORT,
    database: str | None = None,
    *,
    tls: tuple[Path, Path] | None = None,
    pace: float = 0.8,
    browser: bool = False,
    limits: Limits | None = None,
    trust: Trust | None = None,
    log: LogFormat = LogFormat.text,
    catalogue: Catalogue | None = None,
) -> None:
    """Serve until stopped. Print the address that phones in the home network reach, and its QR code."""
    catalogue = catalogue or catalogue_for()
    for file in tls or ():
        if not file.is_file():
            raise UsageError("cli.serve.no-file", file=str(file))
    import uvicorn

    from trapezi.server import address, logging
    from trapezi.server.app import create_app
    from trapezi.server.connections import ServerConfig
    from trapezi.server.limits import Limits
    from trapezi.server.proxies import Trust
    from trapezi.tables.registry import Settings, TableRegistry

    limits, trust = limits or Limits(), trust or Trust()
    logging.configure_logging(log.value)
    raise_file_limit()
    gc.set_threshold(20_000, 10, 100)  # views are many small lists without cycles: more frequent collections find nothing
    registry = TableRegistry(open_database(database), Settings(pace=pace))
    listener = address.open_socket(host, port)
    url = address.server_url(host, int(listener.getsockname()[1]), tls=tls is not None)
    if sys.stdout.isatty():
        print(catalogue.translate("cli.serve.phones") + "\n\n" + address.terminal_qr_code(url))
    print(url, flush=True)
    if browser:
        threading.Timer(0.5, webbrowser.open, [url]).start()
    config = ServerConfig(create_app(registry, limits, trust), limits, trust, tls)
    uvicorn.Server(config).run(sockets=[listener])


def raise_file_limit() -> None:
    """Allow as many open connections as the system lets a process have."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
