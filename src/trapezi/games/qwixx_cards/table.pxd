cimport cython
from trapezi.games.qwixx_cards.plays cimport Plays
from trapezi.core cimport bits
from trapezi.core.state cimport State
from trapezi.core.random cimport Stream, u64

cdef const int ROWS, CELLS, LAST, LOCKS, ROW, NUMBERS
cdef const int JOKER, NONE, HAND, PLACES, PASS, UNDECIDED
cdef const u64 ONE, SAME
cdef const int LOTS, TAKING, EVERYONE, PLAYING

cdef class Table(State):
    cdef Plays plays
    cdef u64 pile, discards, last_cards
    cdef int cards, top, active, phase, last_seat, last_colour, last_cells
    cdef int[4] display
    cdef int[25] hands
    cdef int[5] sizes
    cdef u64[5] marks
    cdef u64[5] free
    cdef int[5] misses
    cdef int[5] choice

    @cython.final
    cdef inline void forget(self) noexcept
    @cython.final
    @cython.locals(row=int)
    cdef void rule(self, int seat) noexcept
    @cython.final
    @cython.locals(passed=int)
    cdef inline int reach(self, int crossed) noexcept
    @cython.final
    cdef inline int open_in(self, int seat, int row) noexcept
    @cython.final
    cdef void cross(self, int seat, int row, int cells) noexcept
    @cython.final
    cdef int completed(self, int seat) noexcept
    @cython.final
    cdef u64 options(self, int seat) noexcept
    @cython.final
    cdef int crosses(self, int seat, int row) noexcept
    @cython.locals(total=int, row=int, n=int)
    cpdef int score(self, int seat) except? -999999
    @cython.locals(unseen=u64, i=int, place=int, size=int, card=int)
    cpdef resample_hidden(self, int seat, Stream rng)
    @cython.final
    @cython.locals(mask=u64)
    cdef int another(self, int card, u64 unseen, Stream rng) noexcept
    @cython.final
    @cython.locals(other=int, mask=u64)
    cdef void rethink(self, int seat, Stream rng) noexcept
    @cython.final
    cdef void copy_to(self, Table new) noexcept
    cpdef list save(self)
    @cython.locals(seat=int)
    cpdef load(self, list fields)
