"""Build what players may see of Sideboards: the board, and moves without their hidden parts (SB-4, SB-5, SB-13)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trapezi.core import bits
from trapezi.games.sideboards import notation, phases, sideboard_bits

if TYPE_CHECKING:
    from trapezi.games.sideboards.goal_matching import DrawerCells
    from trapezi.games.sideboards.rules import Position


def public_board(position: Position) -> dict[str, Any]:
    """Return the part of the board that everybody sees."""
    p, deck = position, position.deck
    return {
        "phase": phases.NAMES[p.phase],
        "turn": min(p.length or 1, sideboard_bits.LENGTH - 1),
        "turns": sideboard_bits.LENGTH - 1,
        "four_cards": bool(p.four_cards),
        "goals": {
            name: deck.goal_data(goal) if goal else None for name, goal in zip(("colour", "handle", "row"), p.goals, strict=True)
        },
        "drawing": bits.lowest_member(p.drawing_seats) if p.phase == phases.DRAWING else None,
        "pile": bits.count(p.pile),
        "discards": bits.count(p.discards),
        "ranks": list(deck.ranks) if p.players == 1 else None,
        "cards": deck.printed_cards,
        "seats": [seat_board(p, seat) for seat in range(p.players)],
    }


def seat_board(position: Position, seat: int) -> dict[str, Any]:
    """Return what everybody sees of a seat: its sideboard, which drawers count for goals, and the size of its hand."""
    p = position
    board = []
    for column in range(p.length):
        face = sideboard_bits.face_at(p.board[seat], column)
        board.append({"number": (face >> 1) + 1, "turned": face & 1 == 1})
    return {
        "board": board,
        "matched": matched_cells_by_goal(p, p.board[seat], p.length),
        "counted": p.count_drawers_in_runs(seat),
        "cards": bits.count(p.hand[seat]),
        "exchange": p.exchange_cards >> seat & 1 == 1,
        "exchanging": p.exchanging >> seat & 1 == 1,
    }


def matched_cells_by_goal(position: Position, board: int, card_count: int) -> dict[str, list[DrawerCells]]:
    """Return, for each goal, the cells of the sets or runs that count for this goal."""
    matcher, goals = position.matcher, position.goals
    if card_count == 0:
        return {"colour": [], "handle": [], "row": []}
    return {
        "colour": matcher.counted_set_cells(board, card_count, goals[0]),
        "handle": matcher.counted_set_cells(board, card_count, goals[1]),
        "row": matcher.counted_run_cells(board, card_count, goals[2]),
    }


def private_part_of_board(position: Position, seat: int) -> dict[str, Any]:
    """Return a seat's hand and secret choice. Also return where the cards are now that were in its hand in earlier turns."""
    p = position
    known = p.known_cards[seat] if seat >= 0 else 0
    decided = seat >= 0 and p.choice[seat] != notation.UNDECIDED
    return {
        "hand": card_numbers(p.hand[seat]) if seat >= 0 else [],
        "choice": p.choice[seat] if decided else None,
        "chosen": p.describe_moves(seat, [p.choice[seat]])[0] if decided else None,
        "passes_to": passes_cards_to(p, seat),
        "known": {
            "discards": card_numbers(p.discards & known),
            "hands": [card_numbers(0 if s == seat else p.hand[s] & known) for s in range(p.players)],
        },
    }


def card_numbers(cards: int) -> list[int]:
    """Return the numbers of a set of cards, which has one bit per card. Card 1 has the lowest bit."""
    return [card + 1 for card in bits.members(cards)]


def passes_cards_to(position: Position, seat: int) -> int | None:
    """Return the seat that gets the cards that this seat does not lay (SB-4), or None if they are discarded."""
    if seat < 0 or position.players == 1 or position.length >= sideboard_bits.LENGTH - 1:
        return None
    return (seat + 1) % position.players


def redact(position: Position, viewer: int, seat: int, move: int) -> dict[str, Any]:
    """Return a move without what this viewer may not see: which card another seat draws, and from which slot it lays a card."""
    p = position
    description = p.game.describe(move)
    if description["kind"] == "draw":
        drawer = bits.lowest_member(p.drawing_seats)
        return {"kind": "drawn", "to": drawer, **({"card": description["card"]} if viewer == drawer else {})}
    if description["kind"] not in ("start", "lay"):
        return description
    hand = card_numbers(p.hand[seat])
    turned = description["turned"]
    if description["kind"] == "lay":
        return {"kind": "laid", "card": hand[description["slot"]], "end": description["end"], "turned": turned}
    return {"kind": "started", "cards": [hand[slot] for slot in description["slots"]], "turned": turned}
