"""The Game: Extreme. All players together lay 98 cards on four piles."""

from trapezi.core.game_package import DailyDeal, GamePackage

PACKAGE = GamePackage(
    __name__,
    "the_game",
    game="game:TheGame",
    bots={"greedy": "bots.greedy:Greedy", "expert": "bots.expert:Expert"},
    levels="levels:LEVELS",
    encoder="encoder:TheGameEncoder",
    terminal="terminal",
    coach="coach:TheGameCoach",
    gymnasium_id="trapezi/TheGame-v0",
    daily=DailyDeal({"players": 1}, share_lines="daily_share_text:share_lines"),
    minutes=20,
)
