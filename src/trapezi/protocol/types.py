"""The structs and the constrained types from which the messages of the protocol are built."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Raw, Struct

# A browser makes a new id for each command. A token identifies a browser, which chose it at random. A key belongs to an
# invitation link.
Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
Token = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{32,128}$")]
Key = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{16}$")]
Code = Annotated[str, Meta(min_length=1, max_length=16)]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
Seat = Annotated[int, Meta(ge=0, le=63)]
Face = Annotated[int, Meta(ge=0, le=12)]  # The number of a person's picture, or 0 for the usual picture of the seat.
Number = Annotated[int, Meta(ge=0, lt=2**31)]

Phase = Literal["lobby", "playing", "finished"]
Presence = Literal["here", "away"]
Speed = Literal["calm", "normal", "quick", "none"]
Room = Literal["table", "spectators"]
Ending = Literal["over", "early", "resigned"]
# Who may ask for hints: only a person who plays without other people, everyone, or nobody.
Hints = Literal["alone", "everyone", "nobody"]


class In(Struct, frozen=True, forbid_unknown_fields=True):
    """The base of all structs that a browser sends."""


class Out(Struct, frozen=True):
    """The base of all structs that the server sends. All fields are present, unless the struct omits default values."""


class SeatInfo(Out, frozen=True):
    """A seat as everybody sees it. If `bot` is set, this bot plays. If `stand_in` is true, it plays in place of `person`.

    `short_of_time` says that the bot has a smaller budget than usual, because the server is busy.
    """

    seat: int
    kind: Literal["empty", "person", "bot"]
    name: str
    person: str | None
    bot: str | None
    stand_in: bool
    resigned: bool
    short_of_time: bool
    hints: int  # The number of hints that the seat has used in this game.


class PersonInfo(Out, frozen=True):
    """A person at the table. A person without seats is a spectator with a name."""

    id: str
    name: str
    seats: list[int]
    presence: Presence
    face: int  # The number of the picture that the person has chosen, or 0.
    plays_next: bool  # Whether this spectator has asked for a seat in the next game.


class Result(Out, frozen=True):
    """How a game at the table ended. `names` has an empty name for each bot. `won` is null unless the game is cooperative."""

    number: int
    game: str
    ending: Ending
    names: list[str]
    scores: list[int]
    winners: list[int]
    won: bool | None
    hints: list[int]  # The number of hints that each seat used.


class Notice(Out, frozen=True):
    """The news that a person has changed the table. `n` is the number of the notice.

    `name` is the name of the person or seat concerned.
    """

    n: int
    kind: Literal["left", "back", "host", "bot", "took-over", "resigned"]
    person: str
    name: str


class TallyLine(Out, frozen=True):
    """The tally of one player over all games at the table. A bot has no name."""

    name: str
    seat: int
    games: int
    wins: int
    points: int


class LuckWords(Out, frozen=True):
    """The words that a player added to the secret of a game."""

    name: str
    words: str


class TableInfo(Out, frozen=True):
    """What everyone may know about a table, except the game in progress.

    `commitment` is the SHA-256 of the secret from which the chance of this game is computed, `next_commitment` the
    SHA-256 of the secret for the next game. `secret` is published when the game has ended. `luck` and `next_luck` are
    the players' own words, from which chance is computed too.
    """

    code: str
    game: str
    options: dict[str, Any]
    by_lot: list[str]  # The options, such as who begins, whose value is drawn by lot when the next game starts.
    players: int
    public: bool
    phase: Phase
    number: int  # The number of the current or the last game, counted from 1, or 0 before the first game.
    paused: bool
    paused_by: str | None  # The id of the person who paused the game.
    time_up: int | None  # The seat that ran out of time, if the table paused the game because of it.
    clock: int | None  # The seconds for each decision.
    hints: Hints
    hints_allowed: bool  # Whether players may ask for hints now.
    reviews: bool  # Whether the server reviews finished games.
    host: str | None  # The id of the person who is the host.
    seats: list[SeatInfo]
    people: list[PersonInfo]
    bots: list[str]  # The names of the bots from which the host can choose.
    results: list[Result]
    tally: list[TallyLine]  # The wins and points over all games at the table.
    ready: list[str]  # The ids of the people who are ready for another game.
    notice: Notice | None  # The latest notice.
    commitment: str | None
    next_commitment: str
    secret: str | None
    luck: list[LuckWords]
    next_luck: list[LuckWords]
    ending: Ending | None
    deal: str  # The date if this is a deal of the day (with the prefix `world ` for a world deal), otherwise "".
    ended_by: str | None  # The name of the person who ended or resigned the last game before it was over.


class SeatView(Out, frozen=True, omit_defaults=True):
    """The game as a seat sees it. A spectator's view has seat -2.

    A message has either `view`, which is the whole view (`tables/sent_views.py`), or `delta`, which says what has
    changed in the view since the last message (`core/delta.py`).

    `version` is the number of the seat's decision, which the command `act` contains. `seconds` is the time left on the clock,
    or null if there is no clock or the seat does not have to decide.
    """

    seat: int
    version: int
    can_take_back: bool = False
    seconds: float | None = None
    view: Raw | None = None
    delta: Raw | None = None


class HistoryEntry(Out, frozen=True, omit_defaults=True):
    """A move, an outcome of chance (seat -1), or the news that the entry with the number `take_back` was taken back.

    `played_by` is `bot` if a bot made the move in place of the person, or `clock` if the table made it because time was
    up. Each viewer's entries are numbered from 0, without the entries that this viewer cannot see.
    """

    n: int
    seat: int
    description: dict[str, Any] | None = None
    take_back: int | None = None
    played_by: Literal["bot", "clock"] | None = None


class Sentence(Out, frozen=True):
    """A message key with its parameters."""

    key: str
    params: dict[str, Any]


class MoveValue(Out, frozen=True):
    """The value of a legal move and its standard error. `worse` says that the move is clearly worse than the best move."""

    move: int
    value: float
    se: float
    worse: bool


class ChatLine(Out, frozen=True):
    """A line of chat. `n` is the number of the line at this table."""

    n: int
    room: Room
    person: str
    name: str
    text: str
    time: int  # When the line was written, in seconds since 1970.
