"""The messages that the server sends to a browser."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Raw

from trapezi.protocol.types import ChatLine, HistoryEntry, MoveValue, Out, Presence, SeatView, Sentence, TableInfo


class Welcome(Out, frozen=True, tag_field="t", tag="welcome"):
    """The answer to `hello`: the whole table.

    `you` is the id of the person to whom the token belongs, or null for a spectator. `history` has the entries from the number
    in the hello on. `fresh` says that they replace all entries that the browser has.
    """

    you: str | None
    seq: int
    game: int
    fresh: bool
    table: TableInfo
    views: list[SeatView]
    history: list[HistoryEntry]
    history_from: int  # The number of the first history entry that this browser may show now.
    chat: list[ChatLine]
    heartbeat: int  # The browser must send a message at least once in this many seconds.
    left: bool  # Whether this browser's person has left the table (and can return only by `POST /api/tables/CODE/join`).
    returned: list[int]  # The seats that this person has just got back from bots.
    unnamed: int  # The number of spectators without a name.
    just_left: dict[str, float]  # The same as in a `PresenceUpdate`.


class Update(Out, frozen=True, omit_defaults=True, tag_field="t", tag="update"):
    """The news that the table has changed. If the game has changed, `views` has a view for each seat of the browser.

    If anything else has changed, `table` is a delta (`core/delta.py`) of the `TableInfo` that the browser has. `seq` is the
    number of changes that everyone at the table may notice. Secret changes are not counted.
    """

    seq: int
    game: int
    table: Raw | None = None
    views: list[SeatView] = []
    history: list[HistoryEntry] = []
    history_from: int = 0


class Ack(Out, frozen=True, tag_field="t", tag="ack"):
    """The answer to a command that was carried out and stored."""

    id: str


class Rejection(Out, frozen=True, tag_field="t", tag="rejection"):
    """The answer to a message that was rejected and changed nothing. `id` is null if the message could not be decoded."""

    id: str | None
    key: str
    params: dict[str, Any]


class Hint(Out, frozen=True, tag_field="t", tag="hint"):
    """The answer to `AskHint`: the values of all moves of a view, the best move first.

    `unit` is the unit of the values: shares of a win from 0 to 1, or points. `reasons` say why the best move is better
    than the first move that is marked as `worse`.
    """

    id: str
    seat: int
    version: int
    unit: Literal["win", "points"]
    moves: list[MoveValue]
    reasons: list[Sentence]


class ChatMessage(Out, frozen=True, tag_field="t", tag="chat"):
    """A new line of chat."""

    line: ChatLine


class PresenceUpdate(Out, frozen=True, tag_field="t", tag="presence"):
    """The presence of all people at the table, and the number of spectators without a name.

    `just_left` has, for each person who left a moment ago, the number of seconds after which others may act for that
    person.
    """

    people: dict[str, Presence]
    unnamed: int
    just_left: dict[str, float]


class Pong(Out, frozen=True, tag_field="t", tag="pong"):
    """The answer to `ping`."""


ServerMessage = Welcome | Update | Ack | Rejection | Hint | ChatMessage | PresenceUpdate | Pong
