"""The phases of the card game. `phases.pxd` repeats the numbers for compiled modules."""

LOTS = 0
DEALING = 1
REFILLING = 2
TAKING = 3
EVERYONE = 4
PLAYING = 5
END = 6
NAMES = ("lots", "deal", "refill", "take", "everyone", "play", "end")
