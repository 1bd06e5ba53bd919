"""A live table executes one command at a time: it takes the lock, decides, writes, applies and broadcasts.

Other processes may serve the same table. A process whose write comes second reads the new events before it tries again; events
that other processes have written are applied and broadcast like its own.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import time
from collections.abc import Callable, Collection, Coroutine, Sequence
from typing import Any, Protocol

import msgspec

from trapezi import protocol
from trapezi.core import hash_chain
from trapezi.core.delta import delta
from trapezi.core.errors import TrapeziError
from trapezi.core.special_seats import SPECTATOR
from trapezi.protocol import messages as m
from trapezi.protocol.commands import AnyCommand, Hello, Why
from trapezi.protocol.types import SeatView, Speed, TableInfo
from trapezi.store.interface import Conflict, MissingEvent, NotStored, Store
from trapezi.tables import commands_to_events, events, log_format, views
from trapezi.tables.bots import Bots
from trapezi.tables.clock import Clock
from trapezi.tables.commands_to_events import Decision
from trapezi.tables.errors import Rejected, Stale
from trapezi.tables.finished_game_recorder import GameRecorder
from trapezi.tables.hints import Hints
from trapezi.tables.people_and_seats import Presence, find_by_token, token_hash
from trapezi.tables.presence import PresenceTracker
from trapezi.tables.sent_views import SentViews
from trapezi.tables.table import Change, ChatLine, Table
from trapezi.tables.table_list_entry import ListEntryWriter
from trapezi.tables.turn_notifications import TurnNotifier
from trapezi.tables.workers import WorkerPool

MAX_WELCOMES = 64  # A table caches at most this many encoded welcomes.

log = logging.getLogger("trapezi.tables")


class Listener(Protocol):
    """A connection to a table. Its method `send` does not wait."""

    person: str | None
    presence: Presence
    device: str  # The hash of the connection's token.

    def send(self, *messages: bytes) -> None: ...


class LiveTable:
    """A table in memory and all connections to it."""

    def __init__(
        self,
        table: Table,
        store: Store,
        bot_workers: WorkerPool,
        hint_workers: WorkerPool,
        pace: float = 0.0,
        heartbeat: int = 20,
        address: str = "",
    ) -> None:
        self.table = table
        self.store = store
        self.heartbeat = heartbeat
        self.listeners: set[Listener] = set()
        self.lock = asyncio.Lock()  # It is held from reading the table until its new event is applied and broadcast.
        self.presence = PresenceTracker(self)
        self.clock = Clock(self)
        self.list_entry_writer = ListEntryWriter(self)
        self.recorder = GameRecorder(self)
        self.notifier = TurnNotifier(self)
        self.bots = Bots(self, pace, bot_workers, address)
        self.hints = Hints(self, hint_workers)
        self.owner = not store.shared  # Whether this process runs the table's bots, clock and list entry.
        self.offers_reviews = True  # Whether the server reviews finished games.
        self.broken = False  # Whether the log may differ from this table, which must then be loaded again.
        self.used = time.monotonic()
        self._left = -math.inf  # The time when the last connection ended.
        self._seats: dict[str | None, tuple[int, ...]] = {}  # The cached results of `_viewed_seats`, by person.
        self._sent_views = SentViews()
        self._sent_info: Any = None  # The table info that was sent to all connections last, as plain data.
        self._viewing: dict[Listener, tuple[int, ...]] = {}  # The seats whose views each connection has.
        # Encoded welcomes are cached as long as `_welcomes_at` is up to date: the number of the last event, the people
        # who are here, and the seats whose bots are short of time.
        self._welcomes: dict[tuple[Any, ...], bytes] = {}
        self._welcomes_at: tuple[int, frozenset[str], frozenset[int]] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._last_error = ""

    # -- connections ---------------------------------------------------------------------------------------------------

    def _mark_used_or_raise_stale(self) -> None:
        if self.broken:
            raise Stale
        self.used = time.monotonic()

    async def hello(self, listener: Listener, message: Hello) -> None:
        """Send the whole table to a connection. Give the person's seats back if bots have played them meanwhile."""
        async with self.lock:
            self._mark_used_or_raise_stale()
            if self.store.shared:
                try:
                    await self.read_new_events()
                except Rejected:  # If the database is down, show the last known state, unless the browser has seen a later one.
                    if (message.seq or 0) > self.table.public_seq:
                        raise
            person = find_by_token(self.table.tokens, message.token) if message.token is not None else None
            if message.token is not None and person is None:
                raise Rejected("table.wrong-token")
            if person is not None and self.table.people[person].gone:
                person = None
            returned: list[int] = []
            if person is not None:
                with contextlib.suppress(Rejected):  # If nothing can be written now, show the table as it is.
                    returned = await self._record_return(person)
            listener.person, listener.presence = person, "here"
            listener.device = token_hash(message.token) if message.token is not None else ""
            self.listeners.add(listener)
            self._send_welcome(listener, message, returned)
            self.presence.broadcast_soon()
            self.bots.wake()

    def disconnect(self, listener: Listener) -> None:
        self.used = time.monotonic()
        if listener in self.listeners:
            self.listeners.discard(listener)
            self.bots.speeds.pop(listener, None)
            self.hints.forget(listener)
            self._left = time.monotonic()
            self._viewing.pop(listener, None)
            self.notifier.on_change()
            self.presence.broadcast_soon()

    def seconds_unattended(self) -> float:
        """Return for how many seconds nobody has been connected to the table, in any process."""
        return 0.0 if self.listeners or self.presence.anyone_on_other_process else time.monotonic() - self._left

    async def set_speed(self, listener: Listener, speed: Speed) -> None:
        """Record how fast a player wants to see the moves of bots. The speeds of spectators do not count."""
        if listener in self.listeners and self.table.seats_of(listener.person):
            self.bots.speeds[listener] = speed

    async def set_presence(self, listener: Listener, presence: Presence) -> None:
        """Record whether a person has the table in view. Give the person's seats back if bots have played them meanwhile."""
        if listener in self.listeners and listener.presence != presence:
            listener.presence = presence
            self.presence.broadcast_soon()
            if presence == "here" and listener.person is not None:
                async with self.lock:
                    self._mark_used_or_raise_stale()
                    person = self.table.people.get(listener.person or "")  # The person may have been signed out meanwhile.
                    if person is not None and not person.gone:
                        await self._record_return(person.id)

    async def _record_return(self, person: str) -> list[int]:
        """Record that a person has come back. Return the seats that bots have played meanwhile and the person plays again."""
        table = self.table
        lent = [seat for seat in table.seats_of(person) if table.seats[seat].stand_in == "others"]
        new = commands_to_events.events_when_person_returns(table, table.people[person])
        if new:
            await self.append(new)
        return [seat for seat in lent if not table.seats[seat].stand_in]

    def broadcast_error(self, error: Rejected) -> None:
        """Tell all connections why the table cannot be played. Do nothing if they were sent the same reason last."""
        if self._last_error != error.reason.key:
            self._last_error = error.reason.key
            self.send_all(m.Rejection(None, error.reason.key, dict(error.reason.params)))

    def welcome_everyone_again(self) -> None:
        """Send everyone a new `Welcome` message, after the table was reloaded."""
        self._sign_out_revoked_and_gone()
        for listener in tuple(self.listeners):
            self._send_welcome(listener, Hello(self.table.code))

    def send_all(self, message: m.ServerMessage) -> None:
        encoded = protocol.write(message)
        for listener in tuple(self.listeners):
            listener.send(encoded)

    # -- commands ------------------------------------------------------------------------------------------------------

    async def execute(self, listener: Listener, command: AnyCommand) -> None:
        """Turn a command into an event, store, acknowledge and broadcast it. Raise `Rejected` if it is not allowed."""
        async with self.lock:
            self._mark_used_or_raise_stale()
            table, person = self.table, listener.person
            if person is None or person not in table.people:
                raise Rejected("table.only-watching")
            if table.has_executed(person, command.id):
                listener.send(protocol.write(m.Ack(command.id)))
                return
            if table.people[person].gone:
                raise Rejected("table.left")
            decision = commands_to_events.decide(table, person, command, self.presence.seconds_absent, listener.device)
            if isinstance(decision.event, events.Revoked) and decision.event.person == person:
                # This comes first, so that a lost device cannot read the history even if the server is killed here.
                await self._unlink_devices(table.people[person].tokens - {decision.event.valid_token})
            change = await self._write([decision])
            self._broadcast(change, listener, protocol.write(m.Ack(command.id)))

    async def _unlink_devices(self, token_hashes: Collection[str]) -> None:
        try:
            await self.store.history.unlink_devices(token_hashes)
        except NotStored as error:
            raise Rejected("table.not-stored") from error

    def why(self, listener: Listener, question: Why) -> m.Ack | m.Rejection:
        """Return why one of the person's seats may not make a move, or an acknowledgement if it may. Make no move."""
        session = commands_to_events.require_session_in_progress(self.table)
        if question.seat not in self.table.seats_of(listener.person):
            raise Rejected("table.not-your-seat")
        reason = session.state.why_not(question.seat, session.game.parse(question.text))
        return m.Rejection(question.id, reason.key, dict(reason.params)) if reason else m.Ack(question.id)

    async def append(self, new: Sequence[events.AnyEvent], tokens: Sequence[str] = ()) -> None:
        """Write and broadcast events. The caller must hold the lock, and must have checked the events under this lock."""
        self._broadcast(await self._write([Decision(event) for event in new], tokens))

    async def play_for_seat(self, seat: int, version: int, move: int, *, bot: bool) -> bool:
        """Make a move or signal that a bot or the clock chose when the seat's version was `version`.

        Do nothing if the seat has another version or another player now. Return False if the move could not be stored.
        """
        origin = {"at": int(time.time())} if bot else {"at": int(time.time()), "time_up": True}
        return await self._write_for_seat(
            seat, version, bot, lambda: commands_to_events.draft_move(self.table, seat, move, origin), move
        )

    async def pause_because_time_is_up(self, seat: int, version: int) -> bool:
        """Pause the game because a seat is out of time, unless it has moved. Return False if this could not be stored."""
        paused = events.Paused(on=True, time_up=seat, at=int(time.time()))
        return await self._write_for_seat(seat, version, False, lambda: Decision(paused))

    async def _write_for_seat(
        self, seat: int, version: int, bot: bool, decide: Callable[[], Decision], signal: int | None = None
    ) -> bool:
        """Write the event that `decide` returns, unless the seat's version or player has changed. Return False if that failed."""
        async with self.lock:
            table, session = self.table, self.table.session
            if session is None or table.paused or session.versions[seat] != version:
                return True
            if bot != (table.seats[seat].bot is not None):
                return True  # A person plays the seat now, or a bot does.
            if seat not in table.deciding and signal not in session.game.signals:
                return True
            try:
                change = await self._write([decide()])
            except Stale:
                return not self.broken  # Another process has written first. The bot will be asked again.
            except TrapeziError as error:
                log.error("seat %d could not move: %s", seat, error, extra={"table": table.code})
                return False
            self._broadcast(change)
        return True

    def start_if_everyone_is_ready(self) -> None:
        """Start the next game in the background if all players who are here want to play again."""
        if self.owner and self.table.ready and commands_to_events.is_everyone_ready(self.table, self.presence.everyone_here()):
            self.run_task(self._start_next_game())

    async def _start_next_game(self) -> None:
        async with self.lock:
            if not self.broken and commands_to_events.is_everyone_ready(self.table, self.presence.everyone_here()):
                try:
                    change = await self._write([commands_to_events.draft_start(self.table, None, {"at": int(time.time())})])
                except (Stale, TrapeziError) as error:
                    log.warning("the next game could not start: %s", error, extra={"table": self.table.code})
                else:
                    self._broadcast(change)

    # -- writing and applying ------------------------------------------------------------------------------------------

    async def _write(self, decisions: Sequence[Decision], tokens: Sequence[str] = ()) -> Change:
        """Append events to the log and, once they are stored, apply them. If the store fails, nothing changes."""
        self._mark_used_or_raise_stale()
        table = self.table
        lines = hash_chain.chained_lines(table.checksum, [events.write(decision.event) for decision in decisions])
        try:
            await self.store.append(table.code, table.seq + 1, lines, None, tokens)
        except Conflict as error:
            known = table.seq
            await self.read_new_events()
            self.broken = self.broken or table.seq == known
            raise Stale from error
        except NotStored as error:
            log.error("not stored: %s", error, extra={"table": table.code})
            raise Rejected("table.not-stored") from error
        except asyncio.CancelledError:
            self.broken = True  # It is unknown whether the events were written.
            raise
        try:
            change, before = Change(), (table.number, table.phase)
            for decision in decisions:
                change += table.apply(decision.event, decision.steps)
            table.checksum = hash_chain.stored_checksum(lines[-1])
            self.list_entry_writer.on_change(change)
            self.recorder.record_soon()
        except Exception:
            self.broken = True  # The events were written, but not applied.
            raise
        if (table.number, table.phase) != before:
            log.info("game %d: %s", table.number, table.phase, extra={"table": table.code})
        return change

    async def read_new_events(self) -> None:
        """Apply and broadcast the events that other processes have written. The caller must hold the lock."""
        table = self.table
        try:
            known, *lines = await self.store.read(table.code, table.seq - 1) or [b""]
            entry = None if lines else await self.store.entry(table.code)
            if not log_format.is_last_line(table, known) or (not lines and (entry is None or entry.trouble)):
                raise log_format.Damaged(table.seq, "not the one that was read")
            for line in lines:
                change = log_format.apply_line(table, line)
                self._broadcast(change)
                self.list_entry_writer.on_change(change)
        except (log_format.Damaged, MissingEvent) as error:
            self.broken = True  # Loading the table again will show what is wrong.
            raise Stale from error
        except NotStored as error:
            raise Rejected("table.not-stored") from error

    # -- broadcasting --------------------------------------------------------------------------------------------------

    def _broadcast(self, change: Change, sender: Listener | None = None, ack: bytes = b"") -> None:
        """Send `ack` to the sender, and send a change to all connections. Then wake the bots."""
        try:
            if sender is not None and (change.chat or change.table):
                sender.send(ack)
                sender = None
            if change.chat:
                self._send_chat(change.chat)
            if change.game or change.table:
                self.clock.update_deadlines()
                self.hints.cancel_outdated()
                self._send_updates(change, sender, ack)
                self.notifier.on_change()
            self.bots.wake()
            self.start_if_everyone_is_ready()
        except Exception:
            # A connection may have missed the change, so the table is reloaded and everyone is welcomed again.
            self.broken = True
            raise

    def _send_chat(self, lines: Sequence[ChatLine]) -> None:
        for line in lines:
            message = protocol.write(m.ChatMessage(views.chat_line(line)))
            for listener in tuple(self.listeners):
                if line.room == "table" or not self.table.seats_of(listener.person):
                    listener.send(message)

    def _send_updates(self, change: Change, sender: Listener | None, ack: bytes) -> None:
        table = self.table
        signed_out: list[Listener] = []
        if change.table:
            self._seats.clear()
            signed_out = self._sign_out_revoked_and_gone()
        info = self._info_delta() if change.table else None
        deltas: dict[int, SeatView | None] = {}
        encoded: dict[tuple[tuple[int, ...], bool], bytes] = {}
        for listener in tuple(self.listeners):
            seats = self._viewed_seats(listener.person)
            if listener in signed_out or (change.only_seat is not None and change.only_seat not in seats):
                continue
            key = seats, self._viewing.get(listener) != seats
            if key not in encoded:
                viewer = views.history_viewer_of(seats)
                history = views.history_entries(change.history.get(viewer, ()))
                seat_views = self._seat_views(seats, deltas, whole=key[1])
                first = views.first_viewable_entry_number(table, viewer)
                encoded[key] = protocol.write(m.Update(table.public_seq, table.number, info, seat_views, history, first))
            self._viewing[listener] = seats if table.session is not None else ()
            if listener is sender:
                listener.send(ack, encoded[key])
                sender = None
            else:
                listener.send(encoded[key])
        if sender is not None:
            sender.send(ack)
        for listener in signed_out:
            self._send_welcome(listener, Hello(table.code))

    def broadcast_table_info(self) -> None:
        """Broadcast the table info after a change that is not an event, such as a bot that is short of time."""
        self._send_updates(Change(table=True), None, b"")

    def _sign_out_revoked_and_gone(self) -> list[Listener]:
        """Make a spectator of each device whose token was revoked or whose person has left. Return these connections."""
        table = self.table
        revoked = [each for each in self.listeners if each.person is not None and each.device not in table.tokens]
        for listener in revoked:
            listener.person = None
            listener.send(protocol.write(m.Rejection(None, "table.revoked", {})))
        gone = [each for each in self.listeners if each.person is not None and table.people[each.person].gone]
        for listener in gone:
            listener.person = None
        return revoked + gone

    def _has_left(self, listener: Listener) -> bool:
        """Return whether the person who uses a connection's device has left the table."""
        person = self.table.tokens.get(listener.device)
        return person is not None and self.table.people[person].gone

    def table_info(self) -> TableInfo:
        """Return what everyone may know of the table."""
        return views.table_info(self.table, self.presence.everyone_here(), self.bots.short_of_time, reviews=self.offers_reviews)

    def _viewed_seats(self, person: str | None) -> tuple[int, ...]:
        """Return the seats whose views a person gets: the person's own seats, or the spectators' seat."""
        seats = self._seats.get(person)
        if seats is None:
            session, own = self.table.session, self.table.seats_of(person)
            seats = tuple(seat for seat in own if session is None or seat < session.game.players) or (SPECTATOR,)
            self._seats[person] = seats
        return seats

    def _seat_views(self, seats: tuple[int, ...], deltas: dict[int, SeatView | None], *, whole: bool) -> list[SeatView]:
        """Return the deltas of the seats' views, or the views if `whole`. Keep the deltas in `deltas` for other connections."""
        table, sent, seconds = self.table, self._sent_views, self.clock.seconds_left
        for seat in seats:
            if seat not in deltas:
                deltas[seat] = views.seat_delta(table, seat, sent, seconds(seat))
        found = [(None if whole else deltas[seat]) or views.seat_view(table, seat, sent, seconds(seat)) for seat in seats]
        return [view for view in found if view is not None]

    def _info_delta(self) -> msgspec.Raw | None:
        """Return the changes of the table info since it was last sent, or None if there are none."""
        before, after = self._sent_info, msgspec.to_builtins(self.table_info())
        self._sent_info = after
        return None if before == after else msgspec.Raw(protocol.write(delta(before, after)))

    def _send_welcome(self, listener: Listener, message: Hello, returned: Sequence[int] = ()) -> None:
        table, person = self.table, listener.person
        if self._sent_info is None:
            self._sent_info = msgspec.to_builtins(self.table_info())
        listener.send(self._encoded_welcome(person, message, self._has_left(listener), tuple(returned)))
        self._viewing[listener] = self._viewed_seats(person) if table.session is not None else ()

    def _encoded_welcome(self, person: str | None, message: Hello, left: bool, returned: tuple[int, ...]) -> bytes:
        """Return the welcome as JSON. Cache it until something changes, but not if it contains the time left."""
        if (self.table.clock and self.table.phase == "playing") or self.presence.people_who_just_left():
            return protocol.write(self._welcome(person, message, left, returned))
        now = (self.table.seq, self.presence.everyone_here(), self.bots.short_of_time)
        if now != self._welcomes_at or len(self._welcomes) >= MAX_WELCOMES:
            self._welcomes_at, self._welcomes = now, {}
        key = (person, message.history, message.game, left, returned)
        if key not in self._welcomes:
            self._welcomes[key] = protocol.write(self._welcome(person, message, left, returned))
        return self._welcomes[key]

    def _welcome(self, person: str | None, message: Hello, left: bool, returned: tuple[int, ...]) -> m.Welcome:
        table = self.table
        seats = self._viewed_seats(person)
        viewer = views.history_viewer_of(seats)
        history, fresh = views.missed_history(table, viewer, message.history, message.game)
        seated = bool(table.seats_of(person))
        return m.Welcome(
            you=person,
            seq=table.public_seq,
            game=table.number,
            fresh=fresh,
            table=self.table_info(),
            views=self._seat_views(seats, {}, whole=True),
            history=history,
            history_from=views.first_viewable_entry_number(table, viewer),
            chat=[views.chat_line(line) for line in table.chat if line.room == "table" or not seated],
            heartbeat=self.heartbeat,
            left=left,
            returned=list(returned),
            unnamed=self.presence.unnamed_spectators(),
            just_left=self.presence.people_who_just_left(),
        )

    # -- ownership and the end -----------------------------------------------------------------------------------------

    def start_clock_and_bots(self) -> None:
        """Start the clock and the bots, because this process has just loaded the table or become its owner."""
        self.clock.update_deadlines()
        self.bots.wake()

    def on_leases_renewed(self, *, own: bool, alive: Collection[str]) -> None:
        """Record whether this process now runs the table's bots, clock and list entry. Forget presence in dead processes."""
        if own != self.owner:
            self.owner = own
            if own:
                self.start_clock_and_bots()
                self.list_entry_writer.write_soon()
        self.presence.forget_dead_processes(alive)

    def run_task(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    @property
    def is_idle(self) -> bool:
        """Return whether the table may be evicted, because it has no connections and nothing is in progress."""
        return not self.listeners and not self.lock.locked() and not self._tasks and not self.list_entry_writer.is_pending

    async def close(self) -> None:
        self.clock.stop()
        self.presence.stop()
        self.notifier.stop()
        await self.list_entry_writer.stop(write_pending=not self.broken)
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
