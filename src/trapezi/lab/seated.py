"""Whole games with bots on the seats, each in its own way: policies in the compiled loop, all others by what they see."""

from __future__ import annotations

from collections.abc import Sequence

from trapezi import bots
from trapezi.bots import Bot, Seen
from trapezi.bots.policy import Policy, rollout
from trapezi.law.contract import State
from trapezi.law.errors import LawError
from trapezi.law.match import Match
from trapezi.law.random import Stream
from trapezi.law.seats import NATURE


class BotFailed(LawError):
    """A bot that raised something, or made a move that it may not make."""


class Seated:
    """One bot per seat, by name. Those that may remember something are made anew for every game."""

    def __init__(self, names: Sequence[str], game: str) -> None:
        self.names = names
        self.game = game
        self.bots = [bots.make(name, game) for name in names]
        self.policies = [bot for bot in self.bots if isinstance(bot, Policy)]
        self.quick = len(self.policies) == len(names)

    def play(self, state: State, dice: Stream, minds: Sequence[Stream]) -> int:
        """Plays on to the end, chance from one stream and each bot's from its own; how many decisions that took."""
        if self.quick:
            return rollout(state, self.policies, dice, minds[0])
        made = 0
        players = self.fresh()
        while not state.over:
            if state.waiting == 0:
                state.play(NATURE, state.draw(dice))
                continue
            for seat in sorted(state.deciders):
                state.play(seat, self.decision(players, state, seat, minds[seat]))
                made += 1
        return made

    def play_match(self, match: Match, minds: Sequence[Stream]) -> int:
        """The same with a log, where the match has its own chance."""
        made = 0
        players = self.fresh()
        while not match.state.over:
            for seat in sorted(match.state.deciders):
                match.play(seat, self.decision(players, match.state, seat, minds[seat]))
                made += 1
        return made

    def fresh(self) -> list[Bot]:
        made = zip(self.names, self.bots, strict=True)
        return [bot if isinstance(bot, Policy) else bots.make(name, self.game) for name, bot in made]

    def decision(self, players: Sequence[Bot], state: State, seat: int, mind: Stream) -> int:
        """What a bot decides; one that fails is named, with what it did."""
        seen = Seen(state, seat, mind)
        try:
            move = players[seat].decide(seen, mind)
        except Exception as error:
            why = f"{type(error).__name__}: {error}"[:200]
            raise BotFailed("bot.failed", name=self.names[seat][:80], why=why) from error
        if move not in seen.legal:
            raise BotFailed("bot.illegal", name=self.names[seat][:80], move=repr(move)[:40])
        return int(move)
