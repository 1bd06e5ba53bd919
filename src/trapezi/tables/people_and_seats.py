"""Classes for the people and the seats of a table, and functions for their tokens and names."""

from __future__ import annotations

import hashlib
import hmac
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeVar

T = TypeVar("T")

NAME = 24  # A name has at most this many characters.

Presence = Literal["here", "away"]


@dataclass(slots=True)
class Person:
    """A person at a table, with one or more devices. `tokens` are the hashes of the devices' tokens."""

    id: str
    name: str
    tokens: set[str] = field(default_factory=set)
    gone: bool = False
    gives_up_seats: bool = False  # Whether bots keep the seats of a person who left, also after the current game.
    face: int = 0  # The number of the picture that the person chose, or 0 for no choice.
    plays_next: bool = False  # Whether this spectator has asked for a seat in the next game.


@dataclass(slots=True)
class Seat:
    """A seat at a table. If `bot` is set, the bot plays: for nobody, for a person who resigned, or as a stand-in."""

    name: str = ""
    person: str | None = None
    bot: str | None = None
    # Who asked for a bot that plays for the person: the person or other people. It is empty if there is no such bot.
    stand_in: Literal["", "own", "others"] = ""
    resigned: bool = False

    @property
    def is_empty(self) -> bool:
        return self.person is None and self.bot is None


def token_hash(token: str) -> str:
    """Return the hash of a token. The token itself is never stored."""
    return hashlib.sha256(token.encode()).hexdigest()


def find_by_token(by_hash: Mapping[str, T], token: str) -> T | None:
    """Return the value for the hash of a token, or None. Compare hashes in constant time, so that nobody can guess them."""
    wanted, value = token_hash(token), None
    for each, candidate in by_hash.items():
        if hmac.compare_digest(each, wanted):
            value = candidate
    return value


def clean_text(text: str, max_length: int) -> str:
    """Return the first `max_length` characters of a text with single spaces and without invisible characters.

    >>> clean_text("  Anna\\u202e \\n Maria ", 24)
    'Anna Maria'
    """
    visible = "".join(" " if char.isspace() else char for char in text if char.isspace() or is_visible(char))
    return " ".join(visible.split())[:max_length].strip()


def is_visible(char: str) -> bool:
    """Return False for control, direction and private-use characters, but True for the character that joins emoji."""
    return char == "\u200d" or unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co")
