cimport cython
from trapezi.core cimport bits
from trapezi.core.bits cimport u64

cdef const int STOP, SKULL, THREE, NO_TRICK, ONE_PILE, FIRE, TRICK, PILES

@cython.final
cdef class Cards:
    cdef public list commands
    cdef int played
    cdef int[128] mark

    @cython.locals(found=int, pile=int)
    cdef int piles(self, int tops, int wanted) noexcept
    @cython.locals(cover=int, no_trick=int, one_pile=int, useful=int, back=int, half=int, hand=u64, bit=u64, card=int, mark=int,
                   pile=int, gap=int)
    cdef bint ends_well(self, u64 low, u64 high, int tops, int laid, int open, int due, int must, bint three, int least) noexcept
