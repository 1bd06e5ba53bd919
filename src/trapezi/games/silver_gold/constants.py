"""The numbers in the rules of Silver & Gold. `constants.pxd` repeats them for compiled modules."""

HAND = 4  # cards dealt to each player; two of them are kept
SLOTS = 2  # treasure cards in front of each player
DISPLAY = 4  # treasure cards that lie open for all
COINS = 12  # boxes for coins, in rows of four
ROW = 4  # coin boxes per row
COIN_ROWS = 3
PALMS = 4  # boxes for palms
TROPHIES = 6  # each trophy is worth as many points as there are trophies left: 6, 5, 4, 3, 2, 1
ROUNDS = 4
TURNS = 7  # turns per round
SINGLES = 16  # the first 16 placements are single squares
NO_CARD = 64  # stands for a missing treasure card
NO_EXPEDITION = 8  # stands for a missing expedition card
ALL_EXPEDITIONS = 0xFF  # one bit for each of the eight expedition cards
