"""Read and check the deck file of The Game, which says which card carries which command (TG-9).

The rulebook does not say which cards carry commands; it is printed only on the cards themselves.

{"game": "the_game", "name": "my box", "provenance": "read from the cards", "commands": {"stop": [7, 31, 60, 88], …}}
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from trapezi.core.deck_files import DeckOption, check_deck_header, reject_unknown_keys, require_value
from trapezi.core.errors import BadDeck
from trapezi.core.safe_text import quote
from trapezi.games.the_game.command_bits import NAMES as COMMANDS
from trapezi.games.the_game.notation import FIRST, LAST

KEYS = ("game", "name", "provenance", "commands")
COPIES = 4  # The number of cards that carry the same command.


@dataclass(frozen=True)
class Deck:
    """A deck file of The Game."""

    content: dict[str, Any]
    commands: dict[str, tuple[int, ...]]  # Maps the name of each command to the four cards that carry it.


def read_deck(content: dict[str, Any]) -> Deck:
    """Return the deck that the content of a deck file describes. If it has a fault, raise `BadDeck` and name the faulty place.

    >>> read_deck({"game": "the_game", "name": "mine", "provenance": "my box", "commands": {"stop": [1]}})
    Traceback (most recent call last):
    trapezi.core.errors.BadDeck: commands.stop: this command needs exactly 4 cards, not 1. [the_game.deck.copies]
    """
    reject_unknown_keys(content, KEYS)
    check_deck_header(content, "the_game")
    given = require_value(content, "commands", dict)
    reject_unknown_keys(given, COMMANDS, "commands")
    commands: dict[str, tuple[int, ...]] = {}
    taken: dict[int, str] = {}
    for name in COMMANDS:
        where = f"commands.{name}"
        cards = require_value(given, name, list, "commands")
        if len(cards) != COPIES:
            raise BadDeck("the_game.deck.copies", where=where, command=name, found=len(cards), copies=COPIES)
        for i in range(COPIES):
            card = require_value(cards, i, int, where)
            if not FIRST <= card <= LAST:
                raise BadDeck("the_game.deck.no-such-card", where=f"{where}[{i}]", card=quote(card), least=FIRST, most=LAST)
            if card in taken:
                raise BadDeck("the_game.deck.twice", where=f"{where}[{i}]", card=card, command=taken[card])
            taken[card] = name
        commands[name] = tuple(cards)
    return Deck(content, commands)


DECKS = DeckOption("trapezi.games.the_game", ("extreme-1",), read_deck)
