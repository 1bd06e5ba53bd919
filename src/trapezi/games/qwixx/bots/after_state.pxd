cimport cython
from trapezi.games.qwixx cimport sheet
from trapezi.games.qwixx.bots cimport array_strides
from trapezi.games.qwixx.bots.row_states cimport RowStates
from trapezi.games.qwixx.rules cimport Position

cdef const int POINTS_PER_MISS

@cython.final
cdef class AfterState:
    cdef public RowStates rows
    cdef public int players, closed, closing
    cdef public int[20] row
    cdef public int[5] score, misses
    @cython.locals(seat=int, row=int, crossed=int)
    cpdef void set_from_position(self, Position state) noexcept
    @cython.locals(seat=int, row=int)
    cpdef void copy_from(self, AfterState other) noexcept
    @cython.locals(row=int, state=int)
    cpdef bint can_cross(self, int seat, int cell) noexcept
    @cython.locals(row=int, at=int)
    cpdef void cross(self, int seat, int cell) noexcept
    cpdef void add_miss(self, int seat) noexcept
    @cython.locals(row=int, seat=int)
    cpdef void close_rows(self) noexcept
    cpdef bint has_two_closed_rows(self) noexcept
    @cython.locals(rival=int, other=int)
    cpdef int lead(self, int seat) noexcept

@cython.locals(gone=int, row=int)
cpdef int closed_lock_colours(Position position, int closed_rows) noexcept
