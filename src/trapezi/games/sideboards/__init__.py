"""Sideboards: every player lays eight cards side by side, and all players have the same three goals."""

from trapezi.core.game_package import DailyDeal, GamePackage

PACKAGE = GamePackage(
    __name__,
    "sideboards",
    game="game:Sideboards",
    bots={"greedy": "bots:Greedy", "expert": "bots:Expert"},
    levels="levels:LEVELS",
    encoder="encoder:SideboardsEncoder",
    terminal="terminal",
    coach="coach:SideboardsCoach",
    gymnasium_id="trapezi/Sideboards-v0",
    daily=DailyDeal({"players": 1}),
    minutes=15,
)
