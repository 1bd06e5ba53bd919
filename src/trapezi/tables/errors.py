"""The errors that reject a command or make it repeat."""

from __future__ import annotations

from trapezi.core.errors import TrapeziError


class Rejected(TrapeziError):
    """A command was rejected. The table has not changed."""


class Stale(Exception):
    """This object is no longer the live table, and nothing was written. The caller can find the table again and repeat."""
