cimport cython
from trapezi.bots.policy cimport rollout
from trapezi.games.the_game cimport command_bits, endings, notation, phases
from trapezi.games.the_game.bots.greedy cimport Greedy
from trapezi.games.the_game.rules cimport Position
from trapezi.core.state cimport Moves
from trapezi.core.random cimport Stream

cdef const int DEPTH, EXTRA_CARD_LIMIT, EXTRA_CARD_GAIN
cdef const double PLANNING_SHARE

@cython.final
cdef class TurnPlanner:
    cdef Greedy greedy
    cdef dict plans
    cdef int seat
    cdef object clock
    @cython.locals(then=Position, greedy_turn=list, others=list)
    cpdef list plan_turns(self, Position position, int seat, int limit, object clock)
    @cython.locals(moves=list)
    cdef list play_greedy_turn(self, Position position)
    @cython.locals(legal=Moves, n=int, depth=int, priced=list, k=int, tried=int, price=int, move=int, then=Position, ends=bint,
                   may_end=bint, minimum=int)
    cdef add_plans_after(self, Position position, list moves, int cost)
    cdef add_plan_if_cheapest(self, Position result, list moves, int cost)

cpdef tuple turn_key(Position position, int seat)
@cython.locals(then=Position)
cpdef tuple turn_key_after(Position position, int seat, int move)

@cython.locals(then=Position, rng=Stream, move=int)
cpdef double simulate_plan(Position world, int seat, list plan, list policies, object seed, int win_bonus) except? -1
