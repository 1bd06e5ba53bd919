"""`check_package`: is a game package complete? Manifest, variants, catalogues, rules pages, bots, levels, encoder, terminal."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from array import array
from collections.abc import Iterator
from typing import Any, NoReturn

from trapezi import bots
from trapezi.bots.levels import Level
from trapezi.core.errors import TrapeziError
from trapezi.core.game import Game
from trapezi.core.options import describe
from trapezi.core.package import EVERY_PHASE, GamePackage
from trapezi.core.random import Stream, branch
from trapezi.core.seats import SPECTATOR
from trapezi.core.state import State
from trapezi.envs.feature_writer import FeatureWriter
from trapezi.envs.features import Encoder
from trapezi.games import package, packages
from trapezi.i18n import LANGUAGES, catalogue_for, placeholders
from trapezi.testing.bot_check import check_bot
from trapezi.testing.fault import Fault, described
from trapezi.testing.game_check import check_game
from trapezi.testing.trial import ChooseMove, Report

GYMNASIUM_ID = re.compile(r"([\w:.-]+/)?[\w:.-]+-v\d+")
PARTS = ("game", "levels", "encoder", "terminal", "solver")
SIMULATIONS = 4  # of a bot that takes a budget
NUMBERS = (-1.0, 4.0)  # the bounds of an observation


def check_package(name: str, games: int = 2, seed: int = 0, choose: ChooseMove | None = None) -> Report:
    """Check everything that an installed game package provides; raise `Fault` for the first thing that is wrong.

    Every variant is played by `check_game` with its fewest and its most players.

    >>> check_package("qwixx", games=1).games >= 6
    True
    """
    try:
        manifest = package(name)
        check_manifest(manifest)
        report = check_variants(manifest, games, seed, choose)
        check_catalogues(manifest, report)
        check_rules_pages(manifest)
        check_bots(manifest, seed)
        check_encoder(manifest, seed)
        check_terminal(manifest, seed)
        check_hash_order(manifest)
    except Fault:
        raise
    except Exception as error:
        raise Fault(f"package {name}", *described(error)) from error
    return report


def fault(manifest: GamePackage, what: str, advice: str) -> NoReturn:
    raise Fault(f"package {manifest.name}", what, advice)


# -- manifest --------------------------------------------------------------------------------------------------------------


def check_manifest(manifest: GamePackage) -> None:
    if not re.fullmatch(r"[a-z][a-z0-9_]*", manifest.name):
        fault(manifest, f"the name is {manifest.name!r}", "Use lower-case letters, digits and underscores")
    for part in PARTS:
        try:
            manifest.load(part)
        except Exception as error:
            path = getattr(manifest, part)
            fault(manifest, f"{part}={path!r} cannot be loaded: {error}", "Name it as module:attribute, relative to the package")
    kind = manifest.load("game")
    if not (isinstance(kind, type) and issubclass(kind, Game)) or kind.name != manifest.name:
        fault(manifest, f"`game` is {kind!r}", f"Name a subclass of Game whose `name` is {manifest.name!r}")
    known = manifest.gymnasium_id or f"trapezi/{manifest.name}-v0"
    if not GYMNASIUM_ID.fullmatch(known):
        fault(manifest, f"{known!r} is not a Gymnasium id", "Write namespace/Name-v0")
    for other in packages():
        if other.name != manifest.name and known == (other.gymnasium_id or f"trapezi/{other.name}-v0"):
            fault(manifest, f"the Gymnasium id {known} belongs to {other.name}", "Choose another id")


def check_variants(manifest: GamePackage, games: int, seed: int, choose: ChooseMove | None) -> Report:
    kind: type[Game[Any]] = manifest.load("game")
    total = Report()
    phases: set[str] = set()
    played: set[int] = set()
    for variant, given in kind.variants.items():
        seats = list(given.get("players", kind.player_counts))
        options = {option: value for option, value in given.items() if option != "players"}
        for players in sorted({seats[0], seats[-1]}):
            game = game_of(manifest, variant, players, options)
            report = check_game(game, games, seed, choose=choose)
            total.games += report.games
            phases |= {str(state.public_board().get("phase")) for state in positions(game, seed, every=1)}
            total.descriptions |= report.descriptions
            for key, params in report.messages.items():
                total.messages[key] = total.messages.get(key, params) & params
        for players in seats:
            game_of(manifest, variant, players, options)
        played |= set(seats)
    if played != set(kind.player_counts):
        fault(
            manifest,
            f"no variant is played by {set(kind.player_counts) - played} players",
            "Let `variants` cover all of `player_counts`",
        )
    unknown = set(manifest.secret_phases) - phases
    if manifest.secret_phases != EVERY_PHASE and unknown:
        fault(manifest, f"secret_phases names {unknown}, but the phases are {phases}", 'Use the values of board["phase"]')
    return total


def game_of(manifest: GamePackage, variant: str, players: int, options: dict[str, Any]) -> Game[Any]:
    kind: type[Game[Any]] = manifest.load("game")
    try:
        return kind.with_options(players=players, **options)
    except TrapeziError as error:
        fault(manifest, f"variant {variant!r} with {players} players is rejected: {error}", "List only options that are accepted")


# -- words -----------------------------------------------------------------------------------------------------------------


def check_catalogues(manifest: GamePackage, report: Report) -> None:
    catalogues = {lang: read_catalogue(manifest, lang) for lang in LANGUAGES}
    english = catalogues["en"]
    for lang, messages in catalogues.items():
        if missing := english.keys() ^ messages.keys():
            fault(
                manifest, f"{lang}.json and en.json do not have the same keys: {sorted(missing)[:5]}", "Translate every message"
            )
        for key, text in messages.items():
            if placeholders(text) != placeholders(english[key]):
                fault(
                    manifest, f"the blanks of {key} differ in {lang}.json and en.json", "Use the same {blanks} in every language"
                )
    for key, params in required_messages(manifest, report).items():
        own = key.startswith(f"{manifest.name}.")
        message = english.get(key) if own else catalogue_for("en").template(key)
        if message is None:
            fault(manifest, f"the message {key} is missing", f"Add it to locale/{{{','.join(LANGUAGES)}}}.json")
        if unfilled := placeholders(message) - params:
            fault(
                manifest,
                f"the message {key} has the blanks {unfilled}, which the game does not fill",
                f"It gives {sorted(params)}",
            )
    for kind, parts in sorted(report.descriptions):
        ways = [english.get(f"{manifest.name}.{way}.{kind}") for way in ("move", "hidden")]
        if not any(text is not None and placeholders(text) <= parts for text in ways):
            advice = (
                f"Add {manifest.name}.move.{kind}, and {manifest.name}.hidden.{kind} for viewers that see only {sorted(parts)}"
            )
            fault(manifest, f"no message fits moves of the kind {kind!r}", advice)


def read_catalogue(manifest: GamePackage, lang: str) -> dict[str, str]:
    try:
        content = json.loads(manifest.locale.joinpath(f"{lang}.json").read_text("utf-8"))
    except (OSError, ValueError) as error:
        fault(manifest, f"locale/{lang}.json cannot be read: {error}", "Add a catalogue for each of " + ", ".join(LANGUAGES))
    if not isinstance(content, dict) or not all(isinstance(text, str) and text for text in content.values()):
        fault(manifest, f"locale/{lang}.json is not an object of keys and texts", "Map every key to a text")
    foreign = [key for key in content if not key.startswith(f"{manifest.name}.")]
    if foreign:
        fault(manifest, f"locale/{lang}.json has the key {foreign[0]}", f"All keys begin with {manifest.name}.")
    return content


def required_messages(manifest: GamePackage, report: Report) -> dict[str, frozenset[str]]:
    """Return the keys that a game needs, with the parameters that it gives."""
    required: dict[str, frozenset[str]] = {f"{manifest.name}.{key}": frozenset() for key in ("title", "pitch")}
    for option in describe(manifest.load("game").Options):
        key = f"{manifest.name}.option.{option['name']}"
        required[key] = frozenset()
        if option["kind"] == "choice":
            labels = option.get("labels", {})
            required |= {f"{key}.{value}": frozenset() for value in option["values"] if value not in labels}
            required |= {label["key"]: frozenset(label["params"]) for label in labels.values()}
    return required | report.messages


def check_rules_pages(manifest: GamePackage) -> None:
    for lang in LANGUAGES:
        page = manifest.locale.joinpath(f"rules.{lang}.md")
        if not page.is_file() or not page.read_text("utf-8").startswith("# "):
            fault(
                manifest, f"locale/rules.{lang}.md is missing or has no title", "Write the rules for players, with a title: # …"
            )


# -- bots, encoder, terminal -----------------------------------------------------------------------------------------------


def smallest(manifest: GamePackage) -> Game[Any]:
    kind: type[Game[Any]] = manifest.load("game")
    return kind.with_options(players=kind.default_players())


def check_bots(manifest: GamePackage, seed: int) -> None:
    levels = manifest.load("levels")
    if levels is not None and (len(levels) != len(bots.LEVELS) or not all(isinstance(level, Level) for level in levels)):
        fault(manifest, f"`levels` is {levels!r:.100}", "Give a tuple of five Level, the weakest first")
    for name in (*manifest.bots, *bots.LEVELS):
        try:
            bots.make(name, manifest.name)
        except TrapeziError as error:
            fault(manifest, f"the bot {name} cannot be made: {error}", "Name a class with `decide`; its arguments need defaults")
    for name in manifest.bots:
        budget = f"@{SIMULATIONS}" if bots.takes_budget(bots.find_class(name, manifest.name)) else ""
        check_bot(f"{name}{budget}", smallest(manifest), seed=seed, positions=2, every_decision=not budget)


def positions(game: Game[Any], seed: int, every: int = 3) -> Iterator[State]:
    """Yield about one position in `every` of a random game."""
    state, rng = game.start(), branch(seed, 1 << 43)
    while not state.over:
        for seat in sorted(state.deciders):
            if rng.below(every) == 0:
                yield state
            state.play(seat, state.choose(seat, rng))
    yield state


def check_encoder(manifest: GamePackage, seed: int) -> None:
    kind = manifest.load("encoder")
    if kind is None:
        return
    if not (isinstance(kind, type) and issubclass(kind, Encoder)):
        fault(manifest, f"`encoder` is {kind!r}", "Name a subclass of trapezi.envs.features.Encoder")
    game, rng = smallest(manifest), Stream(seed)
    encoder = kind(game.start())
    for state in positions(game, seed):
        for seat in range(game.players):
            numbers = encoded(manifest, encoder, state, seat)
            if not all(NUMBERS[0] <= number <= NUMBERS[1] for number in numbers):
                fault(manifest, f"the encoder writes numbers outside {NUMBERS}", "Divide them by a constant")
            if numbers != encoded(manifest, encoder, state.resample(seat, rng), seat):
                advice = "Read only what the seat knows; compare with `public_board` and `private_board`"
                fault(manifest, f"the encoder shows seat {seat} something hidden", advice)


def encoded(manifest: GamePackage, encoder: Encoder, state: State, seat: int) -> array[float]:
    row = array("f", bytes(4 * encoder.size))
    features = FeatureWriter(row)
    try:
        encoder.encode(state, seat, features)
    except IndexError:
        features.offset = -1
    if features.offset != encoder.size:
        advice = "Add the same number of features in every position"
        fault(manifest, f"the encoder does not write {encoder.size} features in every position", advice)
    return row


def check_terminal(manifest: GamePackage, seed: int) -> None:
    terminal = manifest.load("terminal")
    if terminal is None:
        return
    from rich.console import Console

    game = smallest(manifest)
    for n, state in enumerate(positions(game, seed, every=8)):
        words = catalogue_for(LANGUAGES[n % len(LANGUAGES)])
        for viewer in (SPECTATOR, *range(game.players)):
            try:
                Console(file=io.StringIO()).print(terminal.draw(state.view(viewer), words.translate))
            except Exception as error:
                what = f"the terminal cannot draw a view of seat {viewer}: {described(error)[0]}"
                fault(manifest, what, "Let `draw(view, translate)` return something that rich can print, for every view")


def check_hash_order(manifest: GamePackage) -> None:
    """Play a game in two processes whose sets and dicts of texts have another order; the logs must be the same."""
    code = (
        "import sys, trapezi; from trapezi.testing import golden_log;"
        "print('\\n'.join(golden_log(trapezi.game(sys.argv[1], players=int(sys.argv[2])))))"
    )
    logs = []
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        arguments = [sys.executable, "-c", code, manifest.name, str(smallest(manifest).players)]
        run = subprocess.run(arguments, env=environment, capture_output=True, text=True, check=False)
        if run.returncode:
            fault(
                manifest, f"a game in a process of its own fails: {run.stderr.strip()[-200:]}", "Play it with `trapezi simulate`"
            )
        logs.append(run.stdout)
    if logs[0] != logs[1]:
        fault(manifest, "the same seed gives different games in different processes", "Sort sets before you use their order")
