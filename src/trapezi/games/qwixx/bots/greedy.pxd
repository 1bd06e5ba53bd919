cimport cython
from trapezi.bots.policy cimport Policy
from trapezi.games.qwixx cimport phases, sheet, sheet_rules
from trapezi.games.qwixx.rules cimport Position
from trapezi.core cimport bits
from trapezi.core.state cimport State
from trapezi.core.random cimport Stream, u64

cdef const double MISS, SKIP_COST

cdef class Greedy(Policy):
    @cython.locals(position=Position, pass_value=double, coloured=u64, cell=int, cells=u64)
    cpdef int pick(self, State state, int seat, Stream rng) except -1
    @cython.locals(best=double, move=int, cell=int, value=double)
    cdef int best_cell_or_pass(self, Position state, int seat, u64 cells, double pass_value) except -1
    @cython.locals(row=int, start=int, points=int, value=double, skipped=int)
    cdef double points_minus_skip_cost(self, Position state, int seat, int cell) except? -999999
    cdef int count_rolls_with_sum(self, int number) noexcept
