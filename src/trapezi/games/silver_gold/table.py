"""The table of Silver & Gold: what lies on it, what it is worth, what each seat sees of it. What may be done is in `rules`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trapezi.core import bits
from trapezi.core.random import Stream
from trapezi.core.score import ScoreLine, score_line
from trapezi.core.state import State
from trapezi.games.silver_gold import notation
from trapezi.games.silver_gold.cards import Cards
from trapezi.games.silver_gold.deck import COLOURS
from trapezi.games.silver_gold.patterns import numbers

if TYPE_CHECKING:
    from trapezi.games.silver_gold.game import SilverGold

ONE = 1
NONE = 64  # no treasure card: it has no squares
UNTURNED = 8  # no expedition card
EXPEDITIONS = 0xFF  # all eight, as bits
UNDECIDED = 6
HAND = 4
SLOTS = 2
DISPLAY = 4
COIN_ROWS = 3
PALMS = 4
TROPHIES = 6  # 6, 5, 4, 3, 2, 1: the next one is worth as much as there are left
ROUNDS = 4
TURNS = 7
PHASES = ("dealing", "keeping", "opening", "turning", "marking", "taking", "drawing", "end")
DEALING = 0
KEEPING = 1
TURNING = 3
MARKING = 4
TAKING = 5
DRAWING = 6
END = 7
PURPLE = 0  # colours, as in the deck
ORANGE = 1
GREEN = 2


class Table(State):
    """All that lies on the table. A place that holds no card holds NONE."""

    __slots__ = (
        "cards",
        "choice",
        "coins",
        "display",
        "done",
        "draft",
        "expedition",
        "hand",
        "held",
        "marks",
        "owed",
        "palms",
        "phase",
        "round",
        "rows",
        "settled",
        "starter",
        "trophies",
        "unseen",
        "used",
        "won",
    )

    def __init__(self, game: SilverGold) -> None:
        super().__init__(game)
        self.cards: Cards = game.cards
        self.hand = [NONE] * 16  # seat * 4 + place: what was dealt
        self.choice = [UNDECIDED] * 4  # which two to keep
        self.held = [NONE] * 8  # seat * 2 + slot: the two cards of each player
        self.marks = [0] * 8  # on these cards, as 16 bits
        self.draft = [0] * 8  # marked this turn and not yet revealed
        self.owed = [0] * 4  # squares still to mark for X
        self.coins = [0] * 4
        self.rows = [0] * 4  # full coin rows that have been settled
        self.won = [0] * 12  # seat * 3 + coin row: the trophy
        self.palms = [0] * 16  # seat * 4 + box
        self.done = [0] * 4  # completed cards, as 64 bits
        self.display = [NONE] * 4
        self.unseen = self.cards.all  # the draw pile, as 64 bits
        self.trophies = TROPHIES  # how many are left
        self.used = 0  # expedition cards turned this round, as 8 bits
        self.expedition = UNTURNED
        self.round = 0
        self.starter = game.first  # SG-2
        self.settled = 0  # how many seats have settled this turn
        self.phase = DEALING

    def dealt(self) -> int:
        """How many cards have been dealt: four to seat 0, then four to seat 1 …"""
        place = 0
        while place < HAND * self.players and self.hand[place] != NONE:
            place += 1
        return place

    def palm(self) -> int:
        """What a palm is worth now (SG-8): itself, and all that the display shows."""
        worth = 1
        for place in range(DISPLAY):
            worth += bits.count(self.cards.palms[self.display[place]])
        return worth

    def settler(self) -> int:
        """Who settles now: the seats take turns from the start player on (SG-9)."""
        return (self.starter + self.settled) % self.players

    # -- score (SG-12, SG-13) ------------------------------------------------------------------------------------------

    def completed(self, seat: int, colour: int) -> int:
        return bits.count(self.done[seat] & self.cards.of_colour[colour])

    def score(self, seat: int) -> int:
        total = self.coins[seat]
        for row in range(COIN_ROWS * seat, COIN_ROWS * seat + COIN_ROWS):
            total += self.won[row]
        for box in range(PALMS * seat, PALMS * seat + PALMS):
            total += self.palms[box]
        rest = self.done[seat]
        while rest:
            total += bits.count(self.cards.squares[bits.lowest(rest)])
            rest &= rest - 1
        for colour in range(4):
            seals = bits.count(self.done[seat] & self.cards.of_seal[colour])
            total += seals * self.cards.worth[colour] * self.completed(seat, colour)
        return total

    def standing(self, seat: int) -> tuple[int, ...]:
        green, orange, purple = self.completed(seat, GREEN), self.completed(seat, ORANGE), self.completed(seat, PURPLE)
        return (self.score(seat), bits.count(self.done[seat]), green, orange, purple)

    def score_lines(self, seat: int) -> list[ScoreLine]:
        done = [self.cards.deck.treasures[card] for card in range(NONE) if self.done[seat] >> card & 1]
        lines = [score_line(self.coins[seat], "silver_gold.score.coins", coins=self.coins[seat])]
        for row in range(self.rows[seat]):
            lines.append(score_line(self.won[COIN_ROWS * seat + row], "silver_gold.score.trophy", row=row + 1))
        for box in range(PALMS):
            if self.palms[PALMS * seat + box]:
                lines.append(score_line(self.palms[PALMS * seat + box], "silver_gold.score.palm", box=box + 1))
        for card in done:
            lines.append(score_line(card.points, "silver_gold.score.card", card=card.number, colour=card.colour))
        for card in done:
            if card.seal is not None:
                each, n = self.cards.worth[COLOURS.index(card.seal)], sum(card.seal == other.colour for other in done)
                lines.append(
                    score_line(each * n, "silver_gold.score.seal", card=card.number, colour=card.seal, each=each, cards=n)
                )
        return lines

    # -- view ----------------------------------------------------------------------------------------------------------

    def public_board(self) -> dict[str, Any]:
        """Secret are hands, drafts, the pile, and which expedition cards lie under the top one (SG-3)."""
        settling = self.phase in (TAKING, DRAWING)
        return {
            "phase": PHASES[self.phase],
            "round": min(self.round + 1, ROUNDS),
            "rounds": ROUNDS,
            "turn": TURNS if self.over else bits.count(self.used),
            "turns": TURNS,
            "starter": self.starter,
            "settling": self.settler() if settling else None,
            "expedition": None if self.expedition == UNTURNED else notation.expedition(self.cards, self.expedition),
            "display": [self.printed(self.display[place]) for place in range(DISPLAY)],
            "palm": self.palm(),
            "pile": bits.count(self.unseen),
            "trophies": list(range(self.trophies, 0, -1)),
            "seats": [self.seat_of(s) for s in range(self.players)],
        }

    def private_board(self, seat: int) -> dict[str, Any]:
        return {
            "hand": self.own_hand(seat),
            "choice": self.own_choice(seat),
            "draft": self.own_draft(seat),
            "owed": self.owed[seat] if seat >= 0 and self.waiting >> seat & 1 else 0,
        }

    def printed(self, card: int) -> dict[str, Any] | None:
        return None if card == NONE else notation.treasure(self.cards, card)

    def seat_of(self, seat: int) -> dict[str, Any]:
        """What lies open before a player."""
        slots = range(SLOTS * seat, SLOTS * seat + SLOTS)
        return {
            "cards": [
                None
                if self.held[s] == NONE
                else {**notation.treasure(self.cards, self.held[s]), "marked": numbers(self.marks[s])}
                for s in slots
            ],
            "dealt": max(0, min(HAND, self.dealt() - HAND * seat)),
            "coins": self.coins[seat],
            "trophies": [self.won[COIN_ROWS * seat + row] if row < self.rows[seat] else None for row in range(COIN_ROWS)],
            "palms": [self.palms[PALMS * seat + box] or None for box in range(PALMS)],
            "completed": [self.printed(card) for card in range(NONE) if self.done[seat] >> card & 1],
        }

    def own_hand(self, seat: int) -> list[dict[str, Any] | None] | None:
        """The four cards of which the seat keeps two, while it has them."""
        if seat < 0 or self.phase > KEEPING:
            return None
        return [self.printed(self.hand[HAND * seat + place]) for place in range(HAND)]

    def own_choice(self, seat: int) -> list[int] | None:
        return None if seat < 0 or self.choice[seat] == UNDECIDED else list(notation.KEEPS[self.choice[seat]])

    def own_draft(self, seat: int) -> list[list[int]] | None:
        """What the seat has marked this turn, on the left and on the right."""
        if seat < 0 or self.phase != MARKING:
            return None
        return [numbers(self.draft[slot]) for slot in range(SLOTS * seat, SLOTS * seat + SLOTS)]

    def gain(self, seat: int, before: Table) -> dict[str, Any]:
        """What a seat has won by marks since another moment of the same turn: points, coins, palm boxes, full cards by slot."""
        boxes = [PALMS * seat + box for box in range(PALMS)]
        slots = [SLOTS * seat + slot for slot in range(SLOTS)]
        return {
            "points": self.score(seat) - before.score(seat),
            "coins": self.coins[seat] - before.coins[seat],
            "palms": [self.palms[box] for box in boxes if self.palms[box] != before.palms[box]],
            "completed": [slot % SLOTS for slot in slots if self.held[slot] != before.held[slot]],
        }

    def redact(self, viewer: int, seat: int, move: int) -> dict[str, Any]:
        """A dealt card is for its player alone, and of four cards others see the two that were kept (SG-2)."""
        if self.phase == DEALING:
            receiver = self.dealt() // HAND
            card = {"card": notation.treasure(self.cards, move - self.cards.treasure)}
            return {"kind": "deal", "to": receiver, **(card if viewer == receiver else {})}
        if self.phase == KEEPING:
            kept = [self.hand[HAND * seat + place] for place in notation.KEEPS[move]]
            return {"kind": "kept", "cards": [notation.treasure(self.cards, card) for card in kept]}
        if self.phase == TURNING:
            return {"kind": "expedition", **notation.expedition(self.cards, move - self.cards.expedition)}
        return notation.describe(self.cards, move)

    def turn_number(self) -> int:
        """Every expedition card begins a turn."""
        return TURNS * self.round + bits.count(self.used)

    # -- resample: what lies hidden on the table; `resample_hidden` is in `rules` ----

    def redeal_hands(self, seat: int, rng: Stream) -> None:
        dealt = self.dealt()
        for place in range(dealt):
            if place // HAND != seat:
                self.unseen |= ONE << self.hand[place]
        for place in range(dealt):
            if place // HAND != seat:
                self.hand[place] = bits.nth(self.unseen, rng.below(bits.count(self.unseen)))
                self.unseen &= ~(ONE << self.hand[place])
        for other in range(self.players):
            if other != seat and self.choice[other] != UNDECIDED:
                self.choice[other] = rng.below(UNDECIDED)

    def redeal_expeditions(self, rng: Stream) -> None:
        """SG-3: only the design of the current card, and how many lie under it, can be seen."""
        under = bits.count(self.used) - 1
        same = self.cards.designs[self.expedition]
        self.expedition = bits.nth(same, rng.below(bits.count(same)))
        self.used = 1 << self.expedition
        for _ in range(under):
            rest = EXPEDITIONS & ~self.used
            self.used |= 1 << bits.nth(rest, rng.below(bits.count(rest)))

    # -- copies --------------------------------------------------------------------------------------------------------

    def copy(self, other: Table) -> None:
        """Takes over all that lies on another table."""
        self.game = other.game
        self.players = other.players
        self.waiting = other.waiting
        self.over = other.over
        self.cards = other.cards
        self.hand = other.hand[:]
        self.choice = other.choice[:]
        self.held = other.held[:]
        self.marks = other.marks[:]
        self.draft = other.draft[:]
        self.owed = other.owed[:]
        self.coins = other.coins[:]
        self.rows = other.rows[:]
        self.won = other.won[:]
        self.palms = other.palms[:]
        self.done = other.done[:]
        self.display = other.display[:]
        self.unseen = other.unseen
        self.trophies = other.trophies
        self.used = other.used
        self.expedition = other.expedition
        self.round = other.round
        self.starter = other.starter
        self.settled = other.settled
        self.phase = other.phase

    def save(self) -> list[Any]:
        cards = [list(self.hand), list(self.choice), list(self.held), list(self.marks), list(self.draft), list(self.owed)]
        sheets = [list(self.coins), list(self.rows), list(self.won), list(self.palms), list(self.done)]
        middle = [list(self.display), self.unseen, self.trophies, self.used, self.expedition]
        return [*cards, *sheets, *middle, self.round, self.starter, self.settled, self.phase]

    def load(self, fields: list[Any]) -> None:
        hand, choice, held, marks, draft, owed, coins, rows, won, palms, done, display, unseen, *rest = fields
        trophies, used, expedition, turn, starter, settled, phase = rest
        last = len(self.cards.deck.treasures) - 1
        self.hand = within(hand, 16, last, NONE)
        self.choice = within(choice, 4, UNDECIDED)
        self.held = within(held, 8, last, NONE)
        self.marks = within(marks, 8, 0xFFFF)
        self.draft = within(draft, 8, 0xFFFF)
        self.owed = within(owed, 4, 32)
        self.coins = within(coins, 4, 12)
        self.rows = within(rows, 4, COIN_ROWS)
        self.won = within(won, 12, TROPHIES)
        self.palms = within(palms, 16, 99)
        self.done = within(done, 4, self.cards.all)
        self.display = within(display, 4, last, NONE)
        self.unseen = within([unseen], 1, self.cards.all)[0]
        self.trophies = within([trophies], 1, TROPHIES)[0]
        self.used = within([used], 1, 0xFF)[0]
        self.expedition = within([expedition], 1, UNTURNED)[0]
        self.round = within([turn], 1, ROUNDS)[0]
        self.starter = within([starter], 1, self.players - 1)[0]
        self.settled = within([settled], 1, self.players)[0]
        self.phase = within([phase], 1, END)[0]
        if not once([*hand, *held, *display], [unseen, *done], last + 1) or (phase == MARKING and expedition == UNTURNED):
            raise ValueError(fields)


def within(values: Any, length: int, most: int, also: int = 0) -> list[int]:
    """So many numbers from 0 to `most`, or `also`; anything else is a `ValueError`.

    >>> within([1, 2], 2, 3)
    [1, 2]
    """
    if len(values) != length or not all(type(n) is int and (0 <= n <= most or n == also) for n in values):
        raise ValueError(values)
    return list(values)


def once(places: list[int], sets: list[int], cards: int) -> bool:
    """Whether each of so many cards lies in just one of these places and sets.

    >>> once([0, 64, 2], [0b1010], 4), once([0, 64, 2], [0b1110], 4)
    (True, False)
    """
    found = [card for card in places if card != NONE]
    for cards_there in sets:
        found += bits.members(cards_there)
    return sorted(found) == list(range(cards))
