"""The messages that the server sends to a browser."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Raw

from trapezi.protocol.types import ChatLine, HistoryEntry, MoveValue, Out, Presence, SeatView, Sentence, TableInfo


class Welcome(Out, frozen=True, tag_field="t", tag="welcome"):
    """The answer to `hello`: the whole table.

    `you` is the person that the token belongs to, or null for a spectator. `history` holds the entries from the number that
    the hello gave; `fresh` says that `history` replaces the entries that the browser has.
    """

    you: str | None
    seq: int
    game: int
    fresh: bool
    table: TableInfo
    views: list[SeatView]
    history: list[HistoryEntry]
    history_from: int  # the number of the first history entry that may be looked up now
    chat: list[ChatLine]
    heartbeat: int  # the browser must send a message at least every this many seconds
    left: bool  # whether this browser's person has left and returns only by `POST /api/tables/CODE/join`
    returned: list[int]  # the seats that a bot has just given back to this person
    unnamed: int  # how many people watch without a name
    just_left: dict[str, float]  # as in a `PresenceUpdate`


class Update(Out, frozen=True, omit_defaults=True, tag_field="t", tag="update"):
    """Something happened. If the game changed, `views` has a view for each seat of the browser.

    If anything else changed, `table` is a delta (`core/delta.py`) of the `TableInfo` that the browser has.

    `seq` counts the changes that everyone at the table may notice, but no secret changes.
    """

    seq: int
    game: int
    table: Raw | None = None
    views: list[SeatView] = []
    history: list[HistoryEntry] = []
    history_from: int = 0


class Ack(Out, frozen=True, tag_field="t", tag="ack"):
    """The answer to a command that was carried out and written to disk."""

    id: str


class Rejection(Out, frozen=True, tag_field="t", tag="rejection"):
    """The answer to a command that was rejected and changed nothing. `id` is null if the message could not be read."""

    id: str | None
    key: str
    params: dict[str, Any]


class Hint(Out, frozen=True, tag_field="t", tag="hint"):
    """The answer to `AskHint`: the values of all moves of a view, the best move first.

    `unit` says what the values are: shares of a win from 0 to 1, or points. `reasons` say why the best move is better
    than the first move that is `worse`.
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
    """Which people are here or away, and how many spectators without a name watch.

    `just_left` says for each person who left a moment ago after how many seconds others may act for that person.
    """

    people: dict[str, Presence]
    unnamed: int
    just_left: dict[str, float]


class Pong(Out, frozen=True, tag_field="t", tag="pong"):
    """The answer to `ping`."""


ServerMessage = Welcome | Update | Ack | Rejection | Hint | ChatMessage | PresenceUpdate | Pong
