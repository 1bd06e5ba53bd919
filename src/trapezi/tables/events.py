"""What is written of a table, and all that is: its records in order are the table.

Moves stand as the law's text, which means the same for ever; chance stands as its outcomes, so that nothing has to be drawn
again.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from trapezi.protocol.types import Room


class Record(Struct, frozen=True, kw_only=True, tag_field="t", omit_defaults=True):
    """`by` is the person who wished it and `id` that person's name for the wish; `at` the time in seconds since 1970."""

    by: str = ""
    id: str = ""
    at: int = 0


# -- people and seats --------------------------------------------------------------------------------------------------


class Opened(Record, frozen=True, tag="opened"):
    """A table. `secret` is where the chance of the first game will come from."""

    game: str
    options: dict[str, Any]
    public: bool
    clock: int
    secret: str


class Joined(Record, frozen=True, tag="joined"):
    """Somebody new, known by the hash of a token."""

    person: str
    name: str
    holder: str


class PairingOffered(Record, frozen=True, tag="pairing"):
    """A person may bring a second device until a time. `secret` is the hash of what that device has to know."""

    person: str
    secret: str
    until: int


class DeviceAdded(Record, frozen=True, tag="device"):
    """Another token of the same person; the secret with which it came is used up."""

    person: str
    holder: str
    secret: str = ""


class Revoked(Record, frozen=True, tag="revoked"):
    """The tokens of a person are worth nothing any more, but for the one kept; if none is, `bot` plays the seats."""

    person: str
    kept: str
    bot: str


class Sat(Record, frozen=True, tag="sat"):
    person: str
    seat: int
    name: str


class BotSeated(Record, frozen=True, tag="bot"):
    seat: int
    bot: str


class Cleared(Record, frozen=True, tag="cleared"):
    seat: int


class Renamed(Record, frozen=True, tag="renamed"):
    """A person, or one of the person's seats."""

    person: str
    name: str
    seat: int | None = None


class Left(Record, frozen=True, tag="left"):
    """Seats become free; in mid-game `bot` plays them."""

    person: str
    bot: str


class CameBack(Record, frozen=True, tag="back"):
    """A person who had left, or whose seats others had given to bots."""

    person: str


class HostPassed(Record, frozen=True, tag="host"):
    person: str


class Configured(Record, frozen=True, tag="configured"):
    game: str
    options: dict[str, Any]
    public: bool
    clock: int


class Closed(Record, frozen=True, tag="closed"):
    """The operator has closed the table: it can be looked at, and that is all."""


class WishedLuck(Record, frozen=True, tag="luck"):
    """Words of a player that the next game's chance will come from too; none: what was said before is taken back."""

    words: str


# -- the game ----------------------------------------------------------------------------------------------------------


class Started(Record, frozen=True, tag="started"):
    """A game begins, with NATURE's first outcomes; `secret` is for the game after it."""

    options: dict[str, Any]
    outcomes: list[str]
    secret: str
    bots: dict[str, str]  # by seat: who filled the empty ones


class Played(Record, frozen=True, tag="played"):
    """A move, and what chance did after it. Without `by`: a bot's, or the clock's."""

    seat: int
    move: str
    outcomes: list[str]


class TakenBack(Record, frozen=True, tag="taken_back"):
    seat: int


class Resigned(Record, frozen=True, tag="resigned"):
    """`bot` plays on."""

    seat: int
    bot: str


class EndedEarly(Record, frozen=True, tag="ended"):
    """The host broke the game off."""


class Paused(Record, frozen=True, tag="paused"):
    on: bool


class StoodIn(Record, frozen=True, tag="stood_in"):
    """A bot plays for a person; if others asked for it, until the person is back."""

    seat: int
    bot: str
    others: bool


class TookOver(Record, frozen=True, tag="took_over"):
    """The person plays the seat again."""

    seat: int


class Said(Record, frozen=True, tag="said"):
    room: Room
    text: str


AnyRecord = (
    Opened | Joined | PairingOffered | DeviceAdded | Revoked | Sat | BotSeated | Cleared | Renamed | Left | CameBack | HostPassed
    | Configured | WishedLuck | Started | Played | TakenBack | Resigned | EndedEarly | Paused | StoodIn | TookOver | Said | Closed
)  # fmt: skip

read = msgspec.json.Decoder(AnyRecord).decode
write = msgspec.json.Encoder().encode
