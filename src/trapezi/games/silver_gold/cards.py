"""Lookup tables of the cards of a game, and of every way to lay a pattern. All positions of a game share them.

A set of cards is 64 bits, one per treasure card. A set of squares is 16 bits (see `patterns`).
"""

from __future__ import annotations

from trapezi.core import bits
from trapezi.games.silver_gold import counts, notation
from trapezi.games.silver_gold.deck import COLOURS, Deck
from trapezi.games.silver_gold.patterns import SQUARES, bits_where, placements, squares_with, tabulate_fitting


class Cards:
    """The squares, symbols, colour and seal of each card, and all placements.

    The tables have an entry without squares for NO_CARD, so that an empty slot is no special case. A placement
    is one of the 16 single squares or one way to lay a pattern; the placements of one design are consecutive.
    """

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        grids = [card.grid for card in deck.treasures]
        empty = [0] * (counts.NO_CARD + 1 - len(grids))
        self.squares = [squares_with(grid, "oXCP") for grid in grids] + empty  # this and the next three: sets of squares by card
        self.crosses = [squares_with(grid, "X") for grid in grids] + empty
        self.coins = [squares_with(grid, "C") for grid in grids] + empty
        self.palms = [squares_with(grid, "P") for grid in grids] + empty
        self.all = bits_where(True for _ in grids)
        self.of_colour = [bits_where(card.colour == colour for card in deck.treasures) for colour in COLOURS]
        self.of_seal = [bits_where(card.seal == colour for card in deck.treasures) for colour in COLOURS]
        self.seal_points = list(deck.seal_points)
        self.build_placements(deck)
        self.expedition = notation.MARK + 2 * self.size  # outcomes: eight expedition cards, then the treasure cards
        self.treasure = self.expedition + len(deck.expeditions)
        self.limit = self.treasure + len(grids)

    def build_placements(self, deck: Deck) -> None:
        """Number all placements, and tabulate for each expedition card which of its placements fit on which free squares.

        A placement fits if its squares among the upper eight are free and those among the lower eight are free too. Therefore
        `fits_above` and `fits_below` have 256 sets each per expedition card, with at most 48 placements.
        """
        self.placements = [1 << square for square in range(counts.SINGLES)]  # as sets of squares
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
                ways = [way for way in placements(expedition.pattern) if way.bit_count() > 1]  # single squares are listed already
                first.append(len(self.placements))
                above += tabulate_fitting(ways, 0)
                below += tabulate_fitting(ways, 8)
                self.placements += ways
        self.first = first  # by expedition card: the number of its first placement
        # by expedition card: the cards of the same design
        self.designs = [bits_where(other == name for other in names) for name in names]
        self.fits_above = above
        self.fits_below = below
        self.size = len(self.placements)
        self.cells = self.placements + [0] * (400 - self.size)
        self.index = {way: number for number, way in enumerate(self.placements)}
        self.square_numbers = [bits.members(way) for way in self.placements]
        self.square_names = [[SQUARES[square] for square in squares] for squares in self.square_numbers]
