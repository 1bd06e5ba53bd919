"""Convert moves and outcomes of Sideboards to text and back, and to data.

Moves name cards in hand by their slot: slot 1 is the card with the lowest number. `notation.pxd` repeats the numbers for
compiled modules.
"""

from __future__ import annotations

from typing import Any

from trapezi.core.safe_text import parse_number_or_zero

# A move of the first turn lays the cards in two slots, each straight or turned. Pairs of the first three slots come first.
PAIRS = [(i, j) for i in range(3) for j in range(3) if i != j]
PAIRS += [(i, 3) for i in range(3)] + [(3, j) for j in range(3)]
# Bits 2 * pair and 2 * pair + 1 of FIRST_SLOTS are the slot of the first card of a pair. SECOND_SLOTS has the second card's slot.
FIRST_SLOTS = sum(first << 2 * pair for pair, (first, _) in enumerate(PAIRS))
SECOND_SLOTS = sum(second << 2 * pair for pair, (_, second) in enumerate(PAIRS))
LAY = 48  # Moves that lay one card are numbered LAY + slot * 4 + end * 2 + turned.
EXCHANGE = 60
UNDECIDED = 61  # A choice with this number means that the seat has not chosen yet.
DRAW = 61  # Outcomes are numbered DRAW + card and GOAL + number of the goal.
GOAL = 120
END = GOAL + 31
ENDS = ("left", "right")
TURNS = ("straight", "turned")


def text(move: int) -> str:
    """Return `start 1 3 turned straight`, `lay 2 left turned`, `exchange`, `draw 17` or `goal 5`.

    >>> text(LAY + 5)
    'lay 2 left turned'
    """
    if move < LAY:
        first, second = PAIRS[move // 4]
        return f"start {first + 1} {second + 1} {TURNS[move >> 1 & 1]} {TURNS[move & 1]}"
    if move < EXCHANGE:
        slot, end, turned = decode_lay_move(move)
        return f"lay {slot + 1} {ENDS[end]} {TURNS[turned]}"
    if move == EXCHANGE:
        return "exchange"
    return f"draw {move - DRAW + 1}" if move <= GOAL else f"goal {move - GOAL}"


def parse(text: str) -> int | None:
    """Return the move or outcome that a text names, or None if the text names none.

    >>> parse("lay 2 left turned") == LAY + 5
    True
    """
    match text.split(" "):
        case ["exchange"]:
            return EXCHANGE
        case ["start", first, second, one, other] if one in TURNS and other in TURNS:
            pair = (parse_number_or_zero(first, 4) - 1, parse_number_or_zero(second, 4) - 1)
            if pair in PAIRS:
                return PAIRS.index(pair) * 4 + TURNS.index(one) * 2 + TURNS.index(other)
        case ["lay", slot, end, turned] if end in ENDS and turned in TURNS and parse_number_or_zero(slot, 3):
            return LAY + (int(slot) - 1) * 4 + ENDS.index(end) * 2 + TURNS.index(turned)
        case ["draw", card] if parse_number_or_zero(card, 60):
            return DRAW + int(card) - 1
        case ["goal", goal] if parse_number_or_zero(goal, 30):
            return GOAL + int(goal)
    return None


def describe(move: int) -> dict[str, Any]:
    """Return a move or outcome as plain data, from which clients draw it."""
    if move < LAY:
        return {"kind": "start", "slots": list(PAIRS[move // 4]), "turned": [move >> 1 & 1 == 1, move & 1 == 1]}
    if move < EXCHANGE:
        slot, end, turned = decode_lay_move(move)
        return {"kind": "lay", "slot": slot, "end": ENDS[end], "turned": turned == 1}
    if move == EXCHANGE:
        return {"kind": "exchange"}
    return {"kind": "draw", "card": move - DRAW + 1} if move <= GOAL else {"kind": "goal", "goal": move - GOAL}


def decode_lay_move(move: int) -> tuple[int, int, int]:
    """Return three numbers of a move that lays one card: the slot, the end (0 left, 1 right), and 1 if the card is turned."""
    return (move - LAY) // 4, (move - LAY) // 2 % 2, (move - LAY) % 2
