"""Measure the coach: accuracy, calibration, luck, exact sums, plausibility and speed.

    python benchmarks/coach.py --scale 0.02                    # everything, with few games
    python benchmarks/coach.py --only calibration --games 500  # one part in full
    python benchmarks/coach.py --only plausibility --game qwixx --game the_game

Finished games are recorded in .work/coach.jsonl, so that the same command resumes where it was interrupted. Times are processor
times. An interval is 95 %, and treats all positions of a game as one observation.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from math import sqrt
from pathlib import Path
from typing import Any

import trapezi
from trapezi import bots
from trapezi.bots import Budget, Observation
from trapezi.bots.policy import rollout
from trapezi.coach import Judgement, Reviewer, judge, observe
from trapezi.coach.game_coach import coach_for
from trapezi.coach.judgement import mean_and_se
from trapezi.coach.simulation import Simulator
from trapezi.coach.value_units import from_fixed_point, win_shares
from trapezi.core.game import Game
from trapezi.core.match import Match
from trapezi.core.random import Stream, branch
from trapezi.core.special_seats import NATURE
from trapezi.games.qwixx.bots.expert import Expert

RECORD = Path(__file__).parents[1] / ".work" / "coach.jsonl"
GAMES = ("qwixx", "qwixx_cards", "sideboards", "silver_gold", "the_game")
BINS = 10
SAMPLED_EVENTS = 8  # Calibration uses the positions at this many rolls and draws of each game.
SIMULATIONS = 200  # Each of these positions is judged by this many simulated games.
SAMPLED_DECISIONS = 6  # To compare levels, this many decisions of each game are judged.
LEVELS = bots.LEVEL_NAMES
EXACT_DECISIONS = 2000  # The option --scale reduces this number and the numbers of games.
DECIDING_GAMES = 2000  # This many games are played after each of two moves to find out which move is better.
CALIBRATION_GAMES = 500
PLAUSIBILITY_GAMES = 200
TOLERANCE = 0.04


class Record:
    """Measured figures, which are stored in a file by key."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(exist_ok=True)
        self.path = path
        lines = path.read_text().splitlines() if path.exists() else []
        self.found: dict[str, Any] = dict(json.loads(line) for line in lines)

    def get(self, key: str, compute: Callable[[], Any]) -> Any:
        """Return the recorded figures of a key. If there are none, compute and record them."""
        if key not in self.found:
            self.found[key] = compute()
            with self.path.open("a") as file:
                file.write(json.dumps([key, self.found[key]]) + "\n")
        return self.found[key]


def play(game: Game[Any], level: str, seed: int) -> Match:
    """Return a finished game in which bots of one level have played all seats."""
    match, bot = game.match(seed), bots.make(without_time_limit(level, game.name), game.name)
    while not match.state.over:
        seat = min(match.state.deciders)
        rng = branch(seed + (1 << 40), len(match.events))
        match.play(seat, bot.decide(Observation(match.state, seat, rng), rng))
    return match


def without_time_limit(level: str, game: str) -> str:
    """Return the name of a bot that plays like a level, but without a time limit."""
    settings = bots.find_level(level, game)
    if settings.error_rate or settings.budget is None:
        return level
    return f"{settings.bot}@{settings.budget.simulations}"


def mean_and_interval(values: list[float]) -> tuple[float, float]:
    """Return the mean of independent values and the half width of its 95 % interval."""
    mean = sum(values) / len(values)
    return mean, 1.96 * sqrt(sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1) / len(values))


def verdict(good: bool) -> str:
    return "ok" if good else "MISSED"


# -- accuracy --------------------------------------------------------------------------------------------------------------


def decisions_of_level_2(players: int, seed: int) -> Iterator[tuple[Match, int, int]]:
    """Yield the decisions with several legal moves in a game of level 2: the match before the decision, the seat, the move."""
    events = play(trapezi.game("qwixx", players=players), "level-2", seed).events
    match = Match(trapezi.game("qwixx", players=players), by_hand=True)
    for seat, move in events:
        if seat >= 0 and len(match.state.legal(seat)) > 1:
            yield match, seat, move
        match.play(seat, move)


def accuracy(record: Record, count: int) -> None:
    """Compare the coach with the solution of Qwixx, which for two players models the game only in part."""
    one_player_accuracy(record, count)
    two_player_accuracy(record, count)


def compare_decisions(record: Record, name: str, count: int, compare: Callable[[Match, int, int], list[float]]) -> list[Any]:
    """Return the results of `compare` for this many decisions of level 2."""
    found: list[Any] = []
    seed, players = 0, 2 if name.startswith("2") else 1

    def compare_game() -> list[list[float]]:
        return [compare(*each) for each in decisions_of_level_2(players, seed)]

    while len(found) < count:
        seed += 1
        found += record.get(f"accuracy {name} {seed}", compare_game)
    return found[:count]


def cost_and_mistake(judgement: Judgement, move: int) -> tuple[float, bool]:
    played = judgement.value_of(move)
    return from_fixed_point(played.cost) if judgement.is_worse(played) else 0.0, judgement.is_mistake(played)


def one_player_accuracy(record: Record, count: int) -> None:
    """Compare what moves lose according to the coach with what they lose according to the solution by `trapezi solve`."""
    from trapezi.games.qwixx.bots import solution_file, solve_and_store
    from trapezi.games.qwixx.bots.exact_values import ExactValues

    exact_values = ExactValues(solution_file.load(1) or solve_and_store.solve_and_store(1))

    def compare(match: Match, seat: int, move: int, exact: bool) -> list[float]:
        values = exact_values.of_moves(match.state)  # type: ignore[arg-type]
        judgement = judge(observe(match, seat), played=move, exact=exact)
        return [max(values.values()) - values[move], *cost_and_mistake(judgement, move)]

    for exact in (True, False):
        name = "1 player, as players get it" if exact else "1 player, by simulated games only"
        found = compare_decisions(record, name, count, partial(compare, exact=exact))
        error, interval = mean_and_interval([abs(true - cost) for true, cost, _ in found])
        best = [mistake for true, _, mistake in found if true < 1e-4]
        wrong = sum(best) / max(1, len(best))
        good = verdict(error <= 0.15 and wrong <= 0.01)
        print(f"accuracy  {name}, {len(found)} decisions  {good}")
        print(f"    mean difference of losses {error:.4f} ± {interval:.4f} points")
        print(f"    best decisions called mistakes {wrong:.2%} of {len(best)}")


def two_player_accuracy(record: Record, count: int) -> None:
    """Compare what moves lose according to the coach and to the solution for two players, which ignores that others close rows.

    If the coach calls the solution's best move a mistake, games that the expert's network plays from both moves decide.
    """
    from trapezi.games.qwixx.bots.solution_player import SolutionPlayer
    from trapezi.games.qwixx.layout import Layout

    evaluator = SolutionPlayer().make_evaluator(Layout("standard"), 2)

    def compare(match: Match, seat: int, move: int) -> list[float]:
        observation = observe(match, seat)
        evaluator.set_expected_leads(observation.sample, seat)  # type: ignore[arg-type]
        chances = {each: evaluator.win_chance_or_points(evaluator.leads[each]) for each in observation.legal}
        judgement = judge(observation, played=move)
        loss, (cost, mistake) = max(chances.values()) - chances[move], cost_and_mistake(judgement, move)
        if loss > 1e-6 or not mistake:
            return [loss, cost, mistake, 0.0, 0.0]
        return [loss, cost, mistake, *advantage_in_games(observation, judgement.best.move, move)]

    found = compare_decisions(record, "2 players", count, compare)
    error, interval = mean_and_interval([abs(each[0] - each[1]) for each in found])
    best = [each for each in found if each[0] < 1e-6]
    mistakes = [each for each in best if each[2]]
    wrong = sum(advantage <= 0 for *_, advantage, _ in mistakes)
    sure = sum(advantage > 2 * se for *_, advantage, se in mistakes)
    mean = sum(advantage for *_, advantage, _ in mistakes) / max(1, len(mistakes))
    print(f"accuracy  2 players, {len(found)} decisions  {verdict(wrong <= 0.01 * len(best))}")
    print(f"    mean difference of losses {error:.2%} ± {interval:.2%} of a win")
    print(f"    best moves of the solution called mistakes {len(mistakes) / max(1, len(best)):.2%} of {len(best)}")
    print(
        f"    of these {len(mistakes)}, the coach's move wins more of {DECIDING_GAMES} games in {len(mistakes) - wrong}", end=""
    )
    print(f" (surely in {sure}), {mean:.1%} more on average; wrongly called mistakes {wrong / max(1, len(best)):.2%}")


def advantage_in_games(observation: Observation, better: int, other: int) -> tuple[float, float]:
    """Return how much more one move wins than another in games that the network plays to the end, and the standard error."""
    policies, differences = [Expert(Budget(simulations=1)) for _ in range(observation.game.players)], []
    for n in range(DECIDING_GAMES):
        state, shares = observation.resample(branch(n, 3)), []
        for move in (better, other):
            end = state.clone()
            end.play(observation.seat, move)
            rollout(end, policies, branch(n, 1), branch(n, 2))
            shares.append(win_shares(end)[observation.seat])
        differences.append(shares[0] - shares[1])
    return mean_and_se(differences)


# -- calibration and luck --------------------------------------------------------------------------------------------------


def calibration(record: Record, game_name: str, games: int) -> None:
    """Print how well predicted win chances agree with results, and whether the mean luck is zero."""
    level = "level-4" if trapezi.find(game_name).cooperative else "level-3"
    game = trapezi.game(game_name, players=2)
    found = []
    for seed in range(games):
        key = f"calibration {game_name} {level} {SAMPLED_EVENTS} {SIMULATIONS} {seed}"
        found.append(record.get(key, lambda seed=seed: sample_predictions(play(game, level, seed), branch(seed, 5))))
    print(f"calibration  {game_name}, {games} games of {level}")
    predictions = [[(p, each["won"]) for p in each["predicted"]] for each in found]
    if not game.cooperative:  # What one seat wins, the other loses.
        predictions = [[*pairs, *((1 - p, 1 - won) for p, won in pairs)] for pairs in predictions]
    for k in range(BINS):
        in_bin = [[each for each in pairs if min(BINS - 1, int(each[0] * BINS)) == k] for pairs in predictions]
        count = sum(map(len, in_bin))
        if count:
            predicted, observed = (sum(each[n] for pairs in in_bin for each in pairs) / count for n in (0, 1))
            # How far the observed share would be from the prediction if the prediction were right. Positions of a game end alike.
            interval = 1.96 * sqrt(predicted * (1 - predicted) * sum(len(pairs) ** 2 for pairs in in_bin)) / count
            good = verdict(abs(predicted - observed) <= max(interval, TOLERANCE))
            numbers = f"{count:6} predictions in {sum(map(bool, in_bin)):3} games"
            print(f"    predicted {predicted:6.1%} ± {interval:5.1%}  observed {observed:6.1%}  {numbers}  {good}")
    luck, interval = mean_and_interval([each["luck"] for each in found])
    print(f"    mean luck of a game {luck:+.4f} ± {interval:.4f}  {verdict(abs(luck) <= 2 / 1.96 * interval)}")


def sample_predictions(match: Match, rng: Stream) -> dict[str, Any]:
    """Return what a review says about the positions before and after some of the rolls and draws of a game.

    Neighbouring positions tell nearly the same, so many games with few positions are better than the opposite. `luck` estimates
    the luck of seat 0 in the whole game. Lucky games may be longer, so only this sum is zero on average, not the mean of a roll.
    """
    chances = [n for n, (seat, _) in enumerate(match.events) if seat == NATURE]
    sampled = {chances[rng.below(len(chances))] for _ in range(SAMPLED_EVENTS)}
    simulator, replayed = Simulator(coach_for(match.game)), Match(match.game, by_hand=True)
    predicted, luck = [], 0.0
    for n, (seat, move) in enumerate(match.events):
        before = simulator.mean_values(replayed.state, SIMULATIONS) if n in sampled else None
        replayed.play(seat, move)
        if before is not None:
            after = simulator.mean_values(replayed.state, SIMULATIONS)
            predicted += [position.win[0] for position in (before, after) if position.win is not None]
            luck += from_fixed_point(after.values[0] - before.values[0])
    return {"predicted": predicted, "luck": luck * len(chances) / len(sampled), "won": win_shares(match.state)[0]}


# -- plausibility ----------------------------------------------------------------------------------------------------------


def plausibility(record: Record, game_name: str, games: int, budget: Budget | None) -> None:
    """Print the mean loss per decision of each level, and of level 5 with ten times the budget."""
    game = trapezi.game(game_name, players=2)

    def mean_loss(level: str, given: Budget) -> tuple[float, float]:
        found = []
        for seed in range(games):
            key = f"plausibility {game_name} {level} {SAMPLED_DECISIONS} {given.simulations} {seed}"
            found.append(record.get(key, lambda seed=seed: sample_losses(play(game, level, seed), given, branch(seed, 6))))
        return mean_and_interval([sum(losses) / len(losses) for losses in found if losses])

    chosen = budget or coach_for(game).review_budget
    losses = [mean_loss(level, chosen) for level in LEVELS]
    falling = all(better[0] < worse[0] for worse, better in pairwise(losses))
    figures = "  ".join(f"{loss:.4f} ± {interval:.4f}" for loss, interval in losses)
    print(f"plausibility  {game_name}, {games} games per level, loss per decision, levels 1 to 5: {figures}  {verdict(falling)}")
    thorough = Budget(simulations=10 * (chosen.simulations or 0))
    loss, interval = mean_loss("level-5", thorough)
    share = loss / losses[2][0] if losses[2][0] else 0.0
    numbers = f"{loss:.4f} ± {interval:.4f}, {share:.0%} of level 3"
    print(f"    level 5 with {thorough.simulations} simulations: {numbers}  {verdict(share < 0.25)}")


def sample_losses(match: Match, budget: Budget, rng: Stream) -> list[float]:
    """Return what some of the decisions of a game cost, according to a review of the game."""
    reviewer, replayed, choices = Reviewer(match, budget, 1), Match(match.game, by_hand=True), []
    for n, (seat, move) in enumerate(match.events):
        if seat != NATURE and len(replayed.state.legal(seat)) > 1:
            choices.append(n)
        replayed.play(seat, move)
    sampled = {choices[rng.below(len(choices))] for _ in range(SAMPLED_DECISIONS)}
    replayed, costs = Match(match.game, by_hand=True), []
    for n, (seat, move) in enumerate(match.events):
        decision = reviewer.review_decision(replayed, n + 1, seat, move) if n in sampled else None
        if decision is not None:
            costs.append(from_fixed_point(decision.cost))
        replayed.play(seat, move)
    return costs


# -- speed -----------------------------------------------------------------------------------------------------------------


def speed(record: Record, game_name: str, player_counts: Sequence[int]) -> None:
    """Print the processor time of hints and of the review of a game, for each number of players."""

    def measure(players: int) -> list[float]:
        game = trapezi.game(game_name, players=players)
        match, times = play(game, "level-2", 1), []
        before = Match(game, by_hand=True)
        for n, (seat, move) in enumerate(match.events):
            if n % 10 == 5 and before.state.deciders != {-1}:
                decider = min(before.state.deciders)
                started = time.process_time()
                judge(observe(before, decider))
                times.append(time.process_time() - started)
            before.play(seat, move)
        started = time.process_time()
        review = Reviewer(match).run_to_end()
        seconds = time.process_time() - started
        sums = [seat["start"] + seat["luck"] - seat["lost"] + seat["others"] == seat["result"] for seat in review.data()["seats"]]
        return [max(times), sum(times) / len(times), seconds, all(sums)]

    for players in player_counts:
        longest, mean, review, exact = record.get(f"speed {game_name} {players}", lambda players=players: measure(players))
        good = verdict(longest < 1 and review < 30 and bool(exact))
        print(
            f"speed  {game_name}, {players} players: hint {mean:.2f} s, at most {longest:.2f} s; review {review:.1f} s, ", end=""
        )
        print(f"sums {'exact' if exact else 'WRONG'}  {good}")


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", choices=("accuracy", "calibration", "plausibility", "speed"))
    parser.add_argument("--game", action="append", choices=GAMES, help="measure only this game (may be repeated)")
    parser.add_argument("--players", action="append", type=int, help="measure the speed for this number only (may be repeated)")
    parser.add_argument("--games", type=int, help="how many games per row, instead of the full number")
    parser.add_argument("--scale", type=float, default=1.0, help="multiply the full numbers of games and decisions by this")
    parser.add_argument(
        "--budget", type=Budget.parse, help="the budget per decision for plausibility (default: that of a review)"
    )
    parser.add_argument("--record", type=Path, default=RECORD)
    given = parser.parse_args(arguments)
    record = Record(given.record)
    parts = given.only or ["accuracy", "calibration", "plausibility", "speed"]

    def scaled(full: int) -> int:
        return given.games or max(2, round(full * given.scale))

    if "accuracy" in parts and "qwixx" in (given.game or GAMES):
        accuracy(record, max(2, round(EXACT_DECISIONS * given.scale)))
    for name in given.game or GAMES:
        if "calibration" in parts:
            calibration(record, name, scaled(CALIBRATION_GAMES))
        if "plausibility" in parts:
            plausibility(record, name, scaled(PLAUSIBILITY_GAMES), given.budget)
        if "speed" in parts:
            speed(record, name, given.players or trapezi.find(name).player_counts)


if __name__ == "__main__":
    main(sys.argv[1:])
