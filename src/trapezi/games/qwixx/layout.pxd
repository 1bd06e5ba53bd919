cimport cython
from trapezi.core.bits cimport u64
from trapezi.games.qwixx cimport sheet

@cython.final
cdef class Layout:
    cdef public str name
    cdef public list cells
    cdef int[4] locks
    cdef u64[13] cells_by_number
    cdef u64[52] cells_by_colour_and_number
