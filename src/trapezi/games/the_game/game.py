"""The game class of The Game: its options, its variants and its ranges of moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from trapezi.core.deck_files import DeckChoice
from trapezi.core.errors import BadOption
from trapezi.core.game import Game
from trapezi.core.options import Options, choice_field, flag_field, option_field, seat_field
from trapezi.games.the_game import notation
from trapezi.games.the_game.allowed_number_phrases import ALLOWED_NUMBER_PHRASES
from trapezi.games.the_game.cards import Cards
from trapezi.games.the_game.command_bits import NAMES as COMMANDS
from trapezi.games.the_game.deck import DECKS
from trapezi.games.the_game.rules import Position

BY_AGREEMENT = "agreed"  # The players look at their hands, then agree who takes the first turn.


@dataclass(frozen=True)
class TheGameOptions(Options):
    mode: str = choice_field("extreme", "plain")  # `plain` ignores all commands (TG-21).
    expert: bool = flag_field()  # Whether a turn needs three cards instead of two (TG-21).
    on_fire: bool = flag_field()  # Whether the game has fire cards (TG-21).
    # Each of these seven options says whether the game has the command of this name.
    stop: bool = flag_field(True)
    skull: bool = flag_field(True)
    three: bool = flag_field(True)
    silence: bool = flag_field(True)
    no_trick: bool = flag_field(True)
    one_pile: bool = flag_field(True)
    draw_one: bool = flag_field(True)
    deck: DeckChoice = option_field(DECKS.load_shipped_deck("extreme-1"), DECKS)  # noqa: RUF009 (frozen)
    first: int | str = seat_field(BY_AGREEMENT)  # The seat that takes the first turn (TG-20).

    def check_combination(self) -> None:
        off = [name for name in COMMANDS if not getattr(self, name)]
        if self.mode == "plain" and off:
            raise BadOption("the_game.plain-has-no-commands", option=off[0])


class TheGame(Game[TheGameOptions]):
    """All players together lay 98 cards on four piles."""

    name = "the_game"
    player_counts = range(1, 6)
    cooperative = True
    Options = TheGameOptions
    variants = {
        "extreme": {},
        "plain": {"mode": "plain"},
        "expert": {"expert": True},
        "on-fire": {"on_fire": True},
        "plain-expert-on-fire": {"mode": "plain", "expert": True, "on_fire": True},
        "extreme-expert-on-fire": {"expert": True, "on_fire": True},
        "lightning": {"silence": False, "no_trick": False, "one_pile": False, "draw_one": False},
        "infinity": {"stop": False, "skull": False, "three": False},
        "second-starts": {"first": 1, "players": [2, 3, 4, 5]},
    }

    moves = range(notation.START, notation.DRAW)
    signals = range(notation.PILE_SIGNAL, notation.DRAW)
    outcomes = range(notation.DRAW + notation.FIRST, notation.DRAW + notation.LAST + 1)
    forbidden_numbers = range(notation.FIRST, notation.LAST + 1)  # TG-8
    allowed_number_phrases = ALLOWED_NUMBER_PHRASES
    # The events are 5 answers to the question who starts, 98 draws, 98 placements, and at most 98 ends of turns (every turn lays
    # a card).
    max_events = 5 + 3 * 98

    def __init__(self, options: TheGameOptions) -> None:
        super().__init__(options)
        deck = options.deck.deck.commands
        on = [name for name in COMMANDS if options.mode == "extreme" and getattr(options, name)]
        self.cards = Cards({name: deck[name] for name in on}, options.on_fire)
        self.hand_size = 8 if self.players == 1 else 7 if self.players == 2 else 6  # TG-2
        self.normal_minimum = 3 if options.expert else 2  # TG-3, TG-21
        self.starts_by_agreement = options.first == BY_AGREEMENT and self.players > 1  # TG-20
        self.first = options.first if isinstance(options.first, int) else 0

    def start(self) -> Position:
        return Position(self)

    text = staticmethod(notation.text)
    _parse = staticmethod(notation.parse)

    def describe(self, move: int) -> dict[str, Any]:
        return notation.describe(self.cards, move)
