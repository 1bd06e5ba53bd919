"""What players see of Silver & Gold: the board, what a mark would do, the score, and why a move is not allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trapezi.core import bits
from trapezi.core.errors import Reason
from trapezi.core.score import ScoreLine, score_line
from trapezi.games.silver_gold import counts, notation, phases
from trapezi.games.silver_gold.deck import COLOURS
from trapezi.games.silver_gold.patterns import SQUARES

if TYPE_CHECKING:
    from trapezi.games.silver_gold.rules import Position

# -- the board ---------------------------------------------------------------------------------------------------------


def public_board(position: Position) -> dict[str, Any]:
    """Return what everybody sees: no hands, drafts or pile, and no expedition card but the top one (SG-3)."""
    expedition = position.expedition
    return {
        "phase": phases.NAMES[position.phase],
        "round": min(position.round + 1, counts.ROUNDS),
        "rounds": counts.ROUNDS,
        "turn": counts.TURNS if position.over else bits.count(position.used),
        "turns": counts.TURNS,
        "starter": position.starter,
        "settling": position.settling_seat() if position.phase in (phases.TAKING, phases.DRAWING) else None,
        "expedition": None if expedition == counts.NO_EXPEDITION else notation.expedition_data(position.cards, expedition),
        "display": [card_face(position, position.display[place]) for place in range(counts.DISPLAY)],
        "palm": position.palm_value(),
        "pile": bits.count(position.pile),
        "trophies": list(range(position.trophies, 0, -1)),
        "seats": [seat_board(position, seat) for seat in range(position.players)],
    }


def card_face(position: Position, card: int) -> dict[str, Any] | None:
    return None if card == counts.NO_CARD else notation.treasure_data(position.cards, card)


def seat_board(position: Position, seat: int) -> dict[str, Any]:
    """Return what lies open in front of a player."""
    slots = range(counts.SLOTS * seat, counts.SLOTS * (seat + 1))
    trophies = range(counts.COIN_ROWS * seat, counts.COIN_ROWS * seat + position.rows[seat])
    return {
        "cards": [marked_card(position, slot) for slot in slots],
        "dealt": max(0, min(counts.HAND, position.dealt_count() - counts.HAND * seat)),
        "coins": position.coins[seat],
        "trophies": [position.won[row] for row in trophies] + [None] * (counts.COIN_ROWS - position.rows[seat]),
        "palms": [position.palms[box] or None for box in range(counts.PALMS * seat, counts.PALMS * (seat + 1))],
        "completed": [card_face(position, card) for card in bits.members(position.completed[seat])],
    }


def marked_card(position: Position, slot: int) -> dict[str, Any] | None:
    face = card_face(position, position.treasure[slot])
    return face and {**face, "marked": bits.members(position.marks[slot])}


def private_board(position: Position, seat: int) -> dict[str, Any]:
    """Return a seat's hand while it chooses two cards and, while it marks, its draft and what the draft will score."""
    board: dict[str, Any] = {"hand": None, "choice": None, "draft": None, "owed": 0, "gain": None}
    if seat < 0:
        return board
    if position.phase <= phases.KEEPING:
        board["hand"] = [card_face(position, position.hand[counts.HAND * seat + place]) for place in range(counts.HAND)]
    if position.choice[seat] != notation.UNDECIDED:
        board["choice"] = list(notation.KEEPS[position.choice[seat]])
    if position.phase == phases.MARKING:
        board["draft"] = [bits.members(position.draft[counts.SLOTS * seat + slot]) for slot in range(counts.SLOTS)]
        board["gain"] = draft_gain(position, seat)
    if position.waiting >> seat & 1:
        board["owed"] = position.owed[seat]
    return board


def redact(position: Position, viewer: int, seat: int, move: int) -> dict[str, Any]:
    """Return a move as a viewer may see it: a card is dealt unseen by others, who later see the two cards kept (SG-2)."""
    if position.phase == phases.DEALING:
        receiver = position.dealt_count() // counts.HAND
        card = {"card": notation.treasure_data(position.cards, move - position.cards.treasure)}
        return {"kind": "deal", "to": receiver, **(card if viewer == receiver else {})}
    if position.phase == phases.KEEPING:
        kept = [position.hand[counts.HAND * seat + place] for place in notation.KEEPS[move]]
        return {"kind": "kept", "cards": [notation.treasure_data(position.cards, card) for card in kept]}
    if position.phase == phases.TURNING:
        return {"kind": "expedition", **notation.expedition_data(position.cards, move - position.cards.expedition)}
    return notation.describe(position.cards, move)


# -- what a mark would do ----------------------------------------------------------------------------------------------


def preview(position: Position, seat: int, move: int) -> dict[str, Any]:
    """Return what a mark scores, without trophies, which depend on the turn order."""
    if position.phase != phases.MARKING:
        return {"marks": [], "points": 0}
    before = position
    if position.has_drafted(seat):
        before = position.clone()
        before.collect_draft(seat)
    then: Position = position.clone()
    finished = then.draft_mark(seat, move)
    owed = 0 if finished else then.owed[seat]
    then.collect_draft(seat)
    slot, placement = divmod(move - notation.MARK, position.cards.size)
    marks = [[slot, square] for square in position.cards.square_numbers[placement]]
    return {"marks": marks, "owed": owed, **gain_between(before, then, seat)}


def draft_gain(position: Position, seat: int) -> dict[str, Any]:
    """Return what a seat's draft will score, as `gain_between` does."""
    then: Position = position.clone()
    then.collect_draft(seat)
    return gain_between(position, then, seat)


def gain_between(before: Position, then: Position, seat: int) -> dict[str, Any]:
    """Return what a seat gains between two positions of a turn: points, coins, values of palms, and slots of completed cards."""
    boxes = range(counts.PALMS * seat, counts.PALMS * (seat + 1))
    left = counts.SLOTS * seat
    return {
        "points": then.score(seat) - before.score(seat),
        "coins": then.coins[seat] - before.coins[seat],
        "palms": [then.palms[box] for box in boxes if then.palms[box] != before.palms[box]],
        "completed": [slot for slot in range(counts.SLOTS) if then.treasure[left + slot] != before.treasure[left + slot]],
    }


# -- score sheets (SG-12) ----------------------------------------------------------------------------------------------


def score_lines(position: Position, seat: int) -> list[ScoreLine]:
    completed = [position.cards.deck.treasures[card] for card in bits.members(position.completed[seat])]
    coins = position.coins[seat]
    lines = [score_line(coins, "silver_gold.score.coins", coins=coins)]
    for row in range(position.rows[seat]):
        lines.append(score_line(position.won[counts.COIN_ROWS * seat + row], "silver_gold.score.trophy", row=row + 1))
    for box in range(counts.PALMS):
        if position.palms[counts.PALMS * seat + box]:
            lines.append(score_line(position.palms[counts.PALMS * seat + box], "silver_gold.score.palm", box=box + 1))
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
        return Reason("silver_gold.no-such-card", {"card": position.game.text(move), "phase": phases.NAMES[position.phase]})
    if position.phase == phases.KEEPING:
        return Reason("silver_gold.keep-two-first")
    if position.phase == phases.TAKING:
        if not notation.TAKE <= move <= notation.PILE:
            return Reason("silver_gold.take-a-card-first")
        if move == notation.PILE:
            return Reason("silver_gold.pile-empty")
        return Reason("silver_gold.place-empty", {"place": move - notation.TAKE})
    if move < notation.MARK:
        return Reason("silver_gold.mark-first")
    slot, placement = divmod(move - notation.MARK, position.cards.size)
    return mark_rejection(position, seat, slot, placement)


def mark_rejection(position: Position, seat: int, slot: int, placement: int) -> Reason:
    own = counts.SLOTS * seat + slot
    card = position.treasure[own]
    squares = position.cards.placements[placement]
    if card == counts.NO_CARD:
        return Reason("silver_gold.no-card", {"slot": slot})
    for square in bits.members(squares & ~position.cards.squares[card]):
        return Reason("silver_gold.no-square", {"square": SQUARES[square]})
    for square in bits.members(squares & (position.marks[own] | position.draft[own])):
        return Reason("silver_gold.already-marked", {"square": SQUARES[square]})
    if position.has_drafted(seat):
        return Reason("silver_gold.one-square", {"owed": position.owed[seat]})
    return Reason("silver_gold.not-the-pattern", {"design": position.cards.deck.expeditions[position.expedition].name})
