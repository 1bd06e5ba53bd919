"""What players see of Sideboards: the board as data, and moves without their hidden parts (SB-4, SB-5, SB-13)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trapezi.core import bits
from trapezi.games.sideboards import faces, notation, phases

if TYPE_CHECKING:
    from trapezi.games.sideboards.rules import Position


def public_board(position: Position) -> dict[str, Any]:
    """Return the part of the board that everybody sees."""
    p, deck = position, position.deck
    return {
        "phase": phases.NAMES[p.phase],
        "turn": min(p.length or 1, faces.LENGTH - 1),
        "turns": faces.LENGTH - 1,
        "four_cards": bool(p.four_cards),
        "goals": {
            name: deck.goal_data(goal) if goal else None for name, goal in zip(("colour", "handle", "row"), p.goals, strict=True)
        },
        "drawing": bits.lowest(p.drawing_seats) if p.phase == phases.DRAWING else None,
        "pile": bits.count(p.pile),
        "discards": bits.count(p.discards),
        "ranks": list(deck.ranks) if p.players == 1 else None,
        "seats": [seat_board(p, seat) for seat in range(p.players)],
    }


def seat_board(position: Position, seat: int) -> dict[str, Any]:
    """Return a seat's sideboard, what counts in it, and how many cards the seat holds."""
    p = position
    board = []
    for column in range(p.length):
        face = faces.face_at(p.board[seat], column)
        card = p.deck.card_data(face >> 1)
        drawers = card["drawers"][::-1] if face & 1 else card["drawers"]
        board.append({"number": card["number"], "turned": face & 1 == 1, "drawers": drawers})
    return {
        "board": board,
        "matched": matched_cells_by_goal(p, p.board[seat], p.length),
        "counted": p.drawers_in_runs(seat),
        "cards": bits.count(p.hand[seat]),
        "exchange": p.exchange_cards >> seat & 1 == 1,
        "exchanging": p.exchanging >> seat & 1 == 1,
    }


def matched_cells_by_goal(position: Position, board: int, n: int) -> dict[str, list[list[list[int]]]]:
    """Return for each goal the sets or runs that count, each as the column and row of its drawers, from 0 at the top left."""
    cards, goals = position.cards, position.goals
    if n == 0:
        return {"colour": [], "handle": [], "row": []}
    return {
        "colour": cards.set_cells(board, n, goals[0]),
        "handle": cards.set_cells(board, n, goals[1]),
        "row": cards.run_cells(board, n, goals[2]),
    }


def private_board(position: Position, seat: int) -> dict[str, Any]:
    """Return a seat's hand, its secret choice, and the places of cards that it held before."""
    p, deck = position, position.deck
    known = p.known_cards[seat] if seat >= 0 else 0
    decided = seat >= 0 and p.choice[seat] != notation.UNDECIDED
    return {
        "hand": deck.cards_data(p.hand[seat]) if seat >= 0 else [],
        "choice": p.choice[seat] if decided else None,
        "chosen": p.describe_moves(seat, [p.choice[seat]])[0] if decided else None,
        "passes_to": passes_to(p, seat),
        "known": {
            "discards": deck.cards_data(p.discards & known),
            "hands": [deck.cards_data(0 if s == seat else p.hand[s] & known) for s in range(p.players)],
        },
    }


def passes_to(position: Position, seat: int) -> int | None:
    """Return the left neighbour, who gets the cards that this seat does not lay (SB-4); None if they are discarded."""
    if seat < 0 or position.players == 1 or position.length >= faces.LENGTH - 1:
        return None
    return (seat + 1) % position.players


def redact(position: Position, viewer: int, seat: int, move: int) -> dict[str, Any]:
    """Return a move as a viewer may see it: only the seat that draws a card sees it; all see a laid card, but not its slot."""
    p = position
    description = p.game.describe(move)
    if description["kind"] == "draw":
        drawer = bits.lowest(p.drawing_seats)
        return {"kind": "drawn", "to": drawer, **({"card": description["card"]} if viewer == drawer else {})}
    if description["kind"] not in ("start", "lay"):
        return description
    hand = [card["number"] for card in p.deck.cards_data(p.hand[seat])]
    turned = description["turned"]
    if description["kind"] == "lay":
        return {"kind": "laid", "card": hand[description["slot"]], "end": description["end"], "turned": turned}
    return {"kind": "started", "cards": [hand[slot] for slot in description["slots"]], "turned": turned}
