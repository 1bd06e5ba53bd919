"""Convert moves and outcomes of The Game to text and back, and to data.

`notation.pxd` repeats the numbers below for compiled modules.
"""

from __future__ import annotations

from typing import Any

from trapezi.core.safe_text import parse_number_or_zero
from trapezi.games.the_game.cards import Cards
from trapezi.games.the_game.command_bits import NAMES as COMMANDS

FIRST = 2  # The lowest card.
LAST = 99  # The highest card.
# Moves are numbered START + wish, card * 4 + pile, END, PILE_SIGNAL + pile * 4 + signal, and COMMAND_SIGNAL + command * 2 +
# signal. Outcomes are numbered DRAW + card.
START = 5
FIRST_MOVE = FIRST * 4  # The first move that lays a card.
END = 400
PILE_SIGNAL = 401
COMMAND_SIGNAL = 417
DRAW = 431

PILES = ("up 1", "up 2", "down 1", "down 2")
WISHES = ("yes", "maybe", "no")  # How much a player would like to start, the strongest wish first.
PILE_SIGNALS = ("hands-off", "good", "trick", "free")
COMMAND_SIGNALS = ("hold", "avoid")


def text(move: int) -> str:
    """Return `37 up 1`, `end`, `start maybe`, `signal down 2 hands-off`, `signal skull hold` or `draw 37`."""
    if move >= DRAW:
        return f"draw {move - DRAW}"
    if move >= COMMAND_SIGNAL:
        return f"signal {COMMANDS[(move - COMMAND_SIGNAL) // 2]} {COMMAND_SIGNALS[(move - COMMAND_SIGNAL) % 2]}"
    if move >= PILE_SIGNAL:
        return f"signal {PILES[(move - PILE_SIGNAL) // 4]} {PILE_SIGNALS[(move - PILE_SIGNAL) % 4]}"
    if move < FIRST_MOVE:
        return f"start {WISHES[move - START]}"
    return "end" if move == END else f"{move // 4} {PILES[move % 4]}"


def parse(text: str) -> int | None:
    """Return the move or outcome that a text names, or None if the text names none."""
    match text.split(" "):
        case ["end"]:
            return END
        case ["start", wish] if wish in WISHES:
            return START + WISHES.index(wish)
        case ["draw", card] if parse_number_or_zero(card, LAST) >= FIRST:
            return DRAW + int(card)
        case ["signal", command, signal] if command in COMMANDS and signal in COMMAND_SIGNALS:
            return COMMAND_SIGNAL + COMMANDS.index(command) * 2 + COMMAND_SIGNALS.index(signal)
        case ["signal", direction, number, signal] if f"{direction} {number}" in PILES and signal in PILE_SIGNALS:
            return PILE_SIGNAL + PILES.index(f"{direction} {number}") * 4 + PILE_SIGNALS.index(signal)
        case [card, direction, number] if f"{direction} {number}" in PILES and parse_number_or_zero(card, LAST) >= FIRST:
            return int(card) * 4 + PILES.index(f"{direction} {number}")
    return None


def describe(cards: Cards, move: int) -> dict[str, Any]:
    """Return a move or outcome as plain data, from which clients draw it."""
    if move >= DRAW:
        return {"kind": "draw", **card_data(cards, move - DRAW)}
    if move >= COMMAND_SIGNAL:
        command, signal = divmod(move - COMMAND_SIGNAL, 2)
        return {"kind": "signal", "command": COMMANDS[command], "signal": COMMAND_SIGNALS[signal]}
    if move >= PILE_SIGNAL:
        pile, signal = divmod(move - PILE_SIGNAL, 4)
        return {"kind": "signal", "pile": pile, "signal": PILE_SIGNALS[signal]}
    if move < FIRST_MOVE:
        return {"kind": "start", "wish": WISHES[move - START]}
    if move == END:
        return {"kind": "end"}
    return {"kind": "lay", "pile": move % 4, **card_data(cards, move // 4)}


def card_data(cards: Cards, card: int) -> dict[str, Any]:
    """Return what is printed on a card, as plain data."""
    return {"card": card, "command": cards.command_name(card), "fire": cards.is_fire_card(card)}
