"""Every message between browser and server, as typed structs. Read `commands.py` and `messages.py` first: they are the protocol.

A browser opens the WebSocket `/ws`, says `hello` and is answered by `welcome`. From then on it sends what it wants, each wish
with an `id` of its own making; the answer is `ack` or `refusal` with the same id. A wish that was acknowledged is durable, and
may be sent again without harm. After the acknowledgement all browsers at the table get an `update` with their views.
"""

from __future__ import annotations

import msgspec

from trapezi.protocol import commands, http, messages, types
from trapezi.protocol.commands import ClientMessage
from trapezi.protocol.messages import ServerMessage

VERSION = 1  # raised when a page of before would not understand this server, or this server the page

read = msgspec.json.Decoder(ClientMessage).decode
write = msgspec.json.Encoder().encode

__all__ = ["VERSION", "ClientMessage", "ServerMessage", "commands", "http", "messages", "read", "types", "write"]
