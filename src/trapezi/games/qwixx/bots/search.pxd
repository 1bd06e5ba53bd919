cimport cython
from trapezi.bots.policy cimport Policy
from trapezi.core cimport seats
from trapezi.games.qwixx cimport sheet
from trapezi.games.qwixx.bots.evaluate cimport Evaluator
from trapezi.games.qwixx.rules cimport Position
from trapezi.games.qwixx.layout cimport Layout
from trapezi.core.state cimport State
from trapezi.core.random cimport Stream, u64

cdef const int MOST
cdef const double CLOSE, TRUST, LATE

cdef class Searcher(Policy):
    cdef public object budget
    cdef public Evaluator evaluator
    cdef tuple evaluator_key
    cdef int[5] candidates, counts
    cdef double[5] sums
    cpdef Evaluator evaluator_for(self, Layout layout, int players)
    @cython.locals(position=Position)
    cpdef int pick(self, State state, int seat, Stream rng) except -1
    @cython.locals(best=int)
    cdef int choose(self, Position state, int seat, Stream rng) except -1
    @cython.locals(n=int, rounds=int, k=int, world=Position, key=u64)
    cdef int search(self, Position state, int seat, Stream rng, object clock) except -1
    @cython.locals(n=int, best=int, move=int, new=bint, k=int)
    cdef int find_candidates(self) noexcept
    @cython.locals(best=int, k=int)
    cdef int leader(self, int n) noexcept
    cdef double mean(self, int k) noexcept
    @cython.locals(worst=int, k=int)
    cdef int drop_worst(self, int n) noexcept
    @cython.locals(state=Position)
    cdef double simulate(self, Position world, int seat, int move, Stream luck) except? -1
    @cython.locals(waiting=u64, other=int)
    cdef double play_on(self, Position state, int seat, Stream luck) except? -1
