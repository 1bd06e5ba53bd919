"""Strides of the lookup tables, each larger than what it counts: states of a row, cells in a row, and rolls in a game.

`strides.pxd` repeats the numbers for compiled modules.
"""

STATES = 64
CELLS = 16
ROLLS = 40
