cimport cython
from trapezi.core cimport bits
from trapezi.games.the_game cimport notation, phases, piles
from trapezi.games.the_game.rules cimport Position
from trapezi.core.random cimport Stream, u64

cdef const int NO_SIGNAL, HANDS_OFF, GOOD, TRICK, FREE, HANDS_OFF_DISTANCE, GOOD_DISTANCE, DRAW_PILE, PILES_ON_TABLE

@cython.locals(signal=int, pile=int)
cpdef int choose_signal(Position position, int seat) except -2
@cython.locals(distance=int, card=int)
cpdef int honest_signal(Position position, int seat, int pile) noexcept
@cython.locals(top=int, card=int)
cdef int card_at_distance(Position position, int pile, int distance) noexcept
@cython.locals(implied=list, other=int, pile=int, signal=int, farthest=int, candidates=list, in_hand=list, distance=int, card=int)
cpdef swap_cards_to_match_signals(Position world, int viewer, Stream rng)
@cython.locals(seat=int)
cdef int card_location(Position world, int card) noexcept
@cython.locals(spare=list, own=int, returned=int, giver=int)
cdef bint swap_into_hand(Position world, int seat, int card, list implied, Stream rng) except -1
@cython.locals(half=int, bit=u64)
cdef void move_card(Position world, int giver, int receiver, int card) noexcept
