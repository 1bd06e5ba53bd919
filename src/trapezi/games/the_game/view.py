"""What players see of a position of The Game: the board, what a move would do, and why a move is not allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trapezi.core import bits
from trapezi.core.errors import Reason
from trapezi.games.the_game.cards import COMMANDS
from trapezi.games.the_game.notation import COMMAND_SIGNALS, DRAW, END, PILE_SIGNAL, PILE_SIGNALS, face

if TYPE_CHECKING:
    from trapezi.games.the_game.rules import Position

PHASES = ("dealing", "turn", "drawing", "over")
TURN = 1
PILES = 4
LOW = 0xFFFFFFFFFFFFFFFC  # the cards 2 to 63
HIGH = 0xFFFFFFFFF  # the cards 64 to 99
TRICK = -10
LIGHTNING = 7  # commands, as bits
SKULL = 2
SILENCE = 8
NO_TRICK = 16
ONE_PILE = 32
DRAW_ONE = 64

# -- the board ---------------------------------------------------------------------------------------------------------


def public_board(position: Position) -> dict[str, Any]:
    minimum = position.minimum()
    return {
        "phase": PHASES[position.phase],
        "active": position.active,
        "piles": [pile_board(position, number) for number in range(PILES)],
        "last": position.game.describe(position.last_move) if position.last_move else None,
        "sizes": [position.hand_sizes[seat] for seat in range(position.players)],
        "hands": [hand(position, seat) for seat in range(position.players)] if position.over else None,
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
            "draws": position.draw_size(),
        },
        "silence": position.visible & SILENCE != 0,
        "no_trick": position.visible & NO_TRICK != 0,
        "one_pile": position.visible & ONE_PILE != 0,
        "draw_one": position.visible & DRAW_ONE != 0,
        "commands": list(position.cards.commands),
        "signals": [signals_in_force(position, seat) for seat in range(position.players)],
    }


def private_board(position: Position, seat: int) -> dict[str, Any]:
    """Return a seat's hand and, to plan with while others play, how far each card jumps on each pile."""
    if seat < 0:
        return {"hand": [], "jumps": []}
    jumps = [[jump(position, card, number) for number in range(PILES)] for card in cards_in_hand(position, seat)]
    return {"hand": hand(position, seat), "jumps": jumps}


def pile_board(position: Position, pile: int) -> dict[str, Any]:
    """Return a pile as everybody sees it: `open` unless one pile closes it, `due` if its fire card must be covered now."""
    top = top_of(position, pile)
    return {
        "direction": "up" if pile < 2 else "down",
        "top": top,
        "command": position.cards.command(top),
        "fire": position.cards.is_fire(top),
        "open": position.open_piles >> pile & 1 == 1,
        "due": position.fires >> pile & 1 == 1,
    }


def top_of(position: Position, pile: int) -> int:
    return position.tops >> 7 * pile & 127


def laid_cards(position: Position) -> list[int]:
    low = position.draw_pile[0]
    high = position.draw_pile[1]
    for seat in range(position.players):
        low |= position.hands[2 * seat]
        high |= position.hands[2 * seat + 1]
    return card_numbers(LOW & ~low, HIGH & ~high)


def cards_in_hand(position: Position, seat: int) -> list[int]:
    return card_numbers(position.hands[2 * seat], position.hands[2 * seat + 1])


def card_numbers(low: int, high: int) -> list[int]:
    """Return a set of cards as a list.

    >>> card_numbers(0b100, 0b1)
    [2, 64]
    """
    return bits.members(low) + [64 + card for card in bits.members(high)]


def hand(position: Position, seat: int) -> list[dict[str, Any]]:
    return [face(position.cards, card) for card in cards_in_hand(position, seat)]


def jump(position: Position, card: int, pile: int) -> int | None:
    """Return how far a card jumps, negative for a backwards trick, or None if it does not fit (TG-4, TG-5, TG-14)."""
    distance = jump_distance(position, card, pile)
    return distance if distance > 0 or distance == position.trick_distance else None


def jump_distance(position: Position, card: int, pile: int) -> int:
    return card - top_of(position, pile) if pile < 2 else top_of(position, pile) - card


def signals_in_force(position: Position, seat: int) -> dict[str, Any]:
    signals = position.signals[seat]
    piles = [(None, *PILE_SIGNALS)[signals >> 3 * number & 7] for number in range(PILES)]
    commands = {}
    for name in position.cards.commands:
        signal = signals >> (12 + 2 * COMMANDS.index(name)) & 3
        if signal:
            commands[name] = COMMAND_SIGNALS[signal - 1]
    return {"piles": piles, "commands": commands}


# -- what a move would do ----------------------------------------------------------------------------------------------


def preview(position: Position, move: int) -> dict[str, Any]:
    """Return how far a card jumps (`distance`, negative for a trick), and the consequences.

    `losing`: a command is then certain to be broken (TG-9). `short`: all commands can be obeyed, but not together with the
    minimum (TG-19). `ends`: the turn ends at once.
    """
    if move == END:
        return {"marks": [], "points": 0, "draws": position.draw_size()}
    card = move >> 2
    pile = move & 3
    then: Position = position.clone()
    then.place_card(move)
    losing = then.has_pending_command() and then.broken_command() != 0
    ends = then.turn_ends_with(card)
    distance = jump_distance(position, card, pile)
    return {
        "marks": [pile],
        "points": 1,
        "distance": distance,
        "trick": distance == TRICK,
        "losing": losing,
        "short": not losing and not ends and not then.can_finish(LIGHTNING, then.fires, then.minimum()),
        "ends": ends,
    }


# -- why a move is not allowed -----------------------------------------------------------------------------------------


def rejection_reason(position: Position, seat: int, move: int) -> Reason:
    if seat < 0:
        return Reason("the_game.not-in-draw-pile", {"card": move - DRAW})
    if move >= PILE_SIGNAL:
        return signal_rejection(position, seat, move)
    if move == END:
        return end_rejection(position)
    card = move >> 2
    pile = move & 3
    if not position.holds(seat, card):
        return Reason("the_game.not-in-hand", {"card": card})
    if not position.open_piles >> pile & 1:
        return Reason("the_game.one-pile", {"pile": bits.lowest(position.open_piles)})
    params = {"card": card, "pile": pile, "top": top_of(position, pile)}
    if jump_distance(position, card, pile) == TRICK:
        return Reason("the_game.no-trick", params)
    key = "the_game.too-low" if pile < 2 else "the_game.too-high"
    return Reason(key if position.trick_distance else key + "-no-trick", params)  # TG-14


def end_rejection(position: Position) -> Reason:
    if position.laid < position.minimum():
        return Reason("the_game.end.minimum", {"missing": position.minimum() - position.laid})
    if position.under_three:
        return Reason("the_game.end.three", {"missing": 3 - position.laid})
    return Reason("the_game.end.skull" if position.visible & SKULL else "the_game.end.fire")


def signal_rejection(position: Position, seat: int, move: int) -> Reason:
    if position.players == 1:
        return Reason("the_game.hush.solo")
    if position.phase != TURN:
        return Reason("the_game.hush.not-now")
    if position.visible & SILENCE:
        return Reason("the_game.hush.silence")
    if position.hand_sizes[seat] == 0:
        return Reason("the_game.hush.no-cards")
    command = position.game.describe(move).get("command")
    if command and command not in position.cards.commands:
        return Reason("the_game.hush.no-such-command", {"command": command})
    return Reason("the_game.hush.said")
