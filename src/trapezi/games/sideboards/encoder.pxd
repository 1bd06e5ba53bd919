cimport cython
from trapezi.envs.features cimport Encoder, FeatureSchema
from trapezi.games.sideboards.rules cimport Position
from trapezi.core cimport bits
from trapezi.core.state cimport State
from trapezi.core.random cimport u64
from trapezi.games.sideboards cimport faces, notation, phases

cdef class SideboardsEncoder(Encoder):
    @cython.locals(p=Position, n=int, k=int, s=int, column=int, hand=u64, _=int)
    cpdef void encode(self, State state, int seat, FeatureSchema features) except *
    @cython.locals(row=int)
    cdef void add_face(self, Position p, int face, FeatureSchema features) except *
