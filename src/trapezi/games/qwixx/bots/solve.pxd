cimport cython
from trapezi.games.qwixx.bots cimport strides
from trapezi.games.qwixx.bots.rows cimport Rows

cdef const int ROWS
cdef const double NEVER, MISS

@cython.final
cdef class Solver:
    cdef public Rows rows
    cdef public int faces, misses, players, stages
    cdef public long sheets
    cdef public float[::1] values
    cdef float[::1] now
    cdef double[16] tick_chances
    cdef int[4] row
    cdef double[64] alone, best, ranked
    cdef int[64] colour
    cdef double[4] unseen
    cdef int[2080] low, high

    @cython.locals(other=int)
    cpdef void solve_pair(self, int stage, int misses, int pair) noexcept
    @cython.locals(tick=double, value=double, turn=int, here=long, same=long)
    cdef void solve_sheet(self, int stage, int misses) noexcept
    @cython.locals(n=int, row=int)
    cdef int count_closed_rows(self) noexcept
    cpdef long first_index(self, long stage, int turn, int misses) noexcept
    cdef inline long sheet_index(self) noexcept
    cdef inline int row_position(self, int row, int number) noexcept
    @cython.locals(then=long, stay=double, total=double, number=int, best=double, row=int, before=int, at=int, value=double, ways=int)
    cdef double other_roll_value(self, int stage, int turn, int misses) noexcept
    @cython.locals(then=long, stay=double, last_lock=bint, k=int, total=double, number=int, floor=double, row=int, before=int,
                   at=int, value=double, white=int, ways=int)
    cdef double own_roll_value(self, int stage, int misses) noexcept
    @cython.locals(row=int, before=int, cell=int, at=int, value=double, k=int)
    cdef void add_coloured_crosses(self, long then, double points, double *best) noexcept
    @cython.locals(n=int, row=int, die=int, value=double, k=int, total=double, nothing=double, none=double)
    cdef double expected_best(self, int white, int other, double floor) noexcept
