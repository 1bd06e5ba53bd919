cimport cython
from trapezi.core.bits cimport u64
from trapezi.games.qwixx cimport phases, sheet
from trapezi.games.qwixx.bots cimport array_strides
from trapezi.games.qwixx.bots.compact_solution cimport CompactSolution
from trapezi.games.qwixx.bots.row_states cimport RowStates
from trapezi.games.qwixx.rules cimport Position

cdef const int MISSES
cdef const double NEVER, CERTAIN, LENGTH, PER_PLAYER, PACE, FIRST_LOCK, HASTE, SPREAD, SPREAD_PER_ROLL

@cython.final
cdef class Evaluator:
    cdef RowStates rows
    cdef CompactSolution compact
    cdef const float[::1] solution, row_points
    cdef public bint exact
    cdef public int players, stages, seat
    cdef long sheets, start
    cdef int[20] row
    cdef int[5] score
    cdef int[4] current_rows
    cdef public double mix, rolls, stage_end_chance
    cdef public double[5] opponents
    cdef public double[45] leads
    @cython.locals(seat=int, row=int, crossed=int)
    cdef void set_rows_and_scores(self, Position state) noexcept
    @cython.locals(progress=int, most=int, seat=int, row=int, first=int, left=double)
    cdef double estimate_rolls_left(self, Position state) noexcept
    @cython.locals(row=int)
    cdef void set_current_rows(self, int seat) noexcept
    @cython.locals(stage=double, low=int, last=int, rolls_by_others=int)
    cdef void set_value_lookup(self, int active_seat, int seat) noexcept
    @cython.locals(at=long, value=double, row=int)
    cdef double expected_points_to_come(self, int misses) noexcept
    @cython.locals(other=int, k=int, before=int, value=double)
    cdef void set_best_opponent_scores(self, Position state, int seat) noexcept
    @cython.locals(best=int, move=int)
    cpdef int best_move(self, Position state, int seat) except -1
    @cython.locals(misses=int, points=int, both=bint, move=int, cells=u64, row=int, mask=int, before=int, cell=int, at=int, now=int, value=double,
                   after_miss=double)
    cpdef void set_expected_leads(self, Position state, int seat) noexcept
    @cython.locals(gone=int, row=int, cells=u64, best=double, mask=int, before=int, cell=int, at=int, value=double)
    cdef double best_lead_after_colour(self, Position state, int misses, int points, double lead_without_colour) noexcept
    @cython.locals(n=int, row=int)
    cdef int count_closed_current_rows(self) noexcept
    @cython.locals(closed=int, opponents=double, row=int)
    cdef double expected_lead_or_end_value(self, int misses, int points) noexcept
    @cython.locals(rival=int, other=int)
    cdef double value_of_ending_now(self, int points) noexcept
    @cython.locals(points=int, rival=int, other=int)
    cpdef double win_share_or_points(self, Position finished, int seat) noexcept
    @cython.locals(spread=double)
    cpdef double win_chance_or_points(self, double lead) noexcept
