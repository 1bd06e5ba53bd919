cimport cython
from trapezi.games.qwixx.bots cimport array_strides
from trapezi.games.qwixx.bots.row_states cimport RowStates

cdef const int ROWS
cdef const double NEVER, MISS

@cython.final
cdef class Solver:
    cdef public RowStates rows
    cdef public int faces, misses, players, stages
    cdef public long sheets
    cdef public float[::1] values
    cdef float[::1] now
    cdef double[16] stage_end_chances
    cdef int[4] row
    cdef double[64] alone, best, ranked
    cdef int[64] colour
    cdef double[4] unseen
    cdef int[2080] low, high

    @cython.locals(other_pair=int)
    cpdef void solve_sheets_with_higher_pair(self, int stage, int misses, int higher_pair) noexcept
    @cython.locals(end_chance=double, value=double, rolls_by_others=int, here=long, same=long)
    cdef void solve_current_sheet(self, int stage, int misses) noexcept
    @cython.locals(n=int, row=int)
    cdef int count_closed_rows(self) noexcept
    cpdef long index_of_first_sheet(self, long stage, int rolls_by_others, int misses) noexcept
    cdef inline long current_sheet_index(self) noexcept
    cdef inline int position_of_number(self, int row, int number) noexcept
    @cython.locals(next_sheet_offset=long, stay=double, total=double, number=int, best=double, row=int, before=int, at=int, value=double, ways=int)
    cdef double expected_value_of_others_roll(self, int stage, int rolls_by_others, int misses) noexcept
    @cython.locals(next_sheet_offset=long, stay=double, last_lock=bint, k=int, total=double, number=int, without_colour=double,
                   row=int, before=int, at=int, value=double, white=int, ways=int)
    cdef double expected_value_of_own_roll(self, int stage, int misses) noexcept
    @cython.locals(row=int, before=int, cell=int, at=int, value=double, k=int)
    cdef void update_best_coloured_values(self, long next_sheet_offset, double white_points, double *best_values) noexcept
    @cython.locals(n=int, row=int, die=int, value=double, k=int, total=double, nothing=double, none=double)
    cdef double expected_value_given_white_dice(self, int white, int other_white, double value_without_colour) noexcept
