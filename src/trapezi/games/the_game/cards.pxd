cimport cython
from trapezi.core cimport bits
from trapezi.core.bits cimport u64
from trapezi.games.the_game cimport command_bits, piles

@cython.final
cdef class Cards:
    cdef public list commands
    cdef int command_mask
    cdef int[128] commands_on

    @cython.locals(showing=int, pile=int)
    cdef int piles_showing(self, int tops, int command) noexcept
    @cython.locals(cover=int, no_trick=int, one_pile=int, useful=int, trick_distance=int, half=int, hand=u64, bit=u64, card=int,
                   own=int, pile=int, distance=int)
    cdef bint can_finish_turn(self, u64 low, u64 high, int tops, int laid, int open_piles, int fires, int lightning, bint three,
                              int minimum) noexcept
