"""Replace uploaded decks by their hashes, so that the log of a table contains each deck only once."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

REFERENCE = "sha256"  # The value {"sha256": …} of an option stands for the deck with this hash.
MAX_DECKS = 20  # At most this many uploaded decks may be used at one table.


def deck_hash(content: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a deck, which does not depend on the order of its keys.

    >>> deck_hash({"name": "mine", "cards": []}) == deck_hash({"cards": [], "name": "mine"})
    True
    """
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def decks_in(options: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the uploaded decks among the values of options, by hash."""
    return {deck_hash(value): value for value in options.values() if isinstance(value, dict) and not is_reference(value)}


def is_reference(value: Any) -> bool:
    return isinstance(value, dict) and value.keys() == {REFERENCE}


def replace_decks_by_references(options: Mapping[str, Any], decks: Mapping[str, Any]) -> dict[str, Any]:
    """Return options in which each deck that is already known is replaced by its hash."""
    hashes = {name: deck_hash(value) for name, value in options.items() if isinstance(value, dict)}
    return {name: {REFERENCE: hashes[name]} if hashes.get(name) in decks else value for name, value in options.items()}


def replace_references_by_decks(options: Mapping[str, Any], decks: Mapping[str, Any]) -> dict[str, Any]:
    """Return options in which each hash is replaced by its deck. Raise `KeyError` if a deck is not known."""
    return {name: decks[value[REFERENCE]] if is_reference(value) else value for name, value in options.items()}
