"""How The Game can end (TG-7). `endings.pxd` repeats the numbers for compiled modules."""

NOT_OVER = 0
WON = 1
MINIMUM = 2  # the game was lost at the beginning of a turn, because the minimum could not be reached (TG-19)
STUCK = 3  # the game was lost during a turn, because the minimum could no longer be reached (TG-19)
# The game was lost because this command could no longer be obeyed (TG-9).
BROKEN_SKULL = 4
BROKEN_THREE = 5
BROKEN_FIRE = 6
BROKEN_TOGETHER = 7  # the game was lost because the commands could be obeyed one by one, but not all together
MESSAGE_KEYS = (
    "", "the_game.won", "the_game.lost.minimum", "the_game.lost.stuck", "the_game.lost.skull", "the_game.lost.three",
    "the_game.lost.fire", "the_game.lost.together",
)  # fmt: skip
