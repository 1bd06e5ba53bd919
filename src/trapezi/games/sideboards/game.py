"""The game class of Sideboards: its options, its variants and its ranges of moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from trapezi.core.deck_files import DeckChoice
from trapezi.core.errors import BadOption, Reason
from trapezi.core.game import Game
from trapezi.core.options import ChoiceOption, Options, choice_field, flag_field, option_field
from trapezi.games.sideboards import notation
from trapezi.games.sideboards.deck import DECKS, SideboardsDeck
from trapezi.games.sideboards.goal_constants import GROUPS
from trapezi.games.sideboards.rules import Position

RANDOM = "random"
SHIPPED = DECKS.load_shipped_deck("sideboards-1")
SETS = ("set-1", "set-2", "set-3", "set-4")
GOAL_OPTIONS = dict(zip(("colour_goal", "handle_goal", "row_goal"), GROUPS, strict=True))


class GoalNumberOption(ChoiceOption):
    """The kind of an option that takes the number of a goal, or `random`. The number may be a text or an int."""

    def validate(self, option_name: str, value: Any, player_count: int) -> str:
        return super().validate(option_name, str(value) if type(value) is int else value, player_count)


def goal_option(group: range) -> Any:
    """Declare an option that takes the number of a goal of this group, or `random`, which is the default."""
    return option_field(RANDOM, GoalNumberOption((RANDOM, *map(str, group))))


@dataclass(frozen=True)
class SideboardsOptions(Options):
    goals: str = choice_field(RANDOM, *SETS)  # A recommended set of goals; with `random`, the next three options choose (SB-2).
    colour_goal: str = goal_option(GROUPS[0])
    handle_goal: str = goal_option(GROUPS[1])
    row_goal: str = goal_option(GROUPS[2])
    four_cards: bool = flag_field()  # Whether hands have one card more, and nobody has an exchange card (SB-10).
    deck: DeckChoice = option_field(SHIPPED, DECKS)  # noqa: RUF009 (frozen)

    def check_combination(self) -> None:
        if self.four_cards and self.players == 1:
            raise BadOption("sideboards.four-cards-alone", option="four_cards")
        for name in GOAL_OPTIONS:
            if self.goals != RANDOM and getattr(self, name) != RANDOM:
                raise BadOption("sideboards.goal-and-set", option=name, goal=getattr(self, name), set=self.goals)

    def value_labels(self) -> Mapping[str, Mapping[str, Reason]]:
        """Return the labels of sets and goals. They depend on the deck, which defines the patterns, points and rows."""
        deck: SideboardsDeck = self.deck.deck
        sets = {
            name: Reason("sideboards.option.set", {"number": n, "goals": list(goals)})
            for n, (name, goals) in enumerate(zip(SETS, deck.sets, strict=True), 1)
        }
        goals = {name: {str(n): goal_label(deck, n) for n in group} for name, group in GOAL_OPTIONS.items()}
        return {"goals": sets, **goals}

    def chosen_goal_numbers(self) -> tuple[int, int, int]:
        """Return the numbers of the three goals, or 0 for a goal that is to be drawn at random."""
        if self.goals != RANDOM:
            deck: SideboardsDeck = self.deck.deck
            return deck.sets[SETS.index(self.goals)]
        colour, handle, row = (0 if goal == RANDOM else int(goal) for goal in (self.colour_goal, self.handle_goal, self.row_goal))
        return colour, handle, row


def goal_label(deck: SideboardsDeck, number: int) -> Reason:
    """Return the message that describes a goal: the rows of its pattern from left to right, or the runs that count."""
    goal = deck.goal_data(number)
    if "pattern" in goal:
        row_of = {column: str(row + 1) for column, row in goal["pattern"]}
        rows = " ".join(row_of.get(column, "–") for column in range(1 + max(row_of)))
        return Reason("sideboards.option.pattern", {"number": number, "rows": rows, "points": goal["points"]})
    if goal["rows"]:
        first, second = goal["rows"]
        return Reason("sideboards.option.rows", {"number": number, "first": first + 1, "second": second + 1, "of": goal["of"]})
    return Reason(
        "sideboards.option.runs" if goal["runs"] == 2 else "sideboards.option.run", {"number": number, "of": goal["of"]}
    )


class Sideboards(Game[SideboardsOptions]):
    """Every player lays eight cards with five drawers each, and all players have the same three goals."""

    name = "sideboards"
    player_counts = range(1, 7)
    Options = SideboardsOptions
    variants = {
        "standard": {},
        "set-1": {"goals": "set-1"},
        "four-cards": {"four_cards": True, "players": [2, 3, 4, 5, 6]},
        "chosen": {"colour_goal": 7, "handle_goal": 14, "row_goal": 15, "players": [1, 2, 6]},
        "two-rows": {"row_goal": 28, "four_cards": True, "players": [2, 6]},
    }

    moves = range(notation.DRAW)
    outcomes = range(notation.DRAW, notation.END)

    def __init__(self, options: SideboardsOptions) -> None:
        super().__init__(options)
        self.deck: SideboardsDeck = options.deck.deck
        self.goals = options.chosen_goal_numbers()
        self.four_cards = options.four_cards
        # Three events draw the goals. Each seat draws a hand, and six more cards during the game (twelve in a solo game). It
        # chooses a move seven times, and may exchange its hand once, which means one more choice and two more draws (SB-12).
        draws = 15 if self.players == 1 else (10 if self.four_cards else 9) * self.players
        self.max_events = 3 + draws + (7 + 3) * self.players

    def start(self) -> Position:
        return Position(self)

    text = staticmethod(notation.text)
    _parse = staticmethod(notation.parse)
    describe = staticmethod(notation.describe)
