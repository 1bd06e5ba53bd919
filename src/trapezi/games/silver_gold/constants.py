"""The numbers in the rules of Silver & Gold. `constants.pxd` repeats them for compiled modules."""

HAND = 4  # the number of cards that each player is dealt, two of which the player keeps
SLOTS = 2  # the number of treasure cards in front of each player
DISPLAY = 4  # the number of treasure cards that lie open for all players
COINS = 12  # the number of boxes for coins on a sheet
ROW = 4  # the number of coin boxes in a row
COIN_ROWS = 3  # the number of rows of coin boxes
PALMS = 4  # the number of boxes for palms on a sheet
TROPHIES = 6  # the number of trophies; each is worth as many points as there are trophies left: 6, 5, 4, 3, 2, 1
ROUNDS = 4
TURNS = 7  # the number of turns in a round
SINGLES = 16  # the first 16 placements are single squares
NO_CARD = 64  # stands for a missing treasure card
NO_EXPEDITION = 8  # stands for a missing expedition card
ALL_EXPEDITIONS = 0xFF  # the set of all eight expedition cards, one bit per card
