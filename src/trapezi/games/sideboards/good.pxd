cimport cython
from trapezi.games.sideboards.rules cimport Position
from trapezi.core.random cimport Stream, u64

cdef const int NATURE, LAY, EXCHANGE

@cython.locals(board=u64, hand=u64, best=int, most=int, move=int, points=int)
cdef int greedy(Position state) noexcept
cdef int finished(Position state, Stream rng) except? -1
@cython.locals(key=u64, best=int, most=int, move=int, total=int, trial=int, then=Position)
cdef int best(Position state, int trials, Stream rng) except -1
cpdef Position played(Position state, int trials, Stream rng)
