cimport cython
from trapezi.core cimport special_seats
from trapezi.bots.policy cimport Policy
from trapezi.core.state cimport Moves, State
from trapezi.core.random cimport Stream, u64


@cython.final
cdef class PlayoutCounts:
    cdef public long games, decisions, steps

@cython.locals(waiting=u64, seat=int)
cpdef State playout(State state, Stream rng, Moves moves, PlayoutCounts counts)

@cython.locals(game=int, moves=Moves, counts=PlayoutCounts)
cpdef PlayoutCounts playouts(State start, int games, object seed)

@cython.locals(chance=Stream, made=long, event=u64, waiting=u64, seat=int, policy=Policy)
cpdef long play_with_policies(State state, list policies, u64 seed, Stream rng) except -1
