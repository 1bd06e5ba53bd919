cimport cython
from trapezi.core cimport bits
from trapezi.core.bits cimport u64
from trapezi.games.qwixx cimport sheet

@cython.locals(first=int)
cdef int crossable_positions(int crossed) noexcept
@cython.locals(start=u64)
cdef u64 crossable_cells_after(u64 crossable_before, u64 marks_after, int crossed_row) noexcept
@cython.locals(crossed=int)
cdef int count_crosses_and_lock(u64 marks, int row) noexcept
@cython.locals(total=int, row=int, n=int)
cdef int score(u64 marks, int misses) noexcept
