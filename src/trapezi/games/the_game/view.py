"""Build what players see of The Game: the board, the effect of a move, and why a move is not allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trapezi.core import bits
from trapezi.core.errors import Reason
from trapezi.games.the_game import command_bits, notation, phases, piles

if TYPE_CHECKING:
    from trapezi.games.the_game.rules import Position

# -- the board ---------------------------------------------------------------------------------------------------------


def public_board(position: Position) -> dict[str, Any]:
    minimum = position.turn_minimum()
    return {
        "phase": phases.NAMES[position.phase],
        "active": None if position.phase == phases.STARTING else position.active,
        "piles": [pile_data(position, number) for number in range(piles.COUNT)],
        "last": position.game.describe(position.last_move) if position.last_move else None,
        "sizes": [position.hand_sizes[seat] for seat in range(position.players)],
        "hands": [hand_data(position, seat) for seat in range(position.players)] if position.over else None,
        "full": position.hand_size,
        "draw_pile": position.draw_count,
        "left": position.cards_left,
        "gone": laid_cards(position),
        "turn": {
            "laid": position.laid,
            "minimum": minimum,
            "missing": max(0, minimum - position.laid),
            "three": position.under_three,
            "cover": bits.members(position.piles_to_cover()),
            "draws": position.upcoming_draws(),
        },
        "silence": position.visible & command_bits.SILENCE != 0,
        "no_trick": position.visible & command_bits.NO_TRICK != 0,
        "one_pile": position.visible & command_bits.ONE_PILE != 0,
        "draw_one": position.visible & command_bits.DRAW_ONE != 0,
        "commands": list(position.cards.commands),
        "signals": [signals_given_by(position, seat) for seat in range(position.players)],
    }


def private_part_of_board(position: Position, seat: int) -> dict[str, Any]:
    """Return a seat's hand, how far each card would jump on each pile, and whether the seat would like to start."""
    if seat < 0:
        return {"hand": [], "jumps": [], "wish": None}
    jumps = [[jump_distance(position, card, number) for number in range(piles.COUNT)] for card in cards_in_hand(position, seat)]
    wish = (None, *notation.WISHES)[position.wishes[seat]] if position.phase == phases.STARTING else None
    return {"hand": hand_data(position, seat), "jumps": jumps, "wish": wish}


def pile_data(position: Position, pile: int) -> dict[str, Any]:
    """Return a pile as data.

    `open` says whether cards may be laid on it (a one-pile command can forbid that); `due` says whether its fire card must be
    covered in this turn.
    """
    top = piles.top(position.tops, pile)
    return {
        "direction": "up" if pile < 2 else "down",
        "top": top,
        "command": position.cards.command_name(top),
        "fire": position.cards.is_fire_card(top),
        "open": position.open_piles >> pile & 1 == 1,
        "due": position.fires >> pile & 1 == 1,
    }


def laid_cards(position: Position) -> list[int]:
    """Return all cards that lie on the piles, ascending."""
    low = position.unseen_cards(-1, 0)
    high = position.unseen_cards(-1, 1)
    cards = range(notation.FIRST, notation.LAST + 1)
    return [card for card in cards if not (low >> card if card < 64 else high >> (card - 64)) & 1]


def cards_in_hand(position: Position, seat: int) -> list[int]:
    return cards_of_set(position.hands[2 * seat], position.hands[2 * seat + 1])


def cards_of_set(low_bits: int, high_bits: int) -> list[int]:
    """Return the cards of a set that is stored as two ints (see `cards.py`).

    >>> cards_of_set(0b100, 0b1)
    [2, 64]
    """
    return bits.members(low_bits) + [64 + card for card in bits.members(high_bits)]


def hand_data(position: Position, seat: int) -> list[dict[str, Any]]:
    return [notation.card_data(position.cards, card) for card in cards_in_hand(position, seat)]


def jump_distance(position: Position, card: int, pile: int) -> int | None:
    """Return how far a card jumps (a negative number for a backwards trick), or None if it does not fit (TG-4, TG-5, TG-14)."""
    distance = piles.distance(position.tops, pile, card)
    return distance if distance > 0 or distance == position.trick_distance else None


def signals_given_by(position: Position, seat: int) -> dict[str, Any]:
    """Return the signals of a seat: for each pile a signal or None, and the signals about commands by name."""
    signals = position.signals[seat]
    about_commands = {}
    for name in position.cards.commands:
        signal = signals >> (12 + 2 * command_bits.NAMES.index(name)) & 3
        if signal:
            about_commands[name] = notation.COMMAND_SIGNALS[signal - 1]
    about_piles = [(None, *notation.PILE_SIGNALS)[signals >> 3 * number & 7] for number in range(piles.COUNT)]
    return {"piles": about_piles, "commands": about_commands}


# -- what a move would do ----------------------------------------------------------------------------------------------


def preview(position: Position, move: int) -> dict[str, Any]:
    """Return how far the card of a move jumps (`distance`, negative for a trick), and what follows from the move.

    - `losing`: some command can then no longer be obeyed (TG-9).
    - `short`: all commands can be obeyed, but not together with the minimum of cards (TG-19).
    - `ends`: the move ends the turn.
    """
    if move == notation.END:
        return {"points": 0, "draws": position.upcoming_draws()}
    card = move >> 2
    pile = move & 3
    then: Position = position.clone()
    then.place_card(move)
    losing = then.has_pending_command() and then.ending_if_commands_unobeyable() != 0
    ends = then.turn_ends_with(card)
    distance = piles.distance(position.tops, pile, card)
    return {
        "points": 1,
        "distance": distance,
        "trick": distance == piles.TRICK,
        "losing": losing,
        "short": not losing and not ends and not then.can_finish_turn(command_bits.LIGHTNING, then.fires, then.turn_minimum()),
        "ends": ends,
    }


# -- why a move is not allowed -----------------------------------------------------------------------------------------


def rejection_reason(position: Position, seat: int, move: int) -> Reason:
    if seat < 0:
        return Reason("the_game.not-in-draw-pile", {"card": move - notation.DRAW})
    if move >= notation.PILE_SIGNAL:
        return signal_rejection_reason(position, seat, move)
    if position.phase == phases.STARTING:
        return Reason("the_game.not-started")
    if move < notation.FIRST_MOVE:
        return Reason("the_game.started")
    if move == notation.END:
        return end_turn_rejection_reason(position)
    card = move >> 2
    pile = move & 3
    if not position.holds(seat, card):
        return Reason("the_game.not-in-hand", {"card": card})
    if not position.open_piles >> pile & 1:
        return Reason("the_game.one-pile", {"pile": bits.lowest_member(position.open_piles)})
    params = {"card": card, "pile": pile, "top": piles.top(position.tops, pile)}
    if piles.distance(position.tops, pile, card) == piles.TRICK:
        return Reason("the_game.no-trick", params)
    key = "the_game.too-low" if pile < 2 else "the_game.too-high"
    no_trick_key = "the_game.too-low-no-trick" if pile < 2 else "the_game.too-high-no-trick"  # TG-14
    return Reason(key if position.trick_distance else no_trick_key, params)


def end_turn_rejection_reason(position: Position) -> Reason:
    if position.laid < position.turn_minimum():
        return Reason("the_game.end.minimum", {"missing": position.turn_minimum() - position.laid})
    if position.under_three:
        return Reason("the_game.end.three", {"missing": 3 - position.laid})
    return Reason("the_game.end.skull" if position.visible & command_bits.SKULL else "the_game.end.fire")


def signal_rejection_reason(position: Position, seat: int, move: int) -> Reason:
    if position.players == 1:
        return Reason("the_game.hush.solo")
    if position.phase not in (phases.STARTING, phases.TURN):
        return Reason("the_game.hush.not-now")
    if position.visible & command_bits.SILENCE:
        return Reason("the_game.hush.silence")
    if position.hand_sizes[seat] == 0:
        return Reason("the_game.hush.no-cards")
    command = position.game.describe(move).get("command")
    if command and command not in position.cards.commands:
        return Reason("the_game.hush.no-such-command", {"command": command})
    return Reason("the_game.hush.said")
