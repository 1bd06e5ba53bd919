cimport cython
from trapezi.bots.policy cimport Policy
from trapezi.core cimport special_seats
from trapezi.games.qwixx.bots.evaluator cimport Evaluator
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
    cdef int candidate_count
    cdef int[5] candidates, counts
    cdef double[5] sums
    cpdef Evaluator make_evaluator(self, Layout layout, int players)
    @cython.locals(position=Position, best=int)
    cpdef int pick(self, State state, int seat, Stream rng) except -1
    @cython.locals(rounds=int, k=int, sampled=Position, key=u64)
    cdef int best_move_by_simulation(self, Position state, int seat, Stream rng, object clock) except -1
    @cython.locals(n=int, move=int)
    cdef void set_candidates(self) except *
    cpdef double mean_result_with_evaluation(self, int candidate_index) noexcept
    @cython.locals(worst=int, last=int)
    cdef void drop_worst_candidate(self) except *
    @cython.locals(state=Position, waiting=u64, other=int)
    cdef double simulate_rest_of_game(self, Position start, int seat, int move, Stream dice) except? -1
