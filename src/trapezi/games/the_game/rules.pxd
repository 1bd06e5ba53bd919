cimport cython
from trapezi.games.the_game.table cimport Table
from trapezi.core cimport bits
from trapezi.core.state cimport Moves, State
from trapezi.core.random cimport Stream, u64

cdef const int NATURE, PILES, ALL_PILES, CARDS, TRICK, END, PILE_SIGNAL, DRAW
cdef const u64 ONE
cdef const int STOP, SKULL, THREE, SILENCE, NO_TRICK, ONE_PILE, DRAW_ONE, FIRE, LIGHTNING
cdef const int DEALING, TURN, DRAWING, OVER
cdef const int PLAYED, WON, MINIMUM, STUCK, BROKEN_SKULL, BROKEN_THREE, BROKEN_FIRE, BROKEN_TOGETHER

cdef class Position(Table):
    @cython.final
    cdef inline int taker(self) noexcept
    @cython.final
    @cython.locals(seat=int, half=int)
    cdef void take(self, int card) noexcept
    @cython.final
    @cython.locals(gap=int)
    cdef inline bint fits(self, int card, int pile) noexcept
    @cython.final
    cdef inline int minimum(self) noexcept
    @cython.final
    cdef inline bint pending(self) noexcept
    @cython.locals(n=int, half=int, hand=u64, card=int, pile=int)
    cpdef int generate_moves(self, int seat, Moves moves) except -1
    cpdef bint is_legal(self, int seat, int move) except -1
    cpdef bint _apply(self, int seat, int move) except -1
    @cython.final
    cdef void begin_turn(self) noexcept
    @cython.final
    @cython.locals(low=u64, high=u64)
    cdef bint could(self, int must, int due, int least) noexcept
    @cython.final
    @cython.locals(broken=int)
    cdef void lay(self, int move) noexcept
    @cython.final
    @cython.locals(card=int, pile=int, mark=int, each=int, seat=int)
    cdef inline void put(self, int move) noexcept
    @cython.final
    cdef int broken(self) noexcept
    @cython.final
    cdef void end_turn(self) noexcept
    @cython.final
    cdef void pass_on(self) noexcept
    @cython.final
    cdef void finish(self, int fate) noexcept
    cpdef int score(self, int seat) except? -999999
    @cython.locals(then=Position, losing=bint, ends=bint, top=int, distance=int)
    cpdef dict preview(self, int seat, int move)
    @cython.final
    cdef int cover(self) noexcept
    @cython.final
    cdef int draws(self) noexcept
    @cython.locals(low=u64, high=u64, other=int)
    cpdef resample_hidden(self, int seat, Stream rng)
    @cython.final
    @cython.locals(low=u64, high=u64, card=int)
    cdef bint plausible(self) noexcept
    @cython.locals(new=Position)
    cpdef State clone(self)
