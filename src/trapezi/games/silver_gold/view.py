"""What players see of a position of Silver & Gold: the board, what a mark would do, score sheets, why a move is not allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trapezi.core import bits
from trapezi.core.errors import Reason
from trapezi.core.score import ScoreLine, score_line
from trapezi.games.silver_gold import notation, patterns
from trapezi.games.silver_gold.deck import COLOURS

if TYPE_CHECKING:
    from trapezi.games.silver_gold.rules import Position

PHASES = ("dealing", "keeping", "opening", "turning", "marking", "taking", "drawing", "end")
DEALING = 0
KEEPING = 1
TURNING = 3
MARKING = 4
TAKING = 5
DRAWING = 6
NO_CARD = 64
NO_EXPEDITION = 8
UNDECIDED = 6
TAKE = 6
PILE = 10
MARK = 11
HAND = 4
SLOTS = 2
DISPLAY = 4
COIN_ROWS = 3
PALMS = 4
ROUNDS = 4
TURNS = 7

# -- the board ---------------------------------------------------------------------------------------------------------


def public_board(position: Position) -> dict[str, Any]:
    """Leave out hands, drafts, the pile, and which expedition cards lie below the top one (SG-3)."""
    expedition = position.expedition
    return {
        "phase": PHASES[position.phase],
        "round": min(position.round + 1, ROUNDS),
        "rounds": ROUNDS,
        "turn": TURNS if position.over else bits.count(position.used),
        "turns": TURNS,
        "starter": position.starter,
        "settling": position.settling_seat() if position.phase in (TAKING, DRAWING) else None,
        "expedition": None if expedition == NO_EXPEDITION else notation.expedition(position.cards, expedition),
        "display": [card_face(position, position.display[place]) for place in range(DISPLAY)],
        "palm": position.palm_value(),
        "pile": bits.count(position.pile),
        "trophies": list(range(position.trophies, 0, -1)),
        "seats": [seat_board(position, seat) for seat in range(position.players)],
    }


def card_face(position: Position, card: int) -> dict[str, Any] | None:
    return None if card == NO_CARD else notation.treasure(position.cards, card)


def seat_board(position: Position, seat: int) -> dict[str, Any]:
    """Return what lies open in front of a player."""
    return {
        "cards": [
            None
            if position.treasure[slot] == NO_CARD
            else {**notation.treasure(position.cards, position.treasure[slot]), "marked": patterns.numbers(position.marks[slot])}
            for slot in range(SLOTS * seat, SLOTS * seat + SLOTS)
        ],
        "dealt": max(0, min(HAND, position.dealt_count() - HAND * seat)),
        "coins": position.coins[seat],
        "trophies": [position.won[COIN_ROWS * seat + row] if row < position.rows[seat] else None for row in range(COIN_ROWS)],
        "palms": [position.palms[PALMS * seat + box] or None for box in range(PALMS)],
        "completed": [card_face(position, card) for card in bits.members(position.completed[seat])],
    }


def private_board(position: Position, seat: int) -> dict[str, Any]:
    """Return a seat's hand while it chooses two cards, and its draft with what that will pay while it marks."""
    board: dict[str, Any] = {"hand": None, "choice": None, "draft": None, "owed": 0, "gain": None}
    if seat < 0:
        return board
    if position.phase <= KEEPING:
        board["hand"] = [card_face(position, position.hand[HAND * seat + place]) for place in range(HAND)]
    if position.choice[seat] != UNDECIDED:
        board["choice"] = list(notation.KEEPS[position.choice[seat]])
    if position.phase == MARKING:
        board["draft"] = [patterns.numbers(position.draft[slot]) for slot in range(SLOTS * seat, SLOTS * seat + SLOTS)]
        board["gain"] = draft_gain(position, seat)
    if position.waiting >> seat & 1:
        board["owed"] = position.owed[seat]
    return board


def redact(position: Position, viewer: int, seat: int, move: int) -> dict[str, Any]:
    """Show a dealt card to its player alone, and of four dealt cards only the two that were kept (SG-2)."""
    if position.phase == DEALING:
        receiver = position.dealt_count() // HAND
        card = {"card": notation.treasure(position.cards, move - position.cards.treasure)}
        return {"kind": "deal", "to": receiver, **(card if viewer == receiver else {})}
    if position.phase == KEEPING:
        kept = [position.hand[HAND * seat + place] for place in notation.KEEPS[move]]
        return {"kind": "kept", "cards": [notation.treasure(position.cards, card) for card in kept]}
    if position.phase == TURNING:
        return {"kind": "expedition", **notation.expedition(position.cards, move - position.cards.expedition)}
    return notation.describe(position.cards, move)


# -- what a mark would do ----------------------------------------------------------------------------------------------


def preview(position: Position, seat: int, move: int) -> dict[str, Any]:
    """Return what a mark pays before settling. A trophy depends on the turn order, so it is not counted."""
    if position.phase != MARKING:
        return {"marks": [], "points": 0}
    before = position
    if position.has_drafted(seat):
        before = position.clone()
        before.collect_draft(seat)
    then: Position = position.clone()
    finished = then.draft_mark(seat, move)
    owed = 0 if finished else then.owed[seat]
    then.collect_draft(seat)
    slot, placement = divmod(move - MARK, position.cards.size)
    marks = [[slot, square] for square in patterns.numbers(position.cards.placements[placement])]
    return {"marks": marks, "owed": owed, **gain(before, then, seat)}


def draft_gain(position: Position, seat: int) -> dict[str, Any]:
    """Return what a seat's draft will pay."""
    then: Position = position.clone()
    then.collect_draft(seat)
    return gain(position, then, seat)


def gain(before: Position, then: Position, seat: int) -> dict[str, Any]:
    """Return what a seat gains by its marks between two moments of a turn: points, coins, palm boxes, full cards by slot."""
    boxes = [box for box in range(PALMS * seat, PALMS * seat + PALMS) if then.palms[box] != before.palms[box]]
    slots = [slot for slot in range(SLOTS) if then.treasure[SLOTS * seat + slot] != before.treasure[SLOTS * seat + slot]]
    return {
        "points": then.score(seat) - before.score(seat),
        "coins": then.coins[seat] - before.coins[seat],
        "palms": [then.palms[box] for box in boxes],
        "completed": slots,
    }


# -- score sheets (SG-12) ----------------------------------------------------------------------------------------------


def score_lines(position: Position, seat: int) -> list[ScoreLine]:
    completed = [position.cards.deck.treasures[card] for card in bits.members(position.completed[seat])]
    coins = position.coins[seat]
    lines = [score_line(coins, "silver_gold.score.coins", coins=coins)]
    for row in range(position.rows[seat]):
        lines.append(score_line(position.won[COIN_ROWS * seat + row], "silver_gold.score.trophy", row=row + 1))
    for box in range(PALMS):
        if position.palms[PALMS * seat + box]:
            lines.append(score_line(position.palms[PALMS * seat + box], "silver_gold.score.palm", box=box + 1))
    for card in completed:
        lines.append(score_line(card.points, "silver_gold.score.card", card=card.number, colour=card.colour))
    for card in completed:
        if card.seal is not None:
            each = position.cards.seal_points[COLOURS.index(card.seal)]
            n = [other.colour for other in completed].count(card.seal)
            lines.append(score_line(each * n, "silver_gold.score.seal", card=card.number, colour=card.seal, each=each, cards=n))
    return lines


# -- why a move is not allowed -----------------------------------------------------------------------------------------


def rejection_reason(position: Position, seat: int, move: int) -> Reason:
    if seat < 0:
        return Reason("silver_gold.no-such-card", {"card": position.game.text(move), "phase": PHASES[position.phase]})
    if position.phase == KEEPING:
        return Reason("silver_gold.keep-two-first")
    if position.phase == TAKING:
        if not TAKE <= move <= PILE:
            return Reason("silver_gold.take-a-card-first")
        if move == PILE:
            return Reason("silver_gold.pile-empty")
        return Reason("silver_gold.place-empty", {"place": move - TAKE})
    if move < MARK:
        return Reason("silver_gold.mark-first")
    slot, placement = divmod(move - MARK, position.cards.size)
    return mark_rejection(position, seat, slot, placement)


def mark_rejection(position: Position, seat: int, slot: int, placement: int) -> Reason:
    own = SLOTS * seat + slot
    card = position.treasure[own]
    squares = position.cards.placements[placement]
    if card == NO_CARD:
        return Reason("silver_gold.no-card", {"slot": slot})
    for square in patterns.numbers(squares & ~position.cards.squares[card]):
        return Reason("silver_gold.no-square", {"square": patterns.name(square)})
    for square in patterns.numbers(squares & (position.marks[own] | position.draft[own])):
        return Reason("silver_gold.already-marked", {"square": patterns.name(square)})
    if position.has_drafted(seat):
        return Reason("silver_gold.one-square", {"owed": position.owed[seat]})
    return Reason("silver_gold.not-the-pattern", {"design": position.cards.deck.expeditions[position.expedition].name})
