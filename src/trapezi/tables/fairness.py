"""Where the chance of a live table comes from: HMAC-SHA256 over a secret of 256 bits, keyed by the number of the event.

The hash of the secret is shown before the first roll and the secret after the last, so that anybody can check every roll.
Players may add words of their own after they have seen the hash: then neither who made the secret nor who chose the words knows
in advance what comes of both.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from trapezi.core.errors import BadLog
from trapezi.core.log import _check, _json, written
from trapezi.core.match import Match
from trapezi.core.random import Stream
from trapezi.core.seats import NATURE

SECRET = re.compile(r"[0-9a-f]{64}")


def new_secret() -> str:
    """32 random bytes, as hexadecimal digits."""
    return secrets.token_hex(32)


def fresh() -> Stream:
    """Chance for bots and latecomers, from the operating system."""
    return Stream(secrets.randbits(64))


def commitment(secret: str) -> str:
    """What is shown of a secret in advance.

    >>> commitment("00" * 32)[:8]
    '66687aad'
    """
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def chance(secret: str, luck: Sequence[str] = ()) -> Callable[[int], Stream]:
    """The stream of every event under this secret and the players' words."""
    key = bytes.fromhex(secret)
    if luck:
        key = hmac.digest(key, "\n".join(luck).encode(), "sha256")

    def stream(number: int) -> Stream:
        return Stream(int.from_bytes(hmac.digest(key, number.to_bytes(8, "big"), "sha256")[:8], "big"))

    return stream


@dataclass(frozen=True, slots=True)
class Proof:
    """What a log says of where its chance came from."""

    commitment: str
    secret: str
    luck: tuple[str, ...] = ()

    def check(self, match: Match) -> None:
        """`BadLog` if the secret is not the one promised, or an event of chance is not what it gives."""
        if commitment(self.secret) != self.commitment:
            raise BadLog("log.broken-promise", commitment=self.commitment)
        state, stream = match.game.start(), chance(self.secret, self.luck)
        for n, (seat, move) in enumerate(match.events):
            if seat == NATURE and state.sample_chance(stream(n)) != move:
                raise BadLog("log.unfair-secret", event=n + 1)
            state.play(seat, move)


def proven(match: Match, proof: Proof) -> list[str]:
    """The lines of a match's log, with the proof in its head; every check follows from the head."""
    head, *events, end = map(json.loads, written(match))
    head["chance"] = {"commitment": proof.commitment, "secret": proof.secret, "luck": list(proof.luck)}
    lines, check = [_json(head)], _check("", head)
    for seat, text, _ in events:
        check = _check(check, [seat, text])
        lines.append(_json([seat, text, check]))
    told = {name: value for name, value in end.items() if name != "check"}
    return [*lines, _json({**told, "check": _check(check, told)})]


def proof(head: str) -> Proof | None:
    """What the head of a log says of its chance; None if nothing."""
    told: Any = json.loads(head).get("chance")
    if told is None:
        return None
    match told:
        case {"commitment": str(promise), "secret": str(secret), "luck": [*luck]} if (
            SECRET.fullmatch(promise) and SECRET.fullmatch(secret) and all(isinstance(each, str) for each in luck)
        ):
            return Proof(promise, secret, tuple(luck))
    raise BadLog("log.no-proof", line=1)
