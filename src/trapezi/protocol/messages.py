"""What the server says to a browser."""

from __future__ import annotations

from typing import Any

from trapezi.protocol.types import Being, Out, Said, SeatView, TableInfo, Told


class Welcome(Out, frozen=True, tag_field="t", tag="welcome"):
    """The answer to `hello`: the whole table as it is.

    `you` is the person that the token belongs to, or null for a spectator. `told` is what was missed since the `seq` of
    the hello; `fresh` says that this is unknown or too much, then `told` begins anew with the game's last events.
    """

    you: str | None
    seq: int
    game: int
    fresh: bool
    table: TableInfo
    views: list[SeatView]
    told: list[Told]
    chat: list[Said]
    beat: int  # say something at least every so many seconds


class Update(Out, frozen=True, tag_field="t", tag="update"):
    """Something happened. `views` are there if the game changed, one per seat of mine; `table` if anything else did.

    In the `view` of a seat are those parts that have changed, by name (`moves`, `table`, ...): they replace the ones of before.
    In a message with a `table` all parts are there.

    `seq` counts what everybody at the table has heard of, and nothing that is secret.
    """

    seq: int
    game: int
    table: TableInfo | None
    views: list[SeatView]
    told: list[Told]


class Ack(Out, frozen=True, tag_field="t", tag="ack"):
    """The wish is granted and on disk."""

    id: str
    seq: int


class Refusal(Out, frozen=True, tag_field="t", tag="refusal"):
    """The wish is not granted; the table is as it was. `id` is null where the message could not be read."""

    id: str | None
    key: str
    params: dict[str, Any]


class Chatted(Out, frozen=True, tag_field="t", tag="chat"):
    """A new line of chat."""

    said: Said


class Beings(Out, frozen=True, tag_field="t", tag="presence"):
    """Who is here, thinking or away, by person."""

    people: dict[str, Being]


class Pong(Out, frozen=True, tag_field="t", tag="pong"):
    """I am here."""


ServerMessage = Welcome | Update | Ack | Refusal | Chatted | Beings | Pong
