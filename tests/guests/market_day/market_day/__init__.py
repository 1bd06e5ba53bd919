"""Market Day: secret bids for crates of fruit. This guest package uses only the public interface of Trapezi."""

from __future__ import annotations

from trapezi.core.game_package import GamePackage

PACKAGE = GamePackage(
    __name__,
    "market_day",
    game="game:MarketDay",
    bots={"greedy": "bots:Greedy", "expert": "bots:Expert"},
    levels="bots:LEVELS",
    gymnasium_id="market/MarketDay-v0",
    secret_phases=("bidding",),
)
