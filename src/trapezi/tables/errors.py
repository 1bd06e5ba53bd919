"""The errors that reject a command, or say that it must be repeated."""

from __future__ import annotations

from trapezi.core.errors import TrapeziError


class Rejected(TrapeziError):
    """A command was rejected. The table has not changed."""


class Stale(Exception):
    """A `LiveTable` is out of date and has written nothing. The caller must find the table again and repeat the command."""
