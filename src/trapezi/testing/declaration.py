"""Checks of a game before it is played: names, ranges, texts, options, limits, methods that must not be overridden."""

from __future__ import annotations

import json
import pickle
from typing import Any, NoReturn

from trapezi.core.errors import BadText
from trapezi.core.game import Game
from trapezi.core.random import Stream
from trapezi.core.state import State
from trapezi.testing.fault import Fault

MOST_SEATS = 6
LARGEST_MOVE = 1 << 30
SAMPLE = 2000  # moves whose texts are checked
BAD_TEXTS = ("", "?", "pass pass", "-1", "ß", "roll", "red 07", "9" * 50, "\x00", "red 99", "٣", "²")

# Methods under "the same for all" in `core/state.py` and `core/game.py`. `State.legal` and `State.choose` may be overridden for
# speed; the kit compares them with the originals.
SAME_FOR_ALL = {
    *("on_turn", "_owes", "deciders", "optional", "play", "why_not", "rejection", "chance", "scores", "result"),
    *("view", "shared_view", "seat_view", "visible_board", "_described", "resample", "data", "__eq__", "__reduce__"),
}
SAME_FOR_ALL_GAMES = {
    *("with_options", "default_players", "configurations", "parse", "match", "restore", "__eq__", "__hash__", "__repr__"),
}


def check_declaration(game: Game[Any], seed: int = 0) -> None:
    """Check what a game declares; raise `Fault` for the first broken promise."""
    try:
        for check in (check_limits, check_overrides, check_texts, check_options):
            check(game)
    except Broken as error:
        raise Fault(f"{game!r}, seed {seed}, event 0", *error.args, seed=seed, event=0) from error.__cause__


class Broken(Exception):
    """What is wrong with a declaration, and what to do."""


def fault(what: str, advice: str = "") -> NoReturn:
    raise Broken(what, advice)


def check_limits(game: Game[Any]) -> None:
    for name in ("name", "player_counts", "moves", "outcomes", "max_events"):
        if not hasattr(game, name):
            fault(f"the game has no `{name}`", f"Declare `{name}` in the class or in __init__")
    if not 1 <= game.player_counts[0] <= game.player_counts[-1] <= MOST_SEATS:
        fault(f"player_counts is {game.player_counts}", f"A table has from 1 to {MOST_SEATS} seats")
    for name in ("moves", "outcomes", "signals"):
        numbers = getattr(game, name)
        if not isinstance(numbers, range) or numbers.step != 1 or (numbers and numbers[0] < 0):
            fault(f"`{name}` is {numbers!r}", "Declare a range of whole numbers from 0 up, with step 1")
        if numbers and numbers[-1] >= LARGEST_MOVE:
            fault(f"`{name}` reaches {numbers[-1]}", f"Numbers of moves must stay below {LARGEST_MOVE}")
    if not game.moves:
        fault("`moves` is empty", "Declare the range of all moves that seats can make")
    if max(game.moves.start, game.outcomes.start) < min(game.moves.stop, game.outcomes.stop):
        fault(f"moves {game.moves} and outcomes {game.outcomes} overlap", "Give each number one meaning")
    if game.signals and not (game.signals[0] in game.moves and game.signals[-1] in game.moves):
        fault(f"signals {game.signals} are not part of the moves {game.moves}", "Make `signals` a part of `moves`")


def check_overrides(game: Game[Any]) -> None:
    for kind, base, names in ((type(game.start()), State, SAME_FOR_ALL), (type(game), Game, SAME_FOR_ALL_GAMES)):
        for each in kind.__mro__[: kind.__mro__.index(base)]:
            for name in sorted(names & vars(each).keys()):
                if name == "__hash__" and vars(each)[name] is None:
                    continue  # set by Python beside __eq__, which is reported by itself
                fault(f"{each.__name__} overrides `{name}`, which is the same for all games", "Override the methods it calls")


def check_texts(game: Game[Any]) -> None:
    """Texts must be read back as the same move, and descriptions must be plain data."""
    rng = Stream(1)
    for numbers in (game.moves, game.outcomes):
        for move in numbers if len(numbers) <= SAMPLE else [numbers[rng.below(len(numbers))] for _ in range(SAMPLE)]:
            text = game.text(move)
            if not isinstance(text, str):
                fault(f"the text of move {move} is {text!r}", "Return text")
            for written in (text, f"  {text.upper()} "):
                try:
                    read = game.parse(written)
                except BadText:
                    fault(f"move {move} has the text {text!r}, but {written!r} is not understood", "Let `_parse` read every text")
                if read != move:
                    advice = "Give each move its own text, and let `_parse` return the move"
                    fault(f"move {move} has the text {text!r}, but {written!r} is read as {read}", advice)
            description = game.describe(move)
            try:
                plain = json.loads(json.dumps(description, allow_nan=False)) == description
            except (TypeError, ValueError):
                plain = False
            if not plain or not isinstance(description, dict) or not isinstance(description.get("kind"), str):
                advice = 'Return a dict of plain data with a text under "kind"'
                fault(f"move {move} is described as {description!r:.200}", advice)
    for text in BAD_TEXTS:
        try:
            move = game.parse(text)
        except BadText:
            continue
        if move not in game.moves and move not in game.outcomes:
            fault(f"{text!r} is read as {move}, which is neither a move nor an outcome", "Let `_parse` return None")
        if " ".join(game.text(move).lower().split()) != " ".join(text.lower().split()):
            fault(f"{text!r} is read as {game.text(move)!r}", "Let `_parse` return None for texts that name no move")


def check_options(game: Game[Any]) -> None:
    advice = "Options must be plain values that `Options.data` returns and `read_options` accepts"
    try:
        again = type(game).with_options(**json.loads(json.dumps(game.options.data())))
    except Exception as error:
        raise Broken(f"the options {game.options.data()!r:.200} are not accepted again: {error}", advice) from error
    if again != game or pickle.loads(pickle.dumps(game)) != game:
        fault("a game made from the saved options differs", advice)
