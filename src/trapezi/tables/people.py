"""Who is at a table, and who sits where."""

from __future__ import annotations

import hashlib
import hmac
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeVar

T = TypeVar("T")

NAME = 24  # letters


@dataclass(slots=True)
class Person:
    """Somebody with a browser. `holders` are the hashes of the tokens of this person's devices."""

    id: str
    name: str
    holders: set[str] = field(default_factory=set)
    gone: bool = False


@dataclass(slots=True)
class Seat:
    """A chair. `bot` plays it if nobody sits there, if it stands in for the person, or if the person has resigned."""

    name: str = ""
    person: str | None = None
    bot: str | None = None
    stand_in: Literal["", "own", "others"] = ""  # at whose wish
    resigned: bool = False

    @property
    def empty(self) -> bool:
        return self.person is None and self.bot is None

    @property
    def player(self) -> str | None:
        """The person who decides here now, if it is a person."""
        return self.person if self.bot is None else None


def holder(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def held(kept: Mapping[str, T], secret: str) -> T | None:
    """What belongs to a token or secret, of those kept by their hashes; compared so that time tells nothing."""
    asked, found = holder(secret), None
    for each, value in kept.items():
        if hmac.compare_digest(each, asked):
            found = value
    return found


def tidy(text: str, most: int) -> str:
    """A name or line of chat without control and invisible characters, and with single spaces.

    >>> tidy("  Anna\\u202e \\n Maria ", 24)
    'Anna Maria'
    """
    kept = "".join(" " if char.isspace() else char for char in text if char.isspace() or visible(char))
    return " ".join(kept.split())[:most].strip()


def visible(char: str) -> bool:
    """Anything but control, direction and private characters; the joiner of emoji may stay."""
    return char == "\u200d" or unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co")
