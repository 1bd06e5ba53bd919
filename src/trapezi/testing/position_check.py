"""Check one position: its copies, its legal and illegal moves, its scores and its outcomes of chance."""

from __future__ import annotations

import pickle
from typing import Any

from trapezi.core.errors import IllegalMove, Reason
from trapezi.core.random import Stream
from trapezi.core.score_lines import ScoreLine
from trapezi.core.special_seats import NATURE, SPECTATOR
from trapezi.core.state import Moves, State
from trapezi.testing.checked_match import CheckedMatch, random_bool

GARBAGE: tuple[Any, ...] = (-1, -7, 10**6, 10**30, True, 1.0, "0", None, (), b"\x00")
NO_SEATS: tuple[Any, ...] = (-2, 63, 64, 10**20, "0", None, 0.0, True)
BASE_FIELDS = {"game", "players", "waiting", "over"}
FEW_OUTCOMES = 200  # If a position has more outcomes than this, do not list all of them.
DRAWS = 400  # How many outcomes to sample when their frequencies are compared with their probabilities.

READ_ONLY = "Only `_apply`, `load` and `resample_hidden` may change a state, and copies must not share lists with it"
REJECTION_ADVICE = "Let `is_legal`, `reason` and `why_not` only read the state"


def check_position(trial: CheckedMatch, state: State) -> None:
    """Check everything about a position except what it hides from the seats (`secrecy_check.py` checks that)."""
    before = trial.require_plain_data(state.data(), "the saved state")
    for check in (check_scores, check_chance, check_copies, check_legal_moves, check_default_moves, check_illegal_moves):
        check(trial, state)
        trial.require_equal(before, state.data(), f"`{check.__name__}` changed the position", READ_ONLY)


def check_copies(trial: CheckedMatch, state: State) -> None:
    """Check that a copy equals the original, plays the same moves in the same way, and does not change the original."""
    before = state.data()
    fields = "Name every attribute that changes in FIELDS, or override `save`, `load` and `clone` to copy all of them"
    copies = {
        "clone()": state.clone(),
        "a pickled state": pickle.loads(pickle.dumps(state)),
        "a restored state": trial.game.restore(trial.require_plain_data(before, "the saved state")),
    }
    for name, copy in copies.items():
        advice = "Let `clone` and `start` return the same class"
        trial.require(type(copy) is type(state), f"{name} is a {type(copy).__name__}", advice)
        trial.require_equal(before, copy.data(), f"{name} differs", fields)
        trial.require_equal(state.view(SPECTATOR), copy.view(SPECTATOR), f"{name} has another view", fields)
    key = trial.rng.next64()
    ends = []
    for copy in copies.values():
        rng = Stream(key)
        for _ in range(12):
            if copy.over:
                break
            trial.play_random_step(copy, min(copy.deciders), rng)
        ends.append([copy.data(), copy.view(SPECTATOR), copy.view(0)])
    for name, end in zip(copies, ends, strict=True):
        trial.require_equal(ends[0], end, f"{name} and a clone play the same moves and end differently", fields)
    advice = "Copy lists and dicts in `save`, `load` and `clone`"
    trial.require_equal(before, state.data(), "a move on a copy changed the original", advice)
    check_fields_are_complete(trial, state)


def check_fields_are_complete(trial: CheckedMatch, state: State) -> None:
    """Check that FIELDS names every attribute that has changed since the start (if Python can list the attributes)."""
    if type(state).save is not State.save or not hasattr(state, "__dict__"):
        return
    start = vars(trial.game.start())
    for name in vars(state).keys() - BASE_FIELDS - set(state.FIELDS):
        if name not in start or vars(state)[name] != start[name]:
            trial.fail(f"the attribute `{name}` changes during the game but is not in FIELDS", f'Add "{name}" to FIELDS')


def check_legal_moves(trial: CheckedMatch, state: State) -> None:
    game, require = trial.game, trial.require
    for seat in range(game.players):
        legal, signals = state.legal(seat), state.optional(seat)
        if state.is_on_turn(seat):
            check_generated_moves(trial, state, "generate_moves", seat, legal)
            advice = "Skip the seat, or give it a move to pass"
            require(bool(legal), f"seat {seat} owes a decision but has no legal move", advice)
            chosen = state.choose(seat, trial.rng)
            require(chosen in legal, f"`choose` gives seat {seat} an illegal move", "Choose among `legal`")
        if not state.over:
            check_generated_moves(trial, state, "generate_signals", seat, signals)
        for move in legal:
            require(move in game.moves, f"the legal move {move} is not in `moves`", f"Moves are {game.moves}")
            advice = "List signals in generate_signals only"
            require(move not in game.signals, f"the legal move {move} is in `signals`", advice)
        known = all(signal in game.signals for signal in signals)
        require(known, f"{signals} are not all in `signals`", f"Signals are {game.signals}")
        for move in (*legal, *signals):
            text = game.text(move)
            trial.check_and_note_description(game.describe(move), f"the description of {text}")
            preview = trial.require_plain_data(state.preview(seat, move), f"the preview of {text}")
            fine = isinstance(preview, dict) and type(preview.get("points", 0)) is int
            require(fine, f"the preview of {text} is {preview!r:.100}", 'Return a dict with a whole number under "points"')


def check_default_moves(trial: CheckedMatch, state: State) -> None:
    """Check that `default_move` returns a legal move that loses least, is not random and does not depend on a secret."""
    for seat in sorted(state.deciders - {NATURE}):
        move = state.default_move(seat)
        if move is None:
            continue
        pauses = "Let `default_move` return None: one move could lose the game for everybody"
        trial.require(not trial.game.cooperative, "a cooperative game has a default move", pauses)
        problem = f"the default move of seat {seat} is {move!r}, which is not legal"
        legal = state.legal(seat)
        trial.require(move in legal, problem, "Choose among `legal`")
        points = {each: state.preview(seat, each).get("points", 0) for each in legal}
        problem = f"the default move of seat {seat} loses {-points[move]} points, and another move loses less"
        advice = "Return `best_move_by_preview` where the move of a player who does nothing costs points"
        trial.require(points[move] >= min(0, max(points.values())), problem, advice)
        other = state.resample(seat, trial.rng).default_move(seat)
        advice = "Let `default_move` depend only on what the seat may know, and on no chance"
        trial.require(other == move, f"the default move of seat {seat} depends on something hidden, or on chance", advice)


def check_generated_moves(trial: CheckedMatch, state: State, method: str, seat: int, expected: list[int]) -> None:
    """Check that `generate_moves` or `generate_signals` replaces the content of a list by exactly the expected moves."""
    moves = Moves()
    for number in (5, 4, 3):  # Fill the list as an earlier call would have done.
        moves.add(number)
    count = getattr(state, method)(seat, moves)
    listed = [moves.items[i] for i in range(moves.size)]
    ascending = listed == sorted(set(listed)) and count == len(listed)
    advice = "Set moves.size = 0, call moves.add(move) in ascending order, and return moves.size"
    trial.require(ascending, f"{method}({seat}) returns {count} and lists {listed}", advice)
    problem = f"seat {seat} gets {expected} where {method} lists {listed}"
    trial.require(expected == listed, problem, "Let `legal` list the same moves")


def check_illegal_moves(trial: CheckedMatch, state: State) -> None:
    """Check that everything that is not legal is rejected with a reason and changes nothing."""
    game, before = trial.game, state.data()
    for seat in (NATURE, *range(game.players)):
        space = game.outcomes if seat == NATURE else game.moves
        sample = space if len(space) <= 100 else [trial.random_item(space) for _ in range(60)]
        if seat == NATURE:
            allowed = {m for m in sample if state.is_on_turn(NATURE) and state.is_legal(NATURE, m)}
        else:
            allowed = {*state.legal(seat), *state.optional(seat)}
            for move in allowed:
                reason = state.why_not(seat, move)
                text = game.text(move)
                advice = "Let `is_legal` accept exactly the moves that `generate_moves` lists"
                trial.require(reason is None, f"{text} of seat {seat} is legal, but `why_not` says {reason}", advice)
        other = [trial.random_item(game.moves if seat == NATURE else game.outcomes)] if game.outcomes else []
        for move in (*(m for m in sample if m not in allowed), *other, *GARBAGE):
            check_move_rejected(trial, state, seat, move)
    for no_seat in (game.players, *NO_SEATS):
        check_move_rejected(trial, state, no_seat, game.moves[0])
    trial.require_equal(before, state.data(), "a rejected move left a trace", REJECTION_ADVICE)


def check_move_rejected(trial: CheckedMatch, state: State, seat: Any, move: Any) -> None:
    advice = "Let `is_legal` accept exactly the legal moves, and `reason` explain every other move"
    reason = state.why_not(seat, move)
    if not isinstance(reason, Reason):
        trial.fail(f"{move!r} of seat {seat!r} is not legal, but `why_not` gives {reason!r} instead of a reason", advice)
    trial.note_message(reason)
    trial.require_plain_data(dict(reason.params), f"the parameters of {reason.key}")
    copy = state.clone()
    try:
        copy.play(seat, move)
    except IllegalMove as error:
        trial.require(error.reason == reason, f"{move!r} of seat {seat!r} is rejected as {error}, explained as {reason}", advice)
        trial.require_equal(state.data(), copy.data(), "a rejected move left a trace", REJECTION_ADVICE)
    else:
        trial.fail(f"{move!r} of seat {seat!r} is not legal, but `play` accepts it", advice)


def check_scores(trial: CheckedMatch, state: State) -> None:
    standings = []
    for seat in range(trial.game.players):
        lines, score = state.score_lines(seat), state.score(seat)
        fine = all(isinstance(line, ScoreLine) for line in lines)
        trial.require(fine, f"score_lines({seat}) is {lines!r:.100}", "Use score_line(…)")
        total = sum(line.points for line in lines)
        problem = f"the score lines of seat {seat} add up to {total}, its score is {score}"
        fine = total == score and type(total) is int
        trial.require(fine, problem, "`score` must be the sum of the points in `score_lines`")
        for line in lines:
            trial.note_message(line.reason)
            trial.require_plain_data(line.data(), "a score line")
        standings.append(state.ranking_key(seat))
    numbers = all(isinstance(s, tuple) and all(type(n) is int for n in s) for s in standings)
    fine = numbers and len({len(s) for s in standings}) == 1
    trial.require(fine, f"standings are {standings}", "Return a tuple of whole numbers, as long for every seat")


def check_chance(trial: CheckedMatch, state: State) -> None:
    if not state.is_on_turn(NATURE):
        return
    chance, key = state.chance(), trial.rng.next64()
    trial.require(chance.count > 0, "NATURE is on turn but has no outcome", "Set `waiting` for the seats on turn, or `over`")
    once, twice = (state.clone().sample_chance(Stream(key)) for _ in range(2))
    advice = "Draw only from the `rng` that is given, and keep everything else in FIELDS"
    trial.require(once == twice, f"the same random numbers give outcome {once}, then {twice}", advice)
    drawn = {chance.sample(trial.rng) for _ in range(10)}
    for outcome in drawn:
        fine = outcome in chance and outcome in trial.game.outcomes
        trial.require(fine, f"`sample_chance` gives {outcome}, which cannot happen", "Let `is_legal` and `outcomes` include it")
    if chance.count <= FEW_OUTCOMES:
        listed = list(chance)
        trial.require(listed == sorted(set(listed)), f"the outcomes are {listed}", "`chance_outcome(k)` must ascend with k")
        trial.require(drawn <= set(listed), f"{drawn - set(listed)} happened but is not listed", "List it in `chance_outcome`")
        for outcome in (trial.random_item(trial.game.outcomes) for _ in range(20)):
            agrees = (outcome in chance) == (outcome in listed)
            problem = f"`is_legal(NATURE, {outcome})` and the listed outcomes disagree"
            trial.require(agrees, problem, "Let both allow the same outcomes")
        total = sum(map(chance.probability, listed))
        trial.require(abs(total - 1) < 1e-9, f"the probabilities of all outcomes add up to {total}", "They must add up to 1")
        if chance.count <= 8 and random_bool(trial.rng, 0.2):
            check_outcome_frequencies(trial, state, listed)
    outcome = chance.sample(trial.rng)
    reveals = state.clone().play(NATURE, outcome) is True
    trial.require(reveals, f"`_apply` of the outcome {outcome} returns False", "Every outcome reveals something")


def check_outcome_frequencies(trial: CheckedMatch, state: State, outcomes: list[int]) -> None:
    """Check that `sample_chance` draws outcomes as often as `chance_probability` says."""
    draws = [state.sample_chance(trial.rng) for _ in range(DRAWS)]
    for outcome in outcomes:
        expected = state.chance_probability(outcome) * DRAWS
        spread = 6 * max(1.0, expected * (1 - expected / DRAWS)) ** 0.5
        count = draws.count(outcome)
        problem = f"outcome {outcome} comes {count} times in {DRAWS}, not {expected:.0f}"
        advice = "Let `sample_chance` draw with the probabilities that `chance_probability` gives"
        trial.require(abs(count - expected) <= spread, problem, advice)
