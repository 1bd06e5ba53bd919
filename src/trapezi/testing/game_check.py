"""`check_game` plays random games and checks that a game keeps every promise of `trapezi.core.state`."""

from __future__ import annotations

import random
from copy import deepcopy
from typing import Any

from trapezi.core.errors import TrapeziError
from trapezi.core.game import Game
from trapezi.core.game_result import Result
from trapezi.core.log import first_event_not_from_seed, log_lines, replay
from trapezi.core.match import TAKE_BACK
from trapezi.core.random import branch
from trapezi.core.special_seats import NATURE, SPECTATOR
from trapezi.core.state import State
from trapezi.testing.checked_match import CheckedMatch, ChooseMove, Report, random_bool
from trapezi.testing.declaration_check import check_declaration
from trapezi.testing.position_check import check_position
from trapezi.testing.secrecy_check import check_secrecy

PLAIN = (bool, int, float, str, list, dict, set, tuple)


def check_game(game: Game[Any], games: int = 20, seed: int = 0, positions: float = 6, choose: ChooseMove | None = None) -> Report:
    """Play random games and check everything that the contract promises. Raise `Fault` for the first broken promise.

    `positions` is the average number of positions of each game that are examined closely. If `choose` is given, it chooses the
    moves of every second game; use it for games that random moves would end too soon.
    """
    report = Report()
    length = 100
    constants = {name: deepcopy(value) for name, value in vars(game).items() if isinstance(value, PLAIN)}
    generator = random.getstate()
    trial = CheckedMatch(game, seed, report)
    with trial.errors_as_faults():
        check_declaration(trial)
        start = saved_copy(game.start())
    for n in range(games):
        trial = CheckedMatch(game, seed * 1_000_003 + n, report)
        with trial.errors_as_faults():
            play_checked_game(trial, positions / length, choose if n % 2 else None)
            check_finished_match(trial, thorough=random_bool(trial.rng, positions))
            advice = "Create lists and dicts in __init__, and keep what changes in the state, not in the class"
            trial.require_equal(start, saved_copy(game.start()), "the next game starts from another position", advice)
            for name, value in constants.items():
                advice = "Keep what changes in the state, and name it in FIELDS"
                trial.require(vars(game)[name] == value, f"`game.{name}` changed", advice)
            advice = "Draw from the `rng` that methods are given"
            trial.require(random.getstate() == generator, "the game uses Python's `random`", advice)
        length = max(20, len(trial.match.events))
    return report


def saved_copy(state: State) -> Any:
    """Return the data of a state, as a copy that shares no lists with the state."""
    return deepcopy(state.data())


def play_checked_game(trial: CheckedMatch, examine_rate: float, choose: ChooseMove | None) -> None:
    """Play a random game with all checks. Examine a fraction `examine_rate` of its positions closely."""
    events, max_events = 0, trial.game.max_events
    copy = ParallelCopy(trial)
    while not trial.state.over:
        if random_bool(trial.rng, examine_rate):
            examine_position(trial)
            copy.require_equal_to_match()
            copy = ParallelCopy(trial)
        play_checked_event(trial, choose)
        copy.play_new_events()
        events += 1
        advice = "Raise `max_events`, or let the game end"
        trial.require(events <= max_events, f"the game has more than {max_events} events", advice)
    examine_position(trial)
    copy.require_equal_to_match()
    trial.report.games += 1
    trial.report.events += events
    trial.report.longest = max(trial.report.longest, events)


class ParallelCopy:
    """A copy of a position that plays the same events as the match, to check that the copy has copied all fields."""

    def __init__(self, trial: CheckedMatch) -> None:
        self.trial = trial
        self.state = trial.state.clone()
        self.events = len(trial.match.record)

    def play_new_events(self) -> None:
        """Play the events that are new in the match on the copy. After a take-back, make a new copy instead."""
        events = self.trial.match.record[self.events :]
        if any(move == TAKE_BACK for _, move in events):
            self.state = self.trial.state.clone()
            events = []
        for seat, move in events:
            self.state.play(seat, move)
        self.events = len(self.trial.match.record)

    def require_equal_to_match(self) -> None:
        one, other = ([state.data(), state.view(SPECTATOR), state.view(0)] for state in (self.trial.state, self.state))
        advice = "Name every attribute that changes in FIELDS, or override `save`, `load` and `clone` to copy all of them"
        self.trial.require_equal(one, other, "a copy plays the same moves and ends differently", advice)


def examine_position(trial: CheckedMatch) -> None:
    trial.report.positions += 1
    check_position(trial, trial.state)
    check_secrecy(trial, trial.state)


def play_checked_event(trial: CheckedMatch, choose: ChooseMove | None) -> None:
    """Play one decision or outcome. Sometimes give signals before it, or take it back and play it again."""
    state = trial.state
    trial.check_waiting_bits(state)
    before = saved_copy(state)
    if state.is_on_turn(NATURE):
        outcome = state.sample_chance(branch(trial.seed, len(trial.match.events)))
        trial.require(outcome in trial.game.outcomes, f"NATURE plays {outcome}", f"Outcomes are {trial.game.outcomes}")
        trial.match.play(NATURE, outcome)
        text = trial.game.text(outcome)
        trial.require(trial.state.data() != before, f"the outcome {text} changes nothing", "Let every outcome change the state")
        return
    if trial.rng.below(8) == 0:
        give_random_signals(trial)
        before = saved_copy(trial.state)
    seat = trial.random_item(sorted(trial.state.deciders))
    deciders, was_pending = trial.state.deciders, trial.match.pending_decision_count
    move = choose(trial.state, seat, trial.rng) if choose else trial.random_item(trial.state.legal(seat))
    trial.match.play(seat, move)
    trial.require(trial.state.data() != before, f"{trial.game.text(move)} changes nothing", "Let every decision change the state")
    if deciders == {seat} and was_pending and not trial.state.is_on_turn(seat) and trial.match.pending_decision_count:
        problem = f"{trial.game.text(move)} of seat {seat} is the last of several decisions but `_apply` returns False"
        trial.fail(problem, "Return True when all decisions are in, or the last seat could look and take back")
    sometimes_check_take_back(trial, seat, move, before)


def give_random_signals(trial: CheckedMatch) -> None:
    """Let a random seat give signals. Check that these do not change whose turn it is, and that their number is limited."""
    seat, waiting = trial.rng.below(trial.game.players), trial.state.waiting
    number = 0
    while signals := trial.state.optional(seat):
        before = saved_copy(trial.state)
        move = trial.random_item(signals)
        trial.match.play(seat, move)
        number += 1
        trial.report.signals += 1
        text = trial.game.text(move)
        unchanged = trial.state.waiting == waiting
        trial.require(unchanged, f"the signal {text} changes who is on turn", "Signals must not touch `waiting`")
        advice = "Remember in the state which signals were given, and allow each only once per turn"
        trial.require(trial.state.data() != before, f"the signal {text} changes nothing, so it can be repeated for ever", advice)
        limit = 2 * len(trial.game.signals)
        trial.require(number <= limit, f"seat {seat} gives more than {limit} signals in one turn", advice)
        if random_bool(trial.rng, 0.5):
            return


def sometimes_check_take_back(trial: CheckedMatch, seat: int, move: int, before: Any) -> None:
    """Sometimes take a move back and play it again. Check that both times the position is the same as before."""
    if not trial.match.can_take_back(seat) or trial.rng.below(4):
        return
    after, text = saved_copy(trial.state), trial.game.text(move)
    advice = "Keep everything that changes in FIELDS; let `_apply` depend only on the state and the move"
    trial.match.take_back(seat)
    trial.require_equal(before, trial.state.data(), f"taking back {text} does not restore the position", advice)
    trial.match.play(seat, move)
    trial.require_equal(after, trial.state.data(), f"{text} leads elsewhere after a take-back", advice)
    trial.report.taken_back += 1


def check_finished_match(trial: CheckedMatch, thorough: bool) -> None:
    """Check the end of a game and its log. If `thorough`, also check the histories, the seed, and that bad logs are rejected."""
    state, players = trial.state, trial.game.players
    advice = "Set `waiting` to 0 when you set `over`"
    trial.require(state.waiting == 0 and not state.deciders, "the game is over but waits for a decision", advice)
    trial.require(not any(state.legal(s) or state.optional(s) for s in range(players)), "there are moves after the end", advice)
    check_result(trial)
    lines = log_lines(trial.match)
    again = replay(lines, lambda name: type(trial.game))
    advice = "Let `_apply` depend only on the state and the move"
    trial.require_equal(state.data(), again.state.data(), "replaying the log gives another position", advice)
    if thorough:
        trial.require(log_lines(again) == lines, "the log of the replayed match differs", advice)
        from_seed = first_event_not_from_seed(trial.match) is None
        trial.require(from_seed, "the seed does not give the outcomes again", "Draw only from the given `rng`")
        for viewer in trial.viewers:
            descriptions = [entry.description for entry in trial.match.history(viewer)]
            trial.require_plain_data(descriptions, f"the history of seat {viewer}")
        check_damaged_logs(trial, lines)


def check_result(trial: CheckedMatch) -> None:
    """Check that the ranks and winners of the result follow from the ranking keys."""
    result, players = trial.state.result, trial.game.players
    if not isinstance(result, Result) or len(result.ranks) != players:
        trial.fail(f"the result is {result!r:.100}", "Let `final_result` return a Result with a rank for every seat")
    trial.require_plain_data(result.data(), "the result")
    for reason in (result.reason, result.verdict):
        if reason is not None:
            trial.note_message(reason)
    if trial.game.cooperative:
        expected: tuple[int, ...] = (1,) * players
        trial.require(result.won is not None, "a cooperative game ends with won=None", "Say in the result whether the team won")
    else:
        expected = Result.from_ranking_keys([trial.state.ranking_key(seat) for seat in range(players)]).ranks
    team = result.won is not None and len(set(result.ranks)) == 1
    advice = "Return Result.from_ranking_keys(keys), or for a team equal ranks and `won`"
    trial.require(result.ranks == expected or team, f"ranks are {result.ranks}, but standings give {expected}", advice)
    best = () if result.won is False else tuple(seat for seat, rank in enumerate(result.ranks) if rank == 1)
    trial.require(result.winners == best, f"winners are {result.winners}, but ranks are {result.ranks}", advice)


def check_damaged_logs(trial: CheckedMatch, lines: list[str]) -> None:
    """Check that `replay` rejects a truncated or altered log, and that the error names the first bad line."""
    cut = 1 + trial.rng.below(len(lines) - 1)
    at = 1 + trial.rng.below(len(lines) - 2)
    altered = [*lines[:at], lines[at][:-3] + " " + lines[at][-3:], *lines[at + 1 :]]
    for number, log in ((cut + 1, lines[:cut]), (at + 1, altered)):
        try:
            replay(log, lambda name: type(trial.game))
        except TrapeziError as error:
            line = error.reason.params.get("line")
            trial.require(line == number, f"line {number} of the log is damaged, but the error names line {line}")
        else:
            trial.fail(f"a log damaged in line {number} is replayed")
