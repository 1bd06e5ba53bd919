"""A table as its records make it. `apply` is the only thing that changes it: live and when it is loaded."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from trapezi.core.game import Game
from trapezi.games import find
from trapezi.protocol.types import Ending, Phase, Result, Said
from trapezi.tables import events as r
from trapezi.tables.fairness import Proof, commitment
from trapezi.tables.people import Person, Seat
from trapezi.tables.session import GameSession, HistoryEntry

CHAT = 100  # lines of chat that are kept at hand
WISHES = 512  # wishes that are remembered, so that sending them again is harmless


@dataclass(slots=True)
class Change:
    """What a record changed: things to tell, the game, the table around it, lines of chat."""

    tales: list[HistoryEntry] = field(default_factory=list)
    game: bool = False
    table: bool = False
    said: list[Said] = field(default_factory=list)

    def __iadd__(self, other: Change) -> Change:
        self.tales += other.tales
        self.said += other.said
        self.game |= other.game
        self.table |= other.table
        return self

    @property
    def quiet(self) -> bool:
        """Whether only the deciding seat hears of it: a step of a decision that is not complete yet."""
        return bool(self.tales) and not self.table and all(tale.hidden and tale.quiet for tale in self.tales)


class Table:
    """People, seats and a game."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.seq = 0  # of the last record
        self.news = 0  # what everybody has heard of: the `seq` of messages, which must not count what is secret
        self.check = b""  # of all lines of the log so far
        self.people: dict[str, Person] = {}
        self.holders: dict[str, str] = {}  # hash of a token: person
        self.pairings: dict[str, tuple[str, int]] = {}  # hash of a secret: person, until
        self.paired: dict[str, str] = {}  # hash of a secret that is used up: hash of the token that came with it
        self.host: str | None = None
        self.seats: list[Seat] = []
        self.public = False
        self.clock = 0
        self.phase: Phase = "lobby"
        self.paused = False
        self.closed = False
        self.number = 0
        self.ending: Ending | None = None
        self.game: Game[Any]
        self.play: GameSession | None = None
        self.secret = ""  # of the game that is played
        self.next_secret = ""
        self.luck: dict[str, str] = {}  # words that players added to the secret, by person
        self.next_luck: dict[str, str] = {}
        self.results: list[Result] = []
        self.chat: deque[Said] = deque(maxlen=CHAT)
        self._lines = 0  # of chat
        self._granted: OrderedDict[tuple[str, str], int] = OrderedDict()
        self._told: list[tuple[int, int, int | None]] = []  # news, first thing told, to whom alone: of this game

    # -- looking -------------------------------------------------------------------------------------------------------

    def granted(self, person: str, wish: str) -> int | None:
        """The news of a wish that was granted before."""
        return self._granted.get((person, wish))

    def seats_of(self, person: str | None) -> list[int]:
        return [n for n, seat in enumerate(self.seats) if person is not None and seat.person == person]

    def seated(self) -> list[str]:
        """People who sit, in the order of seats."""
        return list(dict.fromkeys(seat.person for seat in self.seats if seat.person is not None))

    @property
    def asked(self) -> list[int]:
        """The seats that owe a decision now."""
        return [seat for seat in sorted(self.play.state.deciders) if seat >= 0] if self.play and self.phase == "playing" else []

    def bots_due(self) -> list[int]:
        """Seats whose bot is to decide now: after the people, if several decide at the same time."""
        if self.paused or any(self.seats[seat].bot is None for seat in self.asked):
            return []
        return self.asked

    def told_since(self, news: int, viewers: Sequence[int]) -> int | None:
        """The first thing told to these viewers in this game after these news, or None if nothing was."""
        heard = (first for at, first, alone in self._told if at > news and (alone is None or alone in viewers))
        return min(heard, default=None)

    @property
    def proof(self) -> Proof:
        """Where the chance of this game comes from."""
        return Proof(commitment(self.secret), self.secret, tuple(self.luck.values()))

    # -- changing ------------------------------------------------------------------------------------------------------

    def apply(self, record: r.AnyRecord) -> Change:
        """The next record."""
        self.seq += 1
        match record:
            case r.Started() | r.Played() | r.TakenBack():
                change = self._of_the_game(record)
            case r.Said():
                self._lines += 1
                said = Said(self._lines, record.room, record.by, self.people[record.by].name, record.text, record.at)
                self.chat.append(said)
                change = Change(said=[said])
            case _:
                self._of_the_table(record)
                change = Change(table=True, game=isinstance(record, r.Resigned | r.EndedEarly | r.Paused | r.Closed))
        quiet = change.quiet
        if not quiet and not change.said:
            self.news += 1
        if change.tales:
            alone = change.tales[0].seat if quiet else None
            self._told.append((self.news + quiet, min(tale.place for tale in change.tales), alone))
        if record.id:
            self._granted[record.by, record.id] = self.news
            if len(self._granted) > WISHES:
                self._granted.popitem(last=False)
        return change

    def _of_the_table(self, record: r.AnyRecord) -> None:
        match record:
            case r.Opened() | r.Configured():
                self._configure(record)
            case r.Joined():
                self.people[record.person] = Person(record.person, record.name)
                self._add_holder(record.person, record.holder)
                self.host = self.host or record.person
            case r.PairingOffered():
                self.pairings = {key: pairing for key, pairing in self.pairings.items() if pairing[1] > record.at}
                self.pairings[record.secret] = (record.person, record.until)
            case r.DeviceAdded():
                self._add_holder(record.person, record.holder)
                self.pairings.pop(record.secret, None)
                self.paired[record.secret] = record.holder
            case r.Revoked():
                self._revoke(record)
            case r.WishedLuck():
                self.next_luck.pop(record.by, None)
                if record.words:
                    self.next_luck[record.by] = record.words
            case r.Sat():
                self.seats[record.seat] = Seat(record.name, record.person)
            case r.BotSeated():
                self.seats[record.seat] = Seat("", None, record.bot)
            case r.Cleared():
                self.seats[record.seat] = Seat()
            case r.Renamed():
                self._rename(record)
            case r.Left():
                self._leave(record)
            case r.CameBack():
                self._come_back(self.people[record.person])
            case r.HostPassed():
                self.host = record.person
            case r.Paused():
                self.paused = record.on
            case r.StoodIn():
                seat = self.seats[record.seat]
                seat.bot, seat.stand_in = record.bot, "others" if record.others else "own"
            case r.TookOver():
                self._give_back(self.seats[record.seat])
            case r.Resigned():
                self._resign(self.seats[record.seat], record.bot)
            case r.EndedEarly():
                self._end("early")
            case r.Closed():
                self.closed = True
                if self.phase == "playing":
                    self._end("early")
            case _:
                raise AssertionError(f"a record of the game: {record}")

    # -- people --------------------------------------------------------------------------------------------------------

    def _configure(self, record: r.Opened | r.Configured) -> None:
        game = find(record.game).of(**record.options)
        if isinstance(record, r.Configured) and game != self.game:
            self.phase, self.play, self.ending = "lobby", None, None
        self.game = game
        self.public, self.clock = record.public, record.clock
        taken = [seat for seat in self.seats if not seat.empty]
        if len(self.seats) != self.game.players:
            self.seats = [*taken, *(Seat() for _ in range(self.game.players - len(taken)))][: self.game.players]
        if isinstance(record, r.Opened):
            self.next_secret = record.secret

    def _add_holder(self, person: str, holder: str) -> None:
        if (former := self.holders.get(holder)) is not None:  # a browser is one person
            self.people[former].holders.discard(holder)
        self.people[person].holders.add(holder)
        self.holders[holder] = person

    def _revoke(self, record: r.Revoked) -> None:
        person = self.people[record.person]
        for holder in person.holders - {record.kept}:
            del self.holders[holder]
        person.holders &= {record.kept}
        self.pairings = {key: pairing for key, pairing in self.pairings.items() if pairing[0] != person.id}
        if not person.holders:
            self._leave(record)

    def _rename(self, record: r.Renamed) -> None:
        person = self.people[record.person]
        for n in self.seats_of(person.id):
            if n == record.seat or (record.seat is None and self.seats[n].name == person.name):
                self.seats[n].name = record.name
        if record.seat is None:
            person.name = record.name

    def _leave(self, record: r.Left | r.Revoked) -> None:
        self.people[record.person].gone = True
        for n in self.seats_of(record.person):
            if self.phase != "playing":
                self.seats[n] = Seat()
            elif self.seats[n].bot is None:
                self.seats[n].bot, self.seats[n].stand_in = record.bot, "others"
        if self.host == record.person:
            here = [*self.seated(), *self.people]
            self.host = next((person for person in here if not self.people[person].gone), None)

    def _come_back(self, person: Person) -> None:
        person.gone = False
        self.host = self.host or person.id
        for n in self.seats_of(person.id):
            if self.seats[n].stand_in == "others":
                self._give_back(self.seats[n])

    def _give_back(self, seat: Seat) -> None:
        seat.bot, seat.stand_in = None, ""

    # -- the game ------------------------------------------------------------------------------------------------------

    def _of_the_game(self, record: r.Started | r.Played | r.TakenBack) -> Change:
        match record:
            case r.Started():
                return self._start(record)
            case r.Played():
                play = self._playing()
                parse = self.game.parse
                tales = play.play(record.seat, parse(record.move), map(parse, record.outcomes))
                if play.state.over:
                    self._end("over")
                return Change(tales, game=True, table=play.state.over)
            case r.TakenBack():
                return Change(self._playing().take_back(record.seat), game=True)

    def _playing(self) -> GameSession:
        assert self.play is not None, "a game is played"
        return self.play

    def _start(self, record: r.Started) -> Change:
        self.game = type(self.game).of(**record.options)
        for seat, bot in record.bots.items():
            self.seats[int(seat)] = Seat("", None, bot)
        for each in self.seats:
            if each.person is not None:
                each.resigned = False
                if self.people[each.person].gone:  # the bot plays on until the person is back
                    each.stand_in = "others"
                else:
                    self._give_back(each)
        self.secret, self.next_secret = self.next_secret, record.secret
        self.luck, self.next_luck = self.next_luck, {}
        self.number += 1
        self.phase, self.paused, self.ending = "playing", False, None
        self._told = []
        self.play = GameSession(self.game, self.number << 16)
        tales = self.play.begin(self.game.parse(outcome) for outcome in record.outcomes)
        if self.play.state.over:
            self._end("over")
        return Change(tales, game=True, table=True)

    def _resign(self, seat: Seat, bot: str) -> None:
        seat.resigned, seat.bot, seat.stand_in = True, bot, ""
        left = [each for each in self.seats if not each.resigned]
        if len(left) <= 1 or not any(each.person for each in left):
            self._end("resigned")

    def _end(self, ending: Ending) -> None:
        """The result goes into the evening's tally. Who has resigned does not win; a game broken off has no winner."""
        state = self._playing().state
        outcome = state.result
        standing = [n for n, seat in enumerate(self.seats) if not seat.resigned]
        if outcome is not None:
            winners = [n for n in outcome.winners if n in standing]
        else:
            winners = standing if ending == "resigned" and len(self.seats) > 1 else []
        self.phase, self.ending, self.paused = "finished", ending, False
        self.results.append(
            Result(
                number=self.number,
                game=self.game.name,
                ending=ending,
                names=[seat.name for seat in self.seats],
                scores=state.scores,
                winners=winners,
                won=outcome.won if outcome else None,
            )
        )
