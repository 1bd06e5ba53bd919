"""Where the chance of a live table comes from: HMAC-SHA256 over a secret of 256 bits, keyed by the number of the event.

The hash of the secret is shown before the first roll and the secret after the last, so that anybody can check every roll.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable

from trapezi.law.random import Stream


def new_secret() -> str:
    """32 random bytes, as hexadecimal digits."""
    return secrets.token_hex(32)


def commitment(secret: str) -> str:
    """What is shown of a secret in advance.

    >>> commitment("00" * 32)[:8]
    '66687aad'
    """
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def chance(secret: str) -> Callable[[int], Stream]:
    """The stream of every event under this secret."""
    key = bytes.fromhex(secret)

    def stream(number: int) -> Stream:
        return Stream(int.from_bytes(hmac.digest(key, number.to_bytes(8, "big"), "sha256")[:8], "big"))

    return stream
