"""The messages that a browser sends.

A command is a message that changes the table: it has an id and is always answered.
"""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from trapezi.protocol.types import Code, Face, Hints, Id, In, Key, Name, Number, Presence, Seat, Speed, Token


class Hello(In, frozen=True, tag_field="t", tag="hello"):
    """The first message of every connection.

    `seq` and `game` are the last values that the browser has received. `history` is the number of the first history
    entry that the browser lacks. A browser without a token is a spectator. `protocol` is the protocol version of the
    page. A server with another version rejects the message (`protocol.other-version`). `key` is the key in the
    invitation link that the browser opened.
    """

    table: Code
    token: Token | None = None
    seq: Number | None = None
    game: Number | None = None
    history: Number | None = None
    protocol: Number | None = None
    key: Key | None = None


class Ping(In, frozen=True, tag_field="t", tag="ping"):
    """A sign that the browser is still there. The answer is `pong`. The server closes connections that send nothing for long."""


class SetPresence(In, frozen=True, tag_field="t", tag="presence"):
    """Tell the other people whether this person has the table in view."""

    presence: Presence


class SetSpeed(In, frozen=True, tag_field="t", tag="speed"):
    """Say how fast this person wants to see others' moves. Bots are as slow as the slowest person at the table wants."""

    speed: Speed


class Why(In, frozen=True, tag_field="t", tag="why"):
    """Ask why one of my seats may not make a move. `text` is the move as text.

    The answer is `rejection` with the reason, or `ack` if the move is allowed.
    """

    id: Id
    seat: Seat
    text: Annotated[str, Meta(max_length=80)]


class AskHint(In, frozen=True, tag_field="t", tag="hint"):
    """Ask which move one of my seats should make. `version` is the version of the seat's view.

    The answer is `hint` or `rejection`. It may come after the answers to later messages.
    """

    id: Id
    seat: Seat
    version: Number


class Command(In, frozen=True, tag_field="t"):
    """The base of all messages that change the table. Sending a command again with the same id changes nothing."""

    id: Id


class SeatCommand(Command, frozen=True):
    """The base of all commands for one seat."""

    seat: Seat


# -- the game ----------------------------------------------------------------------------------------------------------


class Act(SeatCommand, frozen=True, tag="act"):
    """Make one of the `moves` of a view. `version` is the version of this view."""

    version: Number
    move: Number


class Signal(SeatCommand, frozen=True, tag="signal"):
    """Give a signal, which is one of the `optional` moves of a view."""

    move: Number


class TakeBack(SeatCommand, frozen=True, tag="take_back"):
    """Take back the seat's own last move, while the rules allow it."""


class Resign(SeatCommand, frozen=True, tag="resign"):
    """Resign for a seat. A bot then plays the seat, which can no longer win.

    The game ends if all seats but one have resigned.
    """


class Chat(Command, frozen=True, tag="chat"):
    """Send a line of chat. Players write to the whole table, and spectators write to each other."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]


# -- the table ---------------------------------------------------------------------------------------------------------


class Sit(SeatCommand, frozen=True, tag="sit"):
    """Sit down on an empty seat. If several people share a device, each seat has a name of its own."""

    name: Name | None = None


class Stand(SeatCommand, frozen=True, tag="stand"):
    """Leave one of my seats, between games."""


class Rename(Command, frozen=True, tag="rename"):
    """Change my name, or the name of one of my seats."""

    name: Name
    seat: Seat | None = None


class ChooseFace(Command, frozen=True, tag="face"):
    """Choose the picture that the others see of me. 0 stands for the picture that belongs to my seat."""

    face: Face


class PlayNext(Command, frozen=True, tag="play_next"):
    """As a spectator, ask for a seat in the next game (an empty seat or a bot's seat), or withdraw that request."""

    on: bool


class Luck(Command, frozen=True, tag="luck"):
    """Add my own words to the secret of the next game, between games. An empty text removes my words."""

    words: Annotated[str, Meta(max_length=60)]


class Revoke(Command, frozen=True, tag="revoke"):
    """Sign out my other devices. The host can also sign out all devices of another person, whose seats bots then play."""

    person: Name | None = None


class Pause(Command, frozen=True, tag="pause"):
    """Pause the game, or continue it."""

    on: bool


class StandIn(SeatCommand, frozen=True, tag="stand_in"):
    """Let a bot play for one of my seats, or for a seat of a person who is away."""

    bot: Name | None = None


class TakeOver(SeatCommand, frozen=True, tag="take_over"):
    """Play my own seat again in place of a bot. (If others had asked for the bot, this happens without a command.)"""


class Ready(Command, frozen=True, tag="ready"):
    """Say that I am ready for another game with the same seats, or no longer ready.

    The next game begins when all players who are here are ready.
    """

    on: bool = True


class TakeHost(Command, frozen=True, tag="take_host"):
    """Become the host while the host is away."""


# -- the host ----------------------------------------------------------------------------------------------------------


class Start(Command, frozen=True, tag="start"):
    """Begin the game. `fill` is the bot that takes the empty seats."""

    fill: Name | None = None


class SeatBot(SeatCommand, frozen=True, tag="seat_bot"):
    """Put a bot on an empty seat, or change the level of a bot."""

    bot: Name


class Clear(SeatCommand, frozen=True, tag="clear"):
    """Remove a bot or a person from a seat, between games."""


class Configure(Command, frozen=True, tag="configure"):
    """Change the game, its options or the settings of the table, between games.

    Fields that are left out stay as they are.
    """

    game: Name | None = None
    options: dict[str, Any] | None = None
    public: bool | None = None
    clock: Annotated[int, Meta(ge=0, le=86400)] | None = None  # The seconds for each decision, or 0 for no clock.
    hints: Hints | None = None
    # The options, such as who begins, whose value is a seat that is drawn by lot when the next game starts.
    by_lot: Annotated[list[Name], Meta(max_length=4)] | None = None


class EndEarly(Command, frozen=True, tag="end_early"):
    """End the game before it is over."""


class PassHost(Command, frozen=True, tag="pass_host"):
    """Make another person the host."""

    person: Name


AnyCommand = (
    Act | Signal | TakeBack | Resign | Chat | Sit | Stand | Rename | ChooseFace | PlayNext | Luck | Revoke | Pause | StandIn
    | TakeOver | Ready | TakeHost | Start | SeatBot | Clear | Configure | EndEarly | PassHost
)  # fmt: skip
ClientMessage = Hello | Ping | SetPresence | SetSpeed | Why | AskHint | AnyCommand
