"""`check_game`: does a game keep every promise of the contract? Random games, looked at closely."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NoReturn

from trapezi.core.errors import BadText, IllegalMove, Reason, TrapeziError
from trapezi.core.game import Game
from trapezi.core.log import replay, unfair, written
from trapezi.core.match import Match
from trapezi.core.random import Stream, branch
from trapezi.core.seats import NATURE, SPECTATOR
from trapezi.core.state import State

GARBAGE: tuple[Any, ...] = (-1, -7, 10**6, 10**30, True, 1.0, "0", None, (), b"\x00")


class Fault(AssertionError):
    """A promise of the contract that a game breaks."""


@dataclass
class Report:
    """What was looked at."""

    games: int = 0
    events: int = 0
    looks: int = 0  # positions looked at closely
    secrets: int = 0  # of these, how often `resample` changed something
    taken_back: int = 0
    signals: int = 0
    together: int = 0  # pending choices compared
    longest: int = 0


Lean = Callable[[State, int, Stream], int]  # a legal move of a seat


def check_game(game: Game[Any], games: int = 20, seed: int = 0, looks: float = 6, lean: Lean | None = None) -> Report:
    """Plays random games and checks all that the contract promises; a broken promise raises `Fault`.

    `looks` is how many positions of each game are looked at closely, on average. Every second game is played by `lean`, where
    that is given: for games that random moves would end too soon.
    """
    report = Report()
    _check_description(game)
    length = 100
    for n in range(games):
        trial = Trial(game, seed * 1_000_003 + n, report, looks, length, lean if n % 2 else None)
        trial.run()
        length = max(20, len(trial.match.events))
    return report


def _check_description(game: Game[Any]) -> None:
    """Ranges apart, texts both ways, options that survive being written down."""
    if set(game.moves[:0]) or game.moves.start < 0 or game.moves.step != 1 or game.outcomes.step != 1:
        raise Fault("moves and outcomes are ranges of natural numbers")
    if max(game.moves.start, game.outcomes.start) < min(game.moves.stop, game.outcomes.stop):
        raise Fault("moves and outcomes overlap")
    rng = Stream(1)
    for space in (game.moves, game.outcomes):
        sample = space if len(space) <= 2000 else [space[rng.below(len(space))] for _ in range(2000)]
        for move in sample:
            text = game.text(move)
            if game.parse(text) != move or game.parse(f"  {text.upper()} ") != move:
                raise Fault(f"text of {move} is {text!r}, which reads as {game._parse(text)}")
            json.dumps(game.describe(move))
    for text in ("", "?", "pass pass", "-1", "ß", "roll", "red 07", "9" * 50, "\x00", "red 99"):
        try:
            game.parse(text)
        except BadText:
            continue
        if game._parse(" ".join(text.lower().split())) is None:
            raise Fault(f"{text!r} was read as a move")
    again = type(game).of(**json.loads(json.dumps(game.options.data())))
    if again != game or pickle.loads(pickle.dumps(game)) != game:
        raise Fault("options do not survive being written down")


@dataclass
class Trial:
    """One random game under observation."""

    game: Game[Any]
    seed: int
    report: Report
    looks: float
    length: int
    lean: Lean | None
    match: Match = field(init=False)
    rng: Stream = field(init=False)

    def __post_init__(self) -> None:
        self.match = Match(self.game, self.seed, by_hand=True)
        self.rng = branch(self.seed, 1 << 40)

    @property
    def state(self) -> State:
        return self.match.state

    def fault(self, what: str) -> NoReturn:
        raise Fault(f"{self.game!r}, seed {self.seed}, event {len(self.match.events)}: {what}")

    def need(self, condition: bool, what: str) -> None:
        if not condition:
            self.fault(what)

    def happens(self, chance: float) -> bool:
        return self.rng.below(1 << 20) < chance * (1 << 20)

    def pick(self, items: Any) -> Any:
        return items[self.rng.below(len(items))]

    # -- a game ----------------------------------------------------------------------------------------------------------

    def run(self) -> None:
        events = 0
        while not self.state.over:
            if self.happens(self.looks / self.length):
                self.look_closely()
            self.step()
            events += 1
            self.need(events <= self.game.longest, f"more than {self.game.longest} events")
        if self.happens(self.looks):
            self.look_closely()
        self.check_end()
        self.report.games += 1
        self.report.events += events
        self.report.longest = max(self.report.longest, events)

    def step(self) -> None:
        state, deciders = self.state, self.state.deciders
        self.need(bool(deciders) and (deciders == {NATURE} or NATURE not in deciders), f"deciders are {deciders}")
        if deciders == {NATURE}:
            outcome = state.sample_chance(branch(self.seed, len(self.match.events)))
            self.need(outcome in self.game.outcomes, f"outcome {outcome} out of range")
            self.match.play(NATURE, outcome)
            return
        if self.rng.below(8) == 0:
            self.signal()
        seat = self.pick(sorted(deciders))
        legal = self.state.legal(seat)
        self.need(legal == sorted(set(legal)) and bool(legal), f"legal moves of {seat} are {legal}")
        self.need(legal[0] in self.game.moves and legal[-1] in self.game.moves, "legal moves out of range")
        move = self.lean(self.state, seat, self.rng) if self.lean else self.pick(legal)
        before = self.state.data()
        self.match.play(seat, move)
        self.take_back(seat, move, before)

    def signal(self) -> None:
        seat = self.rng.below(self.game.players)
        optional = self.state.optional(seat)
        if optional:
            self.need(all(move in self.game.signals for move in optional), "optional moves that are no signals")
            waiting = self.state.waiting
            self.match.play(seat, self.pick(optional))
            self.need(self.state.waiting == waiting, "a signal changed whose turn it is")
            self.report.signals += 1

    def take_back(self, seat: int, move: int, before: Any) -> None:
        """Taking back restores exactly; the same again leads to the same."""
        if not self.match.can_take_back(seat) or self.rng.below(4):
            return
        after = self.state.data()
        self.match.take_back(seat)
        self.need(self.state.data() == before, f"taking back {self.game.text(move)} does not restore the position")
        self.match.play(seat, move)
        self.need(self.state.data() == after, "the same move leads elsewhere after a take-back")
        self.report.taken_back += 1

    # -- a position ------------------------------------------------------------------------------------------------------

    def look_closely(self) -> None:
        self.report.looks += 1
        state, before = self.state, self.state.data()
        self.check_copies(state, before)
        self.check_refusals(state)
        self.check_knowledge(state)
        self.check_score(state)
        if state.deciders == {NATURE}:
            self.check_chance(state)
        else:
            self.check_pending(state)
        self.need(state.data() == before, "looking changed the position")

    def check_copies(self, state: State, before: Any) -> None:
        written_down = json.loads(json.dumps(before))
        for copy in (state.clone(), pickle.loads(pickle.dumps(state)), self.game.restore(written_down)):
            self.need(copy.data() == before and copy == state, "a copy differs")
            self.need(copy.view(SPECTATOR) == state.view(SPECTATOR), "a copy looks different")
            self.need(copy.deciders == state.deciders, "a copy asks others")
            if not state.over:
                self.random_step(copy)
                self.need(state.data() == before, "a move on a copy changed the original")

    def random_step(self, state: State) -> None:
        seat = self.pick(sorted(state.deciders))
        state.play(seat, state.choose(seat, self.rng))

    def check_refusals(self, state: State) -> None:
        before = state.data()
        for seat in (NATURE, *range(self.game.players)):
            if seat == NATURE:
                outcomes = self.game.outcomes
                tried = [
                    m for m in (self.pick(outcomes) for _ in range(20)) if not state.on_turn(-1) or not state.is_legal(-1, m)
                ]
            else:
                allowed = {*state.legal(seat), *state.optional(seat)}
                moves = self.game.moves
                sample = moves if len(moves) <= 100 else [self.pick(moves) for _ in range(60)]
                tried = [m for m in sample if m not in allowed] + [self.pick(self.game.outcomes)]
                self.need(all(state.why_not(seat, m) is None for m in allowed), "a legal move has a reason against it")
            for move in (*tried, *GARBAGE):
                self.refused(state, seat, move)
        for seat in (self.game.players, -2, 63, 64, 10**20, "0", None, 0.0, True):
            self.refused(state, seat, self.game.moves[0])
        self.need(state.data() == before, "a refused move left a trace")

    def refused(self, state: State, seat: Any, move: Any) -> None:
        reason = state.why_not(seat, move)
        self.need(isinstance(reason, Reason), f"no reason against {move!r} of {seat!r}")
        try:
            state.play(seat, move)
        except IllegalMove as error:
            self.need(error.reason == reason, f"refused as {error}, explained as {reason}")
        else:
            self.fault(f"{move!r} of {seat!r} was not refused")

    def check_score(self, state: State) -> None:
        for seat in range(self.game.players):
            told = sum(line.points for line in state.score_lines(seat))
            score = state.score(seat)
            self.need(told == score == state.scores[seat], f"lines add up to {told}, the score is {score}")
        for seat in state.deciders - {NATURE}:
            for move in state.legal(seat):
                json.dumps(state.preview(seat, move))

    # -- NATURE ----------------------------------------------------------------------------------------------------------

    def check_chance(self, state: State) -> None:
        chance = state.chance()
        drawn = {chance.sample(self.rng) for _ in range(10)}
        self.need(all(o in chance and o in self.game.outcomes for o in drawn), "an outcome was drawn that cannot happen")
        if chance.count <= 200:
            listed = list(chance)
            self.need(listed == sorted(set(listed)) and len(listed) == chance.count, "outcomes are not listed in order")
            self.need(abs(sum(map(chance.probability, listed)) - 1) < 1e-9, "probabilities do not add up to 1")
            self.need(drawn <= set(listed), "an outcome was drawn that is not listed")
        two = [state.clone(), state.clone()]
        outcomes = [chance.sample(self.rng), chance.sample(self.rng)]
        for copy, outcome in zip(two, outcomes, strict=True):
            self.need(copy.play(NATURE, outcome), "an outcome that reveals nothing could be taken back")
        if two[0].over or two[1].over:
            return  # the end may show all
        for viewer in self.viewers():
            if state.redact(viewer, NATURE, outcomes[0]) == state.redact(viewer, NATURE, outcomes[1]):
                self.alike(viewer, two[0], two[1], f"{outcomes} that look alike to")

    # -- knowledge -------------------------------------------------------------------------------------------------------

    def viewers(self) -> range | list[int]:
        return [SPECTATOR, *range(self.game.players)]

    def alike(self, viewer: int, one: State, other: State, what: str) -> None:
        a, b = (json.dumps(s.view(viewer), sort_keys=True) for s in (one, other))
        if a != b:
            at = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
            near = slice(max(0, at - 60), at + 40)
            self.fault(f"{what} seat {viewer}: views differ at …{a[near]}… / …{b[near]}…")

    def check_knowledge(self, state: State) -> None:
        """What a seat may not know does not change what it sees, may do and is told."""
        for viewer in self.viewers():
            view = json.loads(json.dumps(state.view(viewer)))
            self.need(view == state.view(viewer), "a view is not plain data")
            self.need([m["move"] for m in view["moves"]] == state.legal(viewer), "the view's moves are not the legal ones")
            for _ in range(2):
                other = state.resample(viewer, self.rng)
                self.report.secrets += other.data() != state.data()
                self.alike(viewer, state, other, "resample changes what is seen by")
                self.need(other.legal(viewer) == state.legal(viewer), "resample changes what is legal")
                for _ in range(10 if viewer >= 0 else 0):
                    move = self.pick(self.game.moves)
                    self.need(other.why_not(viewer, move) == state.why_not(viewer, move), "a reason tells a secret")
            for _ in range(self.game.longest):
                if other.over:
                    break
                self.random_step(other)
            self.need(other.over, "a resampled position does not come to an end")

    def check_pending(self, state: State) -> None:
        """A pending decision shows in nobody else's view."""
        deciders = sorted(state.deciders)
        if len(deciders) < 2:
            return
        seat = self.pick(deciders)
        legal = state.legal(seat)
        two = [state.clone(), state.clone()]
        moves = [self.pick(legal), self.pick(legal)]
        revealed = [copy.play(seat, move) for copy, move in zip(two, moves, strict=True)]
        self.need(revealed == [False, False], "a decision was revealed before all were in")
        if two[0].deciders == two[1].deciders:
            for viewer in self.viewers():
                if viewer != seat:
                    self.alike(viewer, two[0], two[1], f"{[self.game.text(m) for m in moves]} of seat {seat} pending, seen by")
            self.report.together += 1

    # -- the end ---------------------------------------------------------------------------------------------------------

    def check_end(self) -> None:
        state, match = self.state, self.match
        self.need(state.deciders == frozenset() and state.waiting == 0, "a finished game asks for something")
        self.need(all(state.legal(s) == [] == state.optional(s) for s in range(self.game.players)), "moves after the end")
        outcome = state.result
        if outcome is None or len(outcome.ranks) != self.game.players:
            self.fault("no outcome")
        best = tuple(seat for seat, rank in enumerate(outcome.ranks) if rank == 1)
        self.need(outcome.winners == (() if outcome.won is False else best), f"winners are {outcome.winners}")
        json.dumps(outcome.data())
        lines = written(match)
        again = replay(lines, lambda name: type(self.game))
        self.need(again.state == state and again.record == match.record, "the log does not replay to the same position")
        if self.happens(self.looks):
            self.need(written(again) == lines, "the log of the replay differs")
            self.need(unfair(match) is None, "the seed does not give the outcomes")
            for viewer in self.viewers():
                json.dumps([entry.description for entry in match.history(viewer)])
            self.check_damage(lines)

    def check_damage(self, lines: list[str]) -> None:
        """A log cut short or altered is refused, with the line at fault."""
        cut = 1 + self.rng.below(len(lines) - 1)
        damaged = {cut + 1: lines[:cut]}
        at = 1 + self.rng.below(len(lines) - 2)
        damaged[at + 1] = [*lines[:at], lines[at][:-3] + " " + lines[at][-3:], *lines[at + 1 :]]
        for number, log in damaged.items():
            try:
                replay(log, lambda name: type(self.game))
            except TrapeziError as error:
                self.need(error.reason.params.get("line") == number, f"line {number} was damaged, told was {error}")
            else:
                self.fault(f"a log damaged in line {number} was replayed")
