"""Moves and draws of The Game as text and as data, both ways."""

from __future__ import annotations

from typing import Any

from trapezi.games.the_game.cards import COMMANDS, Cards

FIRST = 2  # the lowest card
LAST = 99
PLACES = FIRST * 4  # moves: card * 4 + pile
END = 400
PILE_SIGNAL = 401  # then pile * 4 + what is said of it
COMMAND_SIGNAL = 417  # then command * 2 + what is said of it
DRAW = 431  # outcomes: DRAW + card

PILES = ("up 1", "up 2", "down 1", "down 2")
OF_PILE = ("hands-off", "good", "trick", "free")
OF_COMMAND = ("hold", "avoid")


def text(move: int) -> str:
    """`37 up 1`, `end`, `signal down 2 hands-off`, `signal skull hold` or `draw 37`."""
    if move >= DRAW:
        return f"draw {move - DRAW}"
    if move >= COMMAND_SIGNAL:
        return f"signal {COMMANDS[(move - COMMAND_SIGNAL) // 2]} {OF_COMMAND[(move - COMMAND_SIGNAL) % 2]}"
    if move >= PILE_SIGNAL:
        return f"signal {PILES[(move - PILE_SIGNAL) // 4]} {OF_PILE[(move - PILE_SIGNAL) % 4]}"
    return "end" if move == END else f"{move // 4} {PILES[move % 4]}"


def parse(text: str) -> int | None:
    match text.split(" "):
        case ["end"]:
            return END
        case ["draw", card]:
            return DRAW + number(card) if number(card) else None
        case ["signal", command, word] if command in COMMANDS and word in OF_COMMAND:
            return COMMAND_SIGNAL + COMMANDS.index(command) * 2 + OF_COMMAND.index(word)
        case ["signal", way, which, word] if f"{way} {which}" in PILES and word in OF_PILE:
            return PILE_SIGNAL + PILES.index(f"{way} {which}") * 4 + OF_PILE.index(word)
        case [card, way, which] if f"{way} {which}" in PILES and number(card):
            return number(card) * 4 + PILES.index(f"{way} {which}")
    return None


def number(text: str) -> int:
    """A card by its number, or 0 if there is none."""
    if text.isascii() and text.isdigit() and len(text) < 3 and FIRST <= int(text) <= LAST and text[0] != "0":
        return int(text)
    return 0


def describe(cards: Cards, move: int) -> dict[str, Any]:
    if move >= DRAW:
        return {"kind": "draw", **face(cards, move - DRAW)}
    if move >= COMMAND_SIGNAL:
        subject, word = divmod(move - COMMAND_SIGNAL, 2)
        return {"kind": "signal", "command": COMMANDS[subject], "signal": OF_COMMAND[word]}
    if move >= PILE_SIGNAL:
        subject, word = divmod(move - PILE_SIGNAL, 4)
        return {"kind": "signal", "pile": subject, "signal": OF_PILE[word]}
    if move == END:
        return {"kind": "end"}
    return {"kind": "lay", "pile": move % 4, **face(cards, move // 4)}


def face(cards: Cards, card: int) -> dict[str, Any]:
    """What is printed on a card."""
    return {"card": card, "command": cards.command(card), "fire": cards.fire(card)}
