cimport cython
from trapezi.core.bits cimport u64

@cython.final
cdef class PlayLookup:
    cdef int[25] sets
    cdef int[105] played
    cdef int[105] crossed
    cdef u64[32] within
    cdef int[32] first
    cdef u64[1024] over
