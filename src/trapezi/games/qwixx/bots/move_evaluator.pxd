cimport cython
from trapezi.core cimport bits
from trapezi.core.bits cimport u64
from trapezi.games.qwixx cimport phases, sheet
from trapezi.games.qwixx.bots cimport network_sizes as sizes
from trapezi.games.qwixx.bots.after_state cimport AfterState, closed_lock_colours
from trapezi.games.qwixx.bots.value_network cimport ValueNetwork
from trapezi.games.qwixx.rules cimport Position

cdef const double NEVER

@cython.final
cdef class MoveEvaluator:
    cdef public ValueNetwork network
    cdef AfterState before, others, after_white, after_colour
    cdef public double[45] values
    cdef int[5] expected_white
    cdef int expected_colour, best_colour
    cpdef int best_move(self, Position state, int seat) except -1
    @cython.locals(best=int, move=int)
    cpdef int best_evaluated_move(self) noexcept
    @cython.locals(move=int, other=int)
    cpdef void evaluate_moves(self, Position state, int seat) noexcept
    @cython.locals(cells=u64, best=double, move=int, value=double)
    cdef void predict_choices(self, Position state, int seat) noexcept
    @cython.locals(cells=u64, move=int)
    cdef void set_white_values(self, Position state, int seat, AfterState start) noexcept
    @cython.locals(active=int)
    cdef double value_after_white(self, Position state, int seat, AfterState start, int move, int colour_of_active, bint ignore_active) noexcept
    @cython.locals(best=double, cells=u64, cell=int, value=double)
    cdef double best_value_after_colour(self, Position state, int seat, bint miss) noexcept
    cdef double value_without_colour(self, Position state, int seat, bint miss) noexcept
    cdef double value_with_colour(self, Position state, int seat, int cell) noexcept
    @cython.locals(cells=u64, cell=int)
    cdef void set_colour_values(self, Position state, int seat) noexcept
    cdef double value_after_roll(self, Position state, int seat) noexcept
