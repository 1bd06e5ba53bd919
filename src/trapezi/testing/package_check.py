"""`check_package` checks all parts of a game package: manifest, variants, texts, lessons, bots, encoder, terminal, coach."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from array import array
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

from trapezi import bots
from trapezi.bots import Budget, Observation
from trapezi.bots.levels import Level
from trapezi.coach import Reviewer, judge, observe
from trapezi.coach.game_coach import GameCoach
from trapezi.core.errors import Reason, TrapeziError
from trapezi.core.game import Game
from trapezi.core.game_package import EVERY_PHASE, GamePackage
from trapezi.core.match import Match
from trapezi.core.options import describe_options
from trapezi.core.random import Stream, branch
from trapezi.core.special_seats import SPECTATOR
from trapezi.core.state import State
from trapezi.envs.encoder_base import Encoder
from trapezi.envs.feature_writer import FeatureWriter
from trapezi.games import loadable_packages, package
from trapezi.i18n import LANGUAGES, catalogue_for, placeholders
from trapezi.testing.bot_check import check_bot
from trapezi.testing.checked_match import ChooseMove, Report
from trapezi.testing.fault import Checker, Fault, error_text
from trapezi.testing.game_check import check_game
from trapezi.testing.lesson_check import check_lessons

GYMNASIUM_ID = re.compile(r"([\w:.-]+/)?[\w:.-]+-v\d+")
PARTS = ("game", "levels", "encoder", "terminal", "coach", "solver")
SIMULATIONS = 4  # The number of simulations that a bot or a coach gets for each move.
CANDIDATES = 60  # The budget of the coach is enough for this many moves.
BOUNDS = (-1.0, 4.0)  # The lowest and the highest number that an encoder may write.


def check_package(name: str, games: int = 2, seed: int = 0, choose: ChooseMove | None = None) -> Report:
    """Check everything that an installed game package provides. Raise `Fault` for the first thing that is wrong.

    `check_game` plays every variant with its smallest and its greatest number of players.

    >>> check_package("qwixx", games=1).games >= 6
    True
    """
    check = PackageCheck(name, seed)
    with check.errors_as_faults():
        check.check_manifest()
        report = check.check_variants(games, choose)
        check.check_catalogues(report)
        check.check_rules_pages()
        check_lessons(check, check.manifest)
        check.check_bots()
        check.check_daily_deal()
        check.check_encoder()
        check.check_terminal()
        check.check_coach()
        check.check_independent_of_hash_seed()
    return report


class PackageCheck(Checker):
    """Checks the parts of a game package one by one."""

    def __init__(self, name: str, seed: int) -> None:
        self.name = name
        self.seed = seed

    def make_fault(self, problem: str, advice: str) -> Fault:
        return Fault(f"package {self.name}", problem, advice)

    @cached_property
    def manifest(self) -> GamePackage:
        return package(self.name)

    @cached_property
    def game_class(self) -> type[Game[Any]]:
        return self.manifest.load_part("game")  # type: ignore[no-any-return]

    @cached_property
    def default_game(self) -> Game[Any]:
        """The game with default options, with which the bots, the encoder and the terminal drawing are checked."""
        return self.game_class.with_options(players=self.game_class.default_player_count())

    def check_manifest(self) -> None:
        manifest, name = self.manifest, self.manifest.name
        valid = re.fullmatch(r"[a-z][a-z0-9_]*", name) is not None
        self.require(valid, f"the name is {name!r}", "Use lower-case letters, digits and underscores")
        for part in PARTS:
            try:
                manifest.load_part(part)
            except Exception as error:
                advice = "Name it as module:attribute, relative to the package"
                self.fail(f"{part}={getattr(manifest, part)!r} cannot be loaded: {error}", advice)
        fine = isinstance(self.game_class, type) and issubclass(self.game_class, Game) and self.game_class.name == name
        self.require(fine, f"`game` is {self.game_class!r}", f"Name a subclass of Game whose `name` is {name!r}")
        known = gymnasium_id(manifest)
        self.require(bool(GYMNASIUM_ID.fullmatch(known)), f"{known!r} is not a Gymnasium id", "Write namespace/Name-v0")
        for other in loadable_packages():
            taken = other.name != name and gymnasium_id(other) == known
            self.require(not taken, f"the Gymnasium id {known} belongs to {other.name}", "Choose another id")

    def check_variants(self, games: int, choose: ChooseMove | None) -> Report:
        """Play every variant. Return one report of all games."""
        total = Report()
        phases: set[str] = set()
        played: set[int] = set()
        for variant, given in self.game_class.variants.items():
            counts = list(given.get("players", self.game_class.player_counts))
            options = {option: value for option, value in given.items() if option != "players"}
            for players in counts:
                try:
                    game = self.game_class.with_options(players=players, **options)
                except TrapeziError as error:
                    problem = f"variant {variant!r} with {players} players is rejected: {error}"
                    self.fail(problem, "List only options that are accepted")
                if players in (counts[0], counts[-1]):
                    report = check_game(game, games, self.seed, choose=choose)
                    phases |= {str(state.public_board().get("phase")) for state in random_positions(game, self.seed, one_in=1)}
                    total.games += report.games
                    total.descriptions |= report.descriptions
                    for key, params in report.messages.items():
                        total.messages[key] = total.messages.get(key, params) & params
            played |= set(counts)
        missing = set(self.game_class.player_counts) - played
        advice = "Let `variants` cover exactly the numbers in `player_counts`"
        self.require(played == set(self.game_class.player_counts), f"no variant is played by {missing} players", advice)
        secret = self.manifest.secret_phases
        known = secret == EVERY_PHASE or set(secret) <= phases
        problem = f"secret_phases names {set(secret) - phases}, but the phases are {phases}"
        self.require(known, problem, 'Use the values of board["phase"]')
        return total

    def check_catalogues(self, report: Report) -> None:
        catalogues = {lang: self.read_catalogue(lang) for lang in LANGUAGES}
        english = catalogues["en"]
        for lang, messages in catalogues.items():
            missing = sorted(english.keys() ^ messages.keys())
            problem = f"{lang}.json and en.json do not have the same keys: {missing[:5]}"
            self.require(not missing, problem, "Translate every message")
            for key, text in messages.items():
                problem = f"the blanks of {key} differ in {lang}.json and en.json"
                same = placeholders(text) == placeholders(english[key])
                self.require(same, problem, "Use the same {blanks} in every language")
        templates = {key: self.template(key, english) for key in self.required_messages(report)}
        unwritten = [key for key, template in templates.items() if template is None]
        for kind, fields in sorted(report.descriptions, key=lambda each: (each[0], -len(each[1]))):
            visible, hidden = (f"{self.name}.{way}.{kind}" for way in ("move", "hidden"))
            if not any(key in english and placeholders(english[key]) <= fields for key in (visible, hidden)):
                key = hidden if visible in english or any(visible in each for each in unwritten) else visible
                unwritten.append(f"{key} (allowed blanks: {', '.join(sorted(fields - {'kind'})) or 'none'})")
        problem = f"these messages are missing: {', '.join(unwritten)}"
        self.require(not unwritten, problem, f"Add them to locale/{{{','.join(LANGUAGES)}}}.json")
        for key, params in self.required_messages(report).items():
            unfilled = sorted(placeholders(templates[key] or "") - params)
            problem = f"the message {key} has the blanks {unfilled}, which the game does not fill"
            self.require(not unfilled, problem, f"It gives {sorted(params)}")

    def template(self, key: str, english: dict[str, str]) -> str | None:
        """Return the English text of a message: from the game's catalogue if the key belongs to the game, or else Trapezi's."""
        return english.get(key) if key.startswith(f"{self.name}.") else catalogue_for("en").template(key)

    def read_catalogue(self, lang: str) -> dict[str, str]:
        try:
            content = json.loads(self.manifest.locale.joinpath(f"{lang}.json").read_text("utf-8"))
        except (OSError, ValueError) as error:
            self.fail(f"locale/{lang}.json cannot be read: {error}", "Add a catalogue for each of " + ", ".join(LANGUAGES))
        fine = isinstance(content, dict) and all(isinstance(text, str) and text for text in content.values())
        self.require(fine, f"locale/{lang}.json is not an object of keys and texts", "Map every key to a text")
        foreign = [key for key in content if not key.startswith(f"{self.name}.")]
        self.require(not foreign, f"locale/{lang}.json has the keys {foreign[:5]}", f"All keys begin with {self.name}.")
        return dict(content)

    def required_messages(self, report: Report) -> dict[str, frozenset[str]]:
        """Return the keys of all messages that the game needs, each with the names of its parameters."""
        required: dict[str, frozenset[str]] = {f"{self.name}.{key}": frozenset() for key in ("title", "pitch")}
        for option in describe_options(self.game_class.Options):
            key = f"{self.name}.option.{option['name']}"
            required[key] = frozenset()
            if option["kind"] == "choice":
                labels = option.get("labels", {})
                required |= {f"{key}.{value}": frozenset() for value in option["values"] if value not in labels}
                required |= {label["key"]: frozenset(label["params"]) for label in labels.values()}
        return required | report.messages

    def check_rules_pages(self) -> None:
        for lang in LANGUAGES:
            page = self.manifest.locale.joinpath(f"rules.{lang}.md")
            fine = page.is_file() and page.read_text("utf-8").startswith("# ")
            problem = f"locale/rules.{lang}.md is missing or has no title"
            self.require(fine, problem, "Write the rules for players, with a title: # …")

    def check_bots(self) -> None:
        levels = self.manifest.load_part("levels")
        fine = levels is None or (len(levels) == len(bots.LEVEL_NAMES) and all(isinstance(level, Level) for level in levels))
        self.require(fine, f"`levels` is {levels!r:.100}", "Give a tuple of five Level, the weakest first")
        for name in (*self.manifest.bots, *bots.LEVEL_NAMES):
            try:
                bots.make(name, self.name)
            except TrapeziError as error:
                advice = "Name a class with `decide`; its arguments need defaults"
                self.fail(f"the bot {name} cannot be made: {error}", advice)
        for name in self.manifest.bots:
            budget = f"@{SIMULATIONS}" if bots.takes_budget(bots.find_class(name, self.name)) else ""
            check_bot(f"{name}{budget}", self.default_game, seed=self.seed, positions=2, every_decision=not budget)

    def check_daily_deal(self) -> None:
        """Check that the deal of the day can be played as the manifest says."""
        daily = self.manifest.daily
        if daily is None:
            return
        try:
            players = self.game_class.with_options(**daily.options).players
            for bot in daily.bots:
                bots.make(bot, self.name)
            self.manifest.daily_function("chance"), self.manifest.daily_function("share_lines")
        except (TrapeziError, ImportError, AttributeError) as error:
            self.fail(f"`daily` cannot be used: {error}", "Give options, bots and functions that exist")
        self.require(players == 1 + len(daily.bots), f"`daily` has {players} players", "Give one bot for each seat but the first")

    def check_encoder(self) -> None:
        kind, rng = self.manifest.load_part("encoder"), Stream(self.seed)
        if kind is None:
            return
        fine = isinstance(kind, type) and issubclass(kind, Encoder)
        self.require(fine, f"`encoder` is {kind!r}", "Name a subclass of trapezi.envs.encoder_base.Encoder")
        encoder = kind(self.default_game.start())
        for state in random_positions(self.default_game, self.seed, one_in=3):
            for seat in range(self.default_game.players):
                features = self.encode_checked(encoder, state, seat)
                inside = all(BOUNDS[0] <= feature <= BOUNDS[1] for feature in features)
                self.require(inside, f"the encoder writes numbers outside {BOUNDS}", "Divide them by a constant")
                same = features == self.encode_checked(encoder, state.resample(seat, rng), seat)
                advice = "Read only what the seat knows; compare with `public_board` and `private_part_of_board`"
                self.require(same, f"the encoder shows seat {seat} something hidden", advice)

    def encode_checked(self, encoder: Encoder, state: State, seat: int) -> array[float]:
        """Return the features of a position for a seat. Raise a fault unless there are `encoder.size` features."""
        row = array("f", bytes(4 * encoder.size))
        writer = FeatureWriter(row)
        try:
            encoder.encode(state, seat, writer)
        except IndexError:
            writer.offset = -1
        problem = f"the encoder does not write {encoder.size} features in every position"
        self.require(writer.offset == encoder.size, problem, "Add the same number of features in every position")
        return row

    def check_terminal(self) -> None:
        terminal = self.manifest.load_part("terminal")
        if terminal is None:
            return
        from rich.console import Console

        for n, state in enumerate(random_positions(self.default_game, self.seed, one_in=8)):
            catalogue = catalogue_for(LANGUAGES[n % len(LANGUAGES)])
            for viewer in (SPECTATOR, *range(self.default_game.players)):
                try:
                    Console(file=io.StringIO()).print(terminal.draw(state.view(viewer), catalogue.translate))
                except Exception as error:
                    problem = f"the terminal cannot draw a view of seat {viewer}: {error_text(error)}"
                    self.fail(problem, "Let `draw(view, translate)` return something that rich can print, for every view")

    def check_coach(self) -> None:
        """Check that the coach judges every legal move, uses nothing hidden, and has a message for each of its reasons.

        Also check that the sums of a review are exact.
        """
        kind = self.manifest.load_part("coach")
        fine = kind is None or (isinstance(kind, type) and issubclass(kind, GameCoach))
        self.require(fine, f"`coach` is {kind!r}", "Name a subclass of trapezi.coach.game_coach.GameCoach")
        match, rng = self.default_game.match(self.seed), branch(self.seed, 1 << 44)
        while not match.state.over:
            seat = min(match.state.deciders)
            if rng.below(20) == 0:
                self.check_judgement(match, seat, rng)
            match.play(seat, match.state.choose(seat, rng))
        review = Reviewer(match, Budget(simulations=SIMULATIONS)).run_to_end()
        exact = all(each.start + each.luck - each.lost + each.others == each.result for each in review.seats)
        self.require(exact, "the sums of a review are not exact", "Return finite values from the coach")
        for decision in review.decisions:
            self.check_reasons(decision.reasons)

    def check_judgement(self, match: Match, seat: int, rng: Stream) -> None:
        observation, budget = observe(match, seat), Budget(simulations=SIMULATIONS * CANDIDATES)
        judgement = judge(observation, budget)
        complete = sorted(each.move for each in judgement.moves) == observation.legal
        self.require(complete, "the coach does not value exactly the legal moves", "Return a value for each of them")
        other = judge(Observation(observation.resample(rng), seat, rng), budget)
        advice = "Use only what `observation` shows"
        self.require(judgement.data() == other.data(), f"the coach of seat {seat} knows something hidden", advice)
        self.check_reasons(judgement.reasons)

    def check_reasons(self, reasons: Iterable[Reason]) -> None:
        for reason in reasons:
            message = catalogue_for("en").template(reason.key)
            if message is None:
                self.fail(f"the message {reason.key} is missing", f"Add it to locale/{{{','.join(LANGUAGES)}}}.json")
            unfilled = placeholders(message) - reason.params.keys()
            problem = f"the coach does not fill the blanks {unfilled} of {reason.key}"
            self.require(not unfilled, problem, f"It gives {sorted(reason.params)}")

    def check_independent_of_hash_seed(self) -> None:
        """Check that a game does not depend on the order of sets: its log is the same in processes with different hash seeds."""
        code = (
            "import sys, trapezi; from trapezi.testing import golden_log;"
            "print('\\n'.join(golden_log(trapezi.game(sys.argv[1], players=int(sys.argv[2])))))"
        )
        logs = []
        for seed in ("1", "2"):
            environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
            arguments = [sys.executable, "-c", code, self.name, str(self.default_game.players)]
            run = subprocess.run(arguments, env=environment, capture_output=True, text=True, check=False)
            problem = f"a game in a process of its own fails: {run.stderr.strip()[-200:]}"
            self.require(run.returncode == 0, problem, "Play it with `trapezi simulate`")
            logs.append(run.stdout)
        problem = "the same seed gives different games in different processes"
        self.require(logs[0] == logs[1], problem, "Sort sets before you use their order")


def gymnasium_id(manifest: GamePackage) -> str:
    return manifest.gymnasium_id or f"trapezi/{manifest.name}-v0"


def random_positions(game: Game[Any], seed: int, one_in: int) -> Iterator[State]:
    """Play a random game. Yield its last position, and a random one of about every `one_in` other positions."""
    state, rng = game.start(), branch(seed, 1 << 43)
    while not state.over:
        for seat in sorted(state.deciders):
            if rng.below(one_in) == 0:
                yield state
            state.play(seat, state.choose(seat, rng))
    yield state
