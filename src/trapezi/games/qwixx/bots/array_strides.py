"""Strides of flat arrays that are indexed by the state of a row, by a cell of a row, or by the number of rolls to come.

Each stride is at least as large as the number of possible indices.
`array_strides.pxd` repeats the numbers for compiled modules.
"""

STATES = 64
CELLS = 16
ROLLS = 40
