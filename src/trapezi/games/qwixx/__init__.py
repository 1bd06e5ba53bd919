"""Qwixx: all players use the same six dice, and each player crosses numbers on a sheet of their own."""

from trapezi.core.game_package import DailyDeal, GamePackage

PACKAGE = GamePackage(
    __name__,
    "qwixx",
    game="game:Qwixx",
    bots={"greedy": "bots.greedy:Greedy", "expert": "bots.expert:Expert"},
    levels="levels:LEVELS",
    encoder="encoder:QwixxEncoder",
    terminal="terminal",
    coach="coach:QwixxCoach",
    solver="bots.solve_and_store",
    gymnasium_id="trapezi/Qwixx-v0",
    minutes=15,
    secret_phases=(),
    daily=DailyDeal({"players": 1}, chance="daily_roll:roll", share_lines="daily_share_text:share_lines"),
)
