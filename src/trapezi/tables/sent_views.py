"""Encode the views of a table as JSON: the whole view for a browser that connects, and later only what has changed.

A view is `state.view(seat)` in this form: `moves` has the numbers of the moves with their previews, `optional` has numbers
only, and `described` has what never changes about each move. A browser keeps the descriptions, so that each is sent once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from trapezi.core.delta import REPLACE, delta
from trapezi.tables.game_session import GameSession, SeatPart, encode


@dataclass(slots=True, eq=False)
class SentView:
    """The last view of a seat that was sent to all browsers of this seat."""

    session: GameSession
    public: dict[str, Any]
    own: SeatPart
    deciders: list[int]
    described: set[int]  # The moves whose descriptions were sent before.

    def forget_changed_descriptions(self, session: GameSession) -> bool:
        """Forget the moves whose descriptions are different in the next game at the table.

        Return False if that game has other rules or another number of players.
        """
        old, new = self.session.game, session.game
        if type(old) is not type(new) or old.players != new.players:
            return False
        if old != new:
            before, now = self.session.descriptions, session.descriptions
            self.described = {move for move in self.described if before[move] == now[move]}
        return True


class SentViews:
    """The last view of each seat that was sent. It is kept for the next game, whose first view may be similar."""

    def __init__(self) -> None:
        self._sent: dict[int, SentView] = {}
        self._public_pair: tuple[dict[str, Any], dict[str, Any]] = ({}, {})
        # The change between these two public parts: the delta of the board, and the delta of everything else.
        self._public_delta: tuple[bytes | None, bytes] = (b"", b"")

    def encode_whole_view(self, session: GameSession, seat: int) -> bytes:
        """Return the whole view of a seat as JSON. All other browsers of this seat must already have its latest state."""
        public, own = session.public_part(), session.seat_part(seat)
        deciders, described = sorted(session.state.deciders), {*own.moves, *own.signals}
        self._sent[seat] = SentView(session, public, own, deciders, described)
        return b'{"deciders":%b,"seat":%d,"moves":%b,"optional":%b,"described":%b,%b}' % (
            encode(deciders),
            seat,
            own.previews,
            encode(own.signals),
            encode_descriptions(session, described),
            encode({**public, "board": {**public["board"], **own.board}})[1:-1],
        )

    def encode_delta_if_possible(self, session: GameSession, seat: int) -> bytes | None:
        """Return the change of a seat's view since it was last sent, as JSON, or None if the whole view must be sent."""
        sent = self._sent.get(seat)
        if sent is None or (sent.session is not session and not sent.forget_changed_descriptions(session)):
            return None
        public, own = session.public_part(), session.seat_part(seat)
        deciders = sorted(session.state.deciders)
        parts: list[bytes] = []
        board: bytes | None = b""  # The delta of the board without its brackets, or None if the board has other keys now.
        if deciders != sent.deciders:
            parts.append(b'"deciders":%b' % encode(deciders))
        if public is not sent.public:
            board, rest = self._encode_public_delta(sent.public, public)
            if rest:
                parts.append(rest)
        if own is not sent.own:
            if own.board != sent.own.board:
                private = delta(sent.own.board, own.board)
                board = None if board is None or REPLACE in private else join_json_objects(board, encode(private)[1:-1])
            if own.previews != sent.own.previews:
                parts.append(b'"moves":%b' % own.previews)
            if own.signals != sent.own.signals:
                parts.append(b'"optional":%b' % encode(own.signals))
            if new := {*own.moves, *own.signals} - sent.described:
                sent.described |= new
                parts.append(b'"described":%b' % encode_descriptions(session, new))
        if board is None or not own.board.keys().isdisjoint(public["board"]):
            board = encode({REPLACE: {**public["board"], **own.board}})[1:-1]
        if board:
            parts.append(b'"board":{%b}' % board)
        sent.session, sent.public, sent.own, sent.deciders = session, public, own, deciders
        return b"{%b}" % b",".join(parts)

    def _encode_public_delta(self, before: dict[str, Any], after: dict[str, Any]) -> tuple[bytes | None, bytes]:
        """Return the delta of the board, and the delta of everything else that all views share.

        Encode them only once for all seats.
        """
        if before is not self._public_pair[0] or after is not self._public_pair[1]:
            changed = {name: delta(before[name], value) for name, value in after.items() if before[name] != value}
            board = changed.pop("board", {})
            self._public_pair = before, after
            self._public_delta = None if REPLACE in board else encode(board)[1:-1], encode(changed)[1:-1]
        return self._public_delta


def encode_descriptions(session: GameSession, moves: Iterable[int]) -> bytes:
    return b"{%b}" % b",".join([session.descriptions[move] for move in moves])


def join_json_objects(one: bytes, other: bytes) -> bytes:
    """Return the members of two JSON objects, joined by a comma if neither is empty."""
    return b"%b,%b" % (one, other) if one and other else one or other
