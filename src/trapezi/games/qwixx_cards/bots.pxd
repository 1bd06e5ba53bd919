cimport cython
from trapezi.bots.policy cimport ScoringPolicy
from trapezi.games.qwixx_cards.rules cimport Position
from trapezi.core cimport bits
from trapezi.core.state cimport State

cdef const int ROWS, CELLS, ROW, LAST, HAND, PASS, TAKE, DROP, CROSSING, PAIRS, TENTH, SKIP, MISS

cdef class Greedy(ScoringPolicy):
    @cython.locals(position=Position, played=int, pair=int, row=int, crossed=int, dropped=int)
    cpdef int value(self, State state, int seat, int move) except? -999999
    @cython.locals(before=int, n=int, more=int, first=int, skipped=int)
    cdef int of_crosses(self, Position position, int seat, int row, int cells) noexcept
