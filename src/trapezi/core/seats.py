"""Seats that are not players. Players sit at 0, 1, 2 …

`seats.pxd` repeats these numbers for compiled modules, which write `seats.NATURE` and get a C constant.
"""

NATURE = -1  # the seat of dice and draws
SPECTATOR = -2  # anyone who watches: sees what everybody may see
