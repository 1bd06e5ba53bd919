"""Turn commands into events, or reject them with a reason. This module changes nothing."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

from trapezi import bots
from trapezi.core.errors import BadOption, CannotTakeBack
from trapezi.core.game import Game
from trapezi.core.history import EventOnCopy
from trapezi.core.options import SeatOption, game_specific_fields
from trapezi.core.special_seats import NATURE
from trapezi.games import find
from trapezi.protocol import commands as c
from trapezi.tables import events, numbers_in_text
from trapezi.tables.errors import Rejected
from trapezi.tables.game_session import GameSession
from trapezi.tables.people_and_seats import NAME, Person, Seat, clean_text
from trapezi.tables.table import TAKE_BACKS, Table
from trapezi.tables.uploaded_decks import MAX_DECKS, check_uploads, decks_in, replace_decks_by_references
from trapezi.tables.verifiable_chance import BY_DEAL, BY_OUTCOME, chance_streams, new_secret

LUCK = 60  # A player may add at most this many characters to the secret of a game.
MAX_LINE = 300  # A line of chat has at most this many characters.
AWAY_SECONDS = 60.0  # When a person has been away for this many seconds, other players may act for that person.
NEW_HOST_SECONDS = 600  # For this many seconds, a new host cannot sign out the former host or the table's creator.
MAX_PERSON_LINES = 1000  # A person may write at most this many lines of chat at a table.
MAX_LINES = 10_000  # All people may write at most this many lines of chat at a table.
PEOPLE = 200  # A table has at most this many people, not counting people who have left.
JOINS = 2000  # At most this many people can ever join a table.
MAX_EVENTS = 50_000  # The log of a table has at most this many events, which suffices for more than a hundred games.
LAST_MOVES = 5000  # After `MAX_EVENTS`, this many more moves are accepted, so that a game in progress can be finished.
LOTS = 2**64 - 1  # The random stream of this number draws a seat by lot. Outcomes of the game use small numbers.

# The commands that a deal of the day rejects, because everyone plays the same game with the same luck and without help.
CHANGES_OF_A_DEAL = c.Start | c.Ready | c.Configure | c.SeatBot | c.Clear | c.Sit | c.Stand | c.Luck | c.StandIn


class Decision(NamedTuple):
    """The event that a command leads to, and the steps of the game if it is a move or a start.

    The steps were carried out on copies of the state, so that nothing has changed yet.
    """

    event: events.AnyEvent
    steps: list[EventOnCopy] | None = None


def decide(
    table: Table, person: str, command: c.AnyCommand, seconds_absent: Callable[[str], float], device: str = ""
) -> Decision:
    """Return the event of a command. Raise `Rejected` or an error of the game if the command is not allowed.

    `seconds_absent` returns for how many seconds a person has been away. `device` is the hash of the sender's token.
    """
    if table.closed:
        raise Rejected("table.closed")
    check_log_size(table, command)
    if table.deal and isinstance(command, CHANGES_OF_A_DEAL):
        raise Rejected("table.deal-is-fixed")
    origin = {"by": person, "id": command.id, "at": int(time.time())}
    match command:
        case c.Act() | c.Signal() | c.TakeBack() | c.Resign():
            return decide_move(table, person, command, origin)
        case c.Start():
            check_is_host(table, person)
            return draft_start(table, command.fill, origin)
        case c.Ready():
            return Decision(decide_ready(table, person, command, origin))
        case c.Chat():
            return Decision(decide_chat(table, person, command, origin))
        case c.Pause() | c.StandIn() | c.TakeOver() | c.TakeHost():
            return Decision(decide_player_command(table, person, command, origin, seconds_absent))
        case c.Sit() | c.Stand() | c.Rename() | c.ChooseFace() | c.Luck() | c.PlayNext():
            return Decision(decide_anyone_command(table, person, command, origin))
        case c.Revoke():
            return Decision(decide_revoke(table, person, command, device, origin))
    return Decision(decide_host_command(table, person, command, origin))


# -- the game ----------------------------------------------------------------------------------------------------------


def decide_move(table: Table, person: str, command: c.Act | c.Signal | c.TakeBack | c.Resign, origin: dict[str, Any]) -> Decision:
    session = require_session_in_progress(table)
    check_not_resigned(table, person, command.seat)
    if isinstance(command, c.Resign):
        return Decision(events.Resigned(seat=command.seat, bot=bots.DEFAULT_STAND_IN, **origin))
    check_not_paused_or_played_by_bot(table, command.seat)
    if isinstance(command, c.TakeBack):
        if not session.match.can_take_back(command.seat):
            raise CannotTakeBack("common.move.not-taken-back", seat=command.seat)
        if table.take_backs[command.seat] >= TAKE_BACKS:
            raise Rejected("table.too-many-take-backs", most=TAKE_BACKS)
        return Decision(events.TakenBack(seat=command.seat, **origin))
    signal = command.move in table.game.signals
    if isinstance(command, c.Act):
        check_version(session, command.seat, command.version)
        if signal:
            raise Rejected("table.a-signal", move=command.move)
    elif not signal:
        raise Rejected("table.no-signal", move=command.move)
    return draft_move(table, command.seat, command.move, origin)


def draft_move(table: Table, seat: int, move: int, origin: Mapping[str, Any]) -> Decision:
    """Return the event of a legal move and of the outcomes of chance that follow it. Raise `IllegalMove` for other moves."""
    steps = require_session_in_progress(table).draft(seat, move, chance_streams(table.secret, list(table.luck.values())))
    text, *outcomes = [table.game.text(step.move) for step in steps]
    return Decision(events.Played(seat=seat, move=text, outcomes=outcomes, **origin), steps)


def decide_ready(table: Table, person: str, command: c.Ready, origin: dict[str, Any]) -> events.ReadyForNext:
    check_has_seat(table, person)
    if table.phase != "finished":
        raise Rejected("table.not-finished")
    check_no_empty_seat(table)
    return events.ReadyForNext(on=command.on, **origin)


def is_everyone_ready(table: Table, here: Collection[str]) -> bool:
    """Return whether the next game can start because all players who are here, at least one, are ready for it."""
    players = [person for person in table.seated_people() if person in here]
    seats_taken = not any(seat.is_empty for seat in table.seats)
    return table.phase == "finished" and not table.closed and bool(players) and table.ready.issuperset(players) and seats_taken


def check_no_empty_seat(table: Table) -> None:
    empty = [n + 1 for n, seat in enumerate(table.seats) if seat.is_empty]
    if empty:
        raise Rejected("table.seats-empty", seats=empty)


def draft_start(table: Table, fill: str | None, origin: Mapping[str, Any]) -> Decision:
    """Return the event that starts a game. Empty seats get the bot `fill`. Raise `Rejected` for empty seats without `fill`.

    The seat that begins the first game is an option, or is drawn by lot if the host chose that. In each later game, the
    next seat begins.
    """
    check_between_games(table)
    empty = [n for n, seat in enumerate(table.seats) if seat.is_empty]
    if fill is None:
        check_no_empty_seat(table)
    filled = {str(n): require_offered_bot(table, fill or "") for n in empty}
    if not table.seated_people():
        raise Rejected("table.nobody-seated")
    options = table.game.options.data()
    for name in options_that_name_a_seat(type(table.game)):
        if name in table.by_lot and not table.lots_drawn:
            options[name] = random_seat_for_option(table, name)
        elif table.number and isinstance(options[name], int):
            options[name] = (options[name] + 1) % table.game.players
    game = type(table.game).cached_with_options(options)
    numbering = BY_DEAL if table.deal else BY_OUTCOME
    streams = chance_streams(table.next_secret, list(table.next_luck.values()))
    steps = GameSession(game, numbering=numbering).draft(NATURE, -1, streams)
    outcomes = [game.text(step.move) for step in steps]
    options = replace_decks_by_references(options, table.decks)
    return Decision(
        events.Started(options=options, outcomes=outcomes, secret=new_secret(), bots=filled, numbering=numbering, **origin),
        steps,
    )


def random_seat_for_option(table: Table, option: str) -> int:
    """Return a random seat for an option. Like all chance, it depends on the secret of the game and the players' words."""
    streams = chance_streams(table.next_secret, list(table.next_luck.values()))
    return streams(LOTS - table.by_lot.index(option)).below(table.game.players)


def decide_chat(table: Table, person: str, command: c.Chat, origin: dict[str, Any]) -> events.Said:
    """Return the event of a line of chat. Raise `Rejected` if the game's rules forbid players to say it.

    Players cannot read what spectators write.
    """
    text = clean_text(command.text, MAX_LINE)
    if not text:
        raise Rejected("talk.empty")
    if table.chat_counts[person] >= MAX_PERSON_LINES or table.chat_counts.total() >= MAX_LINES:
        raise Rejected("talk.full")
    if not table.seats_of(person):
        return events.Said(room="spectators", text=text, **origin)
    check_talk_allowed(table, text)
    return events.Said(room="table", text=text, **origin)


def check_talk_allowed(table: Table, text: str) -> None:
    """Raise `Rejected` if the rules of the game in progress forbid players to say this text."""
    if table.phase != "playing" or table.session is None:
        return
    if table.session.state.talk_forbidden():
        raise Rejected("talk.silence")
    check_no_forbidden_number(table, text)


def check_no_forbidden_number(table: Table, text: str) -> None:
    """Raise `Rejected` if a text mentions a number that players may not mention."""
    word = numbers_in_text.find_number(text, table.game.forbidden_numbers, table.game.allowed_number_phrases)
    if word is not None:
        raise Rejected("talk.number", word=word)


# -- commands of players -----------------------------------------------------------------------------------------------


def decide_player_command(
    table: Table,
    person: str,
    command: c.Pause | c.StandIn | c.TakeOver | c.TakeHost,
    origin: dict[str, Any],
    seconds_absent: Callable[[str], float],
) -> events.AnyEvent:
    check_has_seat(table, person)
    match command:
        case c.Pause():
            require_session_in_progress(table)
            if command.on == table.paused:
                raise Rejected("table.paused" if command.on else "table.not-paused")
            return events.Paused(on=command.on, **origin)
        case c.StandIn():
            require_session_in_progress(table)
            seat = require_seat(table, command.seat)
            if seat.bot is not None:
                raise Rejected("table.bot-plays", seat=command.seat)
            others = seat.person != person
            if others:
                check_absent_long_enough(seat.name, seconds_absent(str(seat.person)), "table.is-here")
            # People may choose the bot for their own seats, but not for the seats of other people.
            bot = require_offered_bot(table, (None if others else command.bot) or bots.DEFAULT_STAND_IN)
            return events.StoodIn(seat=command.seat, bot=bot, others=others, **origin)
        case c.TakeOver():
            seat = require_own_seat(table, person, command.seat)
            if not seat.stand_in:
                raise Rejected("table.no-stand-in", seat=command.seat)
            return events.TookOver(seat=command.seat, **origin)
        case c.TakeHost():
            if table.host is not None:
                check_absent_long_enough(table.people[table.host].name, seconds_absent(table.host), "table.host-is-here")
            return events.HostPassed(person=person, **origin)


# -- commands of anyone at the table -----------------------------------------------------------------------------------


def decide_anyone_command(
    table: Table, person: str, command: c.Sit | c.Stand | c.Rename | c.ChooseFace | c.Luck | c.PlayNext, origin: dict[str, Any]
) -> events.AnyEvent:
    match command:
        case c.Luck():
            check_between_games(table)
            check_has_seat(table, person)
            return events.LuckAdded(words=clean_text(command.words, LUCK), **origin)
        case c.Sit():
            check_between_games(table)
            if not require_seat(table, command.seat).is_empty:
                raise Rejected("table.seat-taken", seat=command.seat)
            name = clean_name_or_reject(command.name or table.people[person].name)
            return events.Sat(person=person, seat=command.seat, name=name, **origin)
        case c.Stand():
            check_between_games(table)
            require_own_seat(table, person, command.seat)
            return events.Cleared(seat=command.seat, **origin)
        case c.Rename():
            if command.seat is not None:
                require_own_seat(table, person, command.seat)
            name = clean_name_or_reject(command.name)
            check_talk_allowed(table, name)
            return events.Renamed(person=person, name=name, seat=command.seat, **origin)
        case c.PlayNext():
            require_session_in_progress(table)
            if table.seats_of(person):
                raise Rejected("table.in-game")
            return events.NextGameAsked(person=person, on=command.on, **origin)
        case c.ChooseFace():
            return events.FaceChosen(person=person, face=command.face, **origin)


def decide_revoke(table: Table, person: str, command: c.Revoke, device: str, origin: dict[str, Any]) -> events.Revoked:
    """Return the event that signs out the sender's other devices, or all devices of the person whom the host names."""
    target = person if command.person is None else command.person
    if target not in table.people:
        raise Rejected("table.no-such-person")
    if target != person:
        check_is_host(table, person)
        if target in (table.creator, table.former_host) and time.time() < table.host_since + NEW_HOST_SECONDS:
            raise Rejected("table.new-host", name=table.people[target].name, minutes=NEW_HOST_SECONDS // 60)
    return events.Revoked(person=target, valid_token=device if target == person else "", bot=bots.DEFAULT_STAND_IN, **origin)


# -- commands of the host ----------------------------------------------------------------------------------------------


def decide_host_command(
    table: Table, person: str, command: c.SeatBot | c.Clear | c.Configure | c.EndEarly | c.PassHost, origin: dict[str, Any]
) -> events.AnyEvent:
    check_is_host(table, person)
    match command:
        case c.SeatBot():
            check_between_games(table)
            if require_seat(table, command.seat).person is not None:
                raise Rejected("table.seat-taken", seat=command.seat)
            return events.BotSeated(seat=command.seat, bot=require_offered_bot(table, command.bot), **origin)
        case c.Clear():
            check_between_games(table)
            if require_seat(table, command.seat).is_empty:
                raise Rejected("table.seat-empty", seat=command.seat)
            return events.Cleared(seat=command.seat, **origin)
        case c.Configure():
            check_between_games(table)
            return decide_configure(table, command, origin)
        case c.EndEarly():
            require_session_in_progress(table)
            return events.EndedEarly(**origin)
        case c.PassHost():
            other = table.people.get(command.person)
            if other is None or other.gone:
                raise Rejected("table.no-such-person")
            return events.HostPassed(person=other.id, **origin)


def options_that_name_a_seat(kind: type[Game[Any]]) -> list[str]:
    """Return the names of the options whose value is a seat, such as the seat that begins."""
    return [
        name for name, option in game_specific_fields(kind.Options).items() if isinstance(option.metadata["kind"], SeatOption)
    ]


def require_seat_options(kind: type[Game[Any]], names: list[str]) -> list[str]:
    """Return these option names. Raise `BadOption` if the value of one of these options is not a seat."""
    known = options_that_name_a_seat(kind)
    for name in names:
        if name not in known:
            raise BadOption("common.option.unknown", game=kind.name, option=name, known=known)
    return names


def decide_configure(table: Table, command: c.Configure, origin: dict[str, Any]) -> events.Configured:
    kind = find(command.game) if command.game is not None else type(table.game)
    other = kind is not type(table.game)
    former, wanted = {} if other else table.game.options.data(), command.options or {}
    if "players" in wanted:  # An option may name a seat that no longer exists.
        former = {name: value for name, value in former.items() if name not in options_that_name_a_seat(kind)}
    options = {**former, **wanted}
    options.setdefault("players", table.game.players if table.game.players in kind.player_counts else kind.player_counts[-1])
    check_uploads(wanted)
    game = kind.cached_with_options(options)
    if len(table.decks | decks_in(game.options.data())) > MAX_DECKS:
        raise Rejected("table.too-many-decks", most=MAX_DECKS)
    taken = sum(not seat.is_empty for seat in table.seats)
    if game.players < taken:
        raise Rejected("table.too-many-seated", players=game.players, seated=taken)
    for seat in table.seats:
        if seat.bot is not None and seat.person is None and not bots.can_play(seat.bot, game.name):
            raise Rejected("table.bot-cannot", bot=seat.bot, game=game.name)
    return events.Configured(
        game=game.name,
        options=replace_decks_by_references(game.options.data(), table.decks),
        public=table.public if command.public is None else command.public,
        clock=table.clock if command.clock is None else command.clock,
        hints=table.hints if command.hints is None else command.hints,
        by_lot=require_seat_options(kind, command.by_lot) if command.by_lot is not None else [] if other else table.by_lot,
        **origin,
    )


def check_log_size(table: Table, command: c.AnyCommand | c.AskHint) -> None:
    """Raise `Rejected` if the log of the table is full. A game can still be finished."""
    moves = c.Act | c.TakeBack | c.Resign | c.EndEarly
    if table.seq >= (MAX_EVENTS + LAST_MOVES if isinstance(command, moves) else MAX_EVENTS):
        raise Rejected("table.log-full")


# -- checks ------------------------------------------------------------------------------------------------------------


def require_session_in_progress(table: Table) -> GameSession:
    """Return the game in progress. Raise `Rejected` if no game is in progress."""
    if table.phase != "playing" or table.session is None:
        raise Rejected("table.no-game")
    return table.session


def check_between_games(table: Table) -> None:
    if table.phase == "playing":
        raise Rejected("table.in-game")


def require_seat(table: Table, seat: int) -> Seat:
    if seat >= len(table.seats):
        raise Rejected("table.no-such-seat", seat=seat, players=len(table.seats))
    return table.seats[seat]


def check_not_resigned(table: Table, person: str, seat: int) -> None:
    if require_own_seat(table, person, seat).resigned:
        raise Rejected("table.resigned", seat=seat)


def check_not_paused_or_played_by_bot(table: Table, seat: int) -> None:
    """Raise `Rejected` if a person cannot play a seat because the game is paused or a bot plays the seat."""
    if table.paused:
        raise Rejected("table.paused")
    if table.seats[seat].bot is not None:
        raise Rejected("table.bot-plays", seat=seat)


def check_version(session: GameSession, seat: int, version: int) -> None:
    """Raise `Rejected` if `version` is out of date, because the browser showed an earlier position when a move was chosen."""
    if version != session.versions[seat]:
        raise Rejected("table.outdated", seat=seat, version=session.versions[seat])


def check_has_seat(table: Table, person: str) -> None:
    if not table.seats_of(person):
        raise Rejected("table.not-seated")


def check_is_host(table: Table, person: str) -> None:
    if table.host != person:
        host = table.people.get(table.host or "")
        raise Rejected("table.not-host", name=host.name if host else "")


def check_absent_long_enough(name: str, seconds_absent: float, key: str) -> None:
    """Raise `Rejected` unless a person has been away for a minute. The message is `key` if the person is here.

    Somebody who has just left may be back in a moment, for example after unlocking a phone.
    """
    if not seconds_absent:
        raise Rejected(key, name=name)
    if seconds_absent < AWAY_SECONDS:
        raise Rejected("table.away-briefly", name=name)


def require_own_seat(table: Table, person: str, seat: int) -> Seat:
    own = require_seat(table, seat)
    if own.person != person:
        raise Rejected("table.not-your-seat", seat=seat)
    return own


def require_offered_bot(table: Table, name: str) -> str:
    """Return the name of a bot that people may choose. Raise an error for any other name, such as a path to code."""
    if name not in bots.offered_names():
        raise bots.UnknownBot("common.bot.unknown", name=name[:40], known=", ".join(bots.offered_names(table.game.name)))
    if not bots.can_play(name, table.game.name):
        raise Rejected("table.bot-cannot", bot=name, game=table.game.name)
    return name


def clean_name_or_reject(given: str) -> str:
    name = clean_text(given, NAME)
    if not name:
        raise Rejected("table.no-name")
    return name


def joined_event(table: Table, name: str, token: str) -> events.Joined:
    """Return the event that adds a new person with this token (a hash)."""
    if len(table.people) >= JOINS or table.seq >= MAX_EVENTS:
        raise Rejected("table.full")
    if table.phase == "playing":
        check_no_forbidden_number(table, name)  # People may also join while the rules forbid players to talk.
    return events.Joined(
        person=f"p{len(table.people) + 1}", name=clean_name_or_reject(name), token_hash=token, at=int(time.time())
    )


def left_event(table: Table, person: str) -> events.Left:
    """Return the event that a person leaves. This is also allowed at a closed table, and if the log is full."""
    if table.seq >= MAX_EVENTS + LAST_MOVES:
        raise Rejected("table.log-full")
    return events.Left(person=person, bot=bots.DEFAULT_STAND_IN, gives_up_seats=True, by=person, at=int(time.time()))


def events_to_make_room(table: Table, here: Collection[str]) -> list[events.Left]:
    """Return the event that an absent person without a seat leaves if the table is full, or [] if there is still room.

    Raise `Rejected` if the table is full and nobody can be made to leave.
    """
    staying = [person for person in table.people.values() if not person.gone]
    if len(staying) < PEOPLE:
        return []
    for person in staying:
        if person.id not in here and person.id != table.host and not table.seats_of(person.id):
            return [events.Left(person=person.id, bot=bots.DEFAULT_STAND_IN, at=int(time.time()))]
    raise Rejected("table.full")


def events_when_person_returns(table: Table, person: Person) -> list[events.AnyEvent]:
    """Return what changes when a person who was away connects again, usually [].

    The person gets back the seats that others have given to bots. The creator of the table becomes the host again, unless
    the creator has made somebody else the host.
    """
    now, new = int(time.time()), list[events.AnyEvent]()
    if any(table.seats[n].stand_in == "others" for n in table.seats_of(person.id)):
        new.append(events.CameBack(person=person.id, at=now))
    if person.id == table.creator != table.host and not table.host_given_away:
        new.append(events.HostPassed(person=person.id, at=now))
    return new
