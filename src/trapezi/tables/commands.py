"""What people may do: a wish becomes a record, or is refused with a reason. Nothing is changed here."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from trapezi import bots
from trapezi.core.errors import NotTakenBack
from trapezi.core.game import Game
from trapezi.core.options import Seat as SeatOption
from trapezi.core.options import declared
from trapezi.games import find
from trapezi.protocol import commands as c
from trapezi.tables import events as r
from trapezi.tables import spoken_numbers
from trapezi.tables.errors import Rejected
from trapezi.tables.fairness import chance, new_secret
from trapezi.tables.people import NAME, Person, Seat, tidy
from trapezi.tables.session import GameSession
from trapezi.tables.table import Table

LUCK = 60  # letters of words for luck
LINE = 300  # letters of a line of chat


def grant(table: Table, person: str, wish: c.Command, here: Callable[[str], bool], device: str = "") -> r.AnyRecord:
    """The record of a wish, or `Rejected` (or what the law raises). `here` tells whether somebody is connected.

    `device` is the hash of the token that the wish came with.
    """
    if table.closed:
        raise Rejected("table.closed")
    made = {"by": person, "id": wish.id, "at": int(time.time())}
    match wish:
        case c.Act() | c.Signal() | c.TakeBack() | c.Resign():
            return of_the_game(table, person, wish, made)
        case c.Chat():
            return chat(table, person, wish, made)
        case c.Pause() | c.StandIn() | c.TakeOver() | c.Rematch() | c.TakeHost():
            return of_the_seated(table, person, wish, made, here)
        case c.Sit() | c.Stand() | c.Rename() | c.Leave() | c.Luck():
            return of_anybody(table, person, wish, made)
        case c.Revoke():
            return revoked(table, person, wish, device, made)
    return of_the_host(table, person, wish, made)


# -- the game ----------------------------------------------------------------------------------------------------------


def of_the_game(table: Table, person: str, wish: c.Act | c.Signal | c.TakeBack | c.Resign, made: dict[str, Any]) -> r.AnyRecord:
    play = playing(table)
    seat = own_seat(table, person, wish.seat)
    if seat.resigned:
        raise Rejected("table.resigned", seat=wish.seat)
    if isinstance(wish, c.Resign):
        return r.Resigned(seat=wish.seat, bot=bots.STAND_IN, **made)
    if table.paused:
        raise Rejected("table.paused")
    if seat.bot is not None:
        raise Rejected("table.bot-plays", seat=wish.seat)
    if isinstance(wish, c.TakeBack):
        if not play.match.can_take_back(wish.seat):
            raise NotTakenBack("move.not-taken-back", seat=wish.seat)
        return r.TakenBack(seat=wish.seat, **made)
    signal = wish.move in table.game.signals
    if isinstance(wish, c.Act):
        if wish.version != play.versions[wish.seat]:
            raise Rejected("table.outdated", seat=wish.seat, version=play.versions[wish.seat])
        if signal:
            raise Rejected("table.a-signal", move=wish.move)
    elif not signal:
        raise Rejected("table.no-signal", move=wish.move)
    return played(table, wish.seat, wish.move, made)


def played(table: Table, seat: int, move: int, made: Mapping[str, Any]) -> r.Played:
    """A legal move with what chance does after it; the law raises for any other."""
    play = playing(table)
    if play.state.why_not(seat, move) is not None:
        raise play.state.rejection(seat, move)
    outcomes = play.outcomes(chance(table.secret, list(table.luck.values())), seat, move)
    text = table.game.text
    return r.Played(seat=seat, move=text(move), outcomes=[text(outcome) for outcome in outcomes], **made)


def chat(table: Table, person: str, wish: c.Chat, made: dict[str, Any]) -> r.Said:
    """TG-8, TG-16: who plays may not name cards, nor talk at all under silence. Spectators talk among themselves."""
    text = tidy(wish.text, LINE)
    if not text:
        raise Rejected("talk.empty")
    if not table.seats_of(person):
        return r.Said(room="spectators", text=text, **made)
    unspoken(table, text)
    return r.Said(room="table", text=text, **made)


def unspoken(table: Table, text: str) -> None:
    if table.phase != "playing" or table.play is None:
        return
    if table.play.state.talk_forbidden():
        raise Rejected("talk.silence")
    without_numbers(table, text)


def without_numbers(table: Table, text: str) -> None:
    word = spoken_numbers.find_number(text, table.game.forbidden_numbers, table.game.allowed_talk)
    if word is not None:
        raise Rejected("talk.number", word=word)


# -- whoever sits ------------------------------------------------------------------------------------------------------


def of_the_seated(
    table: Table,
    person: str,
    wish: c.Pause | c.StandIn | c.TakeOver | c.Rematch | c.TakeHost,
    made: dict[str, Any],
    here: Callable[[str], bool],
) -> r.AnyRecord:
    if not table.seats_of(person):
        raise Rejected("table.not-seated")
    match wish:
        case c.Pause():
            playing(table)
            if wish.on == table.paused:
                raise Rejected("table.paused" if wish.on else "table.not-paused")
            return r.Paused(on=wish.on, **made)
        case c.StandIn():
            playing(table)
            seat = seat_at(table, wish.seat)
            if seat.bot is not None:
                raise Rejected("table.bot-plays", seat=wish.seat)
            others = seat.person != person
            if others and here(str(seat.person)):
                raise Rejected("table.is-here", name=seat.name, seat=wish.seat)
            return r.StoodIn(seat=wish.seat, bot=bot(table, wish.bot or bots.STAND_IN), others=others, **made)
        case c.TakeOver():
            seat = own_seat(table, person, wish.seat)
            if not seat.stand_in:
                raise Rejected("table.no-stand-in", seat=wish.seat)
            return r.TookOver(seat=wish.seat, **made)
        case c.Rematch():
            if table.phase != "finished":
                raise Rejected("table.not-finished")
            return started(table, None, made)
        case c.TakeHost():
            if table.host is not None and here(table.host):
                raise Rejected("table.host-is-here", name=table.people[table.host].name)
            return r.HostPassed(person=person, **made)


# -- anybody -----------------------------------------------------------------------------------------------------------


def of_anybody(
    table: Table, person: str, wish: c.Sit | c.Stand | c.Rename | c.Leave | c.Luck, made: dict[str, Any]
) -> r.AnyRecord:
    match wish:
        case c.Luck():
            between_games(table)
            if not table.seats_of(person):
                raise Rejected("table.not-seated")
            return r.WishedLuck(words=tidy(wish.words, LUCK), **made)
        case c.Sit():
            between_games(table)
            if not seat_at(table, wish.seat).empty:
                raise Rejected("table.seat-taken", seat=wish.seat)
            return r.Sat(person=person, seat=wish.seat, name=named(wish.name or table.people[person].name), **made)
        case c.Stand():
            between_games(table)
            own_seat(table, person, wish.seat)
            return r.Cleared(seat=wish.seat, **made)
        case c.Rename():
            if wish.seat is not None:
                own_seat(table, person, wish.seat)
            name = named(wish.name)
            unspoken(table, name)
            return r.Renamed(person=person, name=name, seat=wish.seat, **made)
        case c.Leave():
            return r.Left(person=person, bot=bots.STAND_IN, **made)


def revoked(table: Table, person: str, wish: c.Revoke, device: str, made: dict[str, Any]) -> r.Revoked:
    """One's own other devices, or, by the host, all of somebody else's."""
    whose = person if wish.person is None else wish.person
    if whose not in table.people:
        raise Rejected("table.no-such-person")
    if whose != person:
        only_host(table, person)
    return r.Revoked(person=whose, kept=device if whose == person else "", bot=bots.STAND_IN, **made)


# -- the host ----------------------------------------------------------------------------------------------------------


def of_the_host(
    table: Table,
    person: str,
    wish: c.Start | c.SeatBot | c.Clear | c.Configure | c.EndEarly | c.PassHost,
    made: dict[str, Any],
) -> r.AnyRecord:
    only_host(table, person)
    match wish:
        case c.Start():
            between_games(table)
            return started(table, wish.fill, made)
        case c.SeatBot():
            between_games(table)
            if seat_at(table, wish.seat).person is not None:
                raise Rejected("table.seat-taken", seat=wish.seat)
            return r.BotSeated(seat=wish.seat, bot=bot(table, wish.bot), **made)
        case c.Clear():
            between_games(table)
            if seat_at(table, wish.seat).empty:
                raise Rejected("table.seat-empty", seat=wish.seat)
            return r.Cleared(seat=wish.seat, **made)
        case c.Configure():
            between_games(table)
            return configured(table, wish, made)
        case c.EndEarly():
            playing(table)
            return r.EndedEarly(**made)
        case c.PassHost():
            other = table.people.get(wish.person)
            if other is None or other.gone:
                raise Rejected("table.no-such-person")
            return r.HostPassed(person=other.id, **made)


def started(table: Table, fill: str | None, made: dict[str, Any]) -> r.Started:
    """Empty seats get a bot or are told; from game to game another seat begins, where the game lets one choose."""
    between_games(table)
    empty = [n for n, seat in enumerate(table.seats) if seat.empty]
    if empty and fill is None:
        raise Rejected("table.seats-empty", seats=[n + 1 for n in empty])
    filled = {str(n): bot(table, fill or "") for n in empty}
    if not table.seated():
        raise Rejected("table.nobody-seated")
    options = table.game.options.data()
    if table.number:
        for name in seat_options(type(table.game)):
            options[name] = (options[name] + 1) % table.game.players
    game = type(table.game).of(**options)
    outcomes = [
        game.text(outcome) for outcome in GameSession(game).outcomes(chance(table.next_secret, list(table.next_luck.values())))
    ]
    return r.Started(options=options, outcomes=outcomes, secret=new_secret(), bots=filled, **made)


def seat_options(kind: type[Game[Any]]) -> list[str]:
    """Options that name a seat: who begins."""
    return [name for name, option in declared(kind.Options).items() if isinstance(option.metadata["kind"], SeatOption)]


def configured(table: Table, wish: c.Configure, made: dict[str, Any]) -> r.Configured:
    kind = find(wish.game) if wish.game is not None else type(table.game)
    other = kind is not type(table.game)
    kept, wanted = {} if other else table.game.options.data(), wish.options or {}
    if "players" in wanted:  # a seat that an option names may not be there any more
        kept = {name: value for name, value in kept.items() if name not in seat_options(kind)}
    options = {**kept, **wanted}
    options.setdefault("players", table.game.players if table.game.players in kind.seats else kind.seats[-1])
    game = kind.of(**options)
    taken = sum(not seat.empty for seat in table.seats)
    if game.players < taken:
        raise Rejected("table.too-many-seated", players=game.players, seated=taken)
    for seat in table.seats:
        if seat.bot is not None and seat.person is None and not bots.plays(seat.bot, game.name):
            raise Rejected("table.bot-cannot", bot=seat.bot, game=game.name)
    return r.Configured(
        game=game.name,
        options=game.options.data(),
        public=table.public if wish.public is None else wish.public,
        clock=table.clock if wish.clock is None else wish.clock,
        **made,
    )


# -- what wishes need --------------------------------------------------------------------------------------------------


def playing(table: Table) -> GameSession:
    if table.phase != "playing" or table.play is None:
        raise Rejected("table.no-game")
    return table.play


def between_games(table: Table) -> None:
    if table.phase == "playing":
        raise Rejected("table.in-game")


def seat_at(table: Table, seat: int) -> Seat:
    if seat >= len(table.seats):
        raise Rejected("table.no-such-seat", seat=seat, players=len(table.seats))
    return table.seats[seat]


def only_host(table: Table, person: str) -> None:
    if table.host != person:
        host = table.people.get(table.host or "")
        raise Rejected("table.not-host", name=host.name if host else "")


def own_seat(table: Table, person: str, seat: int) -> Seat:
    found = seat_at(table, seat)
    if found.person != person:
        raise Rejected("table.not-your-seat", seat=seat)
    return found


def bot(table: Table, name: str) -> str:
    """A bot that plays this game, one of those that tables offer, never code by its place or a budget of anybody's wish."""
    if name not in bots.names():
        raise bots.UnknownBot("bot.unknown", name=name[:40], known=", ".join(bots.names(table.game.name)))
    if not bots.plays(name, table.game.name):
        raise Rejected("table.bot-cannot", bot=name, game=table.game.name)
    return name


def named(given: str) -> str:
    name = tidy(given, NAME)
    if not name:
        raise Rejected("table.no-name")
    return name


def newcomer(table: Table, name: str, holder: str) -> r.Joined:
    """Somebody whom the table does not know yet."""
    if len(table.people) >= 200:
        raise Rejected("table.full")
    if table.phase == "playing":
        without_numbers(table, name)  # who comes is no talk: under silence too
    return r.Joined(person=f"p{len(table.people) + 1}", name=named(name), holder=holder, at=int(time.time()))


def returning(table: Table, person: Person) -> r.CameBack | None:
    """The record of somebody's coming back, if it changes anything."""
    lent = any(table.seats[n].stand_in == "others" for n in table.seats_of(person.id))
    return r.CameBack(person=person.id, at=int(time.time())) if person.gone or lent else None
