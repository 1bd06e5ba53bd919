cimport cython
from trapezi.envs.page cimport Encoder, Page
from trapezi.games.qwixx.rules cimport Position
from trapezi.law.contract cimport State
from trapezi.law.random cimport u64

cdef const u64 ONE
cdef const int PHASES

cdef class Qwixx(Encoder):
    @cython.locals(p=Position, n=int, k=int, s=int, die=int)
    cpdef int write(self, State state, int seat, Page page) except -1
