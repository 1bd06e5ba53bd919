cimport cython
from trapezi.core.bits cimport u64
from trapezi.games.sideboards cimport faces, goals

@cython.final
cdef class Cards:
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

    @cython.locals(base=int, top=int, fits=int, i=int, row=int)
    cdef inline int fitting_orientations(self, u64 board, int goal, int mark, int at) noexcept
    @cython.locals(found=int, fits=int, k=int, columns=int)
    cdef int most_sets(self, u64 board, int n, int goal, int mark, int at, int used) noexcept
    cdef bint is_in_best_choice(self, u64 board, int n, int goal, int mark, int at, int used, int columns) noexcept
    @cython.locals(found=int, mark=int, at=int)
    cpdef int count_sets(self, u64 board, int n, int goal) noexcept
    @cython.locals(mark=int, used=int, at=int, fits=int, k=int, columns=int, c=int)
    cpdef list set_cells(self, u64 board, int n, int goal)
    cpdef int row_of_mark(self, u64 board, int goal, int mark, int column) noexcept
    @cython.locals(base=int, mark=int, length=int)
    cdef inline int run_length(self, u64 board, int n, int goal, int row, int at) noexcept
    @cython.locals(total=int, first=int, second=int, row=int, longest=int, at=int, length=int)
    cpdef int drawers_in_runs(self, u64 board, int n, int goal) noexcept
    @cython.locals(row=int, at=int, length=int, c=int)
    cpdef list run_cells(self, u64 board, int n, int goal)
