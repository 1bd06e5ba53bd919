"""`trapezi` and `trapezi serve`: the table for a household or a club."""

from __future__ import annotations

import sys
import threading
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from trapezi.cli.arguments import Lang
from trapezi.cli.stores import Database, opened
from trapezi.cli.trouble import Wrong
from trapezi.words import Words, speak

if TYPE_CHECKING:
    from trapezi.web.limits import Limits

PORT = 8000


def serve(
    host: Annotated[str, typer.Option("--host")] = "0.0.0.0",
    port: Annotated[int, typer.Option("--port", min=0, max=65535)] = PORT,
    database: Database = None,
    tls: Annotated[tuple[Path, Path] | None, typer.Option("--tls", metavar="CERT KEY")] = None,
    lang: Lang = None,
) -> None:
    run(host, port, database, tls=tls, words=speak(lang))


def run(
    host: str = "0.0.0.0",
    port: int = PORT,
    database: str | None = None,
    *,
    tls: tuple[Path, Path] | None = None,
    pace: float = 0.8,
    browser: bool = False,
    limits: Limits | None = None,
    words: Words | None = None,
) -> None:
    """Serves until it is stopped. Prints the address that phones in the home network reach, and its QR code."""
    words = words or speak()
    for file in tls or ():
        if not file.is_file():
            raise Wrong("serve.no-file", file=str(file))
    import uvicorn

    from trapezi.table.house import House, Settings
    from trapezi.web import address
    from trapezi.web.app import app
    from trapezi.web.limits import Limits

    limits = limits or Limits()
    house = House(opened(database), Settings(pace=pace))
    listening = address.listen(host, port)
    where = address.url(host, int(listening.getsockname()[1]), tls=tls is not None)
    if sys.stdout.isatty():
        print(words.say("serve.phones") + "\n\n" + address.qr(where))
    print(where, flush=True)
    if browser:
        threading.Timer(0.5, webbrowser.open, [where]).start()
    config = uvicorn.Config(
        app(house, limits),
        ws="websockets-sansio",
        ws_max_size=limits.frame_bytes,
        ws_per_message_deflate=False,  # costs more time and memory per connection than the few kilobytes are worth
        ws_ping_interval=20,
        ws_ping_timeout=20,
        access_log=False,
        log_level="warning",
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=3,
        ssl_certfile=str(tls[0]) if tls else None,
        ssl_keyfile=str(tls[1]) if tls else None,
    )
    uvicorn.Server(config).run(sockets=[listening])
