"""Check uploaded decks, and replace them by their hashes, so that the log of a table contains each deck only once."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from trapezi.core.deck_files import check_upload_limits
from trapezi.core.options import describe_options, read_options
from trapezi.games import find

REFERENCE = "sha256"  # The value {"sha256": …} of an option stands for the deck with this hash.
MAX_DECKS = 20  # At most this many uploaded decks may be used at one table.


def check_uploads(options: Mapping[str, Any]) -> None:
    """Raise `BadDeck` if an uploaded deck among the options is too large to be stored."""
    for name, value in options.items():
        if isinstance(value, dict):
            check_upload_limits(value, name)


def described_options(game: str, options: dict[str, Any]) -> list[dict[str, Any]]:
    """Check options of a game, and return the descriptions of all its options with the labels of an uploaded deck."""
    kind = find(game)
    check_uploads(options)
    return describe_options(kind.Options, read_options(kind.Options, kind.name, kind.player_counts, options))


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
