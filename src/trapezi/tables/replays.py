"""Compute replays: finished games step by step, as one seat saw them. Worker processes compute them, and the server caches them.

A replay is a list of chunks. Each chunk is a compressed response with up to a hundred steps. An additional last chunk has none.
"""

from __future__ import annotations

import gzip
from collections import OrderedDict
from collections.abc import Hashable, Mapping, Sequence

import msgspec

from trapezi.core.errors import BadLog
from trapezi.core.history import PlayedBy
from trapezi.core.log import replay as read_log
from trapezi.core.match import Match
from trapezi.core.special_seats import NATURE, SPECTATOR
from trapezi.games import find
from trapezi.protocol import http
from trapezi.tables import log_format, views
from trapezi.tables.errors import Rejected
from trapezi.tables.moves_by_bot_or_clock import (
    EventNumber,
    log_field_for_moves_by_bot_or_clock,
    moves_by_bot_or_clock,
    moves_by_bot_or_clock_in_log,
)
from trapezi.tables.verifiable_chance import log_with_proof

CHUNK_STEPS = 100  # A chunk of a replay has at most this many steps.
MAX_STEPS = 5000  # An uploaded log may have at most this many lines.
CACHE_BYTES = 16_000_000  # The server caches at most this many bytes of replays.

Chunks = list[bytes]


# -- in a worker process -----------------------------------------------------------------------------------------------


def replay_of_game_at_table(code: str, lines: Sequence[bytes], number: int, seat: int) -> Chunks:
    """Return the replay of game `number` of a table, given the log of the table."""
    table = log_format.rebuild(code, lines, until=number)
    assert table.session is not None
    return replay_chunks(table.session.match, table.results[number - 1].names, seat, moves_by_bot_or_clock(table.session))


def log_of_game_at_table(code: str, lines: Sequence[bytes], number: int) -> Chunks:
    """Return the log of game `number` of a table, as a list with a single chunk, given the log of the table."""
    table = log_format.rebuild(code, lines, until=number)
    assert table.session is not None
    lines_with_proof = log_with_proof(
        table.session.match, table.proof, **log_field_for_moves_by_bot_or_clock(moves_by_bot_or_clock(table.session))
    )
    return [compress(("\n".join(lines_with_proof) + "\n").encode())]


def why_not_in_game_at_table(code: str, lines: Sequence[bytes], number: int, step: int, seat: int, text: str) -> Chunks:
    """Return why a seat could not make a move at a step of game `number` of a table, in a list with a single chunk."""
    table = log_format.rebuild(code, lines, until=number)
    assert table.session is not None
    return [why_not_at_step(table.session.match, step, seat, text)]


def why_not_in_uploaded_log(log: str, step: int, seat: int, text: str) -> Chunks:
    """Return why a seat could not make a move at a step of the game in an uploaded log, in a list with a single chunk."""
    return [why_not_at_step(match_of_uploaded_log(log), step, seat, text)]


def why_not_at_step(match: Match, step: int, seat: int, text: str) -> bytes:
    """Return why a move was not allowed at a step, as compressed JSON. Raise `Rejected` if it was, or without such a step."""
    state = match.game.start()
    for who, move in match.events[:step]:
        state.play(who, move)
    reason = state.why_not(seat, match.game.parse(text))
    if step > len(match.events) or reason is None:
        raise Rejected("protocol.no-such-page")
    return compress(msgspec.json.encode(http.Problem(reason.key, dict(reason.params))))


def replay_of_uploaded_log(log: str, seat: int) -> Chunks:
    """Return the replay of an uploaded log."""
    match = match_of_uploaded_log(log)
    return replay_chunks(match, [""] * match.game.players, seat, moves_by_bot_or_clock_in_log(log))


def match_of_uploaded_log(log: str) -> Match:
    """Return the game of an uploaded log. Raise `BadLog` if the log is faulty or has too many lines."""
    if log.count("\n") > MAX_STEPS:
        raise BadLog("common.log.too-long", line=MAX_STEPS + 1, most=MAX_STEPS)
    return read_log(log, find)


def replay_chunks(match: Match, names: Sequence[str], seat: int, played_by: Mapping[EventNumber, PlayedBy]) -> Chunks:
    game = match.game
    if seat != SPECTATOR and not 0 <= seat < game.players:
        raise Rejected("table.no-such-seat", seat=seat, players=game.players)
    state = game.start()
    counts_turns = game.live_history == "last_turn"
    turn = 0
    steps, events, turns = [http.Step(0, state.view(seat))], [], []
    for n, (who, move) in enumerate(match.events, 1):
        # During the game, the seat was shown the redacted move (which may say, for example, who drew a card).
        description = {**state.redact(seat, who, move), **game.describe(move)}
        state.play(who, move)
        steps.append(http.Step(n, state.view(seat)))
        events.append(http.ReplayEvent(who, game.text(move), description, played_by.get(n)))
        if who == NATURE and not state.is_on_turn(NATURE):  # The roll or the draw is complete.
            if not counts_turns or state.turn_number() > turn:
                turns.append(n)
            turn = state.turn_number() if counts_turns else 0
    options = views.public_options(game.options)
    chunks = [
        http.Replay(game.name, options, list(names), seat, len(steps), steps[n : n + CHUNK_STEPS])
        for n in (*range(0, len(steps), CHUNK_STEPS), len(steps))
    ]
    chunks[0] = msgspec.structs.replace(chunks[0], events=events, turns=turns)
    return [compress(msgspec.json.encode(chunk)) for chunk in chunks]


def compress(content: bytes) -> bytes:
    """Return bytes compressed by gzip. Equal bytes always give an equal result.

    >>> gzip.decompress(compress(b"steps"))
    b'steps'
    """
    return gzip.compress(content, compresslevel=6, mtime=0)


# -- in the server process ---------------------------------------------------------------------------------------------


class ReplayCache:
    """A cache of the most recently used replays, up to `max_bytes`."""

    def __init__(self, max_bytes: int = CACHE_BYTES) -> None:
        self.max_bytes = max_bytes
        self.bytes = 0
        self._replays: OrderedDict[Hashable, Chunks] = OrderedDict()

    def find(self, key: Hashable) -> Chunks | None:
        chunks = self._replays.get(key)
        if chunks is not None:
            self._replays.move_to_end(key)
        return chunks

    def add(self, key: Hashable, chunks: Chunks) -> None:
        """Add a replay. Remove the least recently used replays if the cache is too large."""
        self.bytes -= sum(map(len, self._replays.pop(key, ())))
        self._replays[key] = chunks
        self.bytes += sum(map(len, chunks))
        while self.bytes > self.max_bytes:
            _, forgotten = self._replays.popitem(last=False)
            self.bytes -= sum(map(len, forgotten))


def chunk_at(chunks: Chunks, step: int) -> bytes:
    """Return the chunk that contains step number `step`, or the last chunk if the replay is shorter."""
    return chunks[min(step // CHUNK_STEPS, len(chunks) - 1)]
