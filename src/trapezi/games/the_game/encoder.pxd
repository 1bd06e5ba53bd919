cimport cython
from trapezi.envs.encoder_base cimport Encoder, FeatureCounter
from trapezi.games.the_game.rules cimport Position
from trapezi.core.bits cimport u64
from trapezi.core.state cimport State
from trapezi.games.the_game cimport notation, phases, piles

cdef class TheGameEncoder(Encoder):
    @cython.locals(p=Position, n=int, low=u64, high=u64, k=int, card=int, pile=int, top=int, held=bint, distance=int, jumps=bint, wish=int)
    cpdef void encode(self, State state, int seat, FeatureCounter features) except *
