cimport cython
from trapezi.core cimport special_seats
from trapezi.core.state cimport Moves, State
from trapezi.core.random cimport Stream, u64

cdef const int LOWEST_VALUE

cdef class Policy:
    cdef public Moves moves
    cpdef int pick(self, State state, int seat, Stream rng) except -1

cdef class ScoringPolicy(Policy):
    cpdef int value(self, State state, int seat, int move) except? -999999
    @cython.locals(n=int, best=int, highest=int, ties=int, k=int, move=int, value=int)
    cpdef int pick(self, State state, int seat, Stream rng) except -1
    @cython.locals(n=int, k=int, ranked=list)
    cpdef list best_moves(self, State state, int seat, int limit)

@cython.locals(made=long, waiting=u64, seat=int, policy=Policy)
cpdef long rollout(State state, list policies, Stream dice, Stream rng) except -1

@cython.locals(copy=State, rng=Stream)
cpdef double rollout_reward(State state, int seat, int move, list policies, object seed, double scale) except? -1
@cython.locals(points=int, rival=int, other=int, lead=double)
cpdef double reward(State end, int seat, double scale) except? -1
