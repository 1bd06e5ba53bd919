"""Special seat numbers. The players have the seats 0, 1, 2 …

Compiled modules write `special_seats.NATURE`, which `special_seats.pxd` makes a C constant.
"""

NATURE = -1  # The seat that decides dice rolls and card draws.
SPECTATOR = -2  # Stands for everybody who watches without a seat; sees only what all players may see.
