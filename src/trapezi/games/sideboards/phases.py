"""The phases of Sideboards. `phases.pxd` repeats the numbers for compiled modules."""

GOALS = 0
DRAWING = 1
START = 2
LAYING = 3
END = 4
NAMES = ("goals", "drawing", "start", "laying", "end")
