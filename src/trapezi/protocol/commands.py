"""What a browser says to the server. All but `hello`, `presence`, `why` and `ping` are wishes, with an id, and answered."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from trapezi.protocol.types import Being, Code, Id, In, Name, Number, Seat, Token


class Hello(In, frozen=True, tag_field="t", tag="hello"):
    """The first message, and the first again after a broken connection.

    `seq` and `game` are the last that was seen: then `welcome` tells what was missed since. Without a token: a spectator.
    `wire` is the version of the protocol that the page was made for; a server of another one refuses it (`wire.other-version`).
    """

    table: Code
    token: Token | None = None
    seq: Number | None = None
    game: Number | None = None
    wire: Number | None = None


class Ping(In, frozen=True, tag_field="t", tag="ping"):
    """Are you there? Answered by `pong`. A socket that says nothing for a while is closed."""


class Presence(In, frozen=True, tag_field="t", tag="presence"):
    """Whether the person looks at the table."""

    being: Being


class Why(In, frozen=True, tag_field="t", tag="why"):
    """Why may my seat not make this move (by its text)? Answered by `refusal` with the reason, or `ack` if it may."""

    id: Id
    seat: Seat
    text: Annotated[str, Meta(max_length=80)]


class Wish(In, frozen=True, tag_field="t"):
    """Something that changes the table. Sent again with the same id it changes nothing."""

    id: Id


# -- the game ----------------------------------------------------------------------------------------------------------


class Act(Wish, frozen=True, tag="act"):
    """A decision: one of the view's `moves`, for the `version` that the view had."""

    seat: Seat
    version: Number
    move: Number


class Signal(Wish, frozen=True, tag="signal"):
    """One of the view's `optional` moves."""

    seat: Seat
    move: Number


class TakeBack(Wish, frozen=True, tag="take_back"):
    """The seat's own last move, while the law allows it."""

    seat: Seat


class Resign(Wish, frozen=True, tag="resign"):
    """A bot plays on for the seat, which can no longer win; if one seat is left, the game ends."""

    seat: Seat


class Chat(Wish, frozen=True, tag="chat"):
    """A line of chat: to the table from those who sit, to the spectators from others."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]


# -- the table ---------------------------------------------------------------------------------------------------------


class Sit(Wish, frozen=True, tag="sit"):
    """Take an empty seat; several seats on one device have a name each."""

    seat: Seat
    name: Name | None = None


class Stand(Wish, frozen=True, tag="stand"):
    """Give a seat of one's own free again, between games."""

    seat: Seat


class Rename(Wish, frozen=True, tag="rename"):
    """One's own name, or that of one of one's seats."""

    name: Name
    seat: Seat | None = None


class Luck(Wish, frozen=True, tag="luck"):
    """Words of one's own that the next game's chance will come from too, between games; none takes them back."""

    words: Annotated[str, Meta(max_length=60)]


class Revoke(Wish, frozen=True, tag="revoke"):
    """Sign out one's other devices, or, as the host, all devices of somebody else, whose seats bots then play."""

    person: Name | None = None


class Leave(Wish, frozen=True, tag="leave"):
    """Leave the table. In mid-game bots take over one's seats, until one comes back."""


class Pause(Wish, frozen=True, tag="pause"):
    """Everybody waits, or goes on."""

    on: bool


class StandIn(Wish, frozen=True, tag="stand_in"):
    """Let a bot play for a seat: one's own, or that of somebody who is away."""

    seat: Seat
    bot: Name | None = None


class TakeOver(Wish, frozen=True, tag="take_over"):
    """Play one's own seat again instead of the bot. Who comes back to a seat that others gave away gets it without asking."""

    seat: Seat


class Rematch(Wish, frozen=True, tag="rematch"):
    """The same game again with the same seats; somebody else begins."""


class TakeHost(Wish, frozen=True, tag="take_host"):
    """Become the host while the host is away."""


# -- the host ----------------------------------------------------------------------------------------------------------


class Start(Wish, frozen=True, tag="start"):
    """Begin the game; `fill` is the bot for empty seats."""

    fill: Name | None = None


class SeatBot(Wish, frozen=True, tag="seat_bot"):
    """A bot onto an empty seat, or another level instead of a bot."""

    seat: Seat
    bot: Name


class Clear(Wish, frozen=True, tag="clear"):
    """Empty a seat: a bot or a person gets up, between games."""

    seat: Seat


class Configure(Wish, frozen=True, tag="configure"):
    """Other options, another game, another clock: between games. What is left out stays, each option too."""

    game: Name | None = None
    options: dict[str, Any] | None = None
    public: bool | None = None
    clock: Annotated[int, Meta(ge=0, le=86400)] | None = None  # seconds per decision, 0 for none


class EndEarly(Wish, frozen=True, tag="end_early"):
    """Break the game off."""


class PassHost(Wish, frozen=True, tag="pass_host"):
    """Make somebody else the host."""

    person: Name


Command = (
    Act | Signal | TakeBack | Resign | Chat | Sit | Stand | Rename | Luck | Revoke | Leave | Pause | StandIn | TakeOver | Rematch
    | TakeHost | Start | SeatBot | Clear | Configure | EndEarly | PassHost
)  # fmt: skip
ClientMessage = Hello | Ping | Presence | Why | Command
