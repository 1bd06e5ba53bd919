cimport cython
from trapezi.games.qwixx.sheet cimport Sheet
from trapezi.core cimport bits
from trapezi.core.state cimport Moves, State
from trapezi.core.random cimport Stream, u64

ctypedef unsigned int uint

cdef const int NATURE, ROWS, CELLS, LAST, LOCKS, PASS, UNDECIDED, ROLL, DICE, ROW, NUMBERS
cdef const u64 ONE
cdef const int ROLLING, WHITE, COLOUR, END

cdef class Position(State):
    cdef Sheet sheet
    cdef public u64[5] marks
    cdef public u64[5] free
    cdef public int[5] misses
    cdef public int[5] choice
    cdef public int[6] dice
    cdef public int closed, gone, active, phase

    @cython.locals(n=uint, _=int)
    cpdef long chance_count(self) except -1
    @cython.locals(rest=uint, roll=uint, weight=uint, i=int)
    cpdef int chance_outcome(self, long k) except -1
    @cython.final
    cdef inline bint left(self, int die) noexcept
    @cython.final
    @cython.locals(rest=uint, i=int, seat=int)
    cdef void roll(self, int outcome) noexcept
    @cython.final
    @cython.locals(i=int)
    cdef bint can_fall(self, int outcome) noexcept
    @cython.final
    @cython.locals(cells=u64, row=int)
    cdef u64 reach(self, u64 marks, int closed) noexcept
    @cython.final
    @cython.locals(reach=u64, pos=int)
    cdef u64 reach_in_row(self, u64 crossed) noexcept
    @cython.final
    @cython.locals(cells=u64, colour=int, die=int)
    cdef inline u64 options(self, int seat) noexcept
    @cython.locals(mask=u64, n=int)
    cpdef int generate_moves(self, int seat, Moves moves) except -1
    cpdef list legal(self, int seat)
    @cython.locals(mask=u64)
    cpdef int choose(self, int seat, Stream rng) except -1
    cpdef bint is_legal(self, int seat, int move) except -1
    cpdef bint _apply(self, int seat, int move) except -1
    @cython.final
    @cython.locals(row=uint, start=uint)
    cdef inline int cross(self, int seat, uint cell) noexcept
    @cython.final
    @cython.locals(closing=int, seat=int)
    cdef void resolve_white(self) noexcept
    @cython.final
    @cython.locals(closing=int)
    cdef void resolve_colour(self, int move) noexcept
    @cython.final
    @cython.locals(row=int, seat=int)
    cdef void close(self, int rows) noexcept
    @cython.final
    cdef void finish(self) noexcept
    @cython.final
    cdef int crosses(self, int seat, int row) noexcept
    @cython.locals(total=int, row=int, n=int)
    cpdef int score(self, int seat) except? -999999
    @cython.locals(then=Position)
    cpdef dict preview(self, int seat, int move)
    @cython.locals(other=int, mask=u64)
    cpdef resample_hidden(self, int seat, Stream rng)
    @cython.locals(new=Position)
    cpdef State clone(self)
