cimport cython
from trapezi.games.silver_gold.rules cimport Position
from trapezi.core cimport bits
from trapezi.games.silver_gold cimport constants, notation
from trapezi.core.state cimport Moves
from trapezi.core.random cimport Stream

@cython.locals(dealt=int, place=int, other=int)
cpdef resample_other_hands(Position position, int seat, Stream rng)
@cython.locals(below=int, same=int, rest=int, _=int)
cpdef resample_used_expeditions(Position position, Stream rng)
@cython.locals(other=int, marks=Moves, i=int)
cpdef resample_other_drafts(Position position, int seat, Stream rng)
cdef void clear_draft(Position position, int seat) noexcept
