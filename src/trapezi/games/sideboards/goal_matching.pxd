cimport cython
from trapezi.core.bits cimport u64
from trapezi.games.sideboards cimport goal_constants, sideboard_bits

@cython.final
cdef class GoalMatcher:
    cdef public list cards, goals
    cdef public bint rotated
    cdef int[1200] mark
    cdef int[1200] row_of
    cdef int[31] kind
    cdef int[31] points
    cdef int[31] size
    cdef int[31] width
    cdef int[62] columns
    cdef int[248] right
    cdef int[248] down
    cdef int[31] only
    cdef int[31] runs
    cdef int[31] each_in

    @cython.locals(face=int)
    cdef inline int row_of_mark(self, u64 board, int goal, int mark, int column) noexcept
    @cython.locals(top=int, fits=int, i=int, row=int)
    cdef inline int fitting_orientations(self, u64 board, int goal, int mark, int column) noexcept
    @cython.locals(found=int, mark=int, column=int)
    cpdef int count_disjoint_sets(self, u64 board, int card_count, int goal) noexcept
    cdef int points_for_sets(self, u64 board, int card_count, int goal) noexcept
    @cython.locals(found=int, fits=int, k=int, columns=int, more=int)
    cdef int most_sets_of_mark(self, u64 board, int card_count, int goal, int mark, int column, int used_columns) noexcept
    @cython.locals(mark=int, used=int, at=int, fits=int, k=int, columns=int, most=int, c=int)
    cpdef list counted_set_cells(self, u64 board, int card_count, int goal)
    @cython.locals(face=int)
    cdef inline int mark_at(self, u64 board, int goal, int row, int column) noexcept
    @cython.locals(mark=int, length=int)
    cdef inline int run_length(self, u64 board, int card_count, int goal, int row, int column) noexcept
    @cython.locals(total=int, first=int, second=int, row=int, longest=int, column=int, length=int)
    cpdef int count_drawers_in_runs(self, u64 board, int card_count, int goal) noexcept
    @cython.locals(row=int, column=int, length=int, c=int)
    cpdef list counted_run_cells(self, u64 board, int card_count, int goal)
