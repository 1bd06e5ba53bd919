"""Build what each seat may see of the card game: the board, the hands, and the moves of the other seats (QC-1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trapezi.core import bits
from trapezi.games.qwixx import sheet, sheet_view
from trapezi.games.qwixx.sheet import COLOURS
from trapezi.games.qwixx_cards import deck, notation, phases

if TYPE_CHECKING:
    from trapezi.games.qwixx_cards.rules import Position


def public_board(position: Position) -> dict[str, Any]:
    """Return what everybody may see of a position."""
    phase, players = position.phase, position.players
    sheets = list(zip(position.marks, position.crossable, position.misses, strict=True))[:players]
    return {
        "jokers": position.cards == deck.CARDS,
        "phase": phases.NAMES[phase],
        "active": position.active if position.active >= 0 else None,
        "display": [None if card == deck.NONE else deck.number(card) for card in position.display],
        "top": None if position.top == deck.NONE else deck.number(position.top),
        "pile": bits.count(position.pile) + (position.top != deck.NONE),
        "discards": bits.count(position.discards),
        "take": deck.HAND - position.sizes[position.active] if phase == phases.TAKING else 0,
        "sheets": [sheet_view.describe_sheet(marks, crossable, misses) for marks, crossable, misses in sheets],
        "choices": position.choice[:players] if phase >= phases.PLAYING else None,
        "last": describe_last_play(position) if position.last_seat >= 0 else None,
    }


def describe_last_play(position: Position) -> dict[str, Any]:
    """Return the last play as data: the cards and the crossed numbers. It stays visible until the next shuffle (QC-10)."""
    colour = position.last_colour
    return {
        "seat": position.last_seat,
        "colour": COLOURS[colour] if colour < sheet.ROWS else None,
        "cards": [deck.face(card) for card in bits.members(position.last_cards)],
        "crossed": [position.layout.cells[colour * sheet.CELLS + k][1] for k in bits.members(position.last_cells)],
    }


def hands_seen_by(position: Position, seat: int) -> list[list[dict[str, Any]]]:
    """Return all hands as this seat sees them: the faces of its own cards, and the backs of all other cards."""
    return [
        [deck.face(card) if other == seat else deck.back(card) for card in cards_in_hand(position, other)]
        for other in range(position.players)
    ]


def cards_in_hand(position: Position, seat: int) -> list[int]:
    """Return the cards that a seat holds, in the order of their slots."""
    start = seat * deck.HAND
    return position.hands[start : start + position.sizes[seat]]


def redact(position: Position, viewer: int, seat: int, move: int) -> dict[str, Any]:
    """Return a move without what this viewer may not see: the colour of a card that another player holds."""
    description = position.game.describe(move)
    if position.phase == phases.TAKING:
        cards = [position.display[place] for place in description["places"]]
        faces = [deck.face(card) if viewer == seat else deck.back(card) for card in cards]
        numbers = [deck.number(card) for card in cards]
        return {"kind": "take", "places": description["places"], "cards": faces, "numbers": numbers}
    if position.phase == phases.PLAYING:
        cards = cards_in_hand(position, seat)
        faces = [deck.face(cards[slot]) for slot in description["slots"]]
        suits = [face["colour"] for face in faces if face["colour"] != deck.JOKER]
        return {
            "kind": description["kind"],
            "colour": description.get("colour", suits[0] if suits else deck.JOKER),
            "cards": faces,
            "numbers": [face["number"] for face in faces],
            "crosses": [deck.number(cards[slot]) for slot in description["crossed"]],
        }
    if position.phase == phases.DEALING:
        receiver = position.next_seat_to_be_dealt()
        draw = description if viewer == receiver else describe_draw_without_colour(move)
        return {"to": "hand", "seat": receiver, **draw}
    if position.phase == phases.REFILLING:
        return {"to": "display" if deck.NONE in position.display else "pile", **describe_draw_without_colour(move)}
    return description


def describe_draw_without_colour(outcome: int) -> dict[str, Any]:
    """Return a description of the draw of a card, as data, for viewers who see only the back of the card."""
    card = deck.back(outcome - notation.DRAW)
    return {"kind": "draw", "card": card, "number": card["number"]}
