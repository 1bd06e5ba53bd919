cimport cython
from trapezi.bots.policy cimport ScoringPolicy
from trapezi.games.silver_gold.rules cimport Position
from trapezi.core cimport bits
from trapezi.core.state cimport State

cdef const int NONE, TAKE, PILE, MARK, SLOTS, HAND, KEEPING, MARKING, TENTH

cdef class Greedy(ScoringPolicy):
    @cython.locals(position=Position)
    cpdef int value(self, State state, int seat, int move) except? -999999
    @cython.locals(slot=int, cells=int, card=int, value=int)
    cdef int of_mark(self, Position position, int seat, int move) noexcept
    @cython.locals(symbols=int)
    cdef int of_card(self, Position position, int card) noexcept
    @cython.locals(first=int, second=int, hand=int)
    cdef int of_pair(self, Position position, int seat, int move) noexcept

cdef class Thoughtful(Greedy):
    @cython.locals(slot=int, cells=int, card=int, value=int, left=int)
    cdef int of_mark(self, Position position, int seat, int move) noexcept
    @cython.locals(found=int, card=int, table=int)
    cdef int room(self, Position position, int free) noexcept
