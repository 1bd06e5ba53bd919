cimport cython
from trapezi.core.state cimport State

cdef const int SHARES

@cython.final
cdef class Totals:
    cdef public int players
    cdef public long long games, decisions, won, left, excellent
    cdef public bint team
    cdef public long long[6] scores, score_squares, win_shares
    @cython.locals(best=longlong, points=longlong, leaders=int, winner=int, seat=int)
    cpdef add_game(self, State end)
    @cython.locals(seat=int, there=int)
    cpdef add(self, Totals other, int rotation=*)
