cimport cython
from trapezi.core cimport bits
from trapezi.core.bits cimport u64
from trapezi.games.sideboards cimport notation, phases, sideboard_bits
from trapezi.games.sideboards.rules cimport Position


@cython.locals(p=Position)
cpdef dict public_board(Position position)
@cython.locals(p=Position, column=int, face=int)
cpdef dict seat_board(Position position, int seat)
cpdef dict matched_cells_by_goal(Position position, u64 board, int card_count)
@cython.locals(p=Position, known=u64)
cpdef dict private_part_of_board(Position position, int seat)
@cython.locals(card=int)
cpdef list card_numbers(u64 cards)
cpdef passes_cards_to(Position position, int seat)
@cython.locals(p=Position, drawer=int)
cpdef dict redact(Position position, int viewer, int seat, int move)
