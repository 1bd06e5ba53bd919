cimport cython
from trapezi.games.silver_gold.rules cimport Position
from trapezi.core cimport bits
from trapezi.games.silver_gold cimport counts, notation
from trapezi.core.state cimport Moves
from trapezi.core.random cimport Stream

@cython.locals(dealt=int, place=int, other=int)
cpdef resample_hands(Position position, int seat, Stream rng)
@cython.locals(below=int, same=int, rest=int, _=int)
cpdef resample_expeditions(Position position, Stream rng)
@cython.locals(other=int, marks=Moves, finished=bint, i=int)
cpdef resample_drafts(Position position, int seat, Stream rng)
cdef void clear_draft(Position position, int seat) noexcept
