"""`check_bot` plays whole games with a bot on every seat and checks that the bot keeps all promises of the protocol `Bot`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from trapezi import bots
from trapezi.bots import Bot, Budget, Clock, Observation, SignallingBot
from trapezi.core.game import Game
from trapezi.core.match import Match
from trapezi.core.random import Stream, branch
from trapezi.core.state import State
from trapezi.testing.checked_match import random_bool
from trapezi.testing.fault import Checker, Fault

DECISIONS_PER_GAME = 60  # A rough average over all games; a wrong value changes only how many decisions are checked.
BUDGETED_DECISIONS = 6  # In how many decisions of a game to check that the bot keeps to its budget.
# In these checks, the budget is spent after this many steps. Whenever a bot reads its clock or resamples its observation, that
# is a step.
BUDGET_STEPS = 50
MAX_STEPS = (
    1000  # A bot that takes more steps is faulty. The limit is generous, as a bot may notice late that its budget is spent.
)

MakeBot = Callable[[], Bot]
Ask = Callable[[Bot, Observation, Stream], int | None]


@dataclass
class BotReport:
    """How much of a bot was checked."""

    games: int = 0
    decisions: int = 0
    signals: int = 0
    repeated: int = 0  # For how many decisions it was checked that a new bot decides in the same way.
    resampled: int = 0  # For how many positions it was checked that the decision does not depend on hidden information.
    budgeted: int = 0  # For how many decisions it was checked that the bot stops when its budget is spent.


def check_bot(
    bot: str | MakeBot, game: Game[Any], *, games: int = 1, seed: int = 0, positions: float = 4, every_decision: bool = True
) -> BotReport:
    """Play games with a bot on every seat. Raise `Fault` for a broken promise. `bot` is a name, a class or a function.

    - Every move is legal, and the bot changes nothing that it is given.
    - A new bot makes the same decision again with the same seed. If the bot has a budget, it must be in simulations.
    - The bot decides from its view alone. If two states differ only in hidden information, the bot makes the same decision.
    - All of this holds for signals too, if the bot gives any.
    - A bot that takes a budget stops when the budget is spent. The kit counts the bot's simulations, not seconds, so that a slow
      machine makes no difference.

    In each game, about `positions` decisions are checked by letting new bots make them again. With `every_decision=False`, the
    bot makes only these decisions, and all other moves are random. Use this for bots that think for a long time.

    >>> import trapezi
    >>> check_bot("chance", trapezi.game("qwixx", players=2)).games
    1
    """
    make: MakeBot = partial(bots.make, bot, game.name) if isinstance(bot, str) else bot
    report = BotReport()
    for n in range(games):
        BotCheck(make, game, seed * 1_000_003 + n, report).play_game(positions / DECISIONS_PER_GAME, every_decision)
    make_with_budget = budgeted_bot_factory(bot, game)
    if make_with_budget is not None:
        BotCheck(make, game, seed, report).check_budget(make_with_budget)
    return report


class BotCheck(Checker):
    """A match between bots of the same kind, with checks of their decisions."""

    def __init__(self, make: MakeBot, game: Game[Any], seed: int, report: BotReport) -> None:
        self.make = make
        self.match = Match(game, seed)
        self.seed = seed
        self.rng = branch(seed, 1 << 41)
        self.report = report
        self.players = [make() for _ in range(game.players)]
        self.steps = 0  # How many steps of thinking the bot has taken in the current decision.

    def make_fault(self, problem: str, advice: str) -> Fault:
        event = len(self.match.events)
        where = f"{self.match.game!r}, seed {self.seed}, event {event}"
        return Fault(where, problem, advice, seed=self.seed, event=event)

    def play_game(self, repeat_rate: float, every_decision: bool) -> None:
        """Play the game. Check for a fraction `repeat_rate` of all decisions that a new bot would decide in the same way."""
        while not self.match.state.over:
            for seat, player in enumerate(self.players):
                if isinstance(player, SignallingBot):
                    self.give_signals(player, seat, random_bool(self.rng, repeat_rate))
            for seat in sorted(self.match.state.deciders):
                key = self.rng.next64()
                if random_bool(self.rng, repeat_rate):
                    self.check_repeatable(self.ask_decision, seat, key)
                if every_decision:
                    move = self.ask_decision(self.players[seat], self.observe(seat, key), Stream(key))
                    self.report.decisions += 1
                else:
                    move = self.match.state.choose(seat, self.rng)
                self.match.play(seat, move)
        self.report.games += 1

    def observe(self, seat: int, key: int) -> Observation:
        return Observation(self.match.state, seat, Stream(key))

    def give_signals(self, bot: Bot, seat: int, check_repeat: bool) -> None:
        """Let a bot give signals until it returns None. (The rules limit the number of signals.)"""
        while self.match.state.optional(seat):
            key = self.rng.next64()
            if check_repeat:
                self.check_repeatable(self.ask_signal, seat, key)
            signal = self.ask_signal(bot, self.observe(seat, key), Stream(key))
            if signal is None:
                return
            self.report.signals += 1
            self.match.play(seat, signal)

    def check_repeatable(self, ask: Ask, seat: int, key: int) -> None:
        """Check that a new bot makes the same decision or signal, even if everything that it cannot see is replaced."""
        self.report.repeated += 1
        observation = self.observe(seat, key)
        view = observation.view
        first = ask(self.make(), observation, Stream(key))
        unchanged = self.observe(seat, key).view == view == observation.sample.view(seat)
        advice = "Play only in `observation.resample(rng)` or in a clone"
        self.require(unchanged, f"the bot on seat {seat} changed what it was given", advice)
        again = ask(self.make(), self.observe(seat, key), Stream(key))
        problem = f"the bot on seat {seat} decides {first}, then {again} with the same seed"
        self.require(again == first, problem, "Use no randomness except `rng`")
        for _ in range(2):
            other = self.match.state.resample(seat, self.rng)
            self.report.resampled += other != self.match.state
            again = ask(self.make(), Observation(other, seat, Stream(key)), Stream(key))
            problem = f"the bot on seat {seat} decides {first}, but {again} when only what it cannot know is different"
            self.require(again == first, problem, "Decide from `observation.view`, or average over `observation.resample`")

    def ask_decision(self, bot: Bot, observation: Observation, rng: Stream) -> int:
        """Return the bot's decision. Raise a fault if the decision is illegal or the bot raises an error."""
        with self.errors_as_faults("Let the bot answer every position"):
            move = bot.decide(observation, rng)
        problem = f"the bot decides {move!r}, which is not legal; legal moves are {observation.legal}"
        self.require(type(move) is int and move in observation.legal, problem, "Return one of `observation.legal`")
        return move

    def ask_signal(self, bot: Bot, observation: Observation, rng: Stream) -> int | None:
        """Return the bot's signal or None. Raise a fault if the signal is not allowed or the bot raises an error."""
        if not isinstance(bot, SignallingBot):
            return None
        with self.errors_as_faults("Let the bot answer every position"):
            signal = bot.signal(observation, rng)
        allowed = signal is None or (type(signal) is int and signal in observation.optional)
        problem = f"the bot signals {signal!r}, which is not allowed; allowed are {observation.optional}"
        self.require(allowed, problem, "Return one of `observation.optional`, or None")
        return signal

    def check_budget(self, make_with_budget: Callable[..., Bot]) -> None:
        """Check that a bot with a budget stops thinking when the budget is spent."""
        budget = CountingBudget(milliseconds=20, check=self)
        self.players = [make_with_budget(budget=budget) for _ in self.players]
        while not self.match.state.over and self.report.budgeted < BUDGETED_DECISIONS:
            for seat in sorted(self.match.state.deciders):
                self.steps = 0
                observation = CountingObservation(self.match.state, seat, self.rng, self)
                move = self.ask_decision(self.players[seat], observation, self.rng)
                self.report.decisions += 1
                self.report.budgeted += self.steps > 0
                self.match.play(seat, move)

    def count_thinking_step(self) -> None:
        """Count a step of thinking. Raise a fault if the bot has gone far beyond its budget."""
        self.steps += 1
        problem = f"the bot thinks for {MAX_STEPS} simulations or more, but its budget is spent after {BUDGET_STEPS}"
        self.require(self.steps < MAX_STEPS, problem, "Call `budget.start_clock()`, and stop when `try_to_spend` returns False")


class CountingObservation(Observation):
    """An observation that counts how often a bot resamples it."""

    def __init__(self, state: State, seat: int, rng: Stream, check: BotCheck) -> None:
        super().__init__(state, seat, rng)
        self.check = check

    def resample(self, rng: Stream) -> State:
        self.check.count_thinking_step()
        return super().resample(rng)


@dataclass(frozen=True)
class CountingBudget(Budget):
    """A budget whose clock counts the steps of a bot's thinking instead of seconds."""

    check: BotCheck | None = None

    def start_clock(self) -> Clock:
        return CountingClock(self)


class CountingClock(Clock):
    """A clock on which time passes only when a bot looks at the clock or resamples its observation."""

    def __init__(self, budget: CountingBudget) -> None:
        super().__init__(budget)
        self.check = budget.check

    @property
    def fraction_used(self) -> float:
        assert self.check is not None
        self.check.count_thinking_step()
        return self.check.steps / BUDGET_STEPS


def budgeted_bot_factory(bot: str | MakeBot, game: Game[Any]) -> Callable[..., Bot] | None:
    """Return a function that makes the same bot with a given `budget`, or None if the bot takes no budget."""
    if not isinstance(bot, str):
        return bot if isinstance(bot, type) and bots.takes_budget(bot) else None
    name = bot.partition("@")[0]
    if name in bots.LEVEL_NAMES or not bots.takes_budget(bots.find_class(name, game.name)):
        return None
    return partial(bots.make_with_budget, name, game.name)
