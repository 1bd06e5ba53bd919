"""Send bytes over a TCP connection, without HTTP."""

from __future__ import annotations

import contextlib
import socket

from tests.time_limits import HANG


def connect(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=HANG)


def exchange(port: int, data: bytes) -> bytes:
    """Send bytes to the server. Return everything that it answers until it closes the connection."""
    answer = b""
    with connect(port) as connection, contextlib.suppress(ConnectionError):
        connection.sendall(data)
        while more := connection.recv(65536):
            answer += more
    return answer


def is_closed(connection: socket.socket) -> bool:
    """Wait until the server does something. Return whether it closes the connection, instead of sending bytes."""
    with connection:
        try:
            return connection.recv(1) == b""
        except ConnectionError:
            return True
