cimport cython
from trapezi.core cimport bits
from trapezi.core.bits cimport u64
from trapezi.core.state cimport State
from trapezi.envs.encoder_base cimport Encoder, FeatureCounter
from trapezi.games.qwixx cimport phases, sheet, sheet_rules
from trapezi.games.qwixx.rules cimport Position

cdef class SheetEncoder(Encoder):
    @cython.locals(row=int)
    cdef void encode_sheet(self, u64 marks, u64 crossable, int misses, FeatureCounter features) except *

cdef class QwixxEncoder(SheetEncoder):
    @cython.locals(p=Position, n=int, k=int, s=int, die=int)
    cpdef void encode(self, State state, int seat, FeatureCounter features) except *
