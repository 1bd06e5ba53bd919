cimport cython
from trapezi.games.sideboards.table cimport Table
from trapezi.core cimport bits
from trapezi.core.state cimport Moves, State
from trapezi.core.random cimport Stream, u64

cdef const int NATURE, LENGTH, BITS, FACE, LAY, EXCHANGE, UNDECIDED, DRAW, GOAL
cdef const u64 ONE
cdef const int GOALS, DRAWING, START, LAYING, END

cdef inline int first_of(int pair) noexcept
cdef inline int second_of(int pair) noexcept

cdef class Position(Table):
    @cython.final
    cdef inline int open_group(self) noexcept
    @cython.final
    cdef inline u64 drawable(self) noexcept
    cpdef long chance_count(self) except -1
    cpdef int chance_outcome(self, long k) except -1
    @cython.final
    cdef inline int hand_size(self) noexcept
    @cython.final
    @cython.locals(seat=int)
    cdef void take(self, int card) noexcept
    @cython.final
    cdef inline void ask(self) noexcept
    @cython.final
    cdef inline int starts(self) noexcept
    @cython.final
    cdef inline int layings(self) noexcept
    @cython.final
    cdef inline bint may_exchange(self, int seat) noexcept
    @cython.locals(n=int, i=int)
    cpdef int generate_moves(self, int seat, Moves moves) except -1
    cpdef bint is_legal(self, int seat, int move) except -1
    cpdef bint _apply(self, int seat, int move) except -1
    @cython.final
    @cython.locals(exchanging=int, seat=int)
    cdef void resolve(self) noexcept
    @cython.final
    @cython.locals(seat=int)
    cdef void exchange(self, int seats) noexcept
    @cython.final
    @cython.locals(card=int, other=int, face=u64)
    cdef void lay(self, int seat, int move) noexcept
    @cython.final
    @cython.locals(passed=u64, left=u64, seat=int)
    cdef void hand_on(self) noexcept
    @cython.locals(then=Position, n=int)
    cpdef dict preview(self, int seat, int move)
    @cython.locals(unknown=u64, free=u64, new=u64, place=int, i=int, other=int, was=Position, places=Moves)
    cpdef resample_hidden(self, int seat, Stream rng)
    @cython.final
    @cython.locals(place=int, knowing=int, seat=int)
    cdef int place_of(self, int card) noexcept
    @cython.final
    @cython.locals(n=int, k=int)
    cdef int any_move(self, int seat, Stream rng) noexcept
    @cython.locals(new=Position)
    cpdef State clone(self)
    cpdef list save(self)
    cpdef load(self, list fields)
