cimport cython
from trapezi.core.bits cimport u64

cdef const int HANDLE, BARE, ANY, ROWS, FACES, ROW_GOALS, BITS, FACE

@cython.final
cdef class Cards:
    cdef public list cards, goals
    cdef int[1200] mark
    cdef int[1200] row_of
    cdef int[31] kind
    cdef int[31] points
    cdef int[31] size
    cdef int[93] steps
    cdef int[31] only
    cdef int[31] runs
    cdef int[31] each_in

    @cython.locals(base=int, upright=bint, mirrored=bint, row=int, below=int, i=int)
    cdef inline bint fits(self, u64 board, int goal, int mark, int at) noexcept
    cdef int next_set(self, u64 board, int n, int goal, int mark, int at) noexcept
    @cython.locals(found=int, mark=int, at=int)
    cpdef int sets(self, u64 board, int n, int goal) noexcept
    cpdef int row(self, u64 board, int goal, int mark, int column) noexcept
    @cython.locals(base=int, mark=int, length=int)
    cdef inline int run(self, u64 board, int n, int goal, int row, int at) noexcept
    @cython.locals(total=int, first=int, second=int, row=int, longest=int, at=int, length=int)
    cpdef int drawers(self, u64 board, int n, int goal) noexcept
