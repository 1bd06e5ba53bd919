"""A table as messages tell of it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from trapezi import bots
from trapezi.core.options import Options, label_data
from trapezi.core.seats import SPECTATOR
from trapezi.protocol.types import Being, LuckWords, PersonInfo, SeatInfo, SeatView, TableInfo, TallyLine, Told
from trapezi.store import Entry
from trapezi.tables.fairness import commitment
from trapezi.tables.session import HistoryEntry, rebuild
from trapezi.tables.table import Table

MISSED = 400  # more than this is not told again

encode = msgspec.json.Encoder().encode


def table_info(table: Table, being: Callable[[str], Being]) -> TableInfo:
    """What everybody may know of the table."""
    return TableInfo(
        code=table.code,
        game=table.game.name,
        options=shown_options(table.game.options),
        players=table.game.players,
        public=table.public,
        phase=table.phase,
        number=table.number,
        paused=table.paused,
        clock=table.clock or None,
        host=table.host,
        seats=[
            SeatInfo(
                seat=n,
                kind="person" if seat.person else "bot" if seat.bot else "empty",
                name=seat.name,
                person=seat.person,
                bot=seat.bot,
                stand_in=bool(seat.stand_in),
                resigned=seat.resigned,
            )
            for n, seat in enumerate(table.seats)
        ],
        people=[
            PersonInfo(person.id, person.name, table.seats_of(person.id), being(person.id))
            for person in table.people.values()
            if not person.gone
        ],
        bots=bots.names(table.game.name),
        results=table.results,
        tally=tally(table),
        commitment=commitment(table.secret) if table.secret else None,
        next_commitment=commitment(table.next_secret),
        secret=table.secret if table.secret and table.phase == "finished" else None,
        luck=luck(table, table.luck),
        next_luck=luck(table, table.next_luck),
        ending=table.ending,
    )


def luck(table: Table, said: Mapping[str, str]) -> list[LuckWords]:
    return [LuckWords(table.people[person].name, words) for person, words in said.items()]


def shown_options(options: Options) -> dict[str, Any]:
    """Return options without the content of an uploaded deck, but with its name and the labels that it gives to values."""
    return {
        name: {"uploaded": value.get("name"), "labels": label_data(options)} if isinstance(value, dict) else value
        for name, value in options.data().items()
    }


def tally(table: Table) -> list[TallyLine]:
    """The evening so far, by name (a bot's by its seat), the most successful first. A game broken off does not count."""
    lines: OrderedDict[str | int, TallyLine] = OrderedDict()
    for result in table.results:
        if result.ending == "early":
            continue
        for seat, name in enumerate(result.names):
            line = lines.get(name or seat, TallyLine(name, seat, 0, 0, 0))
            won = seat in result.winners
            lines[name or seat] = TallyLine(name, seat, line.games + 1, line.wins + won, line.points + result.scores[seat])
    return sorted(lines.values(), key=lambda line: (-line.wins, -line.points))


def seat_view(table: Table, seat: int, seconds: float | None = None, *, news: bool = False) -> SeatView | None:
    """The game as a seat sees it, or what is new of it; None before the first game."""
    play = table.play
    if play is None or seat >= play.game.players:
        return None
    own = seat != SPECTATOR
    if table.phase == "playing" or play.state.over:
        view = play.news(seat) if news else play.view(seat)
    else:  # broken off: nothing can be done any more
        view = encode({**play.state.view(seat), "moves": [], "optional": []})
    return SeatView(
        seat=seat,
        version=play.versions[seat] if own else 0,
        can_take_back=own and table.phase == "playing" and not table.paused and play.match.can_take_back(seat),
        seconds=seconds,
        view=msgspec.Raw(view),
    )


def onlooker(viewers: tuple[int, ...]) -> int:
    """Whose eyes a device has. Several players who share one see each other's screen: they are told what everybody may know."""
    return viewers[0] if len(viewers) == 1 else SPECTATOR


def told(tales: list[HistoryEntry], viewers: tuple[int, ...]) -> list[Told]:
    """What viewers who share one device learn. A decision that is hidden from them is one thing, whatever it is made of."""
    lines, eye = [], onlooker(viewers)
    for tale in tales:
        if not tale.hidden or tale.seat == eye:
            lines.append(Told(tale.n, tale.seat, None if tale.undone else tale.shown[eye], tale.undone))
        elif not tale.quiet:
            lines.append(Told(tale.place, tale.seat, None, tale.undone))
    return lines


def missed(table: Table, viewers: tuple[int, ...], news: int | None, game: int | None) -> tuple[list[Told], bool]:
    """All that was told since some news; if that is unknown or too much, the game's last events, and True."""
    if table.play is None:
        return [], True
    known = news is not None and news <= table.news and game == table.number
    since = table.told_since(news, viewers) if known and news is not None else 0
    if since is None:
        return [], False
    tales, eye = rebuild(table.play.game, table.play.match.record, since), onlooker(viewers)
    lines = told([tale for tale in tales if not (tale.undone and tale.hidden and tale.seat != eye)], viewers)
    if known:  # who was told of a decision hears that it stands no more, whether or not it ever stood
        lines += [Told(n, seat, None, True) for seat, n in table.play.open.items() if seat != eye]
    return lines[-MISSED:], not known or len(lines) > MISSED


def entry(table: Table) -> Entry:
    """The table in a list of tables."""
    free = sum(seat.empty for seat in table.seats)
    summary = {
        "seq": table.seq,  # the log has at least so many records
        "game": table.game.name,
        "phase": table.phase,
        "closed": table.closed,
        "players": table.game.players,
        "free": free,
        "names": [seat.name for seat in table.seats],
        "asked": [] if table.paused else table.asked,
        "holders": {holder: table.seats_of(person) for holder, person in table.holders.items()},
    }
    return Entry(table.code, table.public, table.phase == "lobby" and free > 0 and not table.closed, encode(summary))


def least(entry: Entry) -> int:
    """How many records the log of a table has at least."""
    return max(1, int(msgspec.json.decode(entry.summary).get("seq", 1)))
