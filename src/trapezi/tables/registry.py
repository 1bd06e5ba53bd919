"""All tables of one process: create them, find them by code, load them from their logs when needed, and evict idle tables."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from trapezi.games import find
from trapezi.protocol import http
from trapezi.protocol import messages as m
from trapezi.protocol.commands import AnyCommand, AskHint, Hello, Why
from trapezi.protocol.types import Speed, TableInfo
from trapezi.store.interface import CodeTaken, NotStored, Store, TableEntry
from trapezi.tables import admin, commands_to_events, events, log_format, numbers_in_text, replays, table_list_entry, views
from trapezi.tables.cluster import Cluster
from trapezi.tables.commands_to_events import Decision
from trapezi.tables.daily_deals import DailyDeals, Deal
from trapezi.tables.errors import Rejected, Stale
from trapezi.tables.fair_queue import Owner, QueueFull
from trapezi.tables.live import Listener, LiveTable
from trapezi.tables.people_and_seats import Presence, find_by_token, token_hash
from trapezi.tables.replays import ReplayCache
from trapezi.tables.reviews import Reviews
from trapezi.tables.table import Table
from trapezi.tables.turn_notifications import SendTurn
from trapezi.tables.uploaded_decks import check_uploads
from trapezi.tables.verifiable_chance import new_secret
from trapezi.tables.workers import WorkerFailed, WorkerLost, WorkerPool, default_bot_processes

T = TypeVar("T")

CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"  # There are no vowels, so that a code is never a word by accident.
LOOKALIKES = str.maketrans("ΒΗΚΜΝΡΤΧΖ", "BHKMNPTXZ")  # The Greek capitals that look like Latin capitals.
CODE_LENGTH = 5  # The number of letters in a code.
REQUEST_SECONDS = 10.0  # A request that needs a worker for longer is rejected.
SHORT_LOG = 40  # The server process itself loads a log of at most this many events, which takes a few milliseconds.
LOAD_SECONDS = 60.0  # A worker may take this long to rebuild a table from its log.
MAX_WAITING = 50  # At most this many requests of one address wait for a worker.
OPEN_TABLES = 100  # A browser may have seats at this many tables whose game is not finished.
ADDRESSES = 10_000  # The addresses of the creators of at most this many tables are remembered.
TRIES = 20  # Try this often to use a table that is evicted or reloaded each time.


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a server: how long it waits, and how many processes it uses."""

    pace: float = 0.8  # The seconds that a bot waits before each move, so that people can follow.
    idle: float = 120.0  # The seconds after which a table without connections is removed from memory.
    heartbeat: int = 20  # A browser must send a heartbeat at least once in this many seconds.
    pairing: int = 600  # The seconds for which a pairing secret can be used.
    # The numbers of worker processes. With 0, threads do the work.
    request_processes: int = 1  # For requests that take long, such as replays.
    bot_processes: int = field(default_factory=default_bot_processes)
    hint_processes: int = 1
    review_processes: int = 1
    reviews: bool = True  # Whether finished games are reviewed.
    review_simulations: int | None = None  # The simulated games for each reviewed decision. With None, the coach decides.


class TableRegistry:
    """Find, load, create and evict the tables of one process, and pass on the commands of their connections."""

    def __init__(self, store: Store, settings: Settings | None = None) -> None:
        self.store = store
        self.settings = settings or Settings()
        self.live: dict[str, LiveTable] = {}
        self.bot_workers = WorkerPool(self.settings.bot_processes)
        # Workers for hints have a lower priority than those for bots and replays.
        self.hint_workers = WorkerPool(self.settings.hint_processes, niceness=15, max_running=1, repeat_slow_calls=False)
        self.request_workers = WorkerPool(
            self.settings.request_processes, niceness=5, max_running=1, max_waiting=MAX_WAITING, repeat_slow_calls=False
        )
        self._replays = ReplayCache()
        self.daily = DailyDeals(self)
        self.reviews = Reviews(self, self.settings)
        self.send_turn: SendTurn | None = None  # Sends a notification to a person who is away and whose turn it is.
        # The key is the code of a table that was created here, the value is the address of its creator.
        self._creator_addresses: OrderedDict[str, str] = OrderedDict()
        self._loading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.cluster = Cluster(self)
        self._sweeper: asyncio.Task[None] | None = None

    # -- finding -------------------------------------------------------------------------------------------------------

    async def find_or_load(self, code: str) -> LiveTable:
        """Return the live table with this code, loading it if necessary. Raise `Rejected` if there is no such table."""
        code = normalize_code(code)
        live = self.live.get(code)
        if live is not None and not live.broken:
            return live
        lock = self._loading.setdefault(code, asyncio.Lock())
        async with lock:
            live = self.live.get(code)
            if live is None or live.broken:
                live = await self._reload(code, live)
        return live

    async def _reload(self, code: str, old: LiveTable | None) -> LiveTable:
        try:
            table = await self.load_table(code)
        except Rejected as error:
            if old is not None and error.reason.key != "table.not-stored":
                old.broadcast_error(error)
                if not old.listeners:
                    self.live.pop(code, None)  # Tables with connections stay, so that a repair can welcome them.
                await old.close()
            raise
        entry = await reject_if_store_unavailable(self.store.entry(code))
        address = self._creator_addresses.get(code, "")
        live = self.live[code] = LiveTable(
            table, self.store, self.bot_workers, self.hint_workers, self.settings.pace, self.settings.heartbeat, address
        )
        if old is not None:
            live.listeners |= old.listeners
            live.welcome_everyone_again()
        live.notifier.send = self.send_turn
        live.offers_reviews = self.settings.reviews
        live.start_clock_and_bots()
        live.recorder.count = table_list_entry.decode_summary(entry.summary).recorded if entry else 0
        live.recorder.record_soon()
        self.cluster.on_table_loaded(live)
        if old is not None:
            await old.close()
        return live

    async def load_table(self, code: str) -> Table:
        """Load a table from its log and return it. Raise `Rejected` if that is impossible."""
        return await reject_if_store_unavailable(admin.load_table_or_mark_damaged(self.store, code, self._rebuild))

    async def _rebuild(self, code: str, lines: Sequence[bytes], min_events: int) -> Table:
        """Rebuild a table from the lines of its log, in a worker if the log is long and a worker is free."""
        if len(lines) <= SHORT_LOG:
            return log_format.rebuild(code, lines, min_events)
        with contextlib.suppress(WorkerFailed, QueueFull):
            return await self.request_workers.run(Owner("", code), LOAD_SECONDS, log_format.rebuild, code, lines, min_events)
        return await asyncio.to_thread(log_format.rebuild, code, lines, min_events)

    async def find_up_to_date(self, code: str) -> LiveTable:
        """Return the live table with this code, with all events that other processes have written."""
        return await (self.read_new_events(code) if self.store.shared else self.find_or_load(code))

    async def read_new_events(self, code: str) -> LiveTable:
        """Read what other processes have written about a table. Return the live table, which is loaded if necessary."""

        async def read(live: LiveTable) -> LiveTable:
            async with live.lock:
                await live.read_new_events()
            return live

        return await self._with_table(code, read)

    async def _with_table(self, code: str, work: Callable[[LiveTable], Awaitable[T]]) -> T:
        """Call `work` with a live table and return its result. Repeat this if the table was just evicted or reloaded."""
        for _ in range(TRIES):
            try:
                return await work(await self.find_or_load(code))
            except Stale:
                continue
        raise Rejected("table.try-again")

    # -- connections ---------------------------------------------------------------------------------------------------

    async def hello(self, listener: Listener, message: Hello) -> str:
        """Welcome a connection to the table that its message names. Return the normalized code of the table."""
        await self._with_table(message.table, lambda live: live.hello(listener, message))
        return normalize_code(message.table)

    async def execute(self, listener: Listener, code: str, command: AnyCommand) -> None:
        await self._with_table(code, lambda live: live.execute(listener, command))

    async def why(self, listener: Listener, code: str, question: Why) -> m.Ack | m.Rejection:
        """Return why a move is not allowed, without trying it."""
        return (await self.find_or_load(code)).why(listener, question)

    async def ask_hint(self, listener: Listener, code: str, question: AskHint, address: str = "") -> None:
        """Start to compute a hint that a connection from this address has asked for. The connection gets the hint later."""
        (await self.find_or_load(code)).hints.ask(listener, question, address)

    async def set_presence(self, listener: Listener, code: str, presence: Presence) -> None:
        await self._with_table(code, lambda live: live.set_presence(listener, presence))

    async def set_speed(self, listener: Listener, code: str, speed: Speed) -> None:
        await self._with_table(code, lambda live: live.set_speed(listener, speed))

    def disconnect(self, listener: Listener, code: str) -> None:
        live = self.live.get(code)
        if live is not None:
            live.disconnect(listener)

    # -- creating and joining ------------------------------------------------------------------------------------------

    async def create(self, token: str, wanted: http.NewTable, address: str = "", deal: Deal | None = None) -> http.Joined:
        """Create a table and seat its creator, who has this address. Raise the game's error if its options are bad.

        With `deal`, the table is for a deal of the day, which determines its chance and its bots.
        """
        check_uploads(wanted.options)
        game = find(wanted.game).cached_with_options(wanted.options)
        await self._check_open_tables(token)
        seated = len(wanted.names) + len(wanted.bots)
        if seated > game.players:
            raise Rejected("table.too-many-seated", players=game.players, seated=seated)
        table, new, person = Table(""), [], "p1"

        def append_and_apply(event: events.AnyEvent | Decision) -> None:
            event, steps = event if isinstance(event, Decision) else (event, None)
            new.append(event)
            table.apply(event, steps)

        now, options = int(time.time()), game.options.data()
        opened = events.Opened(
            game=game.name,
            options=options,
            public=wanted.public,
            clock=wanted.clock,
            secret=new_secret() if deal is None else deal.secret,
            key=new_invitation_key(),
            deal="" if deal is None else deal.tag,
            by_lot=commands_to_events.require_seat_options(type(game), wanted.by_lot),
            hints=wanted.hints,
            at=now,
        )
        append_and_apply(opened)
        names = [commands_to_events.clean_name_or_reject(name) for name in wanted.names]
        append_and_apply(events.Joined(person=person, name=names[0], token_hash=token_hash(token), at=now))
        for seat, name in enumerate(names):
            append_and_apply(events.Sat(person=person, seat=seat, name=name, at=now))
        bots = [*wanted.bots, *[None] * (game.players - seated)]
        for seat, bot in enumerate(bots, len(names)):
            if bot := bot or wanted.fill:
                offered = bot if deal is not None else commands_to_events.require_offered_bot(table, bot)
                append_and_apply(events.BotSeated(seat=seat, bot=offered, at=now))
        if wanted.start:
            append_and_apply(commands_to_events.draft_start(table, wanted.fill, {"at": now}))
        while True:
            table.code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            try:
                await self.store.create(
                    table_list_entry.entry_of(table), log_format.encode_events(b"", new), table.credential_hashes()
                )
                break
            except CodeTaken:
                continue
            except NotStored as error:
                raise Rejected("table.not-stored") from error
        self._creator_addresses[table.code] = address
        if len(self._creator_addresses) > ADDRESSES:
            self._creator_addresses.popitem(last=False)
        live = await self.find_or_load(table.code)
        return views.joined_response(live.table, person, live.table_info())

    async def _check_open_tables(self, token: str) -> None:
        """Raise `Rejected` if a browser has seats at too many tables with unfinished games."""
        key = token_hash(token)
        entries = await reject_if_store_unavailable(self.store.entries_by_token_hash(key, 2 * OPEN_TABLES))
        tables = [table_list_entry.decode_summary(entry.summary) for entry in entries]
        own = [each for each in tables if each.phase != "finished" and not each.closed and each.seats_by_token.get(key)]
        if len(own) >= OPEN_TABLES:
            raise Rejected("table.too-many-open", most=OPEN_TABLES)

    async def join(self, code: str, token: str, wanted: http.Join) -> http.Joined:
        """Add a person to a table. A second request of the same browser changes nothing."""
        await self.find_up_to_date(code)
        return await self._with_table(code, lambda live: self._join(live, token, wanted))

    async def _join(self, live: LiveTable, token: str, wanted: http.Join) -> http.Joined:
        async with live.lock:
            table, key = live.table, token_hash(token)
            if table.closed:
                raise Rejected("table.closed")
            new: list[events.AnyEvent] = []
            person = find_by_token(table.tokens, token)
            if person is None:
                joined = commands_to_events.joined_event(table, wanted.name, key)
                new += [*commands_to_events.events_to_make_room(table, live.presence.everyone_here()), joined]
                person = joined.person
            elif table.people[person].gone:
                new.append(events.CameBack(person=person, at=int(time.time())))
            if not wanted.watch and not table.seats_of(person):
                seat, name = choose_free_seat(table, wanted.seat), commands_to_events.clean_name_or_reject(wanted.name)
                new.append(events.Sat(person=person, seat=seat, name=name, at=int(time.time())))
            if new:
                await live.append(new, [key])
            return views.joined_response(table, person, live.table_info())

    async def leave(self, code: str, token: str) -> None:
        """Let the person with this token leave a table, on all of the person's devices. A second request changes nothing."""
        await self.find_up_to_date(code)
        await self._with_table(code, lambda live: self._leave(live, token))

    async def _leave(self, live: LiveTable, token: str) -> None:
        async with live.lock:
            table = live.table
            person = find_by_token(table.tokens, token)
            if person is not None and not table.people[person].gone:
                await live.append([commands_to_events.left_event(table, person)])

    # -- a second device -----------------------------------------------------------------------------------------------

    async def offer_pairing(self, code: str, token: str) -> http.Pairing:
        """Return a secret with which another device can join as the same person, once."""
        await self.find_up_to_date(code)
        return await self._with_table(code, lambda live: self._offer_pairing(live, token))

    async def _offer_pairing(self, live: LiveTable, token: str) -> http.Pairing:
        async with live.lock:
            person = find_by_token(live.table.tokens, token)
            if person is None:
                raise Rejected("table.wrong-token")
            now, secret = int(time.time()), secrets.token_urlsafe(24)
            until = now + self.settings.pairing
            offered = events.PairingOffered(person=person, secret=token_hash(secret), until=until, at=now)
            await live.append([offered], [offered.secret])
        return http.Pairing(secret, self.settings.pairing)

    async def pair_device(self, code: str, token: str, secret: str) -> http.Joined:
        """Let a device that knows the secret join as the person who offered the pairing."""
        await self.find_up_to_date(code)
        return await self._with_table(code, lambda live: self._pair_device(live, token, secret))

    async def _pair_device(self, live: LiveTable, token: str, secret: str) -> http.Joined:
        async with live.lock:
            table, key, now = live.table, token_hash(token), int(time.time())
            person, until = find_by_token(table.pairings, secret) or ("", 0)
            former = table.tokens.get(key)
            if until >= now and former not in (None, person) and table.seats_of(former):
                raise Rejected("table.pairing-has-seat", name=table.people[str(former)].name)
            if until < now:
                person = table.tokens.get(key, "")
                # A device whose answer was lost may repeat its request.
                if not person or find_by_token(table.used_pairings, secret) != key:
                    raise Rejected("table.pairing-over")
            else:
                added = events.DeviceAdded(person=person, token_hash=key, secret=token_hash(secret), at=now)
                await live.append([added], [key])
            await reject_if_store_unavailable(self.store.history.link_devices(table.people[person].tokens))
            return views.joined_response(table, person, live.table_info())

    # -- invitations ---------------------------------------------------------------------------------------------------

    async def is_invited(self, code: str, *credentials: str | None) -> bool:
        """Return whether a token, an invitation's key or a pairing secret belongs to the table with this code.

        An unknown code takes as long as a known one.
        """
        code = normalize_code(code)
        for credential in filter(None, credentials):
            if await reject_if_store_unavailable(self.store.has_token(token_hash(credential), code)):
                return True
        return False

    async def knows_token(self, token: str) -> bool:
        """Return whether a token belongs to any table."""
        return await reject_if_store_unavailable(self.store.has_token(token_hash(token)))

    async def invitation_path(self, code: str, token: str | None, key: str | None) -> str:
        """Return the path of a table's page.

        The path contains the invitation key if the token belongs to the table, or if `key` is the invitation key itself.
        """
        await self.find_up_to_date(code)
        return await self._with_table(code, lambda live: self._invitation_path(live, token, key))

    async def _invitation_path(self, live: LiveTable, token: str | None, key: str | None) -> str:
        async with live.lock:
            table = live.table
            if not (find_by_token(table.tokens, token or "") or (key and find_by_token({token_hash(table.key): True}, key))):
                return f"/t/{table.code}"
            if not table.key and not table.closed:  # The table was created by an earlier version.
                made = events.KeyMade(key=new_invitation_key(), at=int(time.time()))
                await live.append([made], [token_hash(made.key)])
            return f"/t/{table.code}/{table.key}".rstrip("/")

    # -- looking up ----------------------------------------------------------------------------------------------------

    async def table_info(self, code: str) -> TableInfo:
        live = await self.find_up_to_date(code)
        return live.table_info()

    async def public_tables(self) -> list[http.TableSummary]:
        """Return the tables that anyone may join."""
        entries = [self._current_entry(entry) for entry in await reject_if_store_unavailable(self.store.public_entries())]
        summaries = [views.table_summary(entry) for entry in entries if entry.public and entry.open]
        return [summary for summary in summaries if summary.game]

    async def tables_of(self, token: str) -> list[http.TableSummary]:
        """Return the tables of the browser with this token. Those at which it is this browser's turn come first."""
        key = token_hash(token)
        entries = [
            self._current_entry(entry) for entry in await reject_if_store_unavailable(self.store.entries_by_token_hash(key))
        ]
        own = [entry for entry in entries if key in table_list_entry.decode_summary(entry.summary).seats_by_token]
        return sorted(
            (views.table_summary(entry, key) for entry in own), key=lambda each: not set(each.deciding) & set(each.my_seats)
        )

    def _current_entry(self, entry: TableEntry) -> TableEntry:
        """Return the entry of a table, computed from the live table if the table is live."""
        live = self.live.get(entry.code)
        return entry if live is None else replace(table_list_entry.entry_of(live.table), updated=entry.updated)

    # -- replays -------------------------------------------------------------------------------------------------------

    async def replay_chunk_of_game(self, address: str, code: str, number: int, seat: int, since: int) -> bytes:
        """Return a hundred steps of a finished game, as `seat` saw them, as compressed JSON. Step `since` is among them."""
        return replays.chunk_at(
            await self._chunks_of_finished_game(address, code, number, replays.replay_of_game_at_table, seat), since
        )

    async def why_not_in_finished_game(self, address: str, code: str, number: int, step: int, seat: int, text: str) -> bytes:
        """Return why a seat could not make a move at a step of a finished game, as compressed JSON."""
        why_not = replays.why_not_in_game_at_table
        return (await self._chunks_of_finished_game(address, code, number, why_not, step, seat, text))[0]

    async def compressed_game_log(self, address: str, code: str, number: int) -> bytes:
        """Return the compressed log of a finished game. Raise `Rejected` for a deal of the day until its key is public."""
        deal = (await self.find_up_to_date(code)).table.deal
        if deal and not self.daily.is_key_public(deal):
            raise Rejected("table.deal-not-revealed")
        return (await self._chunks_of_finished_game(address, code, number, replays.log_of_game_at_table))[0]

    async def table_with_finished_game(self, code: str, number: int) -> Table:
        """Return the table with this code. Raise `Rejected` if its game of this number does not exist or is not finished."""
        table = (await self.find_up_to_date(code)).table
        last = table.number if table.phase != "playing" else table.number - 1
        if not 1 <= number <= last:
            raise Rejected("table.no-such-game", number=number)
        return table

    async def _chunks_of_finished_game(
        self, address: str, code: str, number: int, function: Callable[..., replays.Chunks], *more: int | str
    ) -> replays.Chunks:
        table = await self.table_with_finished_game(code, number)
        # The creator is part of the key because the code of a deleted table may be used again.
        key = (function, table.code, table.creator_token, number, *more)
        chunks = self._replays.find(key)
        if chunks is None:
            lines = await reject_if_store_unavailable(self.store.read(table.code))
            chunks = await self.run_in_worker(address, function, table.code, lines, number, *more)
            self._replays.add(key, chunks)
        return chunks

    async def compressed_replay_chunk_of_log(self, address: str, log: str, seat: int, since: int) -> bytes:
        """Return a hundred steps of a game from an uploaded log, as compressed JSON. Step `since` is among them."""
        key = (sha256(log.encode()).digest(), seat)
        chunks = self._replays.find(key)
        if chunks is None:
            chunks = await self.run_in_worker(address, replays.replay_of_uploaded_log, log, seat)
            self._replays.add(key, chunks)
        return replays.chunk_at(chunks, since)

    async def why_not_in_log(self, address: str, log: str, step: int, seat: int, text: str) -> bytes:
        """Return why a seat could not make a move at a step of the game in an uploaded log, as compressed JSON."""
        return (await self.run_in_worker(address, replays.why_not_in_uploaded_log, log, step, seat, text))[0]

    async def run_in_worker(self, address: str, function: Callable[..., T], *arguments: Any) -> T:
        """Call a function in a worker process and return its result. Calls of the same address run one after the other."""
        try:
            return await self.request_workers.run(Owner(address), REQUEST_SECONDS, function, *arguments)
        except QueueFull as error:
            raise Rejected("table.busy") from error
        except WorkerLost as error:
            raise Rejected("table.too-long") from error

    # -- running -------------------------------------------------------------------------------------------------------

    async def start_background_work(self) -> None:
        # The first search for numbers in chat would otherwise stop all tables for 60 ms.
        await asyncio.to_thread(numbers_in_text.number_words)
        self._sweeper = asyncio.get_running_loop().create_task(self._evict_idle_regularly())
        self.cluster.start()

    async def _evict_idle_regularly(self) -> None:
        while True:
            await asyncio.sleep(max(0.05, self.settings.idle / 4))
            await self.evict_idle(self.settings.idle)

    async def evict_idle(self, seconds: float) -> None:
        """Remove from memory the tables that have been idle for at least this many seconds."""
        now = time.monotonic()
        for code, live in tuple(self.live.items()):
            if live.is_idle and now - live.used >= seconds:
                live.broken = True  # Commands that are waiting for this object must load the table again.
                del self.live[code]
                await live.close()

    async def close(self) -> None:
        if self._sweeper is not None:
            self._sweeper.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._sweeper
        await self.reviews.close()
        await self.cluster.close()
        await asyncio.gather(*(live.close() for live in self.live.values()))
        await self.bot_workers.close()
        await self.hint_workers.close()
        await self.request_workers.close()
        await self.store.close()


async def reject_if_store_unavailable(work: Awaitable[T]) -> T:
    """Await a call of the store and return its result. Raise `Rejected` if the database cannot be reached."""
    try:
        return await work
    except NotStored as error:
        raise Rejected("table.not-stored") from error


def new_invitation_key() -> str:
    """Return a random key for invitation links, of 96 bits."""
    return secrets.token_urlsafe(12)


def normalize_code(code: str) -> str:
    """Return a code in Latin capitals, even if it was typed in small letters or on a Greek keyboard.

    >>> normalize_code(" bχκτz ")
    'BXKTZ'
    """
    return code.strip().upper().translate(LOOKALIKES)[:16]


def choose_free_seat(table: Table, wanted: int | None) -> int:
    """Return the wanted seat, or the first empty seat if `wanted` is None. Raise `Rejected` if no such seat is free."""
    commands_to_events.check_between_games(table)
    free = [n for n, seat in enumerate(table.seats) if seat.is_empty]
    if wanted is not None and wanted not in free:
        commands_to_events.require_seat(table, wanted)
        raise Rejected("table.seat-taken", seat=wanted)
    if not free:
        raise Rejected("table.no-free-seat")
    return free[0] if wanted is None else wanted
