"""The rules of The Game agree with a slow second implementation, which uses sets and lists, in random games.

TRAPEZI_REFEREE_GAMES=2000 plays that many games of each mode.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

import trapezi
from trapezi.games.the_game import notation
from trapezi.games.the_game.command_bits import FIRE_CARDS
from trapezi.games.the_game.command_bits import NAMES as COMMANDS

GAMES = int(os.environ.get("TRAPEZI_REFEREE_GAMES", "3"))
SEARCH_LIMIT = 6_000  # the number of positions that the referee searches before it gives up


class TooHard(Exception):
    pass


@dataclass
class Box:
    """The commands and the modes of a game."""

    says: dict[int, str]
    fire: bool
    expert: bool


@dataclass(frozen=True)
class Turn:
    """What has happened so far in the current turn."""

    hand: frozenset[int]
    piles: tuple[int, int, int, int]
    laid: tuple[int, ...] = ()
    bindings: tuple[tuple[int, int], ...] = ()  # the visible one-pile cards, each with the pile to which it binds the player
    burning: frozenset[int] = field(default=frozenset())  # the fire cards that the turn before has left visible


def start(box: Box, hand: set[int], piles: list[int]) -> Turn:
    burning = frozenset(top for top in piles if box.fire and top in FIRE_CARDS)
    return Turn(frozenset(hand), tuple(piles), burning=burning)  # type: ignore[arg-type]


def visible(box: Box, turn: Turn, command: str) -> list[int]:
    return [top for top in turn.piles if box.says.get(top) == command]


def placements(box: Box, turn: Turn) -> Iterator[tuple[int, int]]:
    """Return the legal placements (TG-4, TG-5, TG-14, TG-15)."""
    for card in sorted(turn.hand):
        for pile, top in enumerate(turn.piles):
            forward = card > top if pile in (0, 1) else card < top
            backwards = card == top - 10 if pile in (0, 1) else card == top + 10
            if backwards and visible(box, turn, "no_trick"):
                backwards = False
            matches = all(bound == pile for _, bound in turn.bindings)
            if (forward or backwards) and matches:
                yield card, pile


def after(box: Box, turn: Turn, card: int, pile: int) -> Turn:
    piles = list(turn.piles)
    covered, piles[pile] = piles[pile], card
    bindings = dict(turn.bindings)
    for one in visible(box, turn, "one_pile"):
        bindings.setdefault(one, pile)
    bindings.pop(covered, None)
    return replace(
        turn,
        hand=turn.hand - {card},
        piles=(piles[0], piles[1], piles[2], piles[3]),
        laid=(*turn.laid, card),
        bindings=tuple(sorted(bindings.items())),
        burning=turn.burning - {covered},
    )


def ended(box: Box, turn: Turn) -> bool:
    """Return whether the turn has ended by itself (TG-9, TG-11)."""
    commands = [box.says.get(card) for card in turn.laid]
    return "stop" in commands or ("three" in commands and len(turn.laid) >= 3)


def obeyed(box: Box, turn: Turn) -> bool:
    """Return whether the turn may end now, not considering the minimum (TG-12, TG-13, TG-21)."""
    commands = [box.says.get(card) for card in turn.laid]
    if "stop" in commands[:-1]:
        return False
    if "three" in commands and len(turn.laid) != 3:
        return False
    return not visible(box, turn, "skull") and not turn.burning


def possible(box: Box, turn: Turn, good: Any) -> bool:
    """Return whether some continuation of the turn satisfies `good`."""
    known: set[Turn] = set()

    def search(turn: Turn) -> bool:
        if turn in known:
            return False
        known.add(turn)
        if len(known) > SEARCH_LIMIT:
            raise TooHard
        if good(turn):
            return True
        if ended(box, turn):
            return False
        return any(search(after(box, turn, card, pile)) for card, pile in placements(box, turn))

    return search(turn)


def can_obey(box: Box, turn: Turn) -> bool:
    return possible(box, turn, lambda then: obeyed(box, then))


def reached(box: Box, turn: Turn, least: int) -> bool:
    return len(turn.laid) >= least or "stop" in [box.says.get(card) for card in turn.laid]


def can_obey_and_reach(box: Box, turn: Turn, least: int) -> bool:
    return possible(box, turn, lambda then: obeyed(box, then) and reached(box, then, least))


def can_reach(box: Box, turn: Turn, least: int) -> bool:
    """Return whether legal placements can reach the minimum, even if they break commands (TG-19)."""
    if reached(box, turn, least):
        return True
    if ended(box, turn) and "stop" in [box.says.get(card) for card in turn.laid]:
        return False
    return any(can_reach(box, after(box, turn, card, pile), least) for card, pile in placements(box, turn))


class Referee:
    """Follows a game event by event, and decides about its end."""

    def __init__(self, game: Any) -> None:
        options = game.options
        self.game = game
        self.box = Box(
            {
                card: name
                for name, cards in options.deck.deck.commands.items()
                for card in cards
                if options.mode == "extreme" and getattr(options, name)
            },
            options.on_fire,
            options.expert,
        )
        self.players = options.players
        self.hands: list[set[int]] = [set() for _ in range(self.players)]
        self.draw_pile = set(range(2, 100))
        self.piles = [1, 1, 100, 100]
        first = 0 if options.first == "agreed" else options.first
        self.wishes: list[str] | None = [] if options.first == "agreed" and options.players > 1 else None
        self.active = first
        self.full = {1: 8, 2: 7}.get(self.players, 6)
        self.to_draw = [(first + k) % self.players for k in range(self.full * self.players)]
        self.turn: Turn | None = None
        self.verdict: str | None = None

    @property
    def least(self) -> int:
        return (3 if self.box.expert else 2) if self.draw_pile else 1

    def draw(self, card: int) -> None:
        self.draw_pile.remove(card)
        self.hands[self.to_draw.pop(0)].add(card)
        if not self.to_draw and self.wishes is None:
            self.begin()

    def wish(self, wish: str) -> None:
        """Note a wish of TG-20; the seats say theirs in ascending order."""
        assert self.wishes is not None
        self.wishes.append(wish)
        if len(self.wishes) == self.players:
            self.active = min(range(self.players), key=lambda seat: ("yes", "maybe", "no").index((self.wishes or [])[seat]))
            self.wishes = None
            self.begin()

    def begin(self) -> None:
        while not self.hands[self.active]:
            self.active = (self.active + 1) % self.players
        self.turn = start(self.box, self.hands[self.active], self.piles)
        if not can_reach(self.box, self.turn, self.least):
            self.verdict = "minimum"
        elif not can_obey(self.box, self.turn):
            self.verdict = "broken"

    def lay(self, card: int, pile: int) -> None:
        assert self.turn is not None
        self.turn = after(self.box, self.turn, card, pile)
        self.hands[self.active].remove(card)
        self.piles[pile] = card
        if not can_obey(self.box, self.turn):
            self.verdict = "broken"
        elif not self.draw_pile and not any(self.hands):
            self.verdict = "won"
        elif ended(self.box, self.turn):
            self.end()
        elif len(self.turn.laid) < self.least and not list(placements(self.box, self.turn)):
            self.verdict = "stuck"

    def end(self) -> None:
        assert self.turn is not None
        wanted = 1 if visible(self.box, self.turn, "draw_one") else self.full - len(self.hands[self.active])
        self.to_draw = [self.active] * min(wanted, len(self.draw_pile))
        self.active = (self.active + 1) % self.players
        self.turn = None
        if not self.to_draw:
            self.begin()

    def may_end(self) -> bool:
        assert self.turn is not None
        return len(self.turn.laid) >= self.least and obeyed(self.box, self.turn)


def check_position(state: Any, referee: Referee) -> None:
    """Check that rules and referee agree about the position."""
    assert state.over == (referee.verdict is not None)
    left = len(referee.draw_pile) + sum(map(len, referee.hands))
    assert state.scores == [98 - left] * referee.players
    if state.over:
        result = state.result
        key = result.reason.key.removeprefix("the_game.").removeprefix("lost.")
        assert {"skull": "broken", "three": "broken", "fire": "broken", "together": "broken"}.get(key, key) == referee.verdict
        assert result.won == (referee.verdict == "won")
        assert result.facts == {"left": left, "excellent": int(left < 10)}
        return
    table = state.visible_board(trapezi.SPECTATOR)
    assert [pile["top"] for pile in table["piles"]] == referee.piles
    assert table["sizes"] == [len(hand) for hand in referee.hands]
    assert table["draw_pile"] == len(referee.draw_pile)
    if referee.wishes is not None and not referee.to_draw:
        assert state.deciders == set(range(len(referee.wishes), referee.players))
        return
    if referee.turn is None or referee.to_draw:
        assert state.deciders == {trapezi.NATURE}
        assert {o - notation.DRAW for o in state.chance()} == referee.draw_pile
        return
    assert state.deciders == {referee.active}
    wanted = {card * 4 + pile for card, pile in placements(referee.box, referee.turn)}
    assert set(state.legal(referee.active)) == wanted | ({400} if referee.may_end() else set())


def check_previews(state: Any, referee: Referee, tally: dict[str, int]) -> None:
    """Check that every placement is previewed as the referee judges it."""
    assert referee.turn is not None
    for move in state.legal(referee.active):
        if move == 400:
            continue
        mark = state.preview(referee.active, move)
        then = after(referee.box, referee.turn, *divmod(move, 4))
        try:
            losing = not can_obey(referee.box, then)
            tally["losing" if losing else "fine"] += 1
            assert mark["losing"] == losing
            short = not losing and not can_obey_and_reach(referee.box, then, referee.least)
            tally["short"] += short
            assert mark["short"] == short
        except TooHard:
            tally["too hard"] += 1


def careful(state: Any, seat: int, rng: random.Random, randomness: float = 0.1) -> int:
    """Choose a random move among good ones, so that games last and all kinds of positions occur."""
    legal = state.legal(seat)
    if rng.random() < randomness:
        return rng.choice(legal)
    if legal[-1] == 400 and rng.random() < 0.7:
        return 400

    def worth(move: int) -> tuple[bool, int]:
        mark = state.preview(seat, move)
        return mark["losing"] or mark["short"], mark["distance"]

    places = [move for move in legal if move != 400]
    return min(places, key=worth) if places else 400


def very_careful(state: Any, seat: int, rng: random.Random) -> int:
    return careful(state, seat, rng, randomness=0.005)


def command_loving(state: Any, seat: int, rng: random.Random) -> int:
    """Choose a move that lays a command card, if there is one."""
    legal = state.legal(seat)
    rich = [move for move in legal if move != 400 and state.game.describe(move)["command"]]
    safe = [move for move in rich or legal if move == 400 or not state.preview(seat, move)["losing"]]
    return rng.choice(safe if safe and rng.random() < 0.9 else legal)


def draw_outcome(state: Any, rng: random.Random, luck: str) -> int:
    """Draw a random card; `rich` prefers commands and fire cards, `kind` prefers cards with which the game lasts."""
    outcomes = list(state.chance())
    if luck == "kind" and rng.random() < 0.9:
        tops = [pile["top"] for pile in state.visible_board(trapezi.SPECTATOR)["piles"]]
        low, high = min(tops[:2]), max(tops[2:])
        near = [o for o in outcomes if o - notation.DRAW > low]
        far = [o for o in outcomes if o - notation.DRAW < high]
        return rng.choice([min(near, default=outcomes[0]), max(far, default=outcomes[-1])])
    if luck == "rich" and rng.random() < 0.6:
        special = [o for o in outcomes if state.game.describe(o)["command"] or state.game.describe(o)["fire"]]
        outcomes = special or outcomes
    return rng.choice(outcomes)


def check_game(game: Any, rng: random.Random, player: Any, luck: str, marks: float, tally: dict[str, int]) -> None:
    state, referee = game.start(), Referee(game)
    try:
        while True:
            check_position(state, referee)
            if state.over:
                break
            seat = min(state.deciders)
            if seat == trapezi.NATURE:
                outcome = draw_outcome(state, rng, luck)
                state.play(seat, outcome)
                referee.draw(outcome - notation.DRAW)
                continue
            if referee.wishes is not None:
                move = rng.choice(state.legal(seat))
                state.play(seat, move)
                referee.wish(game.describe(move)["wish"])
                continue
            if rng.random() < marks:
                check_previews(state, referee, tally)
            move = player(state, seat, rng)
            state.play(seat, move)
            if move == 400:
                referee.end()
            else:
                referee.lay(*divmod(move, 4))
        tally[referee.verdict or "?"] += 1
    except TooHard:
        tally["too hard"] += 1


def random_deck(rng: random.Random) -> dict[str, Any]:
    """Return a deck with commands on random cards, fire cards included."""
    cards = rng.sample(range(2, 100), 28)
    return {
        "game": "the_game",
        "name": "anywhere",
        "provenance": "drawn by lot",
        "commands": {name: cards[4 * n : 4 * n + 4] for n, name in enumerate(COMMANDS)},
    }


MODES: dict[str, dict[str, Any]] = {
    "extreme": {},
    "plain": {"mode": "plain"},
    "expert": {"expert": True},
    "on fire": {"on_fire": True},
    "all": {"expert": True, "on_fire": True},
    "plain, all": {"mode": "plain", "expert": True, "on_fire": True},
    "lightning": {"silence": False, "no_trick": False, "one_pile": False, "draw_one": False},
    "no stop": {"stop": False, "on_fire": True},
}


@pytest.mark.parametrize("mode", list(MODES))
def test_rules_and_referee_agree_about_every_event(mode: str) -> None:
    rng = random.Random(f"referee {mode}")
    tally: dict[str, int] = dict.fromkeys(["losing", "fine", "short", "too hard", "won", "minimum", "stuck", "broken", "?"], 0)
    for _ in range(GAMES):
        for players in range(1, 6):
            options = {**MODES[mode], "players": players, "first": rng.choice(["agreed", *range(players)])}
            if rng.random() < 0.6 and mode not in ("plain", "plain, all"):
                options["deck"] = random_deck(rng)
            game = trapezi.game("the_game", **options)
            players_and_luck = [
                (careful, "lot"),
                (very_careful, "kind"),
                (very_careful, "kind"),
                (careful, "rich"),
                (command_loving, "rich"),
            ]
            player, luck = rng.choice(players_and_luck)
            check_game(game, rng, player, luck, 0.2, tally)
    if GAMES > 50:
        print(mode, tally)
    assert tally["fine"] > 0
    assert tally["too hard"] <= tally["fine"] // 100 + 3
    assert mode in ("plain", "plain, all") or tally["losing"] > 0
