"""What messages are made of: words for the things at a table."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Raw, Struct

Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,40}$")]  # a browser's name for one of its wishes
Token = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{32,128}$")]  # random, made and kept by a browser; the server keeps its hash
Code = Annotated[str, Meta(min_length=1, max_length=16)]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
Seat = Annotated[int, Meta(ge=0, le=63)]
Number = Annotated[int, Meta(ge=0, lt=2**31)]

Phase = Literal["lobby", "playing", "finished"]
Being = Literal["here", "thinking", "away"]
Room = Literal["table", "spectators"]
Ending = Literal["over", "early", "resigned"]


class In(Struct, frozen=True, forbid_unknown_fields=True):
    """What comes from a browser."""


class Out(Struct, frozen=True):
    """What goes to a browser: every field is always there."""


class Reason(Out, frozen=True):
    """Why something is refused: a key of the word catalogue, and what to put into its blanks."""

    key: str
    params: dict[str, Any]


class SeatInfo(Out, frozen=True):
    """A seat as everybody sees it. `bot` plays it, also in place of `person` while `stand_in`."""

    seat: int
    kind: Literal["empty", "person", "bot"]
    name: str
    person: str | None
    bot: str | None
    stand_in: bool
    resigned: bool


class PersonInfo(Out, frozen=True):
    """Somebody at the table; without seats, a spectator with a name."""

    id: str
    name: str
    seats: list[int]
    being: Being


class Result(Out, frozen=True):
    """How one game of the evening ended. `names` by seat, empty for bots; `won` only where all win or lose together."""

    number: int
    game: str
    ending: Ending
    names: list[str]
    scores: list[int]
    winners: list[int]
    won: bool | None


class TallyLine(Out, frozen=True):
    """The evening's tally of one player; of a bot if without a name."""

    name: str
    seat: int
    games: int
    wins: int
    points: int


class LuckWords(Out, frozen=True):
    """What a player added to the secret."""

    name: str
    words: str


class TableInfo(Out, frozen=True):
    """The table without the game on it.

    `commitment` is the SHA-256 of the secret that chance comes from, `next_commitment` that of the next game; `secret` follows
    when the game has ended. `luck` and `next_luck` are the players' own words, which chance comes from too.
    """

    code: str
    game: str
    options: dict[str, Any]
    players: int
    public: bool
    phase: Phase
    number: int  # of the game that is played or was played last, from 1; 0 before the first
    paused: bool
    clock: int | None  # seconds per decision
    host: str | None  # a person
    seats: list[SeatInfo]
    people: list[PersonInfo]
    bots: list[str]  # levels that may be seated
    results: list[Result]
    tally: list[TallyLine]
    commitment: str | None
    next_commitment: str
    secret: str | None
    luck: list[LuckWords]
    next_luck: list[LuckWords]
    ending: Ending | None


class SeatView(Out, frozen=True):
    """The game as a seat sees it: `state.view(seat)` of the law. Seat -2 is a spectator's.

    `version` numbers the seat's decisions: `act` repeats it. `seconds` are left on the clock, if there is one and the seat is
    asked.
    """

    seat: int
    version: int
    can_take_back: bool
    seconds: float | None
    view: Raw


class Told(Out, frozen=True):
    """Something that happened in the game, in the order of `n`; what comes again with the same `n` replaces it.

    `shown` is null while it is hidden. Seat -1 is chance. `undone`: taken back.
    """

    n: int
    seat: int
    shown: dict[str, Any] | None
    undone: bool


class Said(Out, frozen=True):
    """A line of chat; `seq` counts lines."""

    seq: int
    room: Room
    person: str
    name: str
    text: str
    time: int  # seconds since 1970
