"""Special seat numbers. The players have the seats 0, 1, 2 …

Compiled modules write `seats.NATURE`, which `seats.pxd` makes a C constant.
"""

NATURE = -1  # decides dice rolls and card draws
SPECTATOR = -2  # sees only what everybody may see
