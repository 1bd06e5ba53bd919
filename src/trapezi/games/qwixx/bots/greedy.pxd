cimport cython
from trapezi.bots.policy cimport Policy
from trapezi.games.qwixx cimport crosses, phases, sheet
from trapezi.games.qwixx.rules cimport Position
from trapezi.core cimport bits
from trapezi.core.state cimport State
from trapezi.core.random cimport Stream, u64

cdef const double MISS, SKIPPED

cdef class Greedy(Policy):
    cdef double best
    @cython.locals(position=Position, floor=double)
    cpdef int pick(self, State state, int seat, Stream rng) except -1
    @cython.locals(move=int, cell=int, value=double)
    cdef int best_cell(self, Position state, int seat, u64 cells, double floor) except -1
    @cython.locals(row=int, start=int, points=int, value=double, skipped=int)
    cdef double cross_value(self, Position state, int seat, int cell) except? -999999
    cdef int ways_to_roll(self, int number) noexcept
