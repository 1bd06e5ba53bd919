"""Check that the views, moves, reasons and history of a seat show nothing that the seat may not know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from operator import methodcaller
from typing import Any

from trapezi.core.random import Stream
from trapezi.core.special_seats import NATURE, SPECTATOR
from trapezi.core.state import State
from trapezi.testing.checked_match import CheckedMatch

RESAMPLES = 30  # A secret with two possible values keeps its value in all resamples only once in a billion checks.
MOVES_ADVICE = "Legal moves and reasons of a seat must not depend on decisions of others that are not revealed yet"


def check_secrecy(trial: CheckedMatch, state: State) -> None:
    check_views_hide_secrets(trial, state)
    if state.over:
        return  # Everybody may see everything at the end.
    if state.is_on_turn(NATURE):
        check_hidden_outcomes(trial, state)
    else:
        check_hidden_decisions(trial, state)


def check_views_hide_secrets(trial: CheckedMatch, state: State) -> None:
    """Check that the view of each viewer stays the same when everything that the viewer cannot know is replaced."""
    advice = "`view` may show only what this seat knows; `resample_hidden` must leave all of that as it is"
    for viewer in trial.viewers:
        view = trial.require_plain_data(state.view(viewer), f"the view of seat {viewer}")
        trial.require_equal(view, state.view(viewer), "two calls of `view` differ", "Build views only from the state")
        key = trial.rng.next64()
        once, twice = state.resample(viewer, Stream(key)), state.resample(viewer, Stream(key))
        problem = "`resample` differs with the same random numbers"
        trial.require_equal(once.data(), twice.data(), problem, "Draw only from the given `rng`")
        for other in (once, state.resample(viewer, trial.rng)):
            trial.report.secrets += other.data() != state.data()
            trial.require_equal(view, other.view(viewer), f"resample changes what is seen by seat {viewer}", advice)
            for move in [trial.random_item(trial.game.moves) for _ in range(10 if viewer >= 0 else 0)]:
                same = other.why_not(viewer, move) == state.why_not(viewer, move)
                problem = f"the reason against {trial.game.text(move)} tells seat {viewer} a secret"
                trial.require(same, problem, "Explain with what it knows")
        trial.play_randomly_to_end(once)


def differing_fields(one: State, other: State) -> list[int]:
    """Return the indices in `save()` of the fields in which two states differ."""
    return [n for n, (a, b) in enumerate(zip(one.save(), other.save(), strict=True)) if a != b]


def check_resample_changes(trial: CheckedMatch, viewer: int, state: State, fields: list[int], secret: str) -> None:
    """Check that `resample` sometimes changes these fields (indices in `save()`). `secret` describes what they contain."""
    saved = state.save()
    for _ in range(RESAMPLES):
        drawn = state.resample(viewer, trial.rng).save()
        if any(drawn[n] != saved[n] for n in fields):
            return
    advice = "Let `resample_hidden` draw everything that the seat does not know from all that agrees with its view"
    trial.fail(f"resample({viewer}) never changes {secret}, which seat {viewer} does not know", advice)


def check_hidden_outcomes(trial: CheckedMatch, state: State) -> None:
    """Check that two outcomes lead to the same view of a viewer if `redact` describes them to this viewer in the same way."""
    outcomes = state.sample_chance(trial.rng), state.sample_chance(trial.rng)
    after = state.clone(), state.clone()
    for copy, outcome in zip(after, outcomes, strict=True):
        copy.play(NATURE, outcome)
    for viewer in trial.viewers:
        shown = [state.redact(viewer, NATURE, outcome) for outcome in outcomes]
        for description in shown:
            trial.check_and_note_description(description, "a redacted outcome")
        if after[0].over or after[1].over or shown[0] != shown[1]:
            continue
        views = [copy.view(viewer) for copy in after]
        texts = " and ".join(trial.game.text(outcome) for outcome in outcomes)
        advice = "Show the outcome in `redact`, or hide it in the view"
        trial.require_equal(views[0], views[1], f"{texts} look alike to seat {viewer} but give different views", advice)
        fields = differing_fields(*after)
        if fields and state.chance_probability(outcomes[0]) <= 0.5:
            check_resample_changes(trial, viewer, after[0], fields, f"the outcome {trial.game.text(outcomes[0])}")


def check_hidden_decisions(trial: CheckedMatch, state: State) -> None:
    """Check that other seats cannot see a pending decision, and that `redact` shows no more of a decision than their views."""
    seat = trial.random_item(sorted(state.deciders))
    legal = state.legal(seat)
    moves = trial.random_item(legal), trial.random_item(legal)
    after = state.clone(), state.clone()
    revealed = [copy.play(seat, move) for copy, move in zip(after, moves, strict=True)]
    for move in moves:
        for viewer in trial.viewers:
            trial.check_and_note_description(state.redact(viewer, seat, move), "a redacted move")
    if len(state.deciders) > 1:
        texts = " or ".join(trial.game.text(move) for move in moves)
        problem = f"{texts} of seat {seat} is revealed before all have decided"
        trial.require(not any(revealed), problem, "Let `_apply` return False")
        if after[0].deciders == after[1].deciders:
            for copy in after:
                check_pending_decision_is_hidden(trial, state, copy, seat, texts)
            trial.report.simultaneous += 1
            fields = differing_fields(*after)
            for viewer in trial.viewers:
                if viewer != seat and fields:
                    check_resample_changes(trial, viewer, after[0], fields, f"the pending decision of seat {seat}")
    finish_round_and_check_redaction(trial, state, after, seat, moves, revealed)


def check_pending_decision_is_hidden(trial: CheckedMatch, before: State, after: State, seat: int, texts: str) -> None:
    """Check that a pending decision changes nothing that other seats can see or do. `before` and `after` are the states."""

    def require_unchanged(problem: str, advice: str, method: str, *arguments: int) -> None:
        call = methodcaller(method, *arguments)
        trial.require_equal(call(before), call(after), f"with {texts} of seat {seat} pending, {problem}", advice)

    advice = "Leave out decisions that are not revealed yet"
    require_unchanged("`public_board` changes", advice, "public_board")
    require_unchanged("points, score lines or the end change", "Count points only from revealed decisions", "common_view_fields")
    for viewer in trial.viewers:
        if viewer == seat:
            continue
        require_unchanged(f"`private_part_of_board({viewer})` changes", advice, "private_part_of_board", viewer)
        require_unchanged(f"the moves of seat {viewer} change", MOVES_ADVICE, "legal_moves_view", viewer)
        for move in [trial.random_item(trial.game.moves) for _ in range(20 if viewer != SPECTATOR else 0)]:
            require_unchanged(
                f"{trial.game.text(move)} of seat {viewer} is judged differently", MOVES_ADVICE, "why_not", viewer, move
            )


def finish_round_and_check_redaction(
    trial: CheckedMatch, state: State, after: tuple[State, State], seat: int, moves: tuple[int, int], revealed: list[bool]
) -> None:
    """Finish a simultaneous decision in the two states `after`, and check what `redact` shows of the moves of a seat.

    The seat has made a different move in each state; the other seats now make the same moves in both. If a viewer's view is then
    the same in both states, `redact` must describe both moves in the same way to this viewer.
    """
    key = trial.rng.next64()
    for n, copy in enumerate(after):
        revealed[n] = play_others_randomly(copy, state.deciders - {seat}, key) or revealed[n]
    pending = not all(revealed) and (len(state.deciders) > 1 or trial.match.pending_decision_count > 0)
    if (
        pending
        or any(copy.over or copy.is_decision_still_secret_after_reveal(seat) for copy in after)
        or after[0].data() == after[1].data()
    ):
        return
    for viewer in trial.viewers:
        if viewer == seat or after[0].view(viewer) != after[1].view(viewer):
            continue
        shown = [state.redact(viewer, seat, move) for move in moves]
        if shown[0] != shown[1] and move_reveals_hidden_values(trial, state, viewer, seat, moves):
            what = f"`redact` shows seat {viewer} the decision of seat {seat}, which its view hides"
            trial.require_equal(shown[0], shown[1], what, "Leave out of `redact` what this viewer never learns")


def play_others_randomly(state: State, others: frozenset[int], rng_key: int) -> bool:
    """Make a random move for each of the seats `others` that must decide. Return whether the last move revealed anything."""
    rng, revealed = Stream(rng_key), False
    for other in sorted(others):
        if state.is_on_turn(other):
            revealed = state.play(other, state.choose(other, rng))
    return revealed


def move_reveals_hidden_values(trial: CheckedMatch, state: State, viewer: int, seat: int, moves: tuple[int, int]) -> bool:
    """Return whether a viewer who gets to know which of two moves was made thereby learns a hidden value.

    For example, a viewer may see which of two cards with the same back was taken: this does not show what is on the card. The
    function makes both moves in many positions that are possible for the viewer. Nothing hidden is revealed if two conditions
    hold. First, in each position, both moves lead to the same values, perhaps in different places. Second, there is no place
    with a certain value after one move and another certain value after the other move.
    """
    possible = [state.resample(viewer, trial.rng) for _ in range(RESAMPLES)]
    saved: tuple[list[list[Any]], ...] = ([], [])
    for position in possible:
        if all(position.is_legal(seat, move) for move in moves):
            for move, values in zip(moves, saved, strict=True):
                copy = position.clone()
                copy.play(seat, move)
                play_others_randomly(copy, state.deciders - {seat}, 0)
                values.append(list(flat_values(copy.save())))
    if not saved[0] or any(Counter(one) != Counter(other) for one, other in zip(*saved, strict=True)):
        return True
    for one, other in zip(zip(*saved[0], strict=True), zip(*saved[1], strict=True), strict=True):
        if len(set(one)) == len(set(other)) == 1 and one != other:
            return True
    return False


def flat_values(saved: Any) -> Iterator[Any]:
    """Yield all numbers and texts in a saved state, also those in nested lists and dicts."""
    if isinstance(saved, dict):
        saved = saved.values()
    elif not isinstance(saved, list | tuple):
        yield saved
        return
    for value in saved:
        yield from flat_values(value)
