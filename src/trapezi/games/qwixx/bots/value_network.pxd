cimport cython
from trapezi.games.qwixx cimport sheet
from trapezi.games.qwixx.bots cimport network_sizes as sizes
from trapezi.games.qwixx.bots cimport array_strides
from trapezi.games.qwixx.bots.after_state cimport AfterState

cdef const double POINT_VALUE

@cython.final
cdef class ValueNetwork:
    cdef public int players
    cdef const double[::1] weights
    cdef long misses_start, turn_start
    cdef double[48] first
    cdef double[16] second
    cdef public double win_chance, expected_lead
    @cython.locals(weights='const double[::1]', at=long, k=int, j=int, slot=int, other=int, row=int, lead=double, active=double, win=double)
    cpdef double evaluate(self, AfterState after, int seat, int next_active) noexcept
    @cython.locals(k=int)
    cdef inline void add_weights_to_first_layer(self, long first_weight) noexcept
    @cython.locals(lead=int)
    cpdef double end_value(self, AfterState after, int seat) noexcept
    cdef inline double combine_outputs(self, double win_chance, double expected_lead) noexcept
