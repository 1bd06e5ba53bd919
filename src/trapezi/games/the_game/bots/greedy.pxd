cimport cython
from trapezi.bots.policy cimport Policy
from trapezi.games.the_game.bots.signals cimport word_for
from trapezi.games.the_game.rules cimport Position
from trapezi.core cimport bits
from trapezi.core.state cimport State
from trapezi.core.random cimport Stream, u64

cdef const u64 ONE, ALL
cdef tuple TUNED
cdef const int PILES, WON, NODES, END, FAR, WAYS, TRICK, NEXT, PAIR, STOP, SKULL, SILENCE, NO_TRICK, ONE_PILE, DRAW_ONE, FIRE, CARD, LOST

cdef class Greedy(Policy):
    cdef u64 low, high, to_come, to_come_high
    cdef int[5] worth
    cdef int[5] mine
    cdef int[102] below
    cdef int[12] cards
    cdef int[12] costs
    cdef int[4] floor
    cdef int[4] left_to
    cdef public int[5] pleas
    cdef public bint talk
    cdef public int cheap, pair, gain, hope, fresh, slack, stop, no_trick, one_pile, draw_one, ahead, tuned
    cdef int nodes

    @cython.final
    @cython.locals(worth=tuple, mine=tuple, takers=int)
    cdef tune(self, int game)
    @cython.locals(position=Position, move=int, commands=bint)
    cpdef int pick(self, State state, int seat, Stream rng) except -1
    @cython.final
    @cython.locals(game=int, low=u64, high=u64, other=int)
    cdef int look_at(self, Position position, int seat) except -1
    @cython.final
    @cython.locals(
        first=int, second=int, third=int, fourth=int, points=u64, points_high=u64, pile=int, top=int, takers=int, total=int, half=int,
        cards=u64, point=int, under=u64, number=int,
    )
    cdef void weigh(self, u64 low, u64 high, int tops) noexcept
    @cython.final
    @cython.locals(pile=int, cost=int, other=int, word=int)
    cdef void listen(self, Position position, int seat) noexcept
    @cython.final
    @cython.locals(half=int, hand=u64, card=int, pile=int, then=Position, seat=int)
    cdef int finish(self, u64 low, u64 high, Position position) except -2
    @cython.final
    @cython.locals(needed=int, best=int, least=int, twin=int, twins=int, way=int, card=int, cost=int, pile=int)
    cdef int plain(self, Position position) noexcept
    @cython.final
    @cython.locals(pile=int, top=int, card=int)
    cdef void look_on(self, int tops) noexcept
    @cython.final
    cdef inline void way(self, int way, int card, int cost) noexcept
    @cython.final
    @cython.locals(way=int, pile=int, top=int, card=int, found=int)
    cdef int lay_all(self, int tops) noexcept
    @cython.final
    cdef inline void turn_over(self, int card) noexcept
    @cython.final
    @cython.locals(least=int, pile=int, cost=int)
    cdef int second(self, int tops, int first, int changed) noexcept
    @cython.final
    @cython.locals(follows=int, pair=int, partner=int)
    cdef inline bint needs(self, int pile, int card) noexcept
    @cython.final
    @cython.locals(least=int, card=int)
    cdef int onto(self, int top, int pile, bint again) noexcept
    @cython.final
    @cython.locals(n=int, may_end=bint, tried=int, best=int, least=int, k=int, move=int, cost=int)
    cdef int careful(self, Position position, int seat) except -1
    @cython.final
    @cython.locals(card=int, pile=int, top=int, mark=int, under=int, gap=int, cost=int, partner=int, cover=int)
    cdef int price(self, Position position, int move) noexcept
    @cython.final
    @cython.locals(cost=int)
    cdef int visible(self, int mark) noexcept
    @cython.final
    @cython.locals(mark=int, then=Position)
    cdef bint safe(self, Position position, int move) except -1
    @cython.final
    cdef inline bint has(self, int card) noexcept
    @cython.final
    @cython.locals(card=int)
    cdef inline int behind(self, int top, int pile) noexcept
    @cython.final
    cdef inline int next(self, int top, int pile) noexcept
    @cython.final
    cdef inline int next_pair(self, int top, int pile) noexcept
    @cython.final
    cdef inline bint comes(self, int card) noexcept
    @cython.final
    @cython.locals(cost=int)
    cdef int step(self, int top, int card, int pile) noexcept
    @cython.final
    cdef inline int jump(self, int top, int card, int pile) noexcept
    @cython.final
    cdef inline int lost(self, int a, int b) noexcept
    @cython.final
    cdef inline int regained(self, int a, int b) noexcept

cdef inline int above(u64 low, u64 high, int top) noexcept
cdef inline int below(u64 low, u64 high, int top) noexcept
