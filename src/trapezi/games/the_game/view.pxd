cimport cython
from trapezi.games.the_game.rules cimport Position
from trapezi.core cimport bits
from trapezi.core.bits cimport u64
from trapezi.games.the_game cimport command_bits, notation, phases, piles


@cython.locals(number=int, seat=int, minimum=int)
cpdef dict public_board(Position position)
@cython.locals(card=int, number=int)
cpdef dict private_part_of_board(Position position, int seat)
@cython.locals(top=int)
cdef dict pile_data(Position position, int pile)
@cython.locals(low=u64, high=u64, card=int)
cdef list laid_cards(Position position)
cdef list cards_in_hand(Position position, int seat)
cpdef list cards_of_set(u64 low_bits, u64 high_bits)
cdef list hand_data(Position position, int seat)
@cython.locals(distance=int)
cdef object jump_distance(Position position, int card, int pile)
@cython.locals(signals=int, number=int, signal=int)
cdef dict signals_given_by(Position position, int seat)
@cython.locals(card=int, pile=int, then=Position, losing=bint, ends=bint, distance=int)
cpdef dict preview(Position position, int move)
@cython.locals(card=int, pile=int)
cpdef object rejection_reason(Position position, int seat, int move)
cdef object end_turn_rejection_reason(Position position)
cdef object signal_rejection_reason(Position position, int seat, int move)
