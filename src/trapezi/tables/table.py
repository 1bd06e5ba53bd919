"""The state of a table. Only `apply(event)` changes it, for live tables and for tables loaded from their log."""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from trapezi.core.game import Game
from trapezi.core.history import EventOnCopy, PlayedBy
from trapezi.core.special_seats import NATURE
from trapezi.games import find
from trapezi.tables import events
from trapezi.tables.game_session import GameSession, NewHistoryEntries
from trapezi.tables.people_and_seats import Person, Seat, token_hash
from trapezi.tables.uploaded_decks import decks_in, replace_references_by_decks
from trapezi.tables.verifiable_chance import Proof, commitment

CHAT = 100  # This many lines of chat are kept in memory.
TAKE_BACKS = 40  # Until something is revealed, a seat may take back this many moves, so that nobody can fill the log.
COMMANDS = 512  # The ids of this many commands are remembered, so that sending a command again is harmless.

Phase = Literal["lobby", "playing", "finished"]
Ending = Literal["over", "early", "resigned"]


@dataclass(frozen=True, slots=True)
class Result:
    """How a game at the table ended. `names`, `scores`, `people` and `bots` have an entry per seat. Bots have empty names.

    `won` is None unless the game is cooperative. `at` is the time in seconds since 1970.
    """

    number: int
    game: str
    ending: Ending
    names: list[str]
    scores: list[int]
    winners: list[int]
    won: bool | None
    people: list[str | None]
    bots: list[str | None]
    at: int
    hints: list[int]  # The number of hints that each seat used.


NoticeKind = Literal["left", "back", "host", "bot", "took-over", "resigned"]

NOTICE_KINDS: dict[type, NoticeKind] = {events.StoodIn: "bot", events.TookOver: "took-over", events.Resigned: "resigned"}


@dataclass(frozen=True, slots=True)
class Notice:
    """The news that a person has changed the table. `n` is the number of the notice. `name` is the person or seat concerned."""

    n: int
    kind: NoticeKind
    person: str
    name: str


@dataclass(frozen=True, slots=True)
class ChatLine:
    """A line of chat. `n` is the number of the line at this table."""

    n: int
    room: events.Room
    person: str
    name: str
    text: str
    time: int


@dataclass(slots=True)
class Change:
    """What an event has changed: the histories, the game, the rest of the table, or the chat."""

    history: NewHistoryEntries = field(default_factory=dict)
    game: bool = False
    table: bool = False
    chat: list[ChatLine] = field(default_factory=list)
    only_seat: int | None = None  # The only seat that may notice the change, because its decision is still hidden.

    def __iadd__(self, other: Change) -> Change:
        if not (self.game or self.table or self.chat):
            return other
        for viewer, entries in other.history.items():
            self.history[viewer] = [*self.history.get(viewer, ()), *entries]
        self.chat += other.chat
        self.game |= other.game
        self.table |= other.table
        self.only_seat = None
        return self


class Table:
    """The state of a table: its people, seats, settings, game, results and chat."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.seq = 0  # The number of events so far.
        self.public_seq = 0  # The number of changes that everyone may notice. Messages contain it as `seq`.
        self.checksum = b""  # The checksum of all lines of the log so far.
        self.people: dict[str, Person] = {}
        self.tokens: dict[str, str] = {}  # The person to whom each token belongs, by the hash of the token.
        # By the hash of a pairing's secret: the person who offered the pairing, and when the offer ends.
        self.pairings: dict[str, tuple[str, int]] = {}
        self.key = ""  # The key in invitation links, with which a browser may look at the table and join.
        # By the hash of a pairing's secret that was used: the hash of the token that was added.
        self.used_pairings: dict[str, str] = {}
        self.creator_token = ""  # The hash of the creator's first token.
        self.decks: dict[str, dict[str, Any]] = {}  # The decks that people have uploaded, by hash.
        self.host: str | None = None
        self.creator: str | None = None  # The id of the person who created the table.
        self.former_host: str | None = None
        self.host_since = 0  # When the host became the host, in seconds since 1970.
        self.host_given_away = False  # Whether the creator has made somebody else the host.
        self.seats: list[Seat] = []
        self.by_lot: list[str] = []  # The options, such as who begins, whose value is a seat that is drawn by lot.
        self.lots_drawn = False  # Whether lots were already drawn for these options, so that the next seat now begins each game.
        self.public = False
        self.clock = 0
        self.hints: events.Hints = "alone"
        self.phase: Phase = "lobby"
        self.paused = False
        self.paused_by: str | None = None  # The id of the person who paused the game.
        self.ready: set[str] = set()  # The ids of the people who are ready for another game.
        self.notice: Notice | None = None  # The last notice about a person who changed the table.
        self.time_up: int | None = None  # The seat that ran out of time, if the game is paused because of it.
        self.closed = False
        self.number = 0
        self.ending: Ending | None = None
        self.ended_by = ""  # The id of the person who ended the last game before it was over.
        self.game: Game[Any]
        self.session: GameSession | None = None
        self.take_backs: Counter[int] = Counter()  # How many moves each seat has taken back since a move was last revealed.
        self.hints_used: Counter[int] = Counter()  # The number of hints that each seat has used in the current game.
        self.hinted: set[int] = set()  # The seats that have used a hint since everyone last saw a move.
        self.secret = ""  # The secret that determines the chance of the current game.
        self.next_secret = ""
        self.luck: dict[str, str] = {}  # The words that each person has added to this secret.
        self.next_luck: dict[str, str] = {}
        self.deal = ""  # The tag of the deal of the day that is played here (`events.Opened`).
        self.assisted = False  # Whether a bot has played for a person in the deal of the day.
        self.results: list[Result] = []
        self.chat: deque[ChatLine] = deque(maxlen=CHAT)
        self.chat_counts: Counter[str] = Counter()  # The number of lines of chat by each person.
        self._chat_lines = 0
        self._executed: OrderedDict[tuple[str, str], None] = OrderedDict()

    # -- looking -------------------------------------------------------------------------------------------------------

    def has_executed(self, person: str, command: str) -> bool:
        """Return whether a command of a person with this id has been carried out already."""
        return (person, command) in self._executed

    def seats_of(self, person: str | None) -> list[int]:
        return [n for n, seat in enumerate(self.seats) if person is not None and seat.person == person]

    def seated_people(self) -> list[str]:
        """Return the people who have a seat, in the order of seats."""
        return list(dict.fromkeys(seat.person for seat in self.seats if seat.person is not None))

    @property
    def deciding(self) -> list[int]:
        """The seats that have to decide now. There are none if no game is in progress."""
        session = self.session
        return [seat for seat in sorted(session.state.deciders) if seat >= 0] if session and self.phase == "playing" else []

    def bots_deciding(self) -> list[int]:
        """Return the seats whose bots should decide now. Bots wait while a person also has to decide."""
        deciding = self.deciding
        if self.paused or any(self.seats[seat].bot is None for seat in deciding):
            return []
        return deciding

    def credential_hashes(self) -> list[str]:
        """Return the hashes of the tokens, the pairing secrets and the invitation key that give browsers access to this table."""
        return sorted({*self.tokens, *self.pairings, *([token_hash(self.key)] if self.key else [])})

    def can_take_back(self, seat: int) -> bool:
        """Return whether a seat may take back its last move now, and has not yet taken back too many moves."""
        session, playing = self.session, self.phase == "playing" and not self.paused
        return playing and session is not None and self.take_backs[seat] < TAKE_BACKS and session.match.can_take_back(seat)

    @property
    def allows_hints(self) -> bool:
        """Whether players may ask for hints. They never may in a deal of the day."""
        alone = sum(seat.person is not None for seat in self.seats) <= 1
        return not self.deal and (self.hints == "everyone" or (self.hints == "alone" and alone))

    @property
    def proof(self) -> Proof:
        """The secret and the players' words from which the chance of the current game is computed."""
        numbering = self._current_session().numbering
        return Proof(commitment(self.secret), self.secret, tuple(self.luck.values()), numbering)

    # -- changing ------------------------------------------------------------------------------------------------------

    def apply(self, event: events.AnyEvent, steps: Sequence[EventOnCopy] | None = None) -> Change:
        """Apply the next event and return the change. `steps` are the steps of a move or a start, if they are known already."""
        self.seq += 1
        match event:
            case events.Started():
                change = self._start(event, steps)
            case events.Played() | events.TakenBack():
                session = self._current_session()
                deciders = session.state.deciders
                if isinstance(event, events.TakenBack):
                    history = session.take_back(event.seat)
                    self.take_backs[event.seat] += 1
                else:
                    if steps is None:
                        steps = self._draft_logged(event.outcomes, (event.seat, event.move))
                    steps[0].played_by = self._played_by(event)
                    history = session.commit(steps)
                    if any(step.revealed for step in steps):
                        self.take_backs.clear()
                    if session.state.over:
                        self._finish_game("over", event.at)
                seen_by_others = any(history[seat] for seat in history if seat != event.seat)
                if seen_by_others and isinstance(event, events.Played):
                    self.hinted.clear()
                noticed = seen_by_others or session.state.deciders != deciders
                change = Change(history, game=True, table=session.state.over, only_seat=None if noticed else event.seat)
            case events.Said():
                self._chat_lines += 1
                line = ChatLine(self._chat_lines, event.room, event.by, self.people[event.by].name, event.text, event.at)
                self.chat.append(line)
                self.chat_counts[event.by] += 1
                change = Change(chat=[line])
            case _:
                self._apply_to_table(event)
                of_game = events.Resigned | events.EndedEarly | events.Paused | events.Closed
                change = Change(table=True, game=isinstance(event, of_game))
        self.assisted |= bool(self.deal) and any(seat.person is not None and seat.bot is not None for seat in self.seats)
        if self.phase != "playing" and self._seat_spectators_who_asked():
            change.table, change.only_seat = True, None
        if change.only_seat is None and not change.chat:
            self.public_seq += 1
        if event.id:
            self._executed[event.by, event.id] = None
            if len(self._executed) > COMMANDS:
                self._executed.popitem(last=False)
        return change

    def _notice_of(self, event: events.AnyEvent) -> Notice | None:
        """Return the notice that everyone gets about an event, or None."""
        n = self.notice.n + 1 if self.notice is not None else 1
        match event:
            case events.Left():
                return Notice(n, "left", event.person, self.people[event.person].name)
            case events.CameBack():
                return Notice(n, "back", event.person, self.people[event.person].name)
            case events.HostPassed():
                return Notice(n, "host", event.person, self.people[event.person].name)
            case events.StoodIn() | events.TookOver() | events.Resigned():
                seat = self.seats[event.seat]
                return Notice(n, NOTICE_KINDS[type(event)], event.by, seat.name)
        return None

    def _apply_to_table(self, event: events.AnyEvent) -> None:
        self.notice = self._notice_of(event) or self.notice
        match event:
            case events.Opened() | events.Configured():
                self._configure(event)
            case events.Joined():
                self.people[event.person] = Person(event.person, event.name)
                self._add_token(event.person, event.token_hash)
                self.host = self.host or event.person
                self.creator = self.creator or event.person
                self.creator_token = self.creator_token or event.token_hash
            case events.PairingOffered():
                self.pairings = {key: pairing for key, pairing in self.pairings.items() if pairing[1] > event.at}
                self.pairings[event.secret] = (event.person, event.until)
            case events.DeviceAdded():
                self._add_token(event.person, event.token_hash)
                self.pairings.pop(event.secret, None)
                self.used_pairings[event.secret] = event.token_hash
            case events.Revoked():
                self._revoke(event)
            case events.LuckAdded():
                self.next_luck.pop(event.by, None)
                if event.words:
                    self.next_luck[event.by] = event.words
            case events.Sat():
                self.people[event.person].plays_next = False
                self.seats[event.seat] = Seat(event.name, event.person)
            case events.BotSeated():
                self.seats[event.seat] = Seat("", None, event.bot)
            case events.Cleared():
                self.seats[event.seat] = Seat()
            case events.Renamed():
                self._rename(event)
            case events.FaceChosen():
                self.people[event.person].face = event.face
            case events.NextGameAsked():
                self.people[event.person].plays_next = event.on
            case events.Left():
                self._leave(event)
            case events.CameBack():
                self._come_back(self.people[event.person])
            case events.HostPassed():
                self.host_given_away = event.by == self.creator == self.host != event.person
                self.former_host, self.host, self.host_since = self.host, event.person, event.at
            case events.Paused():
                self.paused, self.paused_by, self.time_up = event.on, event.by or None, event.time_up
            case events.StoodIn():
                seat = self.seats[event.seat]
                seat.bot, seat.stand_in = event.bot, "others" if event.others else "own"
            case events.TookOver():
                self._remove_stand_in(self.seats[event.seat])
            case events.Resigned():
                self._resign(self.seats[event.seat], event.bot, event.at)
                self.ended_by = event.by if self.phase == "finished" else ""
            case events.EndedEarly():
                self.ended_by = event.by
                self._finish_game("early", event.at)
            case events.HintUsed():
                self.hints_used[event.seat] += 1
                self.hinted.add(event.seat)
            case events.ReadyForNext():
                (self.ready.add if event.on else self.ready.discard)(event.by)
            case events.KeyMade():
                self.key = event.key
            case events.Closed():
                self.closed = True
                if self.phase == "playing":
                    self._finish_game("early", event.at)
            case _:
                raise AssertionError(f"an event of the game: {event}")

    # -- people --------------------------------------------------------------------------------------------------------

    def _configure(self, event: events.Opened | events.Configured) -> None:
        game = find(event.game).cached_with_options(self._options_with_decks(event.options))
        if isinstance(event, events.Configured) and game != self.game:
            self.phase, self.session, self.ending = "lobby", None, None
            self.ready = set()
        self.game = game
        self.public, self.clock, self.hints = event.public, event.clock, event.hints
        self.by_lot, self.lots_drawn = event.by_lot, False
        taken = [seat for seat in self.seats if not seat.is_empty]
        if len(self.seats) != self.game.players:
            self.seats = [*taken, *(Seat() for _ in range(self.game.players - len(taken)))][: self.game.players]
        if isinstance(event, events.Opened):
            self.next_secret, self.key, self.deal = event.secret, event.key, event.deal

    def _options_with_decks(self, options: dict[str, Any]) -> dict[str, Any]:
        """Return the options of an event, with uploaded decks in place of their hashes. Remember decks that are new."""
        full = replace_references_by_decks(options, self.decks)
        self.decks.update(decks_in(full))
        return full

    def _add_token(self, person: str, token: str) -> None:
        if (former := self.tokens.get(token)) is not None:  # A token belongs to only one person.
            self.people[former].tokens.discard(token)
        self.people[person].tokens.add(token)
        self.tokens[token] = person

    def _revoke(self, event: events.Revoked) -> None:
        person = self.people[event.person]
        for token in person.tokens - {event.valid_token}:
            del self.tokens[token]
        person.tokens &= {event.valid_token}
        self.pairings = {key: pairing for key, pairing in self.pairings.items() if pairing[0] != person.id}
        if not person.tokens:
            self._leave(event)

    def _rename(self, event: events.Renamed) -> None:
        person = self.people[event.person]
        for n in self.seats_of(person.id):
            if n == event.seat or (event.seat is None and self.seats[n].name == person.name):
                self.seats[n].name = event.name
        if event.seat is None:
            person.name = event.name

    def _leave(self, event: events.Left | events.Revoked) -> None:
        self.people[event.person].gone = True
        self.ready.discard(event.person)
        self.people[event.person].gives_up_seats = isinstance(event, events.Left) and event.gives_up_seats
        self.people[event.person].plays_next = False
        for n in self.seats_of(event.person):
            if self.phase != "playing":
                self.seats[n] = Seat()
            elif self.seats[n].bot is None:
                self.seats[n].bot, self.seats[n].stand_in = event.bot, "others"
        if self.host == event.person:
            candidates = [*self.seated_people(), *self.people]
            self.host = next((person for person in candidates if not self.people[person].gone), None)

    def _seat_spectators_who_asked(self) -> bool:
        """Between games, give an empty seat or a bot's seat to each spectator who asked for one.

        Return whether anyone got a seat.
        """
        seated = False
        for person in self.people.values():
            if not person.plays_next or person.gone:
                continue
            seats = [n for n, seat in enumerate(self.seats) if seat.person is None]
            if not seats:
                break
            seat = next((n for n in seats if self.seats[n].is_empty), seats[0])
            self.seats[seat] = Seat(person.name, person.id)
            person.plays_next, seated = False, True
        return seated

    def _come_back(self, person: Person) -> None:
        person.gone = person.gives_up_seats = False
        self.host = self.host or person.id
        for n in self.seats_of(person.id):
            if self.seats[n].stand_in == "others":
                self._remove_stand_in(self.seats[n])

    def _remove_stand_in(self, seat: Seat) -> None:
        seat.bot, seat.stand_in = None, ""

    # -- the game ------------------------------------------------------------------------------------------------------

    def _draft_logged(self, outcomes: list[str], *moves: tuple[int, str]) -> list[EventOnCopy]:
        """Return the steps of a stored move and its outcomes. Raise `IllegalMove` if any of them is not legal."""
        stored = [*moves, *((NATURE, outcome) for outcome in outcomes)]
        return self._current_session().draft_logged_events((seat, self.game.parse(text)) for seat, text in stored)

    def _played_by(self, event: events.Played) -> PlayedBy:
        """Return "bot" or "clock" if one of these made a move in place of the person at the seat, otherwise None."""
        seat = self.seats[event.seat]
        if event.time_up:
            return "clock"
        return "bot" if seat.person is not None and seat.bot is not None else None

    def _current_session(self) -> GameSession:
        assert self.session is not None, "a game is in progress"
        return self.session

    def _start(self, event: events.Started, steps: Sequence[EventOnCopy] | None) -> Change:
        self.game = type(self.game).cached_with_options(self._options_with_decks(event.options))
        for seat, bot in event.bots.items():
            self.seats[int(seat)] = Seat("", None, bot)
        for each in self.seats:
            if each.person is not None:
                each.resigned = False
                if self.people[each.person].gone:  # The bot plays for the person in this game too.
                    each.stand_in = "others"
                else:
                    self._remove_stand_in(each)
        self.secret, self.next_secret = self.next_secret, event.secret
        self.luck, self.next_luck = self.next_luck, {}
        self.number += 1
        self.lots_drawn = True
        self.phase, self.paused, self.ending, self.ended_by = "playing", False, None, ""
        self.ready = set()
        self.take_backs.clear()
        self.hints_used.clear()
        self.hinted.clear()
        self.session = GameSession(self.game, self.number << 16, event.numbering)
        history = self.session.commit(self._draft_logged(event.outcomes) if steps is None else steps)
        if self.session.state.over:
            self._finish_game("over", event.at)
        return Change(history, game=True, table=True)

    def _resign(self, seat: Seat, bot: str, at: int) -> None:
        seat.resigned, seat.bot, seat.stand_in = True, bot, ""
        left = [each for each in self.seats if not each.resigned]
        if len(left) <= 1 or not any(each.person for each in left):
            self._finish_game("resigned", at)

    def _finish_game(self, ending: Ending, at: int) -> None:
        """End the game and record its result. Seats that resigned cannot win. Nobody wins a game that was ended early."""
        session = self._current_session()
        state, result = session.state, session.state.result
        standing = [n for n, seat in enumerate(self.seats) if not seat.resigned]
        if result is not None:
            winners = [n for n in result.winners if n in standing]
        else:
            winners = standing if ending == "resigned" and len(self.seats) > 1 else []
        self.phase, self.ending, self.paused = "finished", ending, False
        session.stop_offering_moves()
        self.results.append(
            Result(
                number=self.number,
                game=self.game.name,
                ending=ending,
                names=[seat.name for seat in self.seats],
                scores=state.scores,
                winners=winners,
                won=result.won if result else None,
                people=[seat.person for seat in self.seats],
                bots=[seat.bot for seat in self.seats],
                at=at,
                hints=[self.hints_used[seat] for seat in range(len(self.seats))],
            )
        )
        for n, seat in enumerate(self.seats):
            if seat.person is not None and self.people[seat.person].gives_up_seats:
                self.seats[n] = Seat("", None, seat.bot)
