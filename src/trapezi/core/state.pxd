cimport cython
from trapezi.core cimport bits, special_seats
from trapezi.core.random cimport Stream, u64

cdef list DECIDERS
cdef frozenset NOBODY

@cython.final
cdef class Moves:
    cdef public int size
    cdef public int[512] items
    cpdef int add(self, int move) except -1

cdef class State:
    cdef public object game
    cdef public int players
    cdef public u64 waiting
    cdef public bint over
    cpdef int generate_moves(self, int seat, Moves moves) except -1
    @cython.locals(moves=Moves, n=int, i=int)
    cpdef bint is_legal(self, int seat, int move) except -1
    cpdef bint _apply(self, int seat, int move) except -1
    cpdef int generate_signals(self, int seat, Moves moves) except -1
    cpdef long chance_count(self) except -1
    cpdef int chance_outcome(self, long k) except -1
    cpdef int sample_chance(self, Stream rng) except -1
    cpdef double chance_probability(self, int outcome) except? -1
    cpdef int score(self, int seat) except? -999999
    cpdef dict preview(self, int seat, int move)
    cpdef State clone(self)
    cpdef list save(self)
    cpdef load(self, list values)
    cpdef resample_hidden(self, int seat, Stream rng)
    cpdef bint is_on_turn(self, int seat) noexcept
    @cython.locals(moves=Moves, i=int, s=int)
    cpdef list legal(self, object seat)
    @cython.locals(moves=Moves, i=int, s=int)
    cpdef list optional(self, object seat)
    @cython.locals(moves=Moves, n=int)
    cpdef int choose(self, int seat, Stream rng) except -1
    @cython.locals(s=int, m=int)
    cpdef bint play(self, object seat, object move) except -1
    @cython.final
    cdef inline bint _is_on_turn_unchecked(self, int seat) noexcept
