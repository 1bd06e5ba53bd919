cimport cython
from trapezi.core.bits cimport u64
from trapezi.games.qwixx cimport phases, sheet
from trapezi.games.qwixx.bots cimport strides
from trapezi.games.qwixx.bots.rows cimport Rows
from trapezi.games.qwixx.rules cimport Position

cdef const int MISSES
cdef const double NEVER, CERTAIN, LENGTH, PER_PLAYER, PACE, FIRST_LOCK, HASTE, SPREAD, SPREAD_PER_ROLL

@cython.final
cdef class Evaluator:
    cdef Rows rows
    cdef const float[::1] solution, row_values
    cdef public bint exact
    cdef public int players, stages, seat
    cdef long sheets, start
    cdef int[20] row
    cdef int[5] score
    cdef int[4] own
    cdef public double mix, rolls, tick_chance
    cdef public double[5] opponents
    cdef public double[45] leads
    @cython.locals(seat=int, row=int, crossed=int)
    cpdef void read_position(self, Position state) noexcept
    @cython.locals(progress=int, most=int, seat=int, row=int, first=int, left=double)
    cdef double rolls_left(self, Position state) noexcept
    @cython.locals(stage=double, low=int, last=int, turn=int, row=int)
    cdef void select_seat(self, Position state, int seat) noexcept
    @cython.locals(at=long, value=double, row=int)
    cdef double points_to_come(self, int misses) noexcept
    @cython.locals(other=int, k=int, before=int, value=double)
    cdef void evaluate_opponents(self, Position state, int seat) noexcept
    @cython.locals(best=int, move=int)
    cpdef int best_move(self, Position state, int seat) except -1
    @cython.locals(misses=int, points=int, both=bint, move=int, cells=u64, row=int, mask=int, before=int, cell=int, at=int, now=int, value=double)
    cpdef void evaluate_moves(self, Position state, int seat) noexcept
    @cython.locals(gone=int, row=int, cells=u64, colour=int, best=double, mask=int, before=int, cell=int, at=int, value=double)
    cdef double best_lead_with_colour(self, Position state, int misses, int points, double floor) noexcept
    @cython.locals(n=int, row=int)
    cdef int count_closed_rows(self) noexcept
    @cython.locals(closed=int, opponents=double, row=int)
    cdef double expected_lead(self, int misses, int points) noexcept
    @cython.locals(rival=int, other=int)
    cdef double value_of_ending(self, int points) noexcept
    cpdef double result_value(self, Position state, int seat) noexcept
    @cython.locals(spread=double)
    cpdef double win_chance(self, double lead) noexcept
