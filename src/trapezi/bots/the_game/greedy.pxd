cimport cython
from trapezi.bots.policy cimport Policy
from trapezi.games.the_game.rules cimport Position
from trapezi.law cimport bits
from trapezi.law.contract cimport State
from trapezi.law.random cimport Stream, u64

cdef const u64 ONE, ALL
cdef const int PILES, WON, NODES, END, FAR, STOP, SKULL, NO_TRICK, ONE_PILE, DRAW_ONE, FIRE, CARD, GAIN
cdef const unsigned int MINE

cdef class Greedy(Policy):
    cdef u64 low, high
    cdef unsigned int[102] below
    cdef int tops, nodes, cheap, pair, spare, own, slack

    @cython.final
    cdef void alone(self) noexcept
    @cython.locals(position=Position, move=int)
    cpdef int pick(self, State state, int seat, Stream rng) except -1
    @cython.final
    @cython.locals(low=u64, high=u64, hand=u64, other=int, count=uint, card=int)
    cdef void look_at(self, Position position, int seat) noexcept
    @cython.final
    @cython.locals(half=int, hand=u64, card=int, pile=int, then=Position, seat=int)
    cdef int finish(self, u64 low, u64 high, Position position) except -2
    @cython.final
    @cython.locals(needed=int, best=int, least=int, twin=int, twins=int, pile=int, top=int, card=int, cost=int)
    cdef int plain(self, Position position) noexcept
    @cython.final
    @cython.locals(card=int, pile=int, low=u64, high=u64, least=int, top=int, cost=int)
    cdef int second(self, int tops, int first) noexcept
    @cython.final
    @cython.locals(n=int, may_end=bint, tried=int, best=int, least=int, k=int, move=int, cost=int)
    cdef int careful(self, Position position, int seat) except -1
    @cython.final
    @cython.locals(card=int, pile=int, top=int, mark=int, under=int, gap=int, cost=int, partner=int, cover=int)
    cdef int price(self, Position position, int move) noexcept
    @cython.final
    @cython.locals(mark=int, then=Position)
    cdef bint safe(self, Position position, int move) except -1
    @cython.final
    cdef bint has(self, int card) noexcept
    @cython.final
    @cython.locals(card=int)
    cdef int behind(self, int top, int pile) noexcept
    @cython.final
    cdef int next(self, int top, int pile) noexcept
    @cython.final
    cdef int next_pair(self, int top, int pile) noexcept
    @cython.final
    cdef int broken(self, int card) noexcept
    @cython.final
    cdef int jump(self, int top, int card, int pile) noexcept
    @cython.final
    @cython.locals(between=uint, worth=int, other=int, top=int)
    cdef int lost(self, int a, int b, int pile) noexcept
    @cython.final
    cdef inline int inside(self, int a, int b) noexcept

cdef int above(u64 low, u64 high, int top) noexcept
cdef int below(u64 low, u64 high, int top) noexcept
@cython.locals(cost=int)
cdef int visible(int mark) noexcept
