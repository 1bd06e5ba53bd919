"""Seats that are not players. Players sit at 0, 1, 2 …

Compiled modules repeat `NATURE = -1`, so that it is a constant of C there.
"""

NATURE = -1  # the seat of dice and draws
SPECTATOR = -2  # whoever looks on: sees what everybody may see
