cimport cython
from trapezi.envs.features cimport Encoder, FeatureSchema
from trapezi.games.qwixx.rules cimport Position
from trapezi.core.state cimport State
from trapezi.core.random cimport u64

cdef const u64 ONE
cdef const int PHASES

cdef class QwixxEncoder(Encoder):
    @cython.locals(p=Position, n=int, k=int, s=int, die=int)
    cpdef int encode(self, State state, int seat, FeatureSchema features) except -1
