"""The strides of arrays that have several dimensions but are stored as flat lists: `array[state * CELLS + cell]`.

Each stride is at least as large as the number of possible indices of its dimension. `array_strides.pxd` repeats the numbers for
compiled modules.
"""

STATES = 64  # For the state of a row.
CELLS = 16  # For a cell of a row.
ROLLS = 40  # For the number of rolls to come.
