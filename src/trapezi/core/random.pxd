cimport cython
from trapezi.core.bits cimport u64

cdef const u64 M64, GOLDEN, MIX1, MIX2

@cython.final
cdef class Stream:
    cdef public u64 key, counter
    @cython.locals(z=u64)
    cpdef u64 next64(self) noexcept
    cpdef u64 below(self, u64 n) noexcept
    @cython.locals(mixed=u64)
    cpdef void reset_to_branch(self, u64 seed, u64 index) noexcept
