"""The rules of Silver & Gold agree with a slow second implementation, which uses only names and letters, in whole games."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from tests.properties import examples

import trapezi

SEAL_POINTS = {"purple": 2, "orange": 2, "green": 1, "grey": 1}


class Player:
    def __init__(self) -> None:
        self.hand: list[int] = []
        self.cards: list[int | None] = [None, None]
        self.marked: list[set[str]] = [set(), set()]
        self.coins = 0
        self.trophies: list[int] = []
        self.palms: list[int] = []
        self.completed: list[int] = []


class Referee:
    """Replays the events of a finished game by its own rules, and computes the standings."""

    def __init__(self, deck: dict[str, Any], players: int, first: int, events: list[tuple[int, str]]) -> None:
        self.deck = {card["id"]: card for card in deck["treasure"]}
        self.patterns = [e["grid"] for e in deck["expedition"] for _ in range(e["count"])]
        self.players = [Player() for _ in range(players)]
        self.events = iter(events)
        self.pile = set(self.deck)
        self.display: list[int | None] = [None] * 4
        self.trophies = [1, 2, 3, 4, 5, 6]
        self.set_up()
        start = first
        for turn in range(28):
            if turn % 7 == 0:
                used: set[int] = set()
            number = self.chance("expedition")
            assert number not in used
            used.add(number)
            self.marking(self.patterns[number - 1])
            for k in range(players):
                self.settle(self.players[(start + k) % players], (start + k) % players, last=turn == 27)
            start = (start + 1) % players
        assert next(self.events, None) is None

    def chance(self, kind: str) -> int:
        seat, text = next(self.events)
        assert seat == -1
        word, number = text.split()
        assert word == kind
        return int(number)

    def card(self) -> int:
        card = self.chance("treasure")
        self.pile.remove(card)
        return card

    def squares(self, card: int | None) -> dict[str, str]:
        grid = [] if card is None else self.deck[card]["grid"]
        return {"abcd"[x] + "1234"[y]: c for y, row in enumerate(grid) for x, c in enumerate(row) if c != "."}

    def set_up(self) -> None:
        for player in self.players:
            player.hand = [self.card() for _ in range(4)]
        for _ in self.players:
            seat, text = next(self.events)
            places = [int(n) - 1 for n in text.removeprefix("keep ").split()]
            hand = self.players[seat].hand
            self.players[seat].cards = [hand[place] for place in places]
            self.pile |= {card for place, card in enumerate(hand) if place not in places}
        self.refill()

    def refill(self) -> None:
        while None in self.display and self.pile:
            self.display[self.display.index(None)] = self.card()

    def free(self, player: Player, slot: int) -> set[str]:
        return set(self.squares(player.cards[slot])) - player.marked[slot]

    def marking(self, pattern: list[str]) -> None:
        owed = {seat: 1 for seat, player in enumerate(self.players) if self.free(player, 0) | self.free(player, 1)}
        begun: set[int] = set()
        palm = 1 + sum(letter == "P" for card in self.display for letter in self.squares(card).values())
        while owed:
            seat, text = next(self.events)
            word, *names = text.split()
            player, slot = self.players[seat], ("left", "right").index(word)
            assert set(names) <= self.free(player, slot)
            assert len(names) == 1 or (seat not in begun and congruent(names, pattern))
            begun.add(seat)
            player.marked[slot] |= set(names)
            letters = [self.squares(player.cards[slot])[name] for name in names]
            player.coins = min(12, player.coins + letters.count("C"))
            player.palms = [*player.palms, *[palm] * letters.count("P")][:4]
            owed[seat] += letters.count("X") - 1
            if owed[seat] == 0 or not self.free(player, 0) | self.free(player, 1):
                del owed[seat]

    def settle(self, player: Player, number: int, last: bool) -> None:
        while len(player.trophies) < player.coins // 4:
            player.trophies.append(self.trophies.pop() if self.trophies else 0)
        for slot in (0, 1):
            card = player.cards[slot]
            if card is not None and not self.free(player, slot):
                player.completed.append(card)
                player.cards[slot] = None
                player.marked[slot] = set()
        if last:
            return
        for slot in (0, 1):
            if player.cards[slot] is None and (self.pile or any(self.display)):
                seat, text = next(self.events)
                assert seat == number
                if text == "take pile":
                    player.cards[slot] = self.card()
                else:
                    place = int(text.removeprefix("take ")) - 1
                    assert self.display[place] is not None
                    player.cards[slot], self.display[place] = self.display[place], None
        self.refill()

    def standing(self, player: Player) -> tuple[int, ...]:
        colours = [self.deck[card]["colour"] for card in player.completed]
        seals = [self.deck[card]["seal"] for card in player.completed if self.deck[card]["seal"]]
        points = sum(self.deck[card]["points"] for card in player.completed)
        points += sum(SEAL_POINTS[seal] * colours.count(seal) for seal in seals)
        points += player.coins + sum(player.trophies) + sum(player.palms)
        return points, len(colours), colours.count("green"), colours.count("orange"), colours.count("purple")


def congruent(names: list[str], pattern: list[str]) -> bool:
    """Return whether squares have the shape of a pattern. Comparing distances suffices for the shapes used here."""
    there = [("abcd".index(name[0]), "1234".index(name[1])) for name in names]
    shape = [(x, y) for y, row in enumerate(pattern) for x, c in enumerate(row) if c == "o"]

    def distances(squares: list[tuple[int, int]]) -> list[int]:
        return sorted((a - c) ** 2 + (b - d) ** 2 for a, b in squares for c, d in squares)

    return distances(there) == distances(shape)


def play_randomly(game: Any, seed: int) -> Any:
    match = game.match(seed=seed)
    rng = trapezi.Stream(seed)
    while not match.state.over:
        seats = sorted(match.state.deciders)
        seat = seats[rng.below(len(seats))]
        match.play(seat, match.state.choose(seat, rng))
    return match


def check_standings(match: Any) -> None:
    game = match.game
    events = [(seat, game.text(move)) for seat, move in match.events]
    referee = Referee(game.options.deck.deck.content, game.players, game.first, events)
    standings = [referee.standing(player) for player in referee.players]
    assert standings == [match.state.ranking_key(seat) for seat in range(game.players)]
    assert match.state.scores == [standing[0] for standing in standings]
    assert match.state.scores == [sum(line.points for line in match.state.score_lines(seat)) for seat in range(game.players)]
    assert match.state.result.winners == tuple(s for s, standing in enumerate(standings) if standing == max(standings))
    assert len(match.events) <= game.max_events


@examples(20)
@given(st.integers(2, 4), st.integers(0, 2**32))
def test_the_referee_agrees_on_random_games(players: int, seed: int) -> None:
    check_standings(play_randomly(trapezi.game("silver_gold", players=players, first=seed % players), seed))


@st.composite
def decks(draw: st.DrawFn) -> dict[str, Any]:
    """Return decks of few small cards with many symbols. So cards run out, coin rows fill up, and players often mark an X."""
    treasure = []
    for number in range(1, draw(st.integers(16, 24)) + 1):
        width = draw(st.integers(1, 4))
        grid = draw(st.lists(st.text("oXCP.", min_size=width, max_size=width), min_size=1, max_size=4))
        grid[0] = "o" + grid[0][1:]
        colour, seal = draw(st.sampled_from(list(SEAL_POINTS))), draw(st.sampled_from([None, *SEAL_POINTS]))
        points = sum(c != "." for row in grid for c in row)
        treasure.append({"id": number, "colour": colour, "points": points, "seal": seal, "grid": grid})
    expedition = trapezi.game("silver_gold", players=2).options.deck.deck.content["expedition"]
    return {
        "game": "silver_gold",
        "name": "made",
        "provenance": {"ours": "all of it"},
        "seal_points": SEAL_POINTS,
        "expedition": expedition,
        "treasure": treasure,
    }


@examples(25)
@given(decks(), st.integers(2, 4), st.integers(0, 2**32))
def test_the_referee_agrees_on_games_with_small_decks(deck: dict[str, Any], players: int, seed: int) -> None:
    match = play_randomly(trapezi.game("silver_gold", players=players, deck=deck), seed)
    check_standings(match)
    assert match.game.restore(match.state.data()) == match.state
