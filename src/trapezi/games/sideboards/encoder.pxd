cimport cython
from trapezi.envs.encoder_base cimport Encoder, FeatureCounter
from trapezi.games.sideboards.rules cimport Position
from trapezi.core cimport bits
from trapezi.core.state cimport State
from trapezi.core.random cimport u64
from trapezi.games.sideboards cimport notation, phases, sideboard_bits

cdef class SideboardsEncoder(Encoder):
    @cython.locals(p=Position, n=int, k=int, s=int, column=int, hand=u64, _=int)
    cpdef void encode(self, State state, int seat, FeatureCounter features) except *
    @cython.locals(row=int, colour=int, handle=int)
    cdef void add_face_features(self, Position position, int face, FeatureCounter features) except *
