cimport cython
from trapezi.bots.policy cimport ScoringPolicy
from trapezi.core cimport bits
from trapezi.core.state cimport State
from trapezi.games.qwixx cimport sheet, sheet_rules
from trapezi.games.qwixx_cards cimport notation
from trapezi.games.qwixx_cards.rules cimport Position

cdef const int POINT, SKIP_COST, MISS

cdef class Greedy(ScoringPolicy):
    @cython.locals(position=Position, played=int, pair=int, row=int, crossed=int, dropped=int, positions=int)
    cpdef int value(self, State state, int seat, int move) except? -999999
    @cython.locals(before=int, n=int, more=int, first=int, skipped=int)
    cdef int points_minus_skip_cost(self, Position position, int seat, int row, int crossed) noexcept
