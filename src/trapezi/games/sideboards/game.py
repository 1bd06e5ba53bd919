"""Sideboards: what can be chosen, and what stays the same during a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from trapezi.core.deck import Chosen
from trapezi.core.errors import BadOption
from trapezi.core.game import Game
from trapezi.core.options import Choice, Options, choice, flag, option
from trapezi.games.sideboards import notation
from trapezi.games.sideboards.deck import DECKS, GROUPS, SideboardsDeck
from trapezi.games.sideboards.rules import Position

RANDOM = "random"
SHIPPED = DECKS.by_name("sideboards-1")
SETS = ("set-1", "set-2", "set-3", "set-4")


@dataclass(frozen=True, slots=True)
class GoalNumber:
    """One goal of a group by its number, or `random`; forms send the number as text, programs as they like."""

    numbers: range

    def read(self, name: str, value: Any, players: int) -> str:
        given = str(value) if type(value) is int else value
        return Choice(self.values).read(name, given, players)

    @property
    def values(self) -> tuple[str, ...]:
        return (RANDOM, *map(str, self.numbers))

    def describe(self) -> dict[str, Any]:
        return Choice(self.values).describe()


@dataclass(frozen=True)
class SideboardsOptions(Options):
    goals: str = choice(RANDOM, *SETS)  # one of the recommended sets, or at random what is not chosen below (SB-2)
    colour_goal: str = option(RANDOM, GoalNumber(GROUPS[0]))
    handle_goal: str = option(RANDOM, GoalNumber(GROUPS[1]))
    row_goal: str = option(RANDOM, GoalNumber(GROUPS[2]))
    four_cards: bool = flag()  # SB-10
    deck: Chosen = option(SHIPPED, DECKS)  # noqa: RUF009 (frozen)

    def check(self) -> None:
        if self.four_cards and self.players == 1:
            raise BadOption("sideboards.four-cards-alone", option="four_cards")
        for name in ("colour_goal", "handle_goal", "row_goal"):
            if self.goals != RANDOM and getattr(self, name) != RANDOM:
                raise BadOption("sideboards.goal-and-set", option=name, goal=getattr(self, name), set=self.goals)

    def chosen(self) -> tuple[int, int, int]:
        """The goals by number, 0 for those that are drawn."""
        if self.goals != RANDOM:
            deck: SideboardsDeck = self.deck.deck
            return deck.sets[SETS.index(self.goals)]
        colour, handle, row = (0 if goal == RANDOM else int(goal) for goal in (self.colour_goal, self.handle_goal, self.row_goal))
        return colour, handle, row


class Sideboards(Game[SideboardsOptions]):
    """Eight cards of five drawers each, three goals for all."""

    name = "sideboards"
    seats = range(1, 7)
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
        self.goals = options.chosen()
        self.four_cards = options.four_cards
        # Three goals; a hand and six draws each (alone two at a time); seven choices; an exchange with two draws (SB-12).
        draws = 15 if self.players == 1 else (10 if self.four_cards else 9) * self.players
        self.longest = 3 + draws + (7 + 3) * self.players

    def start(self) -> Position:
        return Position(self)

    def text(self, move: int) -> str:
        return notation.text(move)

    def _parse(self, given: str) -> int | None:
        return notation.parse(given)

    def describe(self, move: int) -> dict[str, Any]:
        return notation.describe(move)
