"""Hints at a live table: a worker process judges the moves of a seat, from what the seat may know.

A hint is recorded before anybody sees it. A player's moves never wait for a hint, and a hint that comes too late is dropped.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, cast

import msgspec

from trapezi import protocol
from trapezi.coach import Judgement, observe
from trapezi.core.errors import IllegalMove
from trapezi.protocol import messages as m
from trapezi.protocol.commands import AskHint
from trapezi.protocol.types import MoveValue, Sentence
from trapezi.tables import commands_to_events, events, hint_worker_functions
from trapezi.tables.errors import Rejected, Stale
from trapezi.tables.fair_queue import Owner
from trapezi.tables.game_session import GameSession
from trapezi.tables.workers import WorkerPool

if TYPE_CHECKING:
    from trapezi.tables.live import Listener, LiveTable
    from trapezi.tables.table import Table

MAX_SECONDS = 20.0  # A judgement that takes longer than this many seconds is stopped.
MAX_WAITING = 20  # At most this many requests for hints of one network address wait for a worker.
MAX_WAITING_IN_ALL = 200  # At most this many requests for hints wait for a worker.
MIN_SHARE = 0.1  # A judgement gets at least this share of its normal budget, even if many requests wait.

log = logging.getLogger("trapezi.tables")


@dataclass(slots=True, eq=False)
class Request:
    """A request for a hint about one decision. `askers` are the connections that sent it, each with the id of its message."""

    seat: int
    version: int
    session: GameSession
    person: str
    askers: list[tuple[Listener, str]] = field(default_factory=list)
    task: asyncio.Task[None] | None = None
    position: bytes = b""


class Hints:
    """Compute the hints of one table, one after the other, and send them."""

    def __init__(self, live: LiveTable, workers: WorkerPool) -> None:
        self.live = live
        self.table = live.table
        self.workers = workers
        self._one_at_a_time = asyncio.Lock()
        self._requests: dict[int, Request] = {}  # By seat: the requests that can still be cancelled.
        self._given: dict[int, tuple[bytes, m.Hint]] = {}  # By seat: the last hint, and the hash of the position.

    def ask(self, listener: Listener, question: AskHint, address: str) -> None:
        """Start to compute a hint, or send the last hint again. Raise `Rejected` or `IllegalMove` if no hint is allowed now."""
        session, seat = check_request(self.table, listener.person, question), question.seat
        position, hint = self._given.get(seat, (b"", None))
        if hint is not None and position == session.position_hash(seat):
            listener.send(protocol.write(msgspec.structs.replace(hint, id=question.id, version=question.version)))
            return
        request = self._requests.get(seat)
        if request is None:
            if self.workers.queue.waiting_at(address) >= MAX_WAITING:
                raise Rejected("table.busy")
            if len(self.workers.queue) >= MAX_WAITING_IN_ALL:
                raise Rejected("table.many-hints")
            request = self._requests[seat] = Request(seat, question.version, session, str(listener.person))
            request.task = self.live.run_task(self._answer(request, Owner(address, self.table.code)))
        request.askers.append((listener, question.id))

    def forget(self, listener: Listener) -> None:
        """Remove a closed connection from all requests. Cancel requests that no other connection has made."""
        for request in tuple(self._requests.values()):
            request.askers = [each for each in request.askers if each[0] is not listener]
            if not request.askers:
                self._cancel(request)

    def cancel_outdated(self) -> None:
        """Cancel the requests about decisions that are no longer pending."""
        for request in tuple(self._requests.values()):
            if not self._is_current(request):
                self._cancel(request)
                self._reject(request, "table.outdated", {"seat": request.seat, "version": request.version})

    def _cancel(self, request: Request) -> None:
        del self._requests[request.seat]
        assert request.task is not None
        request.task.cancel()

    def _is_current(self, request: Request) -> bool:
        table, session = self.table, request.session
        same = table.session is session and session.versions[request.seat] == request.version
        return same and table.phase == "playing" and table.seats[request.seat].bot is None

    async def _answer(self, request: Request, owner: Owner) -> None:
        try:
            async with self._one_at_a_time:
                request.position = request.session.position_hash(request.seat)
                judgement = await self._judge(request, owner)
            await self._record(request)
        except Rejected as error:
            self._reject(request, error.reason.key, error.reason.params)
        except Stale:
            pass  # The table will be loaded again. Browsers then repeat their requests.
        except Exception:
            log.exception("no hint for seat %d", request.seat, extra={"table": self.table.code})
            self._reject(request, "table.no-hint", {})
        else:
            hint = encode_hint(request, judgement)
            self._given[request.seat] = request.position, hint
            for listener, question in request.askers:
                if listener in self.live.listeners and request.seat in self.table.seats_of(listener.person):
                    listener.send(protocol.write(msgspec.structs.replace(hint, id=question)))
        finally:
            if self._requests.get(request.seat) is request:
                del self._requests[request.seat]

    async def _judge(self, request: Request, owner: Owner) -> Judgement:
        """Let a worker judge the moves of the seat. The more requests are waiting, the smaller is the worker's budget."""
        share = max(MIN_SHARE, 1 / (1 + len(self.workers.queue)))
        observation = observe(request.session.match, request.seat)
        return await self.workers.run(owner, MAX_SECONDS, hint_worker_functions.judge_moves, observation, share)

    async def _record(self, request: Request) -> None:
        """Store that the seat got a hint. Raise `Rejected` if the decision is no longer pending or the store fails."""
        while True:
            async with self.live.lock:
                if not self._is_current(request):
                    raise Rejected("table.outdated", seat=request.seat, version=request.version)
                self._requests.pop(request.seat, None)  # From now on, the request cannot be cancelled.
                if request.seat in self.table.hinted:
                    return
                try:
                    await self.live.append([events.HintUsed(seat=request.seat, by=request.person, at=int(time.time()))])
                    return
                except Stale:
                    if self.live.broken:
                        raise

    def _reject(self, request: Request, key: str, params: Mapping[str, Any]) -> None:
        for listener, question in request.askers:
            listener.send(protocol.write(m.Rejection(question, key, dict(params))))


def check_request(table: Table, person: str | None, question: AskHint) -> GameSession:
    """Return the game in progress if a person may get a hint for a seat now. Otherwise raise `Rejected` or `IllegalMove`."""
    if table.closed:
        raise Rejected("table.closed")
    if person is None or person not in table.people:
        raise Rejected("table.only-watching")
    session = commands_to_events.require_session_in_progress(table)
    commands_to_events.check_not_resigned(table, person, question.seat)
    if table.deal:
        raise Rejected("table.no-hints-in-deal")
    if not table.allows_hints:
        raise Rejected("table.hints-off")
    commands_to_events.check_not_paused_or_played_by_bot(table, question.seat)
    commands_to_events.check_version(session, question.seat, question.version)
    if not session.state.is_on_turn(question.seat):
        raise IllegalMove("common.move.not-your-turn", seat=question.seat)
    commands_to_events.check_log_size(table, question)
    return session


def encode_hint(request: Request, judgement: Judgement) -> m.Hint:
    """Return a judgement as a message. The message gets its id when it is sent."""
    return m.Hint(
        id="",
        seat=request.seat,
        version=request.version,
        unit=cast(Literal["win", "points"], judgement.unit),
        moves=[MoveValue(each.move, each.value, round(each.se, 6), judgement.is_worse(each)) for each in judgement.moves],
        reasons=[Sentence(reason.key, dict(reason.params)) for reason in judgement.reasons],
    )
