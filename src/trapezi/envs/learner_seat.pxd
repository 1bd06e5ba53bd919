cimport cython
from trapezi.bots.policy cimport Policy
from trapezi.core.state cimport Moves, State
from trapezi.core.random cimport Stream, u64

cdef const int NATURE

@cython.locals(points=int, best=int, other=int)
cpdef double reward(State state, int seat, int kind) except? -999999

@cython.final
cdef class Seat:
    cdef public State start, state
    cdef public int seat
    cdef int fixed, kind
    cdef list names, bots, policies
    cdef Stream dice, minds
    cdef double had
    cpdef begin(self, object key)
    @cython.locals(k=int)
    cdef deal(self)
    @cython.locals(events=int, state=State, other=int)
    cpdef int wait(self) except -1
    @cython.locals(k=int, policy=Policy)
    cpdef int asked(self, int other) except -1
    cpdef int play(self, int who, int move) except -1
    cpdef bint is_legal(self, int who, int move) except -1
    cpdef act(self, int move)
    @cython.locals(now=double, gained=double)
    cpdef double gain(self) except? -999999
    cpdef int legal(self, Moves moves) except -1
