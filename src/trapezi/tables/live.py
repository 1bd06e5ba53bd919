"""A table that is alive: one thing at a time, each written down before anybody hears of it.

Other processes (houses) may have the same table alive. Whoever writes second reads on first, and what others have written is
applied and shown like what was written here.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import time
from collections.abc import Collection, Coroutine, Sequence
from typing import Any, Protocol

from trapezi import protocol
from trapezi.core.errors import TrapeziError
from trapezi.core.seats import SPECTATOR
from trapezi.protocol import messages as s
from trapezi.protocol.commands import Command, Hello, Why
from trapezi.protocol.types import Being, Said, SeatView
from trapezi.store import Conflict, MissingEvent, Notification, NotStored, Store
from trapezi.tables import commands, listing
from trapezi.tables import events as r
from trapezi.tables import log as book
from trapezi.tables.bots import PATIENCE, Bots
from trapezi.tables.errors import Rejected, Stale
from trapezi.tables.fairness import fresh
from trapezi.tables.people import held, holder
from trapezi.tables.table import Change, Table

LISTED = 0.5  # seconds until lists of tables show who is at a table and whether it plays
MOVED = 3.0  # seconds without a move until they show whose turn it is
BUSY = 30.0  # seconds until they do while moves keep coming

log = logging.getLogger("trapezi.tables")


class Listener(Protocol):
    """A connection: who is there, and how to reach it. `send` does not wait."""

    person: str | None
    being: Being
    device: str  # the hash of its token

    def send(self, *messages: bytes) -> None: ...


class LiveTable:
    """One live table and everybody connected to it."""

    def __init__(self, table: Table, store: Store, pace: float = 0.0, beat: int = 20) -> None:
        self.table = table
        self.store = store
        self.beat = beat
        self.bots = Bots(self, pace)
        self.listeners: set[Listener] = set()
        self.elsewhere: dict[str, dict[str, Being]] = {}  # by house: who is there
        self.owner = not store.shared  # whether bots, clock and lists are this house's affair
        self.broken = False  # the log is not what this table has read: it must be loaded again
        self.used = time.monotonic()
        self._beings: dict[str, Being] = {}  # as everybody was told
        self._turn = asyncio.Lock()
        self._said: dict[str, Being] = {}
        self._seats: dict[str | None, tuple[int, ...]] = {}  # whose views each person gets, until the table changes
        self._entry = b""
        self._listing: asyncio.TimerHandle | None = None
        self._looking = math.inf  # when it looks whether lists are to follow
        self._quiet = self._latest = math.inf  # when they are: if nothing happens, and in any case
        self._deadlines: dict[int, tuple[int, float]] = {}  # by seat: version, when
        self._alarm: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._lamented = ""

    # -- who is there --------------------------------------------------------------------------------------------------

    def being(self, person: str) -> Being:
        """Here if one of the person's devices says so."""
        states = {listener.being for listener in self.listeners if listener.person == person}
        states |= {people[person] for people in self.elsewhere.values() if person in people}
        return "thinking" if "thinking" in states else "here" if "here" in states else "away"

    def here(self, person: str) -> bool:
        return self.being(person) != "away"

    def _check(self) -> None:
        if self.broken:
            raise Stale
        self.used = time.monotonic()

    async def hello(self, listener: Listener, message: Hello) -> None:
        """A connection is greeted with the whole table; who comes back gets lent seats again."""
        async with self._turn:
            self._check()
            if self.store.shared:
                try:
                    await self.read_on()
                except Rejected:  # the database is away: shown as it was, but never older than the browser knows it
                    if (message.seq or 0) > self.table.news:
                        raise
            person = held(self.table.holders, message.token) if message.token is not None else None
            if message.token is not None and person is None:
                raise Rejected("table.wrong-token")
            if person is not None:
                back = commands.returning(self.table, self.table.people[person])
                if back is not None:
                    with contextlib.suppress(Rejected):  # nothing can be written now: the table is shown as it is
                        self._publish(await self._write([back]))
            listener.person, listener.being = person, "here"
            listener.device = holder(message.token) if message.token is not None else ""
            self.listeners.add(listener)
            listener.send(protocol.write(self._welcome(person, message)))
            self._tell_beings()
            self.bots.wake()

    def lament(self, refused: Rejected) -> None:
        """Tells everybody once why the table cannot be played at."""
        if self._lamented != refused.reason.key:
            self._lamented = refused.reason.key
            self.send_all(s.Refusal(None, refused.reason.key, dict(refused.reason.params)))

    def again(self) -> None:
        """Greets everybody once more, after the table was loaded anew."""
        self._dismiss()
        for listener in tuple(self.listeners):
            listener.send(protocol.write(self._welcome(listener.person, Hello(table=self.table.code))))

    def bye(self, listener: Listener) -> None:
        self.used = time.monotonic()
        if listener in self.listeners:
            self.listeners.discard(listener)
            self._tell_beings()

    async def presence(self, listener: Listener, being: Being) -> None:
        """Who looks again gets lent seats back."""
        if listener in self.listeners and listener.being != being:
            listener.being = being
            self._tell_beings()
            if being != "away" and listener.person is not None:
                async with self._turn:
                    self._check()
                    person = self.table.people.get(listener.person or "")  # signed out meanwhile?
                    back = commands.returning(self.table, person) if person is not None and not person.gone else None
                    if back is not None:
                        self._publish(await self._write([back]))

    def _tell_beings(self) -> None:
        people = {p.id: self.being(p.id) for p in self.table.people.values() if not p.gone}
        if people != self._beings:
            self._beings = people
            self.send_all(s.Beings(people))
        if self.store.shared:
            self.tell_houses()

    def send_all(self, message: s.ServerMessage) -> None:
        written = protocol.write(message)
        for listener in tuple(self.listeners):
            listener.send(written)

    def tell_houses(self, *, asking: bool = False, asked: bool = False) -> None:
        """Tells other houses who is here, if that has changed or is asked for."""
        order: list[Being] = ["away", "here", "thinking"]
        here: dict[str, Being] = {}
        for listener in self.listeners:
            if listener.person is not None and listener.being != "away":
                here[listener.person] = max(here.get(listener.person, "away"), listener.being, key=order.index)
        if here != self._said or asking or asked:
            self._said = here
            self.store.notify(Notification(self.store.process_id, self.table.code, 0, here, asking))

    def hear(self, note: Notification) -> None:
        """Who is there in another house."""
        if note.presence is not None:
            self.elsewhere[note.process_id] = dict(note.presence)  # type: ignore[arg-type]
            self._tell_beings()
        if note.reply_wanted:
            self.tell_houses(asked=True)

    def lease(self, *, own: bool, houses: Collection[str]) -> None:
        """Whether bots, clock and lists are this house's affair now; who was in a house that is no more is away."""
        if own != self.owner:
            self.owner = own
            if own:
                self.awake()
                self._listed_in(LISTED, LISTED)
        if not self.elsewhere.keys() <= set(houses):
            self.elsewhere = {house: people for house, people in self.elsewhere.items() if house in houses}
            self._tell_beings()

    # -- what is wished ------------------------------------------------------------------------------------------------

    async def wish(self, listener: Listener, wish: Command) -> None:
        """Law, then disk, then acknowledgement, then views for all. A refusal leaves the table as it was."""
        async with self._turn:
            self._check()
            person = listener.person
            if person is None or person not in self.table.people:
                raise Rejected("table.only-watching")
            known = self.table.granted(person, wish.id)
            if known is not None:
                listener.send(protocol.write(s.Ack(wish.id, known)))
                return
            if self.table.people[person].gone:
                raise Rejected("table.left")
            record = commands.grant(self.table, person, wish, self.here, listener.device)
            change = await self._write([record])
            self._publish(change, listener, protocol.write(s.Ack(wish.id, self.table.news)))

    def why(self, listener: Listener, question: Why) -> s.Ack | s.Refusal:
        """What the law says to a move of one's own seat, without trying it."""
        table = self.table
        if table.play is None or table.phase != "playing":
            raise Rejected("table.no-game")
        if question.seat not in table.seats_of(listener.person):
            raise Rejected("table.not-your-seat")
        reason = table.play.state.why_not(question.seat, table.play.game.parse(question.text))
        return s.Refusal(question.id, reason.key, dict(reason.params)) if reason else s.Ack(question.id, table.news)

    async def do(self, records: Sequence[r.AnyRecord], holders: Sequence[str] = ()) -> None:
        """Records that came another way than by a socket, checked by the caller under `turn`."""
        self._publish(await self._write(records, holders))

    @property
    def turn(self) -> asyncio.Lock:
        """Whoever looks first and writes then holds this meanwhile."""
        return self._turn

    def awake(self) -> None:
        """Goes on where a table that was just loaded stopped."""
        self._set_clock()
        self.bots.wake()

    async def move(self, seat: int, version: int, move: int, *, bot: bool) -> bool:
        """A move or signal that no person made; False if it could not be written."""
        async with self._turn:
            play = self.table.play
            if play is None or self.table.paused or play.versions[seat] != version:
                return True
            if bot != (self.table.seats[seat].bot is not None):
                return True  # the seat has changed hands
            if seat not in self.table.asked and move not in play.game.signals:
                return True
            try:
                record = commands.played(self.table, seat, move, {"at": int(time.time())})
                change = await self._write([record])
            except Stale:
                return not self.broken  # another house has moved on: look again
            except TrapeziError as error:
                log.error("seat %d could not move: %s", seat, error, extra={"table": self.table.code})
                return False
            self._publish(change)
        return True

    async def _write(self, written: Sequence[r.AnyRecord], holders: Sequence[str] = ()) -> Change:
        """Appends to the log and, when that is safe, applies. If the disk refuses, nothing has happened."""
        self._check()
        table = self.table
        lines = book.lines(table.check, written)
        try:
            await self.store.append(table.code, table.seq + 1, lines, None, holders)
        except Conflict as error:
            known = table.seq
            await self.read_on()
            self.broken = self.broken or table.seq == known
            raise Stale from error
        except NotStored as error:
            log.error("not stored: %s", error, extra={"table": table.code})
            raise Rejected("table.not-stored") from error
        except asyncio.CancelledError:
            self.broken = True  # nobody knows whether it was written
            raise
        try:
            change = self._apply(written[0])
            for record in written[1:]:
                change += self._apply(record)
            table.check = lines[-1][: book.LENGTH]
            self._listed_after(change)
        except Exception:
            self.broken = True  # written, but not applied: it is loaded anew
            raise
        return change

    def _apply(self, record: r.AnyRecord) -> Change:
        before = self.table.phase
        change = self.table.apply(record)
        if self.table.phase != before or isinstance(record, r.Started):
            log.info("game %d: %s", self.table.number, self.table.phase, extra={"table": self.table.code})
        return change

    async def read_on(self) -> None:
        """Applies and shows what other houses have written. To be called under `turn`."""
        table = self.table
        try:
            known, *lines = await self.store.read(table.code, table.seq - 1) or [b""]
            entry = None if lines else await self.store.entry(table.code)
            if not book.ends(table, known) or (not lines and (entry is None or entry.trouble)):
                raise book.Damaged(table.seq, "not the one that was read")
            for line in lines:
                change = book.follow(table, line)
                self._publish(change)
                self._listed_after(change)
        except (book.Damaged, MissingEvent) as error:
            self.broken = True  # whoever loads it finds out what is wrong
            raise Stale from error
        except NotStored as error:
            raise Rejected("table.not-stored") from error

    def _listed_after(self, change: Change) -> None:
        """What lists of tables show follows soon after: they may be behind, the log never is."""
        self._listed_in(MOVED, LISTED if change.table else BUSY)

    def _listed_in(self, quiet: float, latest: float) -> None:
        """In so many seconds without a change, and after some in any case."""
        loop = asyncio.get_running_loop()
        now = loop.time()
        self._quiet, self._latest = now + quiet, min(self._latest, now + latest)
        if self._listing is not None and self._looking > self._latest:
            self._listing.cancel()
            self._listing = None
        if self.owner and self._listing is None:
            self._look_later()

    def _look_later(self) -> None:
        self._looking = min(self._quiet, self._latest)
        self._listing = asyncio.get_running_loop().call_at(self._looking, self._list_now)

    def _list_now(self) -> None:
        if min(self._quiet, self._latest) > asyncio.get_running_loop().time():  # something has happened since
            self._look_later()
        else:
            self.task(self._list())

    async def _list(self) -> None:
        self._listing, self._latest = None, math.inf
        entry = listing.entry(self.table)
        if entry.summary != self._entry:
            self._entry = entry.summary
            try:
                await self.store.append(entry.code, self.table.seq + 1, (), entry)
            except NotStored as error:
                log.error("not listed: %s", error, extra={"table": entry.code})
                self._entry = b""
                self._listed_in(MOVED, MOVED)

    # -- what is told --------------------------------------------------------------------------------------------------

    def _publish(self, change: Change, asker: Listener | None = None, answer: bytes = b"") -> None:
        """Tells everybody, and then wakes bots."""
        try:
            self._tell(change, asker, answer)
            self.bots.wake()
        except Exception:
            self.broken = True  # somebody may not have heard of it: all are greeted anew
            raise

    def _tell(self, change: Change, asker: Listener | None, answer: bytes) -> None:
        """Views to everybody, each the own one, and to who asked the answer first; the clock is set."""
        table = self.table
        if asker is not None and (change.said or change.table):
            asker.send(answer)
            asker = None
        for said in change.said:
            self._tell_chat(said)
        if change.game or change.table:
            self._set_clock()
            table_info = None
            if change.table:
                self._seats.clear()
                self._dismiss()
                table_info = listing.table_info(table, self.being)
            views: dict[int, SeatView | None] = {}
            written: dict[tuple[int, ...], bytes] = {}
            quiet = change.quiet
            for listener in tuple(self.listeners):
                seats = self._viewers(listener.person)
                if quiet and change.tales[0].seat not in seats:
                    continue
                if seats not in written:
                    told = listing.told(change.tales, seats)
                    shown = self._views(seats, views, news=not change.table)
                    written[seats] = protocol.write(s.Update(table.news, table.number, table_info, shown, told))
                if listener is asker:
                    listener.send(answer, written[seats])
                    asker = None
                else:
                    listener.send(written[seats])
        if asker is not None:
            asker.send(answer)

    def _dismiss(self) -> None:
        """Devices whose token is worth nothing any more are told so, and watch from then on."""
        for listener in tuple(self.listeners):
            if listener.person is not None and listener.device not in self.table.holders:
                listener.person = None
                listener.send(protocol.write(s.Refusal(None, "table.revoked", {})))
                listener.send(protocol.write(self._welcome(None, Hello(self.table.code))))

    def _tell_chat(self, said: Said) -> None:
        message = protocol.write(s.Chatted(said))
        for listener in tuple(self.listeners):
            if said.room == "table" or not self.table.seats_of(listener.person):
                listener.send(message)

    def _viewers(self, person: str | None) -> tuple[int, ...]:
        """The seats whose views a person gets: the own ones, or a spectator's."""
        seats = self._seats.get(person)
        if seats is None:
            play, own = self.table.play, self.table.seats_of(person)
            seats = tuple(seat for seat in own if play is None or seat < play.game.players) or (SPECTATOR,)
            self._seats[person] = seats
        return seats

    def _views(self, seats: tuple[int, ...], made: dict[int, SeatView | None], *, news: bool = False) -> list[SeatView]:
        for seat in seats:
            if seat not in made:
                made[seat] = listing.seat_view(self.table, seat, self._seconds(seat), news=news)
        return [view for seat in seats if (view := made[seat]) is not None]

    def _welcome(self, person: str | None, message: Hello) -> s.Welcome:
        table = self.table
        seats = self._viewers(person)
        told, fresh = listing.missed(table, seats, message.seq, message.game)
        seated = bool(table.seats_of(person))
        return s.Welcome(
            you=person,
            seq=table.news,
            game=table.number,
            fresh=fresh,
            table=listing.table_info(table, self.being),
            views=self._views(seats, {}),
            told=told,
            chat=[said for said in table.chat if said.room == "table" or not seated],
            beat=self.beat,
        )

    # -- clock ---------------------------------------------------------------------------------------------------------

    def _set_clock(self) -> None:
        """Each seat that a person is asked at has its time from when it was asked."""
        table, play = self.table, self.table.play
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if not table.clock or play is None or table.paused or table.phase != "playing":
            self._deadlines = {}
            return
        now = time.monotonic()
        asked = [seat for seat in table.asked if table.seats[seat].bot is None]
        old = self._deadlines
        self._deadlines = {
            seat: old[seat] if seat in old and old[seat][0] == play.versions[seat] else (play.versions[seat], now + table.clock)
            for seat in asked
        }
        if self._deadlines:
            first = min(when for _, when in self._deadlines.values())
            self._alarm = asyncio.get_running_loop().call_later(max(0.0, first - now), self._ring)

    def _seconds(self, seat: int) -> float | None:
        return round(self._deadlines[seat][1] - time.monotonic(), 1) if seat in self._deadlines else None

    def _ring(self) -> None:
        self.task(self._time_is_up())

    async def _time_is_up(self) -> None:
        """Who is too late has chance decide."""
        now = time.monotonic()
        if not self.owner:
            return  # whoever becomes the owner sets the clock anew
        for seat, (version, when) in tuple(self._deadlines.items()):
            if when <= now and self.table.play is not None and seat in self.table.asked:
                move = self.table.play.state.choose(seat, fresh())
                if not await self.move(seat, version, move, bot=False) and not self.broken:
                    self._alarm = asyncio.get_running_loop().call_later(PATIENCE, self._ring)
                    return

    # -- the end -------------------------------------------------------------------------------------------------------

    def task(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    @property
    def idle(self) -> bool:
        """Whether it may be forgotten: nobody looks, nothing is on its way."""
        return not self.listeners and not self._turn.locked() and not self._tasks and self._listing is None

    async def close(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        if self._listing is not None:
            self._listing.cancel()
            if not self.broken:
                await self._list()
            if self._listing is not None:
                self._listing.cancel()
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
