cimport cython
from trapezi.envs.features cimport Encoder, FeatureSchema
from trapezi.games.qwixx_cards.rules cimport Position
from trapezi.core cimport bits
from trapezi.core.state cimport State
from trapezi.core.random cimport u64

cdef const u64 ONE
cdef const int CELLS, NONE, HAND, CHOICES, PHASES, PLAYING

cdef class QwixxCardsEncoder(Encoder):
    @cython.locals(p=Position, n=int, k=int, s=int, slot=int, place=int)
    cpdef int encode(self, State state, int seat, FeatureSchema features) except -1
    cdef int number(self, int card, FeatureSchema features) except -1
