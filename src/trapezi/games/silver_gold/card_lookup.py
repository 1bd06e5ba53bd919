"""Tables in which the rules look up the cards of a deck and the ways to lay a pattern. All positions of a game share them.

A set of cards is an int of 64 bits, one per treasure card. A set of squares is an int of 16 bits (see `patterns`).
"""

from __future__ import annotations

from trapezi.core import bits
from trapezi.games.silver_gold import constants, notation
from trapezi.games.silver_gold.deck import COLOURS, Deck
from trapezi.games.silver_gold.patterns import SQUARES, bits_where, placements, squares_with, tabulate_fitting_placements


class CardLookup:
    """The squares, symbols, colour and seal of each card, and all placements.

    A placement is a set of squares that a player can mark at once: one of the 16 single squares, or one way to lay a pattern on a
    card. The placements of a pattern have consecutive numbers. The tables also have an entry for NO_CARD, which has no squares,
    so that the rules need not check whether a slot is empty.
    """

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        grids = [card.grid for card in deck.treasures]
        empty = [0] * (constants.NO_CARD + 1 - len(grids))
        self.squares = [squares_with(grid, "oXCP") for grid in grids] + empty  # The set of all squares of each card.
        self.crosses = [squares_with(grid, "X") for grid in grids] + empty  # The set of squares with an X of each card.
        self.coins = [squares_with(grid, "C") for grid in grids] + empty  # The set of squares with a coin of each card.
        self.palms = [squares_with(grid, "P") for grid in grids] + empty  # The set of squares with a palm of each card.
        self.all = bits_where(True for _ in grids)  # The set of all cards.
        self.of_colour = [bits_where(card.colour == colour for card in deck.treasures) for colour in COLOURS]
        self.of_seal = [bits_where(card.seal == colour for card in deck.treasures) for colour in COLOURS]
        self.seal_points = list(deck.seal_points)
        self.build_placement_tables(deck)
        # The outcomes are numbered after the moves: first the eight expedition cards, then the treasure cards.
        self.expedition = notation.MARK + 2 * self.size
        self.treasure = self.expedition + len(deck.expeditions)
        self.limit = self.treasure + len(grids)

    def build_placement_tables(self, deck: Deck) -> None:
        """Number all placements, and tabulate which placements of each expedition card fit on which free squares.

        `fits_above[256 * expedition + free]` is the set of placements that fit if `free` is the set of free squares in the upper
        two rows. `fits_below` is the same for the lower two rows. A placement fits on a card if it is in both sets.
        """
        self.placements = [1 << square for square in range(constants.SINGLES)]  # Each placement as a set of squares.
        names = [card.name for card in deck.expeditions]
        first: list[int] = []
        above: list[int] = []
        below: list[int] = []
        for card, expedition in enumerate(deck.expeditions):
            twin = names.index(expedition.name)
            if twin < card:
                first.append(first[twin])
                above += above[256 * twin : 256 * twin + 256]
                below += below[256 * twin : 256 * twin + 256]
            else:
                ways = [
                    way for way in placements(expedition.pattern) if way.bit_count() > 1
                ]  # Single squares have been numbered already.
                first.append(len(self.placements))
                above += tabulate_fitting_placements(ways, 0)
                below += tabulate_fitting_placements(ways, 8)
                self.placements += ways
        self.first = first  # first[expedition] is the number of the first placement of an expedition card.
        # designs[expedition] is the set of all expedition cards that have the same pattern as this card.
        self.designs = [bits_where(other == name for other in names) for name in names]
        self.fits_above = above
        self.fits_below = below
        self.size = len(self.placements)
        self.cells = self.placements + [0] * (400 - self.size)  # `placements` with a fixed length, for compiled modules.
        self.index = {way: number for number, way in enumerate(self.placements)}  # The number of each placement.
        self.square_numbers = [bits.members(way) for way in self.placements]
        self.square_names = [[SQUARES[square] for square in squares] for squares in self.square_numbers]
