"""Errors that reject a command."""

from __future__ import annotations

from trapezi.core.errors import TrapeziError


class Rejected(TrapeziError):
    """A command that was not carried out; the table is as it was."""


class Stale(Exception):
    """This copy of the table is no longer the live one; nothing was written. Find the table again and repeat."""
