"""Build what players see of Silver & Gold: the board, the effect of a mark, the score, and why a move is not allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trapezi.core import bits
from trapezi.core.errors import Reason
from trapezi.core.score_lines import ScoreLine, score_line
from trapezi.games.silver_gold import constants, notation, phases
from trapezi.games.silver_gold.deck import COLOURS
from trapezi.games.silver_gold.patterns import SQUARES

if TYPE_CHECKING:
    from trapezi.games.silver_gold.rules import Position

# -- the board ---------------------------------------------------------------------------------------------------------


def public_board(position: Position) -> dict[str, Any]:
    """Return what everybody sees. Hands, drafts, the pile and earlier expedition cards are hidden (SG-3)."""
    expedition = position.expedition
    return {
        "phase": phases.NAMES[position.phase],
        "round": min(position.round + 1, constants.ROUNDS),
        "rounds": constants.ROUNDS,
        "turn": constants.TURNS if position.over else bits.count(position.used),
        "turns": constants.TURNS,
        "starter": position.starter,
        "settling": position.next_seat_to_settle() if position.phase in (phases.TAKING, phases.DRAWING) else None,
        "expedition": None if expedition == constants.NO_EXPEDITION else notation.expedition_data(position.cards, expedition),
        "display": [treasure_data_or_none(position, position.display[place]) for place in range(constants.DISPLAY)],
        "palm": position.palm_value(),
        "pile": bits.count(position.pile),
        "trophies": list(range(position.trophies, 0, -1)),
        "seats": [seat_board(position, seat) for seat in range(position.players)],
    }


def treasure_data_or_none(position: Position, card: int) -> dict[str, Any] | None:
    """Return what is printed on a treasure card, or None for NO_CARD."""
    return None if card == constants.NO_CARD else notation.treasure_data(position.cards, card)


def seat_board(position: Position, seat: int) -> dict[str, Any]:
    """Return what everybody may see of a seat: its two cards, its sheet, and the number of cards in its hand."""
    slots = range(constants.SLOTS * seat, constants.SLOTS * (seat + 1))
    trophies = range(constants.COIN_ROWS * seat, constants.COIN_ROWS * seat + position.rows[seat])
    return {
        "cards": [card_with_marks(position, slot) for slot in slots],
        "dealt": max(0, min(constants.HAND, position.dealt_card_count() - constants.HAND * seat)),
        "coins": position.coins[seat],
        "trophies": [position.won[row] for row in trophies] + [None] * (constants.COIN_ROWS - position.rows[seat]),
        "palms": [position.palms[box] or None for box in range(constants.PALMS * seat, constants.PALMS * (seat + 1))],
        "completed": [treasure_data_or_none(position, card) for card in bits.members(position.completed[seat])],
    }


def card_with_marks(position: Position, slot: int) -> dict[str, Any] | None:
    """Return the card in a slot with its marked squares, or None if the slot is empty."""
    card = treasure_data_or_none(position, position.treasure[slot])
    return card and {**card, "marked": bits.members(position.marks[slot])}


def private_part_of_board(position: Position, seat: int) -> dict[str, Any]:
    """Return what only this seat sees.

    While it chooses two cards, that is its hand. While it marks squares, that is its draft and what the draft will score.
    """
    board: dict[str, Any] = {"hand": None, "choice": None, "draft": None, "owed": 0, "gain": None}
    if seat < 0:
        return board
    if position.phase <= phases.KEEPING:
        board["hand"] = [
            treasure_data_or_none(position, position.hand[constants.HAND * seat + place]) for place in range(constants.HAND)
        ]
    if position.choice[seat] != notation.UNDECIDED:
        board["choice"] = list(notation.KEEPS[position.choice[seat]])
    if position.phase == phases.MARKING:
        board["draft"] = [bits.members(position.draft[constants.SLOTS * seat + slot]) for slot in range(constants.SLOTS)]
        board["gain"] = draft_gain(position, seat)
    if position.waiting >> seat & 1:
        board["owed"] = position.owed[seat]
    return board


def redact(position: Position, viewer: int, seat: int, move: int) -> dict[str, Any]:
    """Return a move and its effect, without what this viewer may not see: the cards that another seat is dealt or returns."""
    if position.phase == phases.DEALING:
        receiver = position.dealt_card_count() // constants.HAND
        card = {"card": notation.treasure_data(position.cards, move - position.cards.treasure)}
        return {"kind": "deal", "to": receiver, **(card if viewer == receiver else {})}
    if position.phase == phases.KEEPING:
        kept = [position.hand[constants.HAND * seat + place] for place in notation.KEEPS[move]]
        return {"kind": "kept", "cards": [notation.treasure_data(position.cards, card) for card in kept]}
    if position.phase == phases.TURNING:
        return {"kind": "expedition", **notation.expedition_data(position.cards, move - position.cards.expedition)}
    description = notation.describe(position.cards, move)
    if position.phase == phases.MARKING:
        effect = preview(position, seat, move)
        if position.has_drafted(seat):
            description["extra"] = True  # The mark is an extra square for an X (SG-6).
        description["card"] = card_name(position, position.treasure[constants.SLOTS * seat + description["slot"]])
        description["gain"] = {name: effect[name] for name in ("coins", "palms", "completed") if effect[name]}
    elif position.phase == phases.TAKING and move != notation.PILE:
        description["card"] = card_name(position, position.display[move - notation.TAKE])
    elif position.phase == phases.DRAWING:
        description["to"] = position.next_seat_to_settle()
    return description


def card_name(position: Position, card: int) -> dict[str, Any]:
    """Return the colour, the points and the number of a treasure card. The number identifies it."""
    printed = position.cards.deck.treasures[card]
    return {"id": printed.number, "colour": printed.colour, "points": printed.points}


# -- what a mark would do ----------------------------------------------------------------------------------------------


def preview(position: Position, seat: int, move: int) -> dict[str, Any]:
    """Return what a mark would score, without trophies: who gets a trophy first depends on the marks of all seats."""
    if position.phase != phases.MARKING:
        return {"points": 0}
    before = position
    if position.has_drafted(seat):
        before = position.clone()
        before.apply_draft(seat)
    then: Position = position.clone()
    then.draft_mark(seat, move)
    owed = 0 if then.is_draft_complete(seat) else then.owed[seat]
    then.apply_draft(seat)
    return {"owed": owed, **gain_between(before, then, seat)}


def most_valuable_move(position: Position, seat: int) -> int:
    """Return the legal move that scores most. If several do, return the first of those that mark most squares."""

    def value(move: int) -> tuple[int, int]:
        return int(preview(position, seat, move)["points"]), len(position.game.describe(move).get("squares", ()))

    return max(position.legal(seat), key=value)


def draft_gain(position: Position, seat: int) -> dict[str, Any]:
    """Return what a seat will gain when its draft is revealed, in the form of `gain_between`."""
    then: Position = position.clone()
    then.apply_draft(seat)
    return gain_between(position, then, seat)


def gain_between(before: Position, after: Position, seat: int) -> dict[str, Any]:
    """Return what a seat gains between two positions: points, coins, the values of palms, and the slots of completed cards."""
    boxes = range(constants.PALMS * seat, constants.PALMS * (seat + 1))
    left = constants.SLOTS * seat
    return {
        "points": after.score(seat) - before.score(seat),
        "coins": after.coins[seat] - before.coins[seat],
        "palms": [after.palms[box] for box in boxes if after.palms[box] != before.palms[box]],
        "completed": [slot for slot in range(constants.SLOTS) if after.treasure[left + slot] != before.treasure[left + slot]],
    }


# -- score sheets (SG-12) ----------------------------------------------------------------------------------------------


def score_lines(position: Position, seat: int) -> list[ScoreLine]:
    completed = [position.cards.deck.treasures[card] for card in bits.members(position.completed[seat])]
    coins = position.coins[seat]
    lines = [score_line(coins, "silver_gold.score.coins", coins=coins)]
    for row in range(position.rows[seat]):
        lines.append(score_line(position.won[constants.COIN_ROWS * seat + row], "silver_gold.score.trophy", row=row + 1))
    for box in range(constants.PALMS):
        if position.palms[constants.PALMS * seat + box]:
            lines.append(score_line(position.palms[constants.PALMS * seat + box], "silver_gold.score.palm", box=box + 1))
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
    return mark_rejection_reason(position, seat, slot, placement)


def mark_rejection_reason(position: Position, seat: int, slot: int, placement: int) -> Reason:
    """Return why a seat may not mark the squares of a placement on one of its cards."""
    own = constants.SLOTS * seat + slot
    card = position.treasure[own]
    squares = position.cards.placements[placement]
    if card == constants.NO_CARD:
        return Reason("silver_gold.no-card", {"slot": slot})
    for square in bits.members(squares & ~position.cards.squares[card]):
        return Reason("silver_gold.no-square", {"square": SQUARES[square]})
    for square in bits.members(squares & (position.marks[own] | position.draft[own])):
        return Reason("silver_gold.already-marked", {"square": SQUARES[square]})
    if position.has_drafted(seat):
        return Reason("silver_gold.one-square", {"owed": position.owed[seat]})
    return Reason("silver_gold.not-the-pattern", {"design": position.cards.deck.expeditions[position.expedition].name})
