"""Messages of the protocol are decoded strictly, and encoded with all their fields."""

from __future__ import annotations

import msgspec
import pytest

from trapezi import protocol
from trapezi.protocol.commands import Act, Hello
from trapezi.protocol.messages import Ack


def test_every_message_has_a_tag_of_its_own_and_an_explanation() -> None:
    for union in (protocol.ClientMessage, protocol.ServerMessage):
        kinds = union.__args__
        tags = [kind.__struct_config__.tag for kind in kinds]
        assert len(tags) == len(set(tags)) > 5
        assert all(kind.__doc__ for kind in kinds)


def test_messages_are_decoded_and_encoded() -> None:
    assert protocol.read(b'{"t":"hello","table":"BCDFG"}') == Hello("BCDFG")
    assert protocol.read(b'{"t":"act","id":"a1","seat":0,"version":3,"move":44}') == Act("a1", 0, 3, 44)
    assert protocol.write(Ack("a1")) == b'{"t":"ack","id":"a1"}'


@pytest.mark.parametrize(
    "garbage",
    [
        b"",
        b"{}",
        b"[]",
        b"null",
        b"\xff\xfe",
        b'{"t":"hello"}',
        b'{"t":"nonsense"}',
        b'{"t":"hello","table":"BCDFG","admin":true}',
        b'{"t":"hello","table":"BCDFG","token":"short"}',
        b'{"t":"act","id":"a1","seat":-1,"version":3,"move":44}',
        b'{"t":"act","id":"a1","seat":0,"version":3,"move":1e3}',
        b'{"t":"act","id":"a1","seat":0,"version":3,"move":"44"}',
        b'{"t":"act","id":"<b>","seat":0,"version":3,"move":4}',
        b'{"t":"act","id":"","seat":0,"version":3,"move":4}',
        b'{"t":"chat","id":"a1","text":"' + b"x" * 301 + b'"}',
        b"[" * 100_000,
    ],
)
def test_any_other_message_is_rejected(garbage: bytes) -> None:
    with pytest.raises((msgspec.MsgspecError, RecursionError, UnicodeDecodeError)):
        protocol.read(garbage)
