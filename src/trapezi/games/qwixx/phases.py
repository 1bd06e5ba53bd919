"""The phases of Qwixx. `phases.pxd` repeats the numbers for compiled modules."""

ROLLING = 0
WHITE = 1
COLOUR = 2
END = 3
NAMES = ("rolling", "white", "colour", "end")
