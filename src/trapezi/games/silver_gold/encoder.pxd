cimport cython
from trapezi.envs.encoder_base cimport Encoder, FeatureCounter
from trapezi.games.silver_gold.rules cimport Position
from trapezi.core cimport bits
from trapezi.core.state cimport State
from trapezi.games.silver_gold cimport constants, phases

cdef class SilverGoldEncoder(Encoder):
    @cython.locals(p=Position, n=int, dealt=int, k=int, s=int, slot=int, i=int)
    cpdef void encode(self, State state, int seat, FeatureCounter features) except *
    @cython.locals(colour=int)
    cdef void add_card_features(self, Position position, int card, FeatureCounter features) except *
