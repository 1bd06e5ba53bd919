cimport cython
from trapezi.bots.policy cimport Policy
from trapezi.core cimport bits
from trapezi.core.random cimport Stream, u64
from trapezi.core.state cimport State
from trapezi.games.qwixx cimport notation, phases, sheet
from trapezi.games.qwixx.bots.move_evaluator cimport MoveEvaluator
from trapezi.games.qwixx.rules cimport Position

cdef const int MAX_CANDIDATES, WHITE_STEP, STRETCH, CHECK_EVERY
cdef const double MAX_DEFICIT, EVALUATION_WEIGHT, CLEAR

cdef class NetworkSearcher(Policy):
    cdef public object budget
    cdef public MoveEvaluator evaluator
    cdef int candidate_count
    cdef int[5] candidates
    cdef double[5] sums, results, squares
    cdef list positions
    @cython.locals(position=Position, best=int)
    cpdef int pick(self, State state, int seat, Stream rng) except -1
    @cython.locals(n=int, move=int)
    cdef void set_candidates(self) except *
    @cython.locals(rounds=int, k=int, white=int, key=u64, difference=double)
    cdef int best_move_by_simulation(self, Position state, int seat, Stream rng, object clock) except -1
    @cython.locals(k=int, other=int, after=Position)
    cdef void set_positions(self, Position state, int seat) except *
    @cython.locals(best=int, k=int)
    cdef int best_candidate(self) noexcept
    @cython.locals(kept=int, k=int, mean=double, variance=double, error=double)
    cdef void drop_clearly_worse_candidates(self, int rounds) except *
    @cython.locals(state=Position)
    cdef double simulate(self, int candidate, int seat, int white, Stream dice) except? -1
    @cython.locals(outcome=int, weight=int, die=int, face=int)
    cdef int roll_with_white_dice(self, Position state, int white, Stream dice) except -1
