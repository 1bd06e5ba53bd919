cimport cython
from trapezi.core cimport bits
from trapezi.games.qwixx.bots cimport array_strides

@cython.final
cdef class RowStates:
    cdef public int cells, needed, closed, states, pairs, sheets
    cdef public int[64] first
    cdef public int[1024] after, points
    cdef public int[256] state_of
    cdef public int[4096] pair_of
    @cython.locals(up=int, down=int)
    cpdef int sheet_index(self, int red_state, int yellow_state, int green_state, int blue_state) noexcept
    cpdef int pair_number(self, int state, int other_state) noexcept
    @cython.locals(first=int)
    cpdef int state_number(self, int crossed, bint closed) noexcept
