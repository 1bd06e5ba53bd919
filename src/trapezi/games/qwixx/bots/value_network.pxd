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
    cdef long misses_start, turn_start, leads_start, second_start
    cdef int input_count
    cdef long[30] inputs
    cdef long[150] base_inputs
    cdef double[320] base
    cdef double[64] first
    cdef double[16] second
    cdef public double win_chance, expected_lead
    @cython.locals(n=int, slot=int, other=int, row=int, state=int, lead=int)
    cdef void set_inputs(self, AfterState after, int seat, int next_active) noexcept
    @cython.locals(start=int, k=int, n=int, at=long)
    cpdef void set_base(self, AfterState after, int seat, int next_active) noexcept
    @cython.locals(weights='const double[::1]', at=long, before=long, k=int, j=int, n=int, lead=double, active=double, win=double)
    cpdef double evaluate(self, AfterState after, int seat, int next_active) noexcept
    @cython.locals(lead=int)
    cpdef double end_value(self, AfterState after, int seat) noexcept
