cimport cython
from trapezi.bots.qwixx.rows cimport Rows
from trapezi.games.qwixx.rules cimport Position
from trapezi.law.bits cimport u64

cdef const int ROWS, MOST_STATES, MOST_CELLS, CELLS, LAST, MISSES, ROLLS, ROW, PASS, WHITE
cdef const u64 ONE
cdef const double NEVER, ENDING

cdef class Reckoner:
    cdef Rows rows
    cdef const float[::1] table, outlook
    cdef public int players, stages, seat
    cdef public bint white
    cdef long sheets, start
    cdef int[20] row
    cdef int[5] score
    cdef int[4] own
    cdef public double clock, mix, theirs, top
    cdef public double[5] haste
    @cython.locals(seat=int, row=int)
    cdef void read(self, Position state) noexcept
    @cython.locals(progress=int, most=int, seat=int, row=int, first=int, left=double)
    cdef double rolls_left(self, Position state) noexcept
    @cython.locals(stage=double, low=int, last=int, turn=int)
    cdef void tune(self, Position state, int seat, double rolls) noexcept
    @cython.locals(at=long, value=double, row=int)
    cdef double worth(self, int misses) noexcept
    @cython.locals(n=int, row=int)
    cdef int count_closed(self) noexcept
    @cython.locals(rolls=double, misses=int, points=int, row=int, floor=double)
    cpdef int decide(self, Position state, int seat) except -1
    @cython.locals(other=int, row=int, value=double)
    cdef void weigh_others(self, Position state, int seat, double rolls) noexcept
    @cython.locals(other=int, ahead=double)
    cdef double value(self, int misses, int points) noexcept
    @cython.locals(best=int, row=int, mask=int, before=int, cell=int, at=int, value=double)
    cdef int best_cross(self, u64 cells, int misses, int points, double floor) noexcept
    @cython.locals(whites=u64, best=int, row=int, mask=int, before=int, cell=int, at=int, top=double, now=int)
    cdef int white_then_colour(self, Position state, int misses, int points) noexcept
    @cython.locals(gone=int, cells=u64, open_cells=u64, row=int, colour=int, white=int, cell=int, mask=int)
    cdef u64 colours(self, Position state) noexcept
