cimport cython
from trapezi.core.bits cimport u64

@cython.final
cdef class Sheet:
    cdef public str name
    cdef public list cells
    cdef int[4] locks
    cdef u64[13] of_number
    cdef u64[52] of_colour
