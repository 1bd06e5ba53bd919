"""The phases of Silver & Gold. `phases.pxd` repeats the numbers for compiled modules."""

DEALING = 0
KEEPING = 1
OPENING = 2
TURNING = 3
MARKING = 4
TAKING = 5
DRAWING = 6
END = 7
NAMES = ("dealing", "keeping", "opening", "turning", "marking", "taking", "drawing", "end")
