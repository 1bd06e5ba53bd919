"""The numbers in the rules of Silver & Gold. `constants.pxd` repeats them for compiled modules."""

HAND = 4  # The number of cards that each player is dealt, two of which the player keeps.
SLOTS = 2  # The number of treasure cards in front of each player.
DISPLAY = 4  # The number of treasure cards that lie open for all players.
COINS = 12  # The number of boxes for coins on a sheet.
ROW = 4  # The number of coin boxes in a row.
COIN_ROWS = 3  # The number of rows of coin boxes.
PALMS = 4  # The number of boxes for palms on a sheet.
TROPHIES = 6  # The number of trophies; the first one that is taken is worth 6 points, the next one 5, and so on.
ROUNDS = 4
TURNS = 7  # The number of turns in a round.
SINGLES = 16  # The first 16 placements are single squares.
NO_CARD = 64  # Stands for a missing treasure card.
NO_EXPEDITION = 8  # Stands for a missing expedition card.
ALL_EXPEDITIONS = 0xFF  # The set of all eight expedition cards, one bit per card.
