cimport cython
from trapezi.bots.policy cimport ScoringPolicy
from trapezi.games.sideboards.rules cimport Position
from trapezi.core.state cimport State
from trapezi.games.sideboards cimport notation

cdef class Greedy(ScoringPolicy):
    @cython.locals(position=Position, then=Position, n=int)
    cpdef int value(self, State state, int seat, int move) except? -999999
