cimport cython
from trapezi.games.qwixx.bots cimport strides

@cython.final
cdef class Rows:
    cdef public int cells, needed, closed, states, pairs, sheets
    cdef public int[64] first
    cdef public int[1024] after, points
    cdef public int[256] state_of
    cdef public int[4096] pair_of
    @cython.locals(up=int, down=int)
    cpdef int sheet(self, int a, int b, int c, int d) noexcept
    cpdef int pair(self, int one, int other) noexcept
    @cython.locals(first=int, crosses=int)
    cpdef int state(self, int crossed, bint closed) noexcept
