cimport cython
from trapezi.games.qwixx.bots.row_states cimport RowStates

cdef const int RANK, MISSES

@cython.final
cdef class CompactSolution:
    cdef RowStates rows
    cdef const double[::1] scales
    cdef const short[::1] factors
    @cython.locals(up=long, down=long, total=double, k=int)
    cpdef double points_to_come(self, int misses, int red_state, int yellow_state, int green_state, int blue_state) noexcept
