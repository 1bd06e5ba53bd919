"""Every message between browser and server, as typed structs. Read `commands.py` and `messages.py` first: they are the protocol.

A browser opens the WebSocket `/ws`, sends `hello` and receives `welcome`. From then on it sends commands, each with an `id` that
it chooses itself. The answer is `ack` or `rejection` with the same id. A command that was acknowledged is stored, and sending it
again is harmless. After the acknowledgement, all browsers at the table receive an `update` with their views.
"""

from __future__ import annotations

import msgspec

from trapezi.protocol import commands, http, messages, types
from trapezi.protocol.commands import ClientMessage
from trapezi.protocol.messages import ServerMessage

# Increase the version when pages and servers of the last version would not understand each other.
VERSION = 7

read = msgspec.json.Decoder(ClientMessage).decode
write = msgspec.json.Encoder().encode

__all__ = ["VERSION", "ClientMessage", "ServerMessage", "commands", "http", "messages", "read", "types", "write"]
