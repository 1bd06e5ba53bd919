"""How many cards, boxes, rounds and so on Silver & Gold has. `counts.pxd` repeats the numbers for compiled modules."""

HAND = 4  # cards dealt to each player, who keeps two of them
SLOTS = 2  # treasure cards in front of each player
DISPLAY = 4  # places of the display
COINS = 12  # boxes for coins, in rows of four
ROW = 4  # coin boxes per row
COIN_ROWS = 3
PALMS = 4  # boxes for palms
TROPHIES = 6  # worth 6, 5, 4, 3, 2, 1: the next one is worth as much as there are trophies left
ROUNDS = 4
TURNS = 7  # turns per round
SINGLES = 16  # the first placements are single squares
NO_CARD = 64  # in place of a treasure card: it has no squares
NO_EXPEDITION = 8  # in place of one of eight expedition cards
ALL_EXPEDITIONS = 0xFF  # as bits
