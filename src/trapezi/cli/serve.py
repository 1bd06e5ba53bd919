"""`trapezi` and `trapezi serve`: the table for a household or a club."""

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
from trapezi.cli.errors import UsageError
from trapezi.cli.stores import Database, opened
from trapezi.i18n import Catalogue, catalogue_for

if TYPE_CHECKING:
    from trapezi.server.limits import Limits
    from trapezi.server.proxies import Trust

PORT = 8000


class LogForm(StrEnum):
    """What the log is like."""

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
    log: Annotated[LogForm, typer.Option("--log", envvar="TRAPEZI_LOG")] = LogForm.text,
    lang: Lang = None,
) -> None:
    from trapezi.server.limits import Limits
    from trapezi.server.proxies import AT_HOME, Trust

    limits, trust = Limits.of(limit or ()), Trust.of(proxy or (), origin or (), metrics or AT_HOME)
    run(host, port, database, tls=tls, words=catalogue_for(lang), limits=limits, trust=trust, log=log)


def run(
    host: str = "0.0.0.0",
    port: int = PORT,
    database: str | None = None,
    *,
    tls: tuple[Path, Path] | None = None,
    pace: float = 0.8,
    browser: bool = False,
    limits: Limits | None = None,
    trust: Trust | None = None,
    log: LogForm = LogForm.text,
    words: Catalogue | None = None,
) -> None:
    """Serves until it is stopped. Prints the address that phones in the home network reach, and its QR code."""
    words = words or catalogue_for()
    for file in tls or ():
        if not file.is_file():
            raise UsageError("serve.no-file", file=str(file))
    import uvicorn

    from trapezi.server import address, logging
    from trapezi.server.app import app
    from trapezi.server.connections import Door
    from trapezi.server.limits import Limits
    from trapezi.server.proxies import Trust
    from trapezi.tables.registry import Settings, TableRegistry

    limits, trust = limits or Limits(), trust or Trust()
    logging.configure(log.value)
    many_files()
    gc.set_threshold(20_000, 10, 100)  # views are many small lists, gone by themselves: looking after every 700 finds nothing
    house = TableRegistry(opened(database), Settings(pace=pace))
    listening = address.listen(host, port)
    where = address.url(host, int(listening.getsockname()[1]), tls=tls is not None)
    if sys.stdout.isatty():
        print(words.translate("serve.phones") + "\n\n" + address.qr(where))
    print(where, flush=True)
    if browser:
        threading.Timer(0.5, webbrowser.open, [where]).start()
    http, socket = Door(limits, trust).protocols()
    config = uvicorn.Config(
        app(house, limits, trust),
        http=http,
        ws=socket,
        ws_max_size=limits.frame_bytes,
        ws_per_message_deflate=False,  # costs more time and memory per connection than the few kilobytes are worth
        ws_ping_interval=None,  # browsers say by themselves that they are there
        access_log=False,
        log_config=None,
        log_level="warning",
        server_header=False,
        proxy_headers=bool(trust.proxies),
        forwarded_allow_ips=[str(each) for each in trust.proxies],
        timeout_graceful_shutdown=3,
        ssl_certfile=str(tls[0]) if tls else None,
        ssl_keyfile=str(tls[1]) if tls else None,
    )
    uvicorn.Server(config).run(sockets=[listening])


def many_files() -> None:
    """As many connections at once as the system lets a process have."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
