"""How The Game can end (TG-7). `endings.pxd` repeats the numbers for compiled modules."""

NOT_OVER = 0
WON = 1
MINIMUM = 2  # Lost before the first card of a turn, because the active player could not lay enough cards (TG-19).
STUCK = 3  # Lost after some cards of a turn, because the active player could not lay enough further cards (TG-19).
# The next three numbers mean: lost because this command could no longer be obeyed (TG-9).
BROKEN_SKULL = 4
BROKEN_THREE = 5
BROKEN_FIRE = 6
BROKEN_TOGETHER = 7  # Lost because several commands could no longer be obeyed together, although each of them alone could.
MESSAGE_KEYS = (
    "", "the_game.won", "the_game.lost.minimum", "the_game.lost.stuck", "the_game.lost.skull", "the_game.lost.three",
    "the_game.lost.fire", "the_game.lost.together",
)  # fmt: skip
