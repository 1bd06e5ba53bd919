"""The Game, the law. Together, 98 cards go onto two ascending and two descending piles; 28 of them carry commands."""

from __future__ import annotations

from typing import Any

from trapezi.core import bits
from trapezi.core.errors import Reason
from trapezi.core.random import Stream
from trapezi.core.score import Result, ScoreLine, score_line
from trapezi.core.state import Moves
from trapezi.games.the_game.table import Table

NATURE = -1
ONE = 1
PILES = 4
ALL_PILES = 15
CARDS = 98
TRICK = -10
END = 400  # moves: card * 4 + pile, END, signals
PILE_SIGNAL = 401
DRAW = 431  # outcomes: DRAW + card

STOP = 1  # what a card says, as bits of its mark
SKULL = 2
THREE = 4
SILENCE = 8
NO_TRICK = 16
ONE_PILE = 32
DRAW_ONE = 64
FIRE = 128
LIGHTNING = 7

DEALING = 0  # phases
TURN = 1
DRAWING = 2
OVER = 3
PHASES = ("dealing", "turn", "drawing", "over")

PLAYED = 0  # fates: not over yet
WON = 1
MINIMUM = 2  # lost: the minimum cannot be reached (TG-19)
STUCK = 3  # … or no longer (TG-19)
BROKEN_SKULL = 4  # … a command is certain to be broken (TG-9)
BROKEN_THREE = 5
BROKEN_FIRE = 6
BROKEN_TOGETHER = 7
FATES = ("", "won", "lost.minimum", "lost.stuck", "lost.skull", "lost.three", "lost.fire", "lost.together")


class Position(Table):
    """One position of The Game."""

    __slots__ = ()

    # -- NATURE: one card of the draw pile -----------------------------------------------------------------------------

    def taker(self) -> int:
        """Who gets the next card: dealt clockwise, one by one (TG-2), or drawn after the turn (TG-6)."""
        if self.phase == DEALING:
            return (self.active + self.players * self.full - self.owed) % self.players
        return self.active

    def take(self, card: int) -> None:
        seat = self.taker()
        half = card >> 6
        self.unseen[half] &= ~(ONE << (card & 63))
        self.hands[2 * seat + half] |= ONE << (card & 63)
        self.sizes[seat] += 1
        self.left -= 1
        self.owed -= 1
        if self.owed == 0:
            if self.phase == DRAWING:
                self.pass_on()
            self.begin_turn()

    # -- legal moves ---------------------------------------------------------------------------------------------------

    def fits(self, card: int, pile: int) -> bool:
        """Whether a card may go onto a pile: TG-4, TG-5, TG-14, TG-15."""
        gap = card - (self.tops >> 7 * pile & 127)
        if pile >= 2:
            gap = -gap
        return (self.open >> pile & 1 == 1) & ((gap > 0) | (gap == self.back))

    def minimum(self) -> int:
        """How many cards this turn must have (TG-3, TG-21); the draw pile does not change during a turn."""
        return self.usual if self.left else 1

    def pending(self) -> bool:
        """Whether a lightning command or a fire card still asks for something (TG-12, TG-13, TG-21)."""
        return self.seen & SKULL != 0 or self.three or self.due != 0

    def generate_moves(self, seat: int, moves: Moves) -> int:
        n = 0
        for half in range(2):
            hand = self.hands[2 * seat + half]
            while hand:
                card = 64 * half + bits.lowest(hand)
                hand &= hand - 1
                for pile in range(PILES):
                    moves.items[n] = card * 4 + pile
                    n += self.fits(card, pile)  # no branch: the compiled loop is faster for it
        if self.laid >= self.minimum() and not self.pending():  # TG-3, TG-9
            moves.items[n] = END
            n += 1
        moves.size = n
        return n

    def is_legal(self, seat: int, move: int) -> bool:
        if seat == NATURE:
            move -= DRAW
            return 2 <= move < 100 and self.unseen[move >> 6] >> (move & 63) & 1 == 1
        if move == END:
            return self.laid >= self.minimum() and not self.pending()
        return 8 <= move < END and self.holds(seat, move >> 2) and self.fits(move >> 2, move & 3)

    def reason(self, seat: int, move: int) -> Reason:
        if seat == NATURE:
            return Reason("the_game.not-in-draw-pile", {"card": move - DRAW})
        if move >= PILE_SIGNAL:
            return self.hush(seat, move)
        if move == END:
            return self.stay()
        card, pile = move // 4, move % 4
        top = self.tops >> 7 * pile & 127
        place = {"card": card, "pile": pile, "top": top}
        if not self.holds(seat, card):
            return Reason("the_game.not-in-hand", {"card": card})
        if not self.open >> pile & 1:
            return Reason("the_game.one-pile", {"pile": bits.lowest(self.open)})
        if card - top == (TRICK if pile < 2 else -TRICK):
            return Reason("the_game.no-trick", place)
        return Reason("the_game.too-low" if pile < 2 else "the_game.too-high", place)

    def stay(self) -> Reason:
        """Why the turn may not end yet."""
        if self.laid < self.minimum():
            return Reason("the_game.end.minimum", {"missing": self.minimum() - self.laid})
        if self.three:
            return Reason("the_game.end.three", {"missing": 3 - self.laid})
        return Reason("the_game.end.skull" if self.seen & SKULL else "the_game.end.fire")

    # -- play ----------------------------------------------------------------------------------------------------------

    def _apply(self, seat: int, move: int) -> bool:
        if seat == NATURE:
            self.take(move - DRAW)
            return True
        if move < END:
            self.lay(move)
        elif move == END:
            self.end_turn()
        else:
            self.translate(seat, move)
        return self.over or (move < END and self.players > 1)  # what was laid was seen (TG-8); the end shows all hands

    def begin_turn(self) -> None:
        """TG-3, TG-19: who cannot reach the minimum has lost before the first card, and so has who cannot put out a fire."""
        self.phase = TURN
        self.waiting = ONE << self.active
        self.laid = 0
        self.three = False
        self.open = ALL_PILES
        if self.talk:
            self.told = [0, 0, 0, 0, 0]
        if not self.could(0, 0, self.minimum()):
            self.finish(MINIMUM)
        elif self.due and not self.could(LIGHTNING, self.due, 0):
            self.finish(BROKEN_FIRE)

    def could(self, must: int, due: int, least: int) -> bool:
        """Whether the turn can still end with these commands obeyed, these fires covered and so many cards laid."""
        low = self.hands[2 * self.active]
        high = self.hands[2 * self.active + 1]
        if self.laid and self.cards.mark[self.last >> 2] & STOP:  # TG-11
            low = 0
            high = 0
        return self.cards.ends_well(
            low, high, self.tops, self.laid, self.open, due, must, self.three and must & THREE != 0, least
        )

    def lay(self, move: int) -> None:
        """A card onto a pile, and what follows at once."""
        self.put(move)
        broken = self.broken() if self.pending() else PLAYED
        if broken:
            self.finish(broken)
        elif self.rest == 0:  # TG-7
            self.finish(WON)
        elif (self.three and self.laid == 3) or self.cards.mark[move >> 2] & STOP:  # TG-9, TG-11
            self.end_turn()
        elif self.laid < self.minimum() and not self.could(0, 0, self.laid + 1):  # TG-19
            self.finish(STUCK)

    def put(self, move: int) -> None:
        card = move >> 2
        pile = move & 3
        mark = self.cards.mark[card]
        self.hands[2 * self.active + (card >> 6)] &= ~(ONE << (card & 63))
        self.sizes[self.active] -= 1
        self.rest -= 1
        # TG-15: a one-pile card on another pile is bound by this card. The next ones then stay here, so that it cannot be
        # covered in this turn: one set of open piles says all that the bindings of several such cards would.
        if self.seen & ONE_PILE and self.cards.piles(self.tops, ONE_PILE) & ~(1 << pile):
            self.open = 1 << pile
        self.before = self.tops
        self.last = move
        self.tops = self.tops & ~(127 << 7 * pile) | card << 7 * pile
        self.seen = 0
        for each in range(PILES):
            self.seen |= self.cards.mark[self.tops >> 7 * each & 127]
        self.back = 0 if self.seen & NO_TRICK else TRICK  # TG-14
        self.due &= ~(1 << pile)
        self.laid += 1
        if mark & THREE:
            self.three = True
        if self.talk:
            for seat in range(self.players):
                self.signals[seat] &= 0 if self.seen & SILENCE else ~(7 << 3 * pile)

    def broken(self) -> int:
        """TG-9: what this turn is now certain to break, or PLAYED if all can still be obeyed."""
        if self.could(LIGHTNING, self.due, 0):
            return PLAYED
        if not self.could(THREE, 0, 0):
            return BROKEN_THREE
        if not self.could(SKULL, 0, 0):
            return BROKEN_SKULL
        return BROKEN_FIRE if not self.could(0, self.due, 0) else BROKEN_TOGETHER

    def end_turn(self) -> None:
        """TG-6, TG-17: the active player draws, then the next one is on turn."""
        self.due = self.cards.piles(self.tops, FIRE)  # TG-21: now for whoever acts next
        self.signals[self.active] = 0
        self.owed = 1 if self.seen & DRAW_ONE else self.full - self.sizes[self.active]
        if self.owed > self.left:
            self.owed = self.left
        if self.owed:
            self.phase = DRAWING
            self.waiting = 0
        else:
            self.pass_on()
            self.begin_turn()

    def pass_on(self) -> None:
        """TG-7, TG-20: clockwise to the next player who has cards."""
        self.active = (self.active + 1) % self.players
        while self.sizes[self.active] == 0:
            self.active = (self.active + 1) % self.players

    # -- end and score (TG-7) ------------------------------------------------------------------------------------------

    def finish(self, fate: int) -> None:
        self.fate = fate
        self.phase = OVER
        self.waiting = 0
        self.over = True

    def final_result(self) -> Result:
        """All together have won or lost."""
        everybody = tuple(range(self.players))
        return Result(
            ranks=(1,) * self.players,
            winners=everybody if self.fate == WON else (),
            won=self.fate == WON,
            reason=Reason("the_game." + FATES[self.fate], {"left": self.rest}),
            facts={"left": self.rest, "excellent": int(self.rest < 10)},
        )

    def score(self, seat: int) -> int:
        return CARDS - self.rest

    def score_lines(self, seat: int) -> list[ScoreLine]:
        return [score_line(CARDS - self.rest, "the_game.score.laid", left=self.rest)]

    def preview(self, seat: int, move: int) -> dict[str, Any]:
        """How far a card jumps (`distance`, negative for a trick), and where that leads.

        `losing`: a command is then certain to be broken (TG-9). `short`: none is, but with all of them obeyed the minimum is out
        of reach (TG-19). `ends`: the turn ends at once.
        """
        if move >= END:
            return {"marks": [], "points": 0, **({"draws": self.draws()} if move == END else {})}
        then = self.clone()
        then.put(move)
        losing = then.pending() and then.broken() != PLAYED
        ends = (then.three and then.laid >= 3) or self.cards.mark[move >> 2] & STOP != 0 or then.rest == 0
        top = self.tops >> 7 * (move & 3) & 127
        distance = (move >> 2) - top if move & 3 < 2 else top - (move >> 2)
        return {
            "marks": [move & 3],
            "points": 1,
            "distance": distance,
            "trick": distance == TRICK,
            "losing": losing,
            "short": not losing and not ends and not then.could(LIGHTNING, then.due, then.minimum()),
            "ends": ends,
        }

    # -- view ----------------------------------------------------------------------------------------------------------

    def public_board(self) -> dict[str, Any]:
        return {
            "phase": PHASES[self.phase],
            "active": self.active,
            "piles": [self.pile(p) for p in range(PILES)],
            "last": self.game.describe(self.last) if self.last else None,
            "sizes": [self.sizes[s] for s in range(self.players)],
            "hands": [self.hand(s) for s in range(self.players)] if self.over else None,
            "full": self.full,
            "draw_pile": self.left,
            "left": self.rest,
            "gone": [card for card in range(2, 100) if self.gone(card)],
            "turn": {
                "laid": self.laid,
                "minimum": self.minimum(),
                "missing": max(0, self.minimum() - self.laid),
                "three": self.three,
                "cover": [p for p in range(PILES) if self.cover() >> p & 1],
                "draws": self.draws(),
            },
            "silence": self.seen & SILENCE != 0,
            "no_trick": self.seen & NO_TRICK != 0,
            "one_pile": self.seen & ONE_PILE != 0,
            "draw_one": self.seen & DRAW_ONE != 0,
            "commands": list(self.cards.commands),
            "signals": [self.spoken(s) for s in range(self.players)],
        }

    def private_board(self, seat: int) -> dict[str, Any]:
        return {"hand": self.hand(seat), "jumps": self.jumps(seat)} if seat >= 0 else {"hand": [], "jumps": []}

    def cover(self) -> int:
        """The piles that must be covered before the turn may end, as bits."""
        return self.cards.piles(self.tops, SKULL) | self.due if self.phase == TURN else 0

    def draws(self) -> int:
        """How many cards are drawn if the turn ends now, or are still to be drawn."""
        if self.phase != TURN:
            return 0 if self.over else self.owed
        return min(self.left, 1 if self.seen & DRAW_ONE else self.full - self.sizes[self.active])

    def talk_forbidden(self) -> bool:
        return self.seen & SILENCE != 0  # TG-16

    def redact(self, viewer: int, seat: int, move: int) -> dict[str, Any]:
        if seat == NATURE:
            return {**(self.game.describe(move) if viewer == self.taker() else {"kind": "draw"}), "to": self.taker()}
        return self.game.describe(move)

    # -- resample ------------------------------------------------------------------------------------------------------

    def resample_hidden(self, seat: int, rng: Stream) -> None:
        """The hands of others and the draw pile; whoever is on turn holds what has not lost yet."""
        if self.over:
            return
        low = self.unseen[0]
        high = self.unseen[1]
        for other in range(self.players):
            if other != seat:
                low |= self.hands[2 * other]
                high |= self.hands[2 * other + 1]
        self.unseen = [low, high]
        if self.phase == TURN and self.active != seat:
            self.regive(self.active, rng)
            while not self.plausible():
                self.unseen = [low, high]
                self.regive(self.active, rng)
        for other in range(self.players):
            if other != seat and not (self.phase == TURN and other == self.active):
                self.regive(other, rng)

    def plausible(self) -> bool:
        """Whether the active player can hold this hand: with some others the game would be lost already (TG-9, TG-19)."""
        if self.pending() and not self.could(LIGHTNING, self.due, 0):
            return False
        if self.laid >= self.minimum():
            return True
        if not self.could(0, 0, self.laid + 1):
            return False
        low = self.hands[2 * self.active]
        high = self.hands[2 * self.active + 1]
        if self.laid == 0:
            return self.cards.ends_well(low, high, self.tops, 0, ALL_PILES, 0, 0, False, self.minimum())
        if self.laid == 2:
            return True
        card = self.last >> 2  # the one card laid so far goes back into the hand
        if card < 64:
            low |= ONE << card
        else:
            high |= ONE << (card - 64)
        return self.cards.ends_well(low, high, self.before, 0, ALL_PILES, 0, 0, False, self.minimum())

    # -- copies --------------------------------------------------------------------------------------------------------

    def clone(self) -> Position:
        new = Position.__new__(Position)
        self.copy_to(new)
        return new
