"""Qwixx, the card game: players cross numbers on a sheet, as in Qwixx, but with cards instead of dice."""

from trapezi.core.game_package import DailyDeal, GamePackage

PACKAGE = GamePackage(
    __name__,
    "qwixx_cards",
    game="game:QwixxCards",
    bots={"greedy": "bots:Greedy", "expert": "bots:Expert"},
    levels="levels:LEVELS",
    encoder="encoder:QwixxCardsEncoder",
    terminal="terminal",
    coach="coach:QwixxCardsCoach",
    gymnasium_id="trapezi/QwixxCards-v0",
    daily=DailyDeal({"players": 2}, bots=("greedy",), share_lines="daily_share_text:share_lines"),
    minutes=15,
)
