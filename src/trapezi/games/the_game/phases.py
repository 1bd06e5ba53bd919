"""The phases of The Game. `phases.pxd` repeats the numbers for compiled modules."""

DEALING = 0
TURN = 1
DRAWING = 2
OVER = 3
NAMES = ("dealing", "turn", "drawing", "over")
