"""The commands on the cards (TG-9, TG-21), one bit each. `command_bits.pxd` repeats the numbers for compiled modules."""

STOP = 1
SKULL = 2
THREE = 4
SILENCE = 8
NO_TRICK = 16
ONE_PILE = 32
DRAW_ONE = 64
FIRE = 128
LIGHTNING = 7  # The lightning commands: stop, skull and three.
NAMES = ("stop", "skull", "three", "silence", "no_trick", "one_pile", "draw_one")  # The commands in the order of their bits.
COUNT = 7  # The number of commands; fire is not counted, because only the option `on_fire` adds it.
FIRE_CARDS = (22, 33, 44, 55, 66, 77)  # TG-21
