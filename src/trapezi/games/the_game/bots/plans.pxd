cimport cython
from trapezi.bots.policy cimport rollout
from trapezi.games.the_game.bots.greedy cimport Greedy
from trapezi.games.the_game.rules cimport Position
from trapezi.core.state cimport Moves
from trapezi.core.random cimport Stream

cdef const int END, CARDS, STOP, LIGHTNING, WON, TURN, DEEP, DEAR, GAIN
cdef const double HALF

@cython.final
cdef class Planner:
    cdef Greedy greedy
    cdef dict found
    cdef int seat
    cdef object clock
    @cython.locals(usual=list, ranked=list)
    cpdef list plans(self, Position position, int seat, int most, object clock)
    @cython.locals(then=Position, moves=list)
    cdef list usual(self, Position position)
    @cython.locals(legal=Moves, n=int, depth=int, priced=list, k=int, tried=int, price=int, move=int, then=Position, ends=bint, may_end=bint)
    cdef extend(self, Position position, list moves, int cost)
    cdef keep(self, Position then, list moves, int cost)

cpdef tuple sign(Position position, int seat)
@cython.locals(then=Position)
cpdef tuple sign_after(Position position, int seat, int move)

@cython.locals(then=Position, rng=Stream, move=int)
cpdef double tried(Position world, int seat, list plan, list policies, object luck, int bonus) except? -1
