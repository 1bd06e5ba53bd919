"""The phases of The Game. `phases.pxd` repeats the numbers for compiled modules."""

DEALING = 0
TURN = 1
DRAWING = 2
OVER = 3
STARTING = 4  # After the deal, the players say whether they would like to start (TG-20).
NAMES = ("dealing", "turn", "drawing", "over", "starting")
