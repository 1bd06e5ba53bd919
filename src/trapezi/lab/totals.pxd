cimport cython
from trapezi.core.state cimport State

cdef const int SHARES

@cython.final
cdef class Count:
    cdef public int players
    cdef public long long games, decisions, won, left, excellent
    cdef public bint team
    cdef public long long[6] score, square, shares
    @cython.locals(best=longlong, points=longlong, holders=int, winner=int, seat=int)
    cpdef add_game(self, State end)
    @cython.locals(seat=int, there=int)
    cpdef add(self, Count other, int turn=*)
