"""Convert tables, seats, histories and chat to the structs of the protocol."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from trapezi import bots
from trapezi.core.errors import TrapeziError
from trapezi.core.history import HistoryEntry
from trapezi.core.options import Options, value_labels_as_data
from trapezi.core.special_seats import SPECTATOR
from trapezi.games import find
from trapezi.protocol import http
from trapezi.protocol import types as p
from trapezi.store.interface import TableEntry
from trapezi.tables import table_list_entry
from trapezi.tables.game_session import GameSession
from trapezi.tables.sent_views import SentViews
from trapezi.tables.table import ChatLine, Notice, Table
from trapezi.tables.verifiable_chance import commitment

MISSED = 400  # A welcome contains at most this many history entries.


def table_info(table: Table, here: Collection[str], short_of_time: Collection[int] = (), *, reviews: bool = True) -> p.TableInfo:
    """Return what everyone may know about a table.

    `here` are the people who have the table in view. `short_of_time` are the seats whose bots have smaller budgets now.
    """
    return p.TableInfo(
        code=table.code,
        game=table.game.name,
        options=public_options(table.game.options),
        by_lot=[] if table.lots_drawn else table.by_lot,
        players=table.game.players,
        public=table.public,
        phase=table.phase,
        number=table.number,
        paused=table.paused,
        paused_by=table.paused_by if table.paused else None,
        time_up=table.time_up if table.paused else None,
        clock=table.clock or None,
        hints=table.hints,
        hints_allowed=table.allows_hints,
        reviews=reviews,
        host=table.host,
        seats=[
            p.SeatInfo(
                seat=n,
                kind="person" if seat.person else "bot" if seat.bot else "empty",
                name=seat.name,
                person=seat.person,
                bot=seat.bot,
                stand_in=bool(seat.stand_in),
                resigned=seat.resigned,
                short_of_time=seat.bot is not None and n in short_of_time,
                hints=table.hints_used[n],
            )
            for n, seat in enumerate(table.seats)
        ],
        people=[
            p.PersonInfo(
                id=person.id,
                name=person.name,
                seats=table.seats_of(person.id),
                presence="here" if person.id in here else "away",
                face=person.face,
                plays_next=person.plays_next,
            )
            for person in table.people.values()
            if not person.gone
        ],
        bots=bots.offered_names(table.game.name),
        results=[p.Result(r.number, r.game, r.ending, r.names, r.scores, r.winners, r.won, r.hints) for r in table.results],
        tally=tally_lines(table),
        ready=sorted(table.ready),
        notice=encode_notice(table.notice),
        commitment=commitment(table.secret) if table.secret else None,
        next_commitment=commitment(table.next_secret),
        secret=table.secret if table.secret and table.phase == "finished" and not table.deal else None,
        luck=luck_words(table, table.luck),
        next_luck=luck_words(table, table.next_luck),
        ending=table.ending,
        deal=table.deal,
        ended_by=table.people[table.ended_by].name if table.ended_by in table.people else None,
    )


def luck_words(table: Table, by_person: Mapping[str, str]) -> list[p.LuckWords]:
    return [p.LuckWords(table.people[person].name, words) for person, words in by_person.items()]


def public_options(options: Options) -> dict[str, Any]:
    """Return options as data in which only the name and the labels of an uploaded deck replace its content."""
    return {
        name: {"uploaded": value.get("name"), "labels": value_labels_as_data(options)} if isinstance(value, dict) else value
        for name, value in options.data().items()
    }


def tally_lines(table: Table) -> list[p.TallyLine]:
    """Return the wins and points of each player, the player with the most wins first.

    Cooperative games, and games that were ended early, do not count.
    """
    lines: dict[str | int, p.TallyLine] = {}
    for result in table.results:
        if result.ending == "early" or is_cooperative(result.game):
            continue
        for seat, name in enumerate(result.names):
            line = lines.get(name or seat, p.TallyLine(name, seat, 0, 0, 0))
            won = seat in result.winners
            lines[name or seat] = p.TallyLine(name, seat, line.games + 1, line.wins + won, line.points + result.scores[seat])
    return sorted(lines.values(), key=lambda line: (-line.wins, -line.points))


def encode_notice(notice: Notice | None) -> p.Notice | None:
    return None if notice is None else p.Notice(notice.n, notice.kind, notice.person, notice.name)


def seat_view(table: Table, seat: int, sent: SentViews, seconds: float | None = None) -> p.SeatView | None:
    """Return the whole view of a seat, or None before the first game at the table."""
    session = table.session
    if session is None or seat >= session.game.players:
        return None
    return _seat_view(table, session, seat, seconds, view=msgspec.Raw(sent.encode_whole_view(session, seat)))


def seat_delta(table: Table, seat: int, sent: SentViews, seconds: float | None = None) -> p.SeatView | None:
    """Return what has changed in the view of a seat since it was last sent, or None if the whole view must be sent."""
    session = table.session
    if session is None or seat >= session.game.players or (delta := sent.encode_delta_if_possible(session, seat)) is None:
        return None
    return _seat_view(table, session, seat, seconds, delta=msgspec.Raw(delta))


def _seat_view(table: Table, session: GameSession, seat: int, seconds: float | None, **view: msgspec.Raw) -> p.SeatView:
    own = seat != SPECTATOR
    return p.SeatView(
        seat=seat,
        version=session.versions[seat] if own else 0,
        can_take_back=own and table.can_take_back(seat),
        seconds=seconds,
        **view,
    )


def table_summary(entry: TableEntry, token: str = "") -> http.TableSummary:
    """Return a list entry as the struct that is sent to a browser. `token` is the hash of the browser's token."""
    stored = table_list_entry.decode_summary(entry.summary)
    return http.TableSummary(
        code=entry.code,
        game=stored.game,
        phase=stored.phase,
        players=stored.players,
        free=stored.free,
        names=stored.names,
        deciding=stored.deciding,
        my_seats=stored.seats_by_token.get(token, []),
        updated=entry.updated,
        paused=stored.paused,
        scores=stored.scores,
        won=stored.won,
        cooperative=bool(stored.game) and is_cooperative(stored.game),
    )


@cache
def is_cooperative(game: str) -> bool:
    """Return whether a game is cooperative. Return False if the game is not installed."""
    try:
        return find(game).cooperative
    except TrapeziError:
        return False


# -- history -----------------------------------------------------------------------------------------------------------


def history_viewer_of(seats: tuple[int, ...]) -> int:
    """Return the seat whose history a device with these seats shows, or SPECTATOR if players share the device."""
    return seats[0] if len(seats) == 1 else SPECTATOR


def history_entries(entries: Sequence[HistoryEntry]) -> list[p.HistoryEntry]:
    return [p.HistoryEntry(entry.n, entry.seat, entry.description, entry.take_back, entry.played_by) for entry in entries]


def first_viewable_entry_number(table: Table, viewer: int) -> int:
    """Return the number of the first history entry that a viewer may look up now."""
    if table.session is None or table.phase != "playing":
        return 0
    return table.session.history.first_viewable_entry_number(viewer, table.session.state)


def missed_history(table: Table, viewer: int, since: int | None, game: int | None) -> tuple[list[p.HistoryEntry], bool]:
    """Return a viewer's entries from number `since` of game `game` on, and whether the browser must discard older entries."""
    if table.session is None:
        return [], True
    size = table.session.history.entry_count(viewer)
    known = since is not None and since <= size and game == table.number
    first = max(since if known and since is not None else 0, first_viewable_entry_number(table, viewer))
    fresh = not known or size - first > MISSED
    return history_entries(table.session.history.entries(viewer, max(first, size - MISSED))), fresh


# -- messages ----------------------------------------------------------------------------------------------------------


def chat_line(line: ChatLine) -> p.ChatLine:
    return p.ChatLine(line.n, line.room, line.person, line.name, line.text, line.time)


def joined_response(table: Table, person: str, info: p.TableInfo) -> http.Joined:
    return http.Joined(person, table.seats_of(person), info)
