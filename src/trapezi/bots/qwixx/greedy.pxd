cimport cython
from trapezi.games.qwixx.rules cimport Position
from trapezi.law cimport bits
from trapezi.law.random cimport Stream, u64

cdef const int CELLS, LAST, ROW, PASS, WHITE
cdef const u64 ONE
cdef const double MISS

cdef class Greedy:
    cdef double best
    cpdef int quick(self, Position state, int seat, Stream rng) except -1
    @cython.locals(cells=u64, colour=int)
    cdef u64 coloured(self, Position state, int seat) noexcept
    @cython.locals(move=int, cell=int, value=double)
    cdef int take(self, Position state, int seat, u64 cells, double floor) except -1
    @cython.locals(start=int, crosses=int, value=double, skipped=int)
    cdef double worth(self, Position state, int seat, int cell) except? -999999
    cdef int ways(self, int number) noexcept
