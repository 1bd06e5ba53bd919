"""Find a free port and the server's address in its network, and draw addresses as QR codes."""

from __future__ import annotations

import errno
import io
import socket
from urllib.parse import urlsplit

from trapezi.protocol.http import Invitation

SEND_BUFFER = 131_072  # The operating system buffers at most this many bytes for a client that does not read.
ANY_HOST = ("0.0.0.0", "::", "")


def open_socket(host: str, port: int, tries: int = 50) -> socket.socket:
    """Return a listening socket at this port or, if it is in use, at the next free port."""
    for candidate in range(port, min(port + tries, 65536)):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        try:
            listener.bind((host, candidate))
            listener.listen(1024)
        except OSError as error:
            listener.close()
            if error.errno not in (errno.EADDRINUSE, errno.EACCES) or port == 0 or tries == 1:
                raise
            continue
        return listener
    raise OSError(errno.EADDRINUSE, f"no free port from {port} to {port + tries - 1}")


def lan_address() -> str | None:
    """Return this machine's address in its network, or None if it has no network. Send nothing to find out."""
    for target in ("192.0.2.1", "10.255.255.255"):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((target, 9))
            except OSError:
                continue
            address = str(probe.getsockname()[0])
            if not address.startswith("127.") and address != "0.0.0.0":
                return address
    return None


def server_url(host: str, port: int, *, tls: bool = False) -> str:
    """Return the URL under which other devices reach a server that listens at this host.

    >>> server_url("192.168.1.5", 8000)
    'http://192.168.1.5:8000'
    """
    name = (lan_address() or "127.0.0.1") if host in ANY_HOST else host
    return f"{'https' if tls else 'http'}://{f'[{name}]' if ':' in name else name}:{port}"


def reachable_url(base: str) -> str:
    """Return a URL as it is or, if it names localhost, with an address that other devices can reach.

    >>> reachable_url("http://table.lan:8000/")
    'http://table.lan:8000'
    """
    parts = urlsplit(base)
    name = parts.hostname or ""
    if name != "localhost" and not name.startswith("127.") and name != "::1":
        return f"{parts.scheme}://{parts.netloc}"
    port = f":{parts.port}" if parts.port else ""
    return f"{parts.scheme}://{lan_address() or name}{port}"


def invitation(url: str) -> Invitation:
    """Return a URL and its QR code as an SVG path of unit squares.

    >>> invitation("http://table.lan:8000/t/ABCDE").size
    29
    """
    import segno

    rows = tuple(segno.make(url, micro=False, error="m").matrix)
    path = "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark)
    return Invitation(url, len(rows), path)


def terminal_qr_code(text: str) -> str:
    """Return the QR code of a text as lines of half-block characters for a terminal."""
    import segno

    drawing = io.StringIO()
    segno.make(text, micro=False).terminal(drawing, border=2, compact=True)
    return drawing.getvalue()
