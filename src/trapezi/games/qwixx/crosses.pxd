cimport cython
from trapezi.core cimport bits
from trapezi.core.bits cimport u64
from trapezi.games.qwixx cimport sheet

@cython.locals(first=int)
cdef int free_in_row(int crossed) noexcept
@cython.locals(start=int)
cdef u64 free_after_cross(u64 free, u64 marks, int row) noexcept
@cython.locals(crossed=int)
cdef int count_crosses(u64 marks, int row) noexcept
@cython.locals(total=int, row=int, n=int)
cdef int score(u64 marks, int misses) noexcept
