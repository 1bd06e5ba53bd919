"""Silver & Gold: all players mark the same pattern, each on two treasure cards of their own."""

from trapezi.core.game_package import DailyDeal, GamePackage

PACKAGE = GamePackage(
    __name__,
    "silver_gold",
    game="game:SilverGold",
    bots={"greedy": "bots:Greedy", "expert": "bots:Expert"},
    levels="levels:LEVELS",
    encoder="encoder:SilverGoldEncoder",
    terminal="terminal",
    coach="coach:SilverGoldCoach",
    gymnasium_id="trapezi/SilverGold-v0",
    minutes=20,
    secret_phases=("keeping",),
    daily=DailyDeal({"players": 2}, bots=("search@60",)),
)
