"""The people at a table, and its seats."""

from __future__ import annotations

import hashlib
import hmac
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeVar

T = TypeVar("T")

NAME = 24  # the largest number of characters in a name

Presence = Literal["here", "away"]


@dataclass(slots=True)
class Person:
    """A person at a table, with one or more devices. `tokens` are the hashes of the devices' tokens."""

    id: str
    name: str
    tokens: set[str] = field(default_factory=set)
    gone: bool = False
    gives_up_seats: bool = False  # whether bots keep the person's seats after the game that the person left
    face: int = 0  # the number of the picture that the person chose, or 0
    plays_next: bool = False  # a spectator who asked for a seat in the next game


@dataclass(slots=True)
class Seat:
    """A seat at a table. `bot` plays if the seat has no person, if the person has resigned, or if the bot is a stand-in."""

    name: str = ""
    person: str | None = None
    bot: str | None = None
    stand_in: Literal["", "own", "others"] = ""  # who asked for the bot that stands in
    resigned: bool = False

    @property
    def is_empty(self) -> bool:
        return self.person is None and self.bot is None


def token_hash(token: str) -> str:
    """Return the hash of a token. The token itself is never stored."""
    return hashlib.sha256(token.encode()).hexdigest()


def find_by_token(by_hash: Mapping[str, T], token: str) -> T | None:
    """Return the value for the hash of a token or secret, or None. The time that this takes reveals nothing about the hashes."""
    wanted, value = token_hash(token), None
    for each, candidate in by_hash.items():
        if hmac.compare_digest(each, wanted):
            value = candidate
    return value


def clean_text(text: str, max_length: int) -> str:
    """Return a name or a line of chat with single spaces and without control and invisible characters.

    >>> clean_text("  Anna\\u202e \\n Maria ", 24)
    'Anna Maria'
    """
    visible = "".join(" " if char.isspace() else char for char in text if char.isspace() or is_visible(char))
    return " ".join(visible.split())[:max_length].strip()


def is_visible(char: str) -> bool:
    """Return False for control, direction and private-use characters, except the joiner of emoji."""
    return char == "\u200d" or unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co")
