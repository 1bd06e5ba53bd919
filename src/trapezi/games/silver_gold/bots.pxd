cimport cython
from trapezi.bots.policy cimport ScoringPolicy
from trapezi.games.silver_gold.rules cimport Position
from trapezi.core cimport bits
from trapezi.games.silver_gold cimport constants, notation, phases
from trapezi.core.state cimport State

cdef const int POINT

cdef class Greedy(ScoringPolicy):
    @cython.locals(position=Position)
    cpdef int value(self, State state, int seat, int move) except? -999999
    @cython.final
    @cython.locals(slot=int, squares=int)
    cdef int mark_value(self, Position position, int seat, int move) noexcept
    @cython.locals(card=int, value=int)
    cdef int squares_value(self, Position position, int slot, int squares) noexcept
    @cython.locals(symbols=int)
    cdef int card_value(self, Position position, int card) noexcept
    @cython.locals(first=int, second=int, hand=int)
    cdef int kept_pair_value(self, Position position, int seat, int move) noexcept

cdef class LookAhead(Greedy):
    @cython.locals(card=int, value=int, left=int)
    cdef int squares_value(self, Position position, int slot, int squares) noexcept
    @cython.locals(count=int, card=int, start=int)
    cdef int fitting_expedition_count(self, Position position, int free) noexcept
