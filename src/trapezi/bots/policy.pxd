cimport cython
from trapezi.law.contract cimport Moves, State
from trapezi.law.random cimport Stream, u64

cdef const int NATURE

cdef class Policy:
    cdef public Moves moves
    cpdef int pick(self, State state, int seat, Stream rng) except -1

@cython.locals(made=long, waiting=u64, seat=int, policy=Policy)
cpdef long rollout(State state, list policies, Stream dice, Stream rng, long most=*) except -1
