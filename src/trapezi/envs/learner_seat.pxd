cimport cython
from trapezi.core cimport special_seats
from trapezi.bots.policy cimport Policy
from trapezi.core.state cimport Moves, State
from trapezi.core.random cimport Stream, u64


@cython.locals(points=int, best=int, other=int)
cpdef double total_reward(State state, int seat, int kind) except? -999999

@cython.final
cdef class LearnerSeat:
    cdef public State start, state
    cdef public int seat
    cdef int fixed_seat, reward_kind
    cdef list bot_names, bots
    cdef Stream chance_rng, bot_rng
    cdef double reward_so_far
    cpdef reset(self, object seed)
    @cython.locals(k=int)
    cdef start_and_play_to_first_decision(self)
    @cython.locals(state=State, other=int)
    cdef play_until_learners_turn(self)
    @cython.locals(k=int, policy=Policy)
    cpdef int bot_move(self, int other) except -1
    cpdef play_checked(self, int seat, int move)
    cpdef bint is_legal(self, int seat, int move) except -1
    cpdef act(self, int move)
    @cython.locals(now=double, reward=double)
    cpdef double take_reward(self) except? -999999
    cpdef int generate_moves(self, Moves moves) except -1
