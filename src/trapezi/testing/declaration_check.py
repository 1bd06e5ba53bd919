"""Check what a game declares: its attributes, the texts of its moves, its options, and which methods it overrides."""

from __future__ import annotations

import json
import pickle
from typing import Any

from trapezi.core.errors import BadText
from trapezi.core.game import Game
from trapezi.core.random import Stream
from trapezi.core.state import State
from trapezi.testing.checked_match import CheckedMatch

MOST_SEATS = 6
LARGEST_MOVE = 1 << 30
SAMPLE = 2000  # If a game has more moves than this, check the texts of this many random moves instead of all.
BAD_TEXTS = ("", "?", "pass pass", "-1", "ß", "roll", "red 07", "9" * 50, "\x00", "red 99", "٣", "²")
BAD_TEXT_ADVICE = "Let `_parse` return None for texts that name no move"

# The methods under "the same for all games" in `core/state.py` and `core/game.py`. Only `State.legal` and `State.choose`
# may be overridden for speed; the kit compares what they return with what the originals return.
FINAL_STATE_METHODS = {
    *(
        "is_on_turn",
        "_is_on_turn_unchecked",
        "_require_seat_number",
        "deciders",
        "optional",
        "play",
        "why_not",
        "illegal_move_error",
        "best_move_by_preview",
        "chance",
        "scores",
        "result",
    ),
    *(
        "view",
        "common_view_fields",
        "legal_moves_view",
        "visible_board",
        "describe_moves",
        "resample",
        "data",
        "__eq__",
        "__reduce__",
    ),
}
FINAL_GAME_METHODS = {
    *("with_options", "default_player_count", "has_default_moves", "configurations", "parse", "match", "restore"),
    *("__eq__", "__hash__", "__repr__"),
}


def check_declaration(trial: CheckedMatch) -> None:
    """Check everything that a game declares."""
    for check in (check_required_attributes, check_final_methods, check_texts_and_descriptions, check_options_roundtrip):
        check(trial)


def check_required_attributes(trial: CheckedMatch) -> None:
    """Check that the game has all required attributes, with valid ranges."""
    game, require = trial.game, trial.require
    for name in ("name", "player_counts", "moves", "outcomes", "max_events"):
        require(hasattr(game, name), f"the game has no `{name}`", f"Declare `{name}` in the class or in __init__")
    counts = game.player_counts
    possible = 1 <= counts[0] <= counts[-1] <= MOST_SEATS
    require(possible, f"player_counts is {counts}", f"A table has from 1 to {MOST_SEATS} seats")
    for name in ("moves", "outcomes", "signals"):
        numbers = getattr(game, name)
        fine = isinstance(numbers, range) and numbers.step == 1 and numbers.start >= 0
        require(fine, f"`{name}` is {numbers!r}", "Declare a range of whole numbers from 0 up, with step 1")
        advice = f"Numbers of moves must stay below {LARGEST_MOVE}"
        require(numbers.stop <= LARGEST_MOVE, f"`{name}` reaches {numbers.stop - 1}", advice)
    moves, outcomes, signals = game.moves, game.outcomes, game.signals
    require(bool(moves), "`moves` is empty", "Declare the range of all moves that seats can make")
    overlap = max(moves.start, outcomes.start) < min(moves.stop, outcomes.stop)
    require(not overlap, f"moves {moves} and outcomes {outcomes} overlap", "Give each number one meaning")
    inside = not signals or (signals[0] in moves and signals[-1] in moves)
    require(inside, f"signals {signals} are not part of the moves {moves}", "Make `signals` a part of `moves`")


def check_final_methods(trial: CheckedMatch) -> None:
    """Check that the game overrides no method that is the same for all games."""
    game = trial.game
    for kind, base, names in ((type(game.start()), State, FINAL_STATE_METHODS), (type(game), Game, FINAL_GAME_METHODS)):
        for each in kind.__mro__[: kind.__mro__.index(base)]:
            for name in sorted(names & vars(each).keys()):
                if name == "__hash__" and vars(each)[name] is None:
                    continue  # Python sets `__hash__` to None if a class overrides `__eq__`, which is reported anyway.
                problem = f"{each.__name__} overrides `{name}`, which is the same for all games"
                trial.fail(problem, "Override the methods it calls")


def check_texts_and_descriptions(trial: CheckedMatch) -> None:
    """Check that `parse` turns the text of every move into that move, and that descriptions are plain data."""
    game, rng = trial.game, Stream(1)
    for numbers in (game.moves, game.outcomes):
        for move in numbers if len(numbers) <= SAMPLE else [numbers[rng.below(len(numbers))] for _ in range(SAMPLE)]:
            text = game.text(move)
            trial.require(isinstance(text, str), f"the text of move {move} is {text!r}", "Return text")
            for written in (text, f"  {text.upper()} "):
                parsed = parse_or_none(game, written)
                meaning = "not understood" if parsed is None else f"read as {parsed}"
                advice = "Give each move its own text, and let `_parse` return the move for it"
                trial.require(parsed == move, f"move {move} has the text {text!r}, but {written!r} is {meaning}", advice)
            trial.check_description(game.describe(move), f"the description of move {move}")
    for text in BAD_TEXTS:
        parsed = parse_or_none(game, text)
        if parsed is not None:
            known = parsed in game.moves or parsed in game.outcomes
            trial.require(known, f"{text!r} is read as {parsed}, which is neither a move nor an outcome", BAD_TEXT_ADVICE)
            same = game.text(parsed).lower().split() == text.lower().split()
            trial.require(same, f"{text!r} is read as {game.text(parsed)!r}", BAD_TEXT_ADVICE)


def parse_or_none(game: Game[Any], text: str) -> int | None:
    """Return the move or outcome that a text names, or None if the game rejects the text."""
    try:
        return game.parse(text)
    except BadText:
        return None


def check_options_roundtrip(trial: CheckedMatch) -> None:
    """Check that the options and the game are the same after they were converted to JSON and pickled."""
    game, options = trial.game, trial.game.options.data()
    advice = "Options must be plain values that `Options.data` returns and `read_options` accepts"
    try:
        again = type(game).with_options(**json.loads(json.dumps(options)))
    except Exception as error:
        raise trial.make_fault(f"the options {options!r:.200} are not accepted again: {error}", advice) from error
    same = again == game and pickle.loads(pickle.dumps(game)) == game
    trial.require(same, "a game made from the saved options differs", advice)
