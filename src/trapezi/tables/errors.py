"""The error of this room."""

from __future__ import annotations

from trapezi.core.errors import TrapeziError


class Rejected(TrapeziError):
    """A wish that is not granted; the table is as it was."""


class Stale(Exception):
    """This copy of the table is no longer the live one; nothing was written. Find the table again and repeat."""
