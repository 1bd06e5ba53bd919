cimport cython
from trapezi.games.silver_gold.rules cimport Position
from trapezi.core cimport bits
from trapezi.games.silver_gold cimport constants, notation, phases

@cython.locals(place=int, seat=int)
cpdef dict public_board(Position position)
cdef object treasure_data_or_none(Position position, int card)
@cython.locals(slot=int, row=int, box=int)
cdef dict seat_board(Position position, int seat)
cdef object card_with_marks(Position position, int slot)
@cython.locals(place=int, slot=int)
cpdef dict private_part_of_board(Position position, int seat)
@cython.locals(receiver=int)
cpdef dict redact(Position position, int viewer, int seat, int move)
cdef dict card_name(Position position, int card)
@cython.locals(before=Position, then=Position, owed=int, slot=int, placement=int)
cpdef dict preview(Position position, int seat, int move)
@cython.locals(then=Position)
cdef dict draft_gain(Position position, int seat)
@cython.locals(box=int, left=int, slot=int)
cdef dict gain_between(Position before, Position after, int seat)
@cython.locals(row=int, box=int)
cpdef list score_lines(Position position, int seat)
cpdef object rejection_reason(Position position, int seat, int move)
@cython.locals(own=int, card=int, squares=int)
cdef object mark_rejection_reason(Position position, int seat, int slot, int placement)
