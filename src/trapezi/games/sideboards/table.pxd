cimport cython
from trapezi.games.sideboards.cards cimport Cards
from trapezi.core cimport bits
from trapezi.core.bits cimport u64
from trapezi.core.state cimport State

cdef const int LENGTH, BITS, FACE, UNDECIDED, GOALS, DRAWING
cdef const u64 ONE, ALL_CARDS

cdef class Table(State):
    cdef object deck
    cdef Cards cards
    cdef bint four
    cdef int[3] goals
    cdef u64[6] board
    cdef u64[6] hand
    cdef u64[6] known
    cdef int[6] choice
    cdef u64 pile, discards
    cdef int laid, drawers, spare, exchanged, phase

    @cython.final
    cdef int counted(self, int seat) noexcept
    @cython.final
    @cython.locals(points=int, drawers=int)
    cdef int earned(self, int seat, int n) noexcept
    @cython.final
    @cython.locals(least=int)
    cdef int solo_bonus(self, int drawers) noexcept
    @cython.final
    @cython.locals(own=int, higher=u64, other=int, drawers=int)
    cdef int place(self, int seat) noexcept
    @cython.final
    @cython.locals(place=int)
    cdef int bonus(self, int seat) noexcept
    cpdef int score(self, int seat) except? -999999
