cimport cython
from trapezi.core cimport bits
from trapezi.core.state cimport State
from trapezi.envs.encoder_base cimport FeatureCounter
from trapezi.games.qwixx cimport sheet
from trapezi.games.qwixx.encoder cimport SheetEncoder
from trapezi.games.qwixx_cards cimport deck, phases
from trapezi.games.qwixx_cards.rules cimport Position

cdef class QwixxCardsEncoder(SheetEncoder):
    @cython.locals(p=Position, n=int, k=int, s=int, slot=int, place=int)
    cpdef void encode(self, State state, int seat, FeatureCounter features) except *
    cdef void add_card_number(self, int card, FeatureCounter features) except *
