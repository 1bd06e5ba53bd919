"""The chance of a live table: HMAC-SHA256 over a secret of 256 bits and the number of the outcome.

The outcomes of chance in a game are numbered 0, 1, 2 and so on. What people do in between, such as a take-back, does not change
these numbers. In games of earlier versions, the number of an outcome is the number of its event, which also counts the moves
of people. In a deal of the day, the k-th roll and the k-th card are the same for everyone (`daily_chance.py`).

The hash of the secret is shown before the first roll, and the secret itself after the last roll, so that anyone can check
every roll. After the hash is shown, players may add words of their own. Then neither the server nor any player can know the
rolls in advance.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from trapezi.core.errors import BadLog
from trapezi.core.log import log_lines, read_header
from trapezi.core.match import Match
from trapezi.core.random import Stream
from trapezi.core.special_seats import NATURE
from trapezi.tables.daily_chance import DailyChance

# These are the ways to number outcomes: in games of earlier versions, in new games, and in deals of the day.
BY_EVENT, BY_OUTCOME, BY_DEAL = 1, 2, 3
SECRET = re.compile(r"[0-9a-f]{64}")


def new_secret() -> str:
    """Return 32 random bytes as hexadecimal digits."""
    return secrets.token_hex(32)


def random_stream() -> Stream:
    """Return a stream of random numbers that nobody can predict, for bots and for the clock."""
    return Stream(secrets.randbits(64))


def commitment(secret: str) -> str:
    """Return the hash of a secret, which is published before the game.

    >>> commitment("00" * 32)[:8]
    '66687aad'
    """
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def chance_streams(secret: str, luck: Sequence[str] = ()) -> Callable[[int], Stream]:
    """Return a function from the number of an outcome to its random stream, given the game's secret and the players' words."""
    key = bytes.fromhex(secret)
    if luck:
        key = hmac.digest(key, "\n".join(luck).encode(), "sha256")

    def stream_of_outcome(number: int) -> Stream:
        return Stream(int.from_bytes(hmac.digest(key, number.to_bytes(8, "big"), "sha256")[:8], "big"))

    return stream_of_outcome


def outcome_number(events: Iterable[tuple[int, int]], numbering: int) -> int:
    """Return the number of the outcome that follows after these events of a match.

    >>> events = [(NATURE, 7), (0, 1), (1, 1)]
    >>> outcome_number(events, BY_OUTCOME), outcome_number(events, BY_EVENT)
    (1, 3)
    """
    return sum(numbering == BY_EVENT or seat == NATURE for seat, _ in events)


@dataclass(frozen=True, slots=True)
class Proof:
    """The commitment, the secret and the players' words in a log, from which anyone can check the log's chance."""

    commitment: str
    secret: str
    luck: tuple[str, ...] = ()
    numbering: int = BY_EVENT

    def check(self, match: Match) -> None:
        """Raise `BadLog` if the secret does not match the commitment, or an outcome of chance does not follow from it."""
        if commitment(self.secret) != self.commitment:
            raise BadLog("common.log.broken-promise", commitment=self.commitment)
        state, stream = match.game.start(), chance_streams(self.secret, self.luck)
        number, shared = 0, DailyChance()
        for n, (seat, move) in enumerate(match.events):
            if seat == NATURE:
                by_deal = self.numbering == BY_DEAL
                expected = shared.next_outcome(state, stream) if by_deal else state.sample_chance(stream(number))
                if expected != move:
                    raise BadLog("common.log.unfair-secret", event=n + 1)
                shared.record(state, move)
            state.play(seat, move)
            number += outcome_number([(seat, move)], self.numbering)


def log_with_proof(match: Match, proof: Proof, **header_fields: Any) -> list[str]:
    """Return the lines of a match's log with the proof and `header_fields` in its first line."""
    chance = {"commitment": proof.commitment, "secret": proof.secret, "luck": list(proof.luck), "numbering": proof.numbering}
    return log_lines(match, chance=chance, **header_fields)


def read_proof(line: str) -> Proof | None:
    """Return the proof in the first line of a log, or None if the line has no proof."""
    chance: Any = read_header(line).get("chance")
    if chance is None:
        return None
    match chance:
        case {"commitment": str(promise), "secret": str(secret), "luck": [*luck]} if (
            SECRET.fullmatch(promise) and SECRET.fullmatch(secret) and all(isinstance(each, str) for each in luck)
        ):
            numbering = chance.get("numbering", BY_EVENT)
            if type(numbering) is int and numbering in (BY_EVENT, BY_OUTCOME, BY_DEAL):
                return Proof(promise, secret, tuple(luck), numbering)
    raise BadLog("common.log.no-proof", line=1)
