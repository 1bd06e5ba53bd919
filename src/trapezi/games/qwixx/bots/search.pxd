cimport cython
from trapezi.bots.policy cimport Policy
from trapezi.core cimport seats
from trapezi.games.qwixx.bots.evaluate cimport Evaluator
from trapezi.games.qwixx.rules cimport Position
from trapezi.games.qwixx.layout cimport Layout
from trapezi.core.state cimport State
from trapezi.core.random cimport Stream, u64

cdef const int MAX_CANDIDATES
cdef const double MAX_DEFICIT, EVALUATION_WEIGHT, MAX_ROLLS_LEFT

cdef class Searcher(Policy):
    cdef public object budget
    cdef public Evaluator evaluator
    cdef tuple evaluator_key
    cdef int[5] candidates, counts
    cdef double[5] sums
    cpdef Evaluator evaluator_for(self, Layout layout, int players)
    @cython.locals(position=Position, best=int)
    cpdef int pick(self, State state, int seat, Stream rng) except -1
    @cython.locals(n=int, rounds=int, k=int, world=Position, key=u64)
    cdef int search(self, Position state, int seat, Stream rng, object clock) except -1
    @cython.locals(n=int, move=int)
    cdef int find_candidates(self) except -1
    cpdef double mean_result(self, int k) noexcept
    @cython.locals(worst=int)
    cdef int drop_worst_candidate(self, int n) except -1
    @cython.locals(state=Position, waiting=u64, other=int)
    cdef double simulate(self, Position world, int seat, int move, Stream luck) except? -1
