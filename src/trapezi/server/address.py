"""Where the table can be reached: a free port, the address in the home network, and its QR code for the terminal."""

from __future__ import annotations

import errno
import io
import socket
from urllib.parse import urlsplit

from trapezi.protocol.http import Invitation

WAITING = 131_072  # bytes that the system keeps for somebody who does not read
ANYWHERE = ("0.0.0.0", "::", "")


def listen(host: str, port: int, tries: int = 50) -> socket.socket:
    """A listening socket at this port, or the next one that is free."""
    for candidate in range(port, min(port + tries, 65536)):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        made = socket.socket(family, socket.SOCK_STREAM)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, WAITING)
        try:
            made.bind((host, candidate))
            made.listen(1024)
        except OSError as error:
            made.close()
            if error.errno not in (errno.EADDRINUSE, errno.EACCES) or port == 0:
                raise
            continue
        return made
    raise OSError(errno.EADDRINUSE, f"no free port from {port} to {port + tries - 1}")


def home_address() -> str | None:
    """This machine's address in its network; nothing is sent to find it out."""
    for target in ("192.0.2.1", "10.255.255.255"):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((target, 9))
            except OSError:
                continue
            found = str(probe.getsockname()[0])
            if not found.startswith("127.") and found != "0.0.0.0":
                return found
    return None


def url(host: str, port: int, *, tls: bool = False) -> str:
    """The address that other devices reach.

    >>> url("192.168.1.5", 8000)
    'http://192.168.1.5:8000'
    """
    name = (home_address() or "127.0.0.1") if host in ANYWHERE else host
    return f"{'https' if tls else 'http'}://{f'[{name}]' if ':' in name else name}:{port}"


def reachable(base: str) -> str:
    """The address under which this server was asked, or, where that is this very machine's own, one that others reach.

    >>> reachable("http://table.lan:8000/")
    'http://table.lan:8000'
    """
    asked = urlsplit(base)
    name = asked.hostname or ""
    if name != "localhost" and not name.startswith("127.") and name != "::1":
        return f"{asked.scheme}://{asked.netloc}"
    port = f":{asked.port}" if asked.port else ""
    return f"{asked.scheme}://{home_address() or name}{port}"


def invitation(text: str) -> Invitation:
    """An address as a QR code to be drawn: one path of unit squares.

    >>> invitation("http://table.lan:8000/t/ABCDE").size
    29
    """
    import segno

    rows = tuple(segno.make(text, micro=False, error="m").matrix)
    path = "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark)
    return Invitation(text, len(rows), path)


def qr(text: str) -> str:
    """A QR code made of half blocks."""
    import segno

    out = io.StringIO()
    segno.make(text, micro=False).terminal(out, border=2, compact=True)
    return out.getvalue()
