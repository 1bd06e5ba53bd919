"""`check_game` accepts a correct game and finds each kind of mistake: every class below breaks one promise of the contract."""

from __future__ import annotations

import importlib.util
import itertools
import random
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from trapezi.core.errors import Reason
from trapezi.core.game import Game
from trapezi.core.game_result import Result
from trapezi.core.random import Stream
from trapezi.core.score_lines import ScoreLine, score_line
from trapezi.core.special_seats import NATURE
from trapezi.core.state import Moves, State
from trapezi.lab.playouts import playouts
from trapezi.testing import Fault, check_game, golden_log
from trapezi.testing.declaration_check import FINAL_GAME_METHODS, FINAL_STATE_METHODS

spec = importlib.util.spec_from_file_location("pebbles", Path(__file__).with_name("pebbles.py"))
assert spec is not None
assert spec.loader is not None
pebbles: Any = importlib.util.module_from_spec(spec)
sys.modules["pebbles"] = pebbles
spec.loader.exec_module(pebbles)
Pebbles: Any = pebbles.Pebbles
Position: Any = pebbles.Position
THROW, KEEP, NOD, DRAW, NONE = pebbles.THROW, pebbles.KEEP, pebbles.NOD, pebbles.DRAW, pebbles.NONE


def game_of(broken: type, players: int = 3) -> Any:
    """Return a game with a broken position, or a broken game itself. The class must be found by name to be pickled."""
    if issubclass(broken, Pebbles):
        return broken.with_options(players=players)  # type: ignore[attr-defined]
    name = f"{broken.__name__}Game"
    globals()[name] = type(name, (Pebbles,), {"position": broken, "__module__": __name__})
    return globals()[name].with_options(players=players)


# -- correct games -----------------------------------------------------------------------------------------------------------


class SecretBank(Position):
    """A correct game in which decisions stay secret until the end."""

    FIELDS = (*Position.FIELDS, "bank")

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.bank = [0] * self.players

    def end_round(self) -> None:
        for seat in range(self.players):
            self.bank[seat] += self.cards[seat] if self.choices[seat] == KEEP else 0
        self.choices: list[int] = [THROW] * self.players
        super().end_round()
        if self.over:
            self.points = self.bank[:]

    def private_part_of_board(self, seat: int) -> dict[str, Any]:
        return {**super().private_part_of_board(seat), **({"bank": self.bank[seat]} if seat >= 0 else {})}

    def redact(self, viewer: int, seat: int, move: int) -> dict[str, Any]:
        secret = move in (THROW, KEEP) and viewer != seat
        return {"kind": "choice"} if secret else super().redact(viewer, seat, move)

    def resample_hidden(self, seat: int, rng: Stream) -> None:
        super().resample_hidden(seat, rng)
        for other in range(self.players):
            if other != seat and not self.over:
                self.bank[other] = sum(rng.below(5) * rng.below(2) for _ in range(self.round))


@pytest.mark.parametrize("position", [Position, SecretBank])
@pytest.mark.parametrize("players", Pebbles.player_counts)
def test_a_correct_game_passes(players: int, position: type) -> None:
    report = check_game(game_of(position, players), games=30)
    assert report.games == 30
    assert report.signals > 0
    assert report.secrets > 0
    assert (report.taken_back > 0) == (players > 1)
    assert (report.simultaneous > 0) == (players > 1)


def test_a_plain_python_game_runs_in_the_compiled_loop() -> None:
    tally = playouts(Pebbles.with_options(players=2).start(), 10, 1)
    assert (tally.games, tally.decisions, tally.steps) == (10, 60, 120)


def test_an_error_passes_through_the_compiled_loop() -> None:
    class Failing(Position):
        def generate_moves(self, seat: int, moves: Moves) -> int:
            raise ValueError("boom")

    with pytest.raises(ValueError, match="boom"):
        playouts(game_of(Failing, 2).start(), 1, 1)


def test_the_same_seed_gives_the_same_golden_log() -> None:
    game = Pebbles.with_options(players=3)
    assert golden_log(game) == golden_log(game)
    assert golden_log(game, seed=2) != golden_log(game)


# -- secrets -----------------------------------------------------------------------------------------------------------------


class RedactShowsDecision(SecretBank):
    redact = Position.redact


class RedactShowsHiddenDraw(Position):
    """The history tells everybody about a draw whose views look alike, and the view does not."""

    def redact(self, viewer: int, seat: int, move: int) -> dict[str, Any]:
        return {"kind": "draw"} if seat == NATURE else super().redact(viewer, seat, move)

    def private_part_of_board(self, seat: int) -> dict[str, Any]:
        return {**super().private_part_of_board(seat), "all": self.cards[:]}

    def resample_hidden(self, seat: int, rng: Stream) -> None:
        pass


class ResampleDoesNothing(Position):
    def resample_hidden(self, seat: int, rng: Stream) -> None:
        pass


class ResampleKeepsPendingChoices(Position):
    def resample_hidden(self, seat: int, rng: Stream) -> None:
        for other in range(self.players):
            if other != seat and self.cards[other] != NONE:
                self.cards[other] = rng.below(5)


class PublicBoardShowsPending(ResampleKeepsPendingChoices):
    def public_board(self) -> dict[str, Any]:
        return {**super().public_board(), "keeping": self.choices.count(KEEP)}


class PublicBoardCountsPending(Position):
    def public_board(self) -> dict[str, Any]:
        return {**super().public_board(), "undecided": self.choices.count(NONE)}


class PrivateBoardShowsNeighbour(ResampleKeepsPendingChoices):
    def private_part_of_board(self, seat: int) -> dict[str, Any]:
        return {**super().private_part_of_board(seat), "neighbour": self.choices[(seat + 1) % self.players]}


class MovesDependOnPending(ResampleKeepsPendingChoices):
    def generate_moves(self, seat: int, moves: Moves) -> int:
        moves.size = 0
        if KEEP not in self.choices:
            moves.add(THROW)
        return moves.add(KEEP)

    def is_legal(self, seat: int, move: int) -> bool:
        return super().is_legal(seat, move) and (seat == NATURE or move == KEEP or KEEP not in self.choices)


class ReasonDependsOnPending(ResampleKeepsPendingChoices):
    def generate_signals(self, seat: int, moves: Moves) -> int:
        moves.size = 0
        return 0

    def rejection_reason(self, seat: int, move: int) -> Reason:
        return Reason("pebbles.no", {"keeping": self.choices.count(KEEP)})


class SignalsDependOnPending(ResampleKeepsPendingChoices):
    def generate_signals(self, seat: int, moves: Moves) -> int:
        moves.size = 0
        return moves.size if KEEP in self.choices else super().generate_signals(seat, moves)


class ViewShowsCards(Position):
    def public_board(self) -> dict[str, Any]:
        return {**super().public_board(), "all": self.cards[:]}


class ReasonTellsCards(Position):
    def rejection_reason(self, seat: int, move: int) -> Reason:
        return Reason("pebbles.no", {"cards": self.cards[:]})


class ScoreCountsPending(ResampleKeepsPendingChoices):
    def score(self, seat: int) -> int:
        return self.points[seat] + (self.choices[seat] == KEEP)

    def score_lines(self, seat: int) -> list[ScoreLine]:
        return [score_line(self.score(seat), "pebbles.score")]


class RevealsEarly(Position):
    def _apply(self, seat: int, move: int) -> bool:
        super()._apply(seat, move)
        return True


class LastDecisionNotRevealed(Position):
    def _apply(self, seat: int, move: int) -> bool:
        return super()._apply(seat, move) and seat == NATURE


SECRETS = {
    RedactShowsDecision: "`redact` shows seat .* the decision of seat",
    RedactShowsHiddenDraw: "look alike to seat .* but give different views",
    ResampleDoesNothing: r"resample\(.*\) never changes the (outcome|pending decision)",
    ResampleKeepsPendingChoices: "never changes the pending decision of seat",
    PublicBoardShowsPending: "pending, `public_board` changes",
    PublicBoardCountsPending: "pending, `public_board` changes",
    PrivateBoardShowsNeighbour: r"pending, `private_part_of_board\(.*\)` changes",
    MovesDependOnPending: "pending, the moves of seat .* change",
    ReasonDependsOnPending: "is judged differently",
    SignalsDependOnPending: "pending, the moves of seat .* change",
    ViewShowsCards: "resample changes what is seen by seat",
    ReasonTellsCards: "tells seat .* a secret",
    ScoreCountsPending: "pending, points, score lines or the end change",
    RevealsEarly: "is revealed before all have decided",
    LastDecisionNotRevealed: "is the last of several decisions",
}


# -- moves -------------------------------------------------------------------------------------------------------------------


class UnsortedMoves(Position):
    def generate_moves(self, seat: int, moves: Moves) -> int:
        moves.size = 0
        moves.add(KEEP)
        return moves.add(THROW)


class KeepsOldMoves(Position):
    def generate_moves(self, seat: int, moves: Moves) -> int:
        moves.add(THROW)
        return moves.add(KEEP)


class WrongNumberOfMoves(Position):
    def generate_moves(self, seat: int, moves: Moves) -> int:
        super().generate_moves(seat, moves)
        return 1


class NoMoves(Position):
    def generate_moves(self, seat: int, moves: Moves) -> int:
        moves.size = 0
        return 0

    def is_legal(self, seat: int, move: int) -> bool:
        return seat == NATURE and super().is_legal(seat, move)


class SignalAmongMoves(Position):
    def generate_moves(self, seat: int, moves: Moves) -> int:
        super().generate_moves(seat, moves)
        return moves.add(NOD)


class TooManyMoves(Position):
    def generate_moves(self, seat: int, moves: Moves) -> int:
        moves.size = 0
        for move in range(600):
            moves.add(move)
        return moves.size


class OwnListOfMoves(Position):
    def legal(self, seat: int) -> list[int]:
        return super().legal(seat)[:1]


class DefaultMoveIllegal(Position):
    def default_move(self, seat: int) -> int:
        return NOD


class DefaultMoveDependsOnSecret(Position):
    def default_move(self, seat: int) -> int:
        return KEEP if self.cards[(seat + 1) % self.players] > 2 else THROW


class DefaultMoveCosts(Position):
    def default_move(self, seat: int) -> int:
        return THROW

    def preview(self, seat: int, move: int) -> dict[str, Any]:
        return {"marks": [], "points": -1 if move == THROW else 0}


class ChoosesIllegally(Position):
    def choose(self, seat: int, rng: Stream) -> int:
        return NOD if seat >= 0 else super().choose(seat, rng)


class LegalMoveRejected(Position):
    def is_legal(self, seat: int, move: int) -> bool:
        return super().is_legal(seat, move) and move != KEEP


class IllegalMoveAccepted(Position):
    def is_legal(self, seat: int, move: int) -> bool:
        return True


class IllegalMoveLeavesTrace(Position):
    def is_legal(self, seat: int, move: int) -> bool:
        if seat != NATURE and move not in (THROW, KEEP):
            self.points[seat] += 1
        return super().is_legal(seat, move)


class ReasonIsText(Position):
    def rejection_reason(self, seat: int, move: int) -> Any:
        return "no"


class DecisionWithoutEffect(Position):
    def _apply(self, seat: int, move: int) -> bool:
        return False if seat != NATURE and move == THROW else super()._apply(seat, move)


class SignalTakesTurn(Position):
    def _apply(self, seat: int, move: int) -> bool:
        if move == NOD:
            self.waiting &= self.waiting - 1
        return super()._apply(seat, move)


class RepeatableSignal(Position):
    def _apply(self, seat: int, move: int) -> bool:
        return False if move == NOD else super()._apply(seat, move)


class EndlessSignals(Position):
    FIELDS = (*Position.FIELDS, "nods")

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.nods = 0

    def _apply(self, seat: int, move: int) -> bool:
        if move == NOD:
            self.nods += 1
            return False
        return super()._apply(seat, move)


class WaitsForNobody(Position):
    def _apply(self, seat: int, move: int) -> bool:
        revealed = super()._apply(seat, move)
        if self.waiting:
            self.waiting |= 1 << self.players
        return revealed


class NeverEnds(Position):
    def end_round(self) -> None:
        super().end_round()
        self.over = False


class WaitsAfterTheEnd(Position):
    def end_round(self) -> None:
        super().end_round()
        self.waiting = int(self.over)


class PreviewIsNoDict(Position):
    def preview(self, seat: int, move: int) -> Any:
        return {"points": 0.5}


MOVES = {
    UnsortedMoves: r"generate_moves\(.\) returns 2 and lists \[1, 0\]",
    KeepsOldMoves: "generate_moves.*lists .5, 4, 3, 0, 1.",
    WrongNumberOfMoves: r"generate_moves\(.\) returns 1 and lists \[0, 1\]",
    NoMoves: "has no legal move|which is rejected",
    SignalAmongMoves: "the legal move 2 is in `signals`",
    TooManyMoves: "OverflowError.*at most 512 legal moves",
    OwnListOfMoves: "where generate_moves lists",
    DefaultMoveIllegal: "the default move of seat . is 2, which is not legal",
    DefaultMoveDependsOnSecret: "the default move of seat . depends on something hidden",
    DefaultMoveCosts: "the default move of seat . loses 1 points, and another move loses less",
    ChoosesIllegally: "an illegal move|the legal move 2 is in `signals`",
    LegalMoveRejected: "is legal, but `why_not` says|which is rejected",
    IllegalMoveAccepted: "instead of a reason|`play` accepts it",
    IllegalMoveLeavesTrace: "left a trace|changed the position",
    ReasonIsText: "instead of a reason",
    DecisionWithoutEffect: "throw changes nothing",
    SignalTakesTurn: "the signal nod changes who is on turn",
    RepeatableSignal: "the signal nod changes nothing",
    EndlessSignals: "more than 2 signals in one turn",
    WaitsForNobody: "`waiting` is 0b1111 with 3 seats",
    NeverEnds: "more than 18 events",
    WaitsAfterTheEnd: "the game is over but waits for a decision",
    PreviewIsNoDict: "the preview of throw is",
}


# -- chance ------------------------------------------------------------------------------------------------------------------


class ProbabilitiesDoNotAddUp(Position):
    def chance_probability(self, outcome: int) -> float:
        return 0.5


class LoadedDice(Position):
    def sample_chance(self, rng: Stream) -> int:
        return DRAW + rng.below(2)


class OutcomesNotAscending(Position):
    def chance_outcome(self, k: int) -> int:
        return DRAW + 4 - k


class OutcomeNotAllowed(Position):
    def is_legal(self, seat: int, move: int) -> bool:
        return super().is_legal(seat, move) and not (seat == NATURE and move == DRAW)


class UnlistedOutcomeAllowed(Position):
    def chance_count(self) -> int:
        return 4


class NoOutcomes(Position):
    def chance_count(self) -> int:
        return 0

    def sample_chance(self, rng: Stream) -> int:
        return DRAW


class OutcomeRevealsNothing(Position):
    def _apply(self, seat: int, move: int) -> bool:
        return super()._apply(seat, move) and seat != NATURE


class OutcomeWithoutEffect(Position):
    def _apply(self, seat: int, move: int) -> bool:
        return True if move == DRAW else super()._apply(seat, move)


class UnrepeatableChance(Position):
    rolls = itertools.count()

    def sample_chance(self, rng: Stream) -> int:
        return DRAW + next(self.rolls) % 5


class UsesGlobalRandom(Position):
    def resample_hidden(self, seat: int, rng: Stream) -> None:
        random.random()
        super().resample_hidden(seat, rng)


class UnrepeatableResample(Position):
    draws = itertools.count()

    def resample_hidden(self, seat: int, rng: Stream) -> None:
        super().resample_hidden(seat, Stream(next(self.draws)))


CHANCE = {
    ProbabilitiesDoNotAddUp: "the probabilities of all outcomes add up to 2.5",
    LoadedDice: r"outcome \d comes \d+ times in 400, not 80",
    OutcomesNotAscending: "must ascend with k",
    OutcomeNotAllowed: "gives 3, which cannot happen|IllegalMove|disagree",
    UnlistedOutcomeAllowed: "`is_legal.NATURE, 7.` and the listed outcomes disagree",
    NoOutcomes: "NATURE is on turn but has no outcome|ZeroDivisionError",
    OutcomeRevealsNothing: "returns False",
    OutcomeWithoutEffect: "draw 0 changes nothing",
    UnrepeatableChance: "the same random numbers give outcome|the seed does not give",
    UsesGlobalRandom: "the game uses Python's `random`",
    UnrepeatableResample: "`resample` differs with the same random numbers",
}


# -- copies ------------------------------------------------------------------------------------------------------------------


class SharedLists(Position):
    def save(self) -> list[Any]:
        return [getattr(self, name) for name in self.FIELDS]

    def load(self, values: list[Any]) -> None:
        for name, value in zip(self.FIELDS, values, strict=True):
            setattr(self, name, value)

    def end_round(self) -> None:
        points: list[int] = self.points  # type: ignore[has-type]
        super().end_round()
        self.points = points  # The loaded position shares this list with the saved data.


class SharedByClass(Position):
    history: list[int] = []
    FIELDS = (*Position.FIELDS, "history")

    def _apply(self, seat: int, move: int) -> bool:
        self.history.append(move)
        return super()._apply(seat, move)


class FieldNotSaved(Position):
    def save(self) -> list[Any]:
        return [*super().save()[:-1], 0]

    def clone(self) -> Any:
        new = super().clone()
        new.round = self.round
        return new


class FieldNotDeclared(Position):
    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.last = NONE

    def _apply(self, seat: int, move: int) -> bool:
        self.last = move if seat == NATURE else NONE
        return super()._apply(seat, move)


class HiddenFieldChangesTheGame(Position):
    __slots__ = ("luck",)  # FIELDS does not contain this attribute.

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.luck = 0

    save = Position.save

    def end_round(self) -> None:
        self.luck += 1
        super().end_round()
        self.points[0] += self.luck


class SavedAsSet(Position):
    def save(self) -> list[Any]:
        return [set(), *super().save()]

    def load(self, values: list[Any]) -> None:
        super().load(values[1:])


class GameRemembers(Pebbles):
    def __init__(self, options: Any) -> None:
        super().__init__(options)
        self.described = 0

    def describe(self, move: int) -> dict[str, Any]:
        self.described += 1
        return super().describe(move)


COPIES = {
    SharedLists: "changed the original|changed the position|ends differently|does not restore",
    SharedByClass: "starts from another position|changed the original|replaying the log gives another position",
    FieldNotSaved: "differs|does not restore|another view",
    FieldNotDeclared: "the attribute `last` changes during the game but is not in FIELDS",
    HiddenFieldChangesTheGame: "ends differently",
    SavedAsSet: "the saved state is not plain data|differs",
    GameRemembers: "`game.described` changed",
}


# -- scores and results --------------------------------------------------------------------------------------------------------


class LinesDoNotAddUp(Position):
    def score_lines(self, seat: int) -> list[ScoreLine]:
        return [score_line(1, "pebbles.score")]


class LinesAreNumbers(Position):
    def score_lines(self, seat: int) -> Any:
        return [self.points[seat]]


class UnevenStandings(Position):
    def ranking_key(self, seat: int) -> tuple[int, ...]:
        return (self.points[seat], 1)[: 1 + seat % 2]


class WrongRanks(Position):
    def final_result(self) -> Result:
        return Result((1,) * self.players, tuple(range(self.players)))


class WrongWinners(Position):
    def final_result(self) -> Result:
        result = super().final_result()
        return Result(result.ranks, tuple(set(range(self.players)) - set(result.winners)) or (0,))


class NoResult(Position):
    def final_result(self) -> Any:
        return {"winner": 0}


class TeamWithoutResult(Pebbles):
    cooperative = True


SCORES = {
    LinesDoNotAddUp: "add up to 1, its score is 0",
    LinesAreNumbers: r"score_lines\(0\) is \[0\]",
    UnevenStandings: "standings are",
    WrongRanks: "ranks are .1, 1, 1., but standings give",
    WrongWinners: "winners are",
    NoResult: "the result is|AttributeError",
    TeamWithoutResult: "a cooperative game ends with won=None",
}


# -- texts, data, declarations -------------------------------------------------------------------------------------------------


class TupleInView(Position):
    def public_board(self) -> dict[str, Any]:
        return {**super().public_board(), "pair": (1, 2)}


class NumberAsKeyInView(Position):
    def public_board(self) -> dict[str, Any]:
        return {**super().public_board(), "by_seat": {0: 1}}


class InfinityInView(Position):
    def public_board(self) -> dict[str, Any]:
        return {**super().public_board(), "odds": float("inf")}


class RaisesInView(Position):
    def public_board(self) -> dict[str, Any]:
        return {"card": {0: "a"}[self.round]}


class SameTextTwice(Pebbles):
    def text(self, move: int) -> str:
        return "keep" if move == NOD else super().text(move)


class TextNotRead(Pebbles):
    def _parse(self, text: str) -> int | None:
        return None if text == "nod" else super()._parse(text)


class ReadsAnything(Pebbles):
    def _parse(self, text: str) -> int | None:
        return super()._parse(text) or 0


class RaisesInParse(Pebbles):
    def _parse(self, text: str) -> int | None:
        return self.texts.index(text)


class DescribedByTuple(Pebbles):
    def describe(self, move: int) -> Any:
        return {"kind": "move", "cards": (1, 2)}


class DescribedWithoutKind(Pebbles):
    def describe(self, move: int) -> dict[str, Any]:
        return {"move": move}


class TooManySeats(Pebbles):
    player_counts = range(1, 9)


class MovesOverlapOutcomes(Pebbles):
    outcomes = range(DRAW - 1, DRAW + 5)


class MovesTooLarge(Pebbles):
    outcomes = range(1 << 30, (1 << 30) + 5)


class MovesWithGaps(Pebbles):
    moves = range(0, 6, 2)


class SignalsOutsideMoves(Pebbles):
    signals = range(40, 41)


class NoMaxEvents(Pebbles):
    @property
    def max_events(self) -> int:
        raise AttributeError


@dataclass(frozen=True)
class OddOptions(pebbles.PebblesOptions):
    def data(self) -> dict[str, Any]:
        return {"players": self.players, "set": {1}}


class OptionsNotPlain(Pebbles):
    Options = OddOptions


DECLARATIONS = {
    TupleInView: "the view of seat .* is not plain data",
    NumberAsKeyInView: "the view of seat .* is not plain data",
    InfinityInView: "the view of seat .* is not plain data",
    RaisesInView: r"KeyError \(\d\) in public_board, .*test_game_check.py:\d+",
    SameTextTwice: "move 2 has the text 'keep', but 'keep' is read as 1",
    TextNotRead: "move 2 has the text 'nod', but 'nod' is not understood",
    ReadsAnything: "'' is read as 'throw'",
    RaisesInParse: "ValueError .* in _parse",
    DescribedByTuple: "the description of move 0 is not plain data",
    DescribedWithoutKind: "the description of move 0 is",
    TooManySeats: r"player_counts is range\(1, 9\). A table has from 1 to 6 seats",
    MovesOverlapOutcomes: "overlap",
    MovesTooLarge: "must stay below 1073741824",
    MovesWithGaps: "`moves` is range",
    SignalsOutsideMoves: "are not part of the moves",
    NoMaxEvents: "the game has no `max_events`",
    OptionsNotPlain: "the options .* are not accepted again",
}

BROKEN: dict[Any, Any] = {**SECRETS, **MOVES, **CHANCE, **COPIES, **SCORES, **DECLARATIONS}


@pytest.mark.parametrize("broken", BROKEN, ids=lambda broken: broken.__name__)
def test_a_broken_promise_is_found_and_explained(broken: type) -> None:
    with pytest.raises(Fault, match=BROKEN[broken]) as found:
        check_game(game_of(broken), games=30)
    fault = found.value
    assert isinstance(fault.seed, int)
    assert isinstance(fault.event, int)
    assert f"seed {fault.seed}, event {fault.event}: " in str(fault)
    assert str(fault).count(". ") >= 1, "a fault says what to do"


def test_seven_players_are_reported_and_not_an_index_error() -> None:
    with pytest.raises(Fault, match="A table has from 1 to 6 seats"):
        check_game(TooManySeats.with_options(players=7))


@pytest.mark.parametrize("name", sorted(FINAL_STATE_METHODS))
def test_overriding_a_method_that_is_the_same_for_all_is_reported(name: str) -> None:
    broken = type("Overriding", (Position,), {name: getattr(State, name, None)})
    with pytest.raises(Fault, match=f"Overriding overrides `{name}`"):
        check_game(game_of(broken))


@pytest.mark.parametrize("name", sorted(FINAL_GAME_METHODS))
def test_overriding_a_game_method_that_is_the_same_for_all_is_reported(name: str) -> None:
    broken: Any = type("Overriding", (Pebbles,), {name: vars(Game)[name]})
    with pytest.raises(Fault, match=f"Overriding overrides `{name}`"):
        check_game(broken.with_options(players=2))


def test_every_method_of_a_state_is_either_the_games_own_or_the_same_for_all() -> None:
    own = {
        *("generate_moves", "is_legal", "_apply", "generate_signals", "chance_count", "chance_outcome", "sample_chance"),
        *("chance_probability", "score", "score_lines", "ranking_key", "public_board", "private_part_of_board", "redact"),
        *(
            "is_decision_still_secret_after_reveal",
            "resample_hidden",
            "talk_forbidden",
            "rejection_reason",
            "preview",
            "final_result",
        ),
        *("clone", "save", "load", "legal", "choose"),
        *("turn_number", "end_reason", "default_move"),
    }
    methods = {name for name, value in vars(State).items() if callable(value) or isinstance(value, property)}
    methods = {name for name in methods if not name.startswith("__") or name in FINAL_STATE_METHODS}
    assert methods - own - FINAL_STATE_METHODS == set()
