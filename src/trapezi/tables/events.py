"""The events of a table. They are all that is stored: applying them in order gives the table.

Moves are stored as text, whose meaning never changes; chance is stored as its outcomes, so that nothing is drawn again.
Tags and stored field names never change, because old logs must stay readable.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct, field

Room = Literal["table", "spectators"]
# Who may ask for hints: only a person who plays without other people, everyone, or nobody.
Hints = Literal["alone", "everyone", "nobody"]


class Event(Struct, frozen=True, kw_only=True, tag_field="t", omit_defaults=True):
    """The base of all events: who sent the command, the id of the command, and the time in seconds since 1970."""

    by: str = ""
    id: str = ""
    at: int = 0


class SeatEvent(Event, frozen=True):
    """The base of all events that concern a seat."""

    seat: int


class PersonEvent(Event, frozen=True):
    """The base of all events that concern a person."""

    person: str


# -- people and seats --------------------------------------------------------------------------------------------------


class Opened(Event, frozen=True, tag="opened"):
    """The table was created. `secret` is the source of chance for the first game. `key` is part of the table's invitation links.

    If the game is a deal of the day, `deal` is the date, with the prefix `world ` for a deal that is the same on every server.
    """

    game: str
    options: dict[str, Any]
    public: bool
    clock: int
    secret: str
    key: str = ""
    deal: str = ""
    by_lot: list[str] = []  # The options, such as who begins, whose value is a seat that is drawn by lot when the game starts.
    hints: Hints = "alone"


class Joined(PersonEvent, frozen=True, tag="joined"):
    """A new person came to the table. The hash of a token identifies the person."""

    name: str
    token_hash: str = field(name="holder")


class PairingOffered(PersonEvent, frozen=True, tag="pairing"):
    """A person may add a second device until the time `until`. `secret` is the hash of a secret that the device must know."""

    secret: str
    until: int


class DeviceAdded(PersonEvent, frozen=True, tag="device"):
    """A person added a device with a token of its own. The pairing secret cannot be used again."""

    token_hash: str = field(name="holder")
    secret: str = ""


class Revoked(PersonEvent, frozen=True, tag="revoked"):
    """The tokens of a person became invalid, except `valid_token`. If no token is valid, `bot` plays the person's seats."""

    valid_token: str = field(name="kept")
    bot: str


class Sat(PersonEvent, frozen=True, tag="sat"):
    """A person took a seat."""

    seat: int
    name: str


class BotSeated(SeatEvent, frozen=True, tag="bot"):
    """A bot took a seat."""

    bot: str


class Cleared(SeatEvent, frozen=True, tag="cleared"):
    """A seat became empty."""


class Renamed(PersonEvent, frozen=True, tag="renamed"):
    """A person got another name, or only one of the person's seats did."""

    name: str
    seat: int | None = None


class FaceChosen(PersonEvent, frozen=True, tag="face"):
    """A person chose a picture."""

    face: int


class Left(PersonEvent, frozen=True, tag="left"):
    """A person left. The person's seats became empty or, during a game, `bot` plays them.

    If `gives_up_seats` is true, the bot keeps the seats after the game. Otherwise, in logs of earlier versions, the person
    keeps them.
    """

    bot: str
    gives_up_seats: bool = False


class CameBack(PersonEvent, frozen=True, tag="back"):
    """A person came back after leaving, or after other people had given the person's seats to bots."""


class HostPassed(PersonEvent, frozen=True, tag="host"):
    """A person became the host."""


class Configured(Event, frozen=True, tag="configured"):
    """The host changed the game, its options or the settings of the table."""

    game: str
    options: dict[str, Any]
    public: bool
    clock: int
    by_lot: list[str] = []
    hints: Hints = "alone"


class KeyMade(Event, frozen=True, tag="key"):
    """A table of an earlier version got a key for its invitation links."""

    key: str


class Closed(Event, frozen=True, tag="closed"):
    """The operator closed the table. People can still look at the table, but not play."""


class NextGameAsked(PersonEvent, frozen=True, tag="next"):
    """A spectator asked for a seat in the next game, or withdrew the request."""

    on: bool


class LuckAdded(Event, frozen=True, tag="luck"):
    """A player added words to the secret of the next game. Empty words remove the earlier words."""

    words: str


# -- the game ----------------------------------------------------------------------------------------------------------


class Started(Event, frozen=True, tag="started"):
    """A game began with these outcomes of chance. `secret` is the secret of the next game."""

    options: dict[str, Any]
    outcomes: list[str]
    secret: str
    bots: dict[str, str]  # The bots that took the empty seats, by seat number.
    numbering: int = 1  # The way in which the outcomes of chance are numbered; see `verifiable_chance.py`.


class Played(SeatEvent, frozen=True, tag="played"):
    """A seat made a move, and chance had these outcomes after it. `by` is empty if a bot or the clock made the move.

    If `time_up`, the table made the move because the person had run out of time: the default move of the game or, in earlier
    versions, a random move.
    """

    move: str
    outcomes: list[str]
    time_up: bool = False


class ReadyForNext(Event, frozen=True, tag="ready"):
    """A person is ready for another game at this table, or is no longer ready."""

    on: bool


class TakenBack(SeatEvent, frozen=True, tag="taken_back"):
    """A seat took back its last move."""


class HintUsed(SeatEvent, frozen=True, tag="hint"):
    """A seat got a hint. Until everyone sees a move of the game, further hints of the seat are not recorded.

    Otherwise the number of hints, which everyone sees, would reveal how many steps a hidden decision has.
    """


class Resigned(SeatEvent, frozen=True, tag="resigned"):
    """A seat resigned, and `bot` plays on for it."""

    bot: str


class EndedEarly(Event, frozen=True, tag="ended"):
    """The host ended the game before it was over."""


class Paused(Event, frozen=True, tag="paused"):
    """The game was paused or continued. If `time_up` is a seat, the table paused because that seat had run out of time."""

    on: bool
    time_up: int | None = None


class StoodIn(SeatEvent, frozen=True, tag="stood_in"):
    """A bot plays for a person. If `others` is true, other people asked for it, and it plays only until the person is back."""

    bot: str
    others: bool


class TookOver(SeatEvent, frozen=True, tag="took_over"):
    """A person plays the own seat again, in place of a bot."""


class Said(Event, frozen=True, tag="said"):
    """A person wrote a line of chat."""

    room: Room
    text: str


AnyEvent = (
    Opened | Joined | PairingOffered | DeviceAdded | Revoked | Sat | BotSeated | Cleared | Renamed | FaceChosen | Left
    | CameBack | HostPassed | Configured | NextGameAsked | LuckAdded | Started | Played | TakenBack | Resigned
    | EndedEarly | Paused | StoodIn | TookOver | Said | Closed | KeyMade | ReadyForNext | HintUsed
)  # fmt: skip

read = msgspec.json.Decoder(AnyEvent).decode
write = msgspec.json.Encoder().encode
