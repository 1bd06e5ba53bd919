cimport cython
from trapezi.games.qwixx_cards.table cimport Table
from trapezi.core cimport bits
from trapezi.core.state cimport Moves, State
from trapezi.core.random cimport u64

cdef const int NATURE, ROWS, CELLS, LAST, LOCKS, ROW
cdef const int JOKER, NONE, HAND, SLOTS, EVERY_SUIT, PLACES
cdef const int PASS, UNDECIDED, TAKE, DROP, CROSSING, PAIRS, LOT, DRAW, SHAPES
cdef const u64 ONE
cdef const int LOTS, DEALING, REFILLING, TAKING, EVERYONE, PLAYING, END

cdef class Position(Table):
    cpdef long chance_count(self) except -1
    cpdef int chance_outcome(self, long k) except -1
    @cython.final
    cdef bint can_happen(self, int outcome) noexcept
    @cython.final
    cdef void happen(self, int outcome) noexcept
    @cython.final
    @cython.locals(seat=int)
    cdef int next_dealt(self) noexcept
    @cython.final
    cdef inline void receive(self, int seat, int card) noexcept
    @cython.final
    @cython.locals(place=int)
    cdef void refill(self) noexcept
    @cython.final
    @cython.locals(suits=int, slot=int, suit=int)
    cdef inline int suits(self, int seat) noexcept
    @cython.final
    @cython.locals(mask=u64, row=int)
    cdef inline u64 drops(self, int suits) noexcept
    @cython.final
    @cython.locals(place=int)
    cdef inline int position(self, int seat, int row, int slot) noexcept
    @cython.final
    @cython.locals(cells=int)
    cdef inline int cells(self, int seat, int row, int slots) noexcept
    @cython.final
    @cython.locals(shape=int, crossed=int)
    cdef bint may_cross(self, int seat, int row, int cells) noexcept
    @cython.final
    @cython.locals(later=int, slot=int)
    cdef int named_once(self, int seat, int slots, int crossed) noexcept
    @cython.locals(n=int, places=int, mask=u64)
    cpdef int generate_moves(self, int seat, Moves moves) except -1
    @cython.final
    @cython.locals(n=int, suits=int, mask=u64, row=int, slots=int, open_cells=int, able=int, slot=int, crossed=int)
    cdef int fill_plays(self, int seat, Moves moves) noexcept
    @cython.locals(pair=int)
    cpdef bint is_legal(self, int seat, int move) except -1
    @cython.final
    cdef bint allows_crosses(self, int seat, int row, int played, int crossed) noexcept
    cpdef bint _apply(self, int seat, int move) except -1
    @cython.final
    @cython.locals(place=int)
    cdef void take(self, int places) noexcept
    @cython.final
    @cython.locals(seat=int)
    cdef void resolve(self) noexcept
    @cython.final
    @cython.locals(seat=int, kept=int, slot=int, card=int, other=int)
    cdef void play_cards(self, int played, int crossed, int colour) noexcept
    @cython.final
    cdef void finish(self) noexcept
    @cython.locals(then=Position)
    cpdef dict preview(self, int seat, int move)
    @cython.locals(new=Position)
    cpdef State clone(self)
