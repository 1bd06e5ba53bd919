"""All tables: made, found by their code, loaded from their records when needed and forgotten when idle."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import TypeVar
from weakref import WeakValueDictionary

import msgspec

from trapezi.games import find
from trapezi.protocol import http
from trapezi.protocol import messages as s
from trapezi.protocol.commands import Command, Hello, Why
from trapezi.protocol.types import Being, TableInfo
from trapezi.store import CodeTaken, Entry, NotStored, Store
from trapezi.tables import admin, commands, listing
from trapezi.tables import events as r
from trapezi.tables import log as book
from trapezi.tables.cluster import Cluster
from trapezi.tables.errors import Rejected, Stale
from trapezi.tables.fairness import new_secret
from trapezi.tables.live import Listener, LiveTable
from trapezi.tables.people import held, holder
from trapezi.tables.replays import replayed
from trapezi.tables.table import Table

T = TypeVar("T")

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"  # no vowels: no words by accident
LOOKALIKES = str.maketrans("ΒΗΚΜΝΡΤΧΖ", "BHKMNPTXZ")  # typed on a Greek keyboard
LENGTH = 5
TRIES = 20  # of something that others were quicker with


@dataclass(frozen=True, slots=True)
class Settings:
    """How a house is kept."""

    pace: float = 0.8  # seconds that a bot thinks
    idle: float = 120.0  # seconds until a table that nobody looks at is forgotten
    beat: int = 20  # seconds between signs of life of a connection
    pairing: int = 600  # seconds that a second device has to come


class TableRegistry:
    """The tables of one server."""

    def __init__(self, store: Store, settings: Settings | None = None) -> None:
        self.store = store
        self.settings = settings or Settings()
        self.live: dict[str, LiveTable] = {}
        self._loading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.street = Cluster(self)
        self._sweeper: asyncio.Task[None] | None = None

    # -- finding -------------------------------------------------------------------------------------------------------

    async def find(self, code: str) -> LiveTable:
        """The live table of a code; `Rejected` if there is none."""
        code = spelt(code)
        actor = self.live.get(code)
        if actor is not None and not actor.broken:
            return actor
        lock = self._loading.setdefault(code, asyncio.Lock())
        async with lock:
            actor = self.live.get(code)
            if actor is None or actor.broken:
                try:
                    loaded = await self.load(code)
                except Rejected as refused:
                    if actor is not None and refused.reason.key != "table.not-stored":
                        actor.lament(refused)
                        if not actor.listeners:
                            self.live.pop(code, None)  # who looks still is greeted when it is mended
                        await actor.close()
                    raise
                old, actor = actor, LiveTable(loaded, self.store, self.settings.pace, self.settings.beat)
                self.live[code] = actor
                if old is not None:
                    actor.listeners |= old.listeners
                    actor.again()
                actor.awake()
                self.street.met(actor)
                if old is not None:
                    await old.close()
        return actor

    async def load(self, code: str, until: int | None = None) -> Table:
        """A table from its records; until game `until` has ended, if told. A damaged one is set aside and refused."""
        return await stored(admin.load(self.store, code, until))

    async def current(self, code: str) -> LiveTable:
        """The live table with all that other houses have written."""
        return await (self.caught_up(code) if self.store.shared else self.find(code))

    async def caught_up(self, code: str) -> LiveTable:
        async def read_on(actor: LiveTable) -> LiveTable:
            async with actor.turn:
                await actor.read_on()
            return actor

        return await self._at(code, read_on)

    async def _at(self, code: str, work: Callable[[LiveTable], Awaitable[T]]) -> T:
        """Does something at a table; once more if it was just being forgotten."""
        for _ in range(TRIES):
            try:
                return await work(await self.find(code))
            except Stale:
                continue
        raise Rejected("table.try-again")

    async def hello(self, listener: Listener, message: Hello) -> str:
        """Greets a connection; the code of its table."""
        await self._at(message.table, lambda actor: actor.hello(listener, message))
        return spelt(message.table)

    async def wish(self, listener: Listener, code: str, wish: Command) -> None:
        await self._at(code, lambda actor: actor.wish(listener, wish))

    async def why(self, listener: Listener, code: str, question: Why) -> s.Ack | s.Refusal:
        """Why a move is not allowed, without trying it."""
        return (await self.find(code)).why(listener, question)

    async def presence(self, listener: Listener, code: str, being: Being) -> None:
        await self._at(code, lambda actor: actor.presence(listener, being))

    def bye(self, listener: Listener, code: str) -> None:
        actor = self.live.get(code)
        if actor is not None:
            actor.bye(listener)

    # -- making --------------------------------------------------------------------------------------------------------

    async def create(self, token: str, wanted: http.NewTable) -> http.Joined:
        """A new table, its maker seated; bad options raise what the law says of them."""
        game = find(wanted.game).of(**wanted.options)
        seated = len(wanted.names) + len(wanted.bots)
        if seated > game.players:
            raise Rejected("table.too-many-seated", players=game.players, seated=seated)
        table, written, person = Table(""), [], "p1"

        def add(record: r.AnyRecord) -> None:
            written.append(record)
            table.apply(record)

        now = int(time.time())
        add(
            r.Opened(
                game=game.name,
                options=game.options.data(),
                public=wanted.public,
                clock=wanted.clock,
                secret=new_secret(),
                at=now,
            )
        )
        names = [commands.named(name) for name in wanted.names]
        add(r.Joined(person=person, name=names[0], holder=holder(token), at=now))
        for seat, name in enumerate(names):
            add(r.Sat(person=person, seat=seat, name=name, at=now))
        bots = [*wanted.bots, *[None] * (game.players - seated)]
        for seat, bot in enumerate(bots, len(names)):
            if chosen := bot or wanted.fill:
                add(r.BotSeated(seat=seat, bot=commands.bot(table, chosen), at=now))
        if wanted.start:
            add(commands.started(table, wanted.fill, {"at": now}))
        while True:
            table.code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
            try:
                await self.store.create(listing.entry(table), book.lines(b"", written), [holder(token)])
                break
            except CodeTaken:
                continue
            except NotStored as error:
                raise Rejected("table.not-stored") from error
        actor = await self.find(table.code)
        return http.Joined(person, actor.table.seats_of(person), listing.table_info(actor.table, actor.being))

    async def join(self, code: str, token: str, wanted: http.Join) -> http.Joined:
        """Somebody comes to a table. Asked again by the same browser, it changes nothing."""
        await self.current(code)
        return await self._at(code, lambda actor: self._join(actor, token, wanted))

    async def _join(self, actor: LiveTable, token: str, wanted: http.Join) -> http.Joined:
        async with actor.turn:
            table, key = actor.table, holder(token)
            if table.closed:
                raise Rejected("table.closed")
            known = held(table.holders, token)
            written: list[r.AnyRecord] = []
            person = known
            if person is None:
                new = commands.newcomer(table, wanted.name, key)
                written.append(new)
                person = new.person
            elif table.people[person].gone:
                written.append(r.CameBack(person=person, at=int(time.time())))
            if not wanted.watch and not table.seats_of(person):
                seat = free_seat(table, wanted.seat)
                written.append(r.Sat(person=person, seat=seat, name=commands.named(wanted.name), at=int(time.time())))
            if written:
                await actor.do(written, [key])
            return http.Joined(person, table.seats_of(person), listing.table_info(table, actor.being))

    # -- a second device -----------------------------------------------------------------------------------------------

    async def pairing(self, code: str, token: str) -> http.Pairing:
        """A secret with which one other device becomes the same person."""
        await self.current(code)
        return await self._at(code, lambda actor: self._pairing(actor, token))

    async def _pairing(self, actor: LiveTable, token: str) -> http.Pairing:
        async with actor.turn:
            person, now, secret = known(actor.table, token), int(time.time()), secrets.token_urlsafe(24)
            until = now + self.settings.pairing
            await actor.do([r.PairingOffered(person=person, secret=holder(secret), until=until, at=now)])
        return http.Pairing(secret, self.settings.pairing)

    async def pair(self, code: str, token: str, secret: str) -> http.Joined:
        await self.current(code)
        return await self._at(code, lambda actor: self._pair(actor, token, secret))

    async def _pair(self, actor: LiveTable, token: str, secret: str) -> http.Joined:
        async with actor.turn:
            table, key, now = actor.table, holder(token), int(time.time())
            person, until = held(table.pairings, secret) or ("", 0)
            if until < now:
                person = table.holders.get(key, "")
                if not person or held(table.paired, secret) != key:  # else the answer was lost: it is in already
                    raise Rejected("table.pairing-over")
            else:
                await actor.do([r.DeviceAdded(person=person, holder=key, secret=holder(secret), at=now)], [key])
            return http.Joined(person, table.seats_of(person), listing.table_info(table, actor.being))

    # -- looking -------------------------------------------------------------------------------------------------------

    async def info(self, code: str) -> TableInfo:
        actor = await self.current(code)
        return listing.table_info(actor.table, actor.being)

    async def public(self) -> list[http.TableLine]:
        """Tables that anybody may join; a table that is alive speaks for itself."""
        told = [self._fresh(entry) for entry in await stored(self.store.public_entries())]
        return [line(entry, "") for entry in told if entry.public and entry.open]

    async def mine(self, token: str) -> list[http.TableLine]:
        """The tables of a browser, those first that wait for it."""
        key = holder(token)
        entries = [self._fresh(entry) for entry in await stored(self.store.find_by_token(key))]
        lines = [line(entry, key) for entry in entries if key in msgspec.json.decode(entry.summary)["holders"]]
        return sorted(lines, key=lambda each: not set(each.asked) & set(each.yours))

    def _fresh(self, entry: Entry) -> Entry:
        actor = self.live.get(entry.code)
        return entry if actor is None else replace(listing.entry(actor.table), updated=entry.updated)

    async def finished(self, code: str, number: int) -> Table:
        """The table as it was when one of its games had ended."""
        actor = await self.current(code)
        table = actor.table
        over = table.number if table.phase != "playing" else table.number - 1
        if not 1 <= number <= over:
            raise Rejected("table.no-such-game", number=number)
        return await self.load(table.code, until=number)

    async def replay(self, code: str, number: int, seat: int, since: int, until: int) -> http.Replay:
        """Steps of a finished game as one seat saw them."""
        table = await self.finished(code, number)
        assert table.play is not None
        return replayed(table.play.match, table.results[number - 1].names, seat, since, until)

    # -- keeping -------------------------------------------------------------------------------------------------------

    async def open(self) -> None:
        self._sweeper = asyncio.get_running_loop().create_task(self._sweep())
        self.street.open()

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(max(0.05, self.settings.idle / 4))
            await self.forget(self.settings.idle)

    async def forget(self, idle: float) -> int:
        """Forgets tables that nobody has looked at for so many seconds; how many are left."""
        now = time.monotonic()
        for code, actor in tuple(self.live.items()):
            if actor.idle and now - actor.used >= idle:
                actor.broken = True  # whoever holds it still must find it anew
                del self.live[code]
                await actor.close()
        return len(self.live)

    async def close(self) -> None:
        if self._sweeper is not None:
            self._sweeper.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._sweeper
        await self.street.close()
        await asyncio.gather(*(actor.close() for actor in self.live.values()))
        await self.store.close()


async def stored(work: Awaitable[T]) -> T:
    """What the store answers; `Rejected` if it is away."""
    try:
        return await work
    except NotStored as error:
        raise Rejected("table.not-stored") from error


def spelt(code: str) -> str:
    """A code as it is written down: capitals, and Latin ones where Greek ones look the same.

    >>> spelt(" bχκτz ")
    'BXKTZ'
    """
    return code.strip().upper().translate(LOOKALIKES)[:16]


def known(table: Table, token: str) -> str:
    person = held(table.holders, token)
    if person is None:
        raise Rejected("table.wrong-token")
    return person


def free_seat(table: Table, wanted: int | None) -> int:
    commands.between_games(table)
    free = [n for n, seat in enumerate(table.seats) if seat.empty]
    if wanted is not None and wanted not in free:
        commands.seat_at(table, wanted)
        raise Rejected("table.seat-taken", seat=wanted)
    if not free:
        raise Rejected("table.no-free-seat")
    return free[0] if wanted is None else wanted


def line(entry: Entry, key: str) -> http.TableLine:
    told = msgspec.json.decode(entry.summary)
    return http.TableLine(
        code=entry.code,
        game=told["game"],
        phase=told["phase"],
        players=told["players"],
        free=told["free"],
        names=told["names"],
        asked=told["asked"],
        yours=told["holders"].get(key, []),
        updated=entry.updated,
    )
