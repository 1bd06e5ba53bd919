cimport cython
from trapezi.games.silver_gold.table cimport Table
from trapezi.core cimport bits
from trapezi.core.state cimport Moves, State
from trapezi.core.random cimport Stream, u64

cdef const int NATURE, NONE, UNTURNED, EXPEDITIONS, HAND, SLOTS, DISPLAY, TAKE, PILE, MARK, UNDECIDED, SINGLES
cdef const int COINS, ROW, COIN_ROWS, PALMS, ROUNDS, TURNS
cdef const u64 ONE
cdef const int DEALING, KEEPING, OPENING, TURNING, MARKING, TAKING, DRAWING, END

cdef class Position(Table):
    cpdef long chance_count(self) except -1
    cpdef int chance_outcome(self, long k) except -1
    @cython.final
    cdef bint can_come(self, int outcome) noexcept
    @cython.final
    cdef inline int free(self, int seat, int slot) noexcept
    @cython.final
    cdef inline bint begun(self, int seat) noexcept
    @cython.final
    @cython.locals(table=int)
    cdef inline u64 fitting(self, int free) noexcept
    @cython.final
    @cython.locals(found=int, place=int)
    cdef int sources(self) noexcept
    @cython.locals(n=int, begun=bint, base=int, slot=int, free=int)
    cpdef int generate_moves(self, int seat, Moves moves) except -1
    cpdef int choose(self, int seat, Stream rng) except -1
    @cython.final
    @cython.locals(left=int, right=int, on_left=u64, on_right=u64, k=int, n=int, base=int)
    cdef int any_mark(self, int seat, Stream rng) noexcept
    @cython.locals(slot=int, place=int)
    cpdef bint is_legal(self, int seat, int move) except -1
    @cython.final
    cdef bint shows(self, int place) noexcept
    cpdef bint _apply(self, int seat, int move) except -1
    @cython.final
    @cython.locals(card=int)
    cdef void happen(self, int outcome) noexcept
    @cython.final
    cdef void deal(self, int card) noexcept
    @cython.final
    @cython.locals(other=int)
    cdef bint keep(self, int seat, int move) noexcept
    @cython.final
    @cython.locals(k=int, first=int, second=int, place=int)
    cdef void lay_out(self, int seat) noexcept
    @cython.final
    @cython.locals(place=int)
    cdef void open(self, int card) noexcept
    @cython.final
    cdef inline bint gap(self) noexcept
    @cython.final
    @cython.locals(seat=int)
    cdef void turn(self, int card) noexcept
    @cython.final
    cdef inline bint mark(self, int seat, int move) noexcept
    @cython.final
    @cython.locals(slot=int, place=int)
    cdef inline bint scribble(self, int seat, int move) noexcept
    @cython.final
    @cython.locals(drafts=int, seat=int)
    cdef int reveal(self) noexcept
    @cython.final
    @cython.locals(worth=int, slot=int, card=int, _=int)
    cdef void collect(self, int seat) noexcept
    @cython.final
    @cython.locals(box=int)
    cdef void enter_palm(self, int seat, int worth) noexcept
    @cython.final
    cdef void settle(self) noexcept
    @cython.final
    cdef void award(self, int seat) noexcept
    @cython.final
    cdef inline bint lacks_card(self, int seat) noexcept
    @cython.final
    @cython.locals(card=int)
    cdef void take(self, int move) noexcept
    @cython.final
    @cython.locals(seat=int)
    cdef void receive(self, int card) noexcept
    @cython.final
    cdef void end_turn(self) noexcept
    @cython.locals(before=Position, then=Position, finished=bint, owed=int, slot=int, place=int)
    cpdef dict preview(self, int seat, int move)
    @cython.final
    @cython.locals(then=Position)
    cdef dict pay(self, int seat)
    @cython.locals(other=int)
    cpdef resample_hidden(self, int seat, Stream rng)
    @cython.final
    @cython.locals(marks=Moves, finished=bint, i=int)
    cdef int redraft(self, int seat, Stream rng) except -1
    @cython.locals(new=Position)
    cpdef State clone(self)

cdef int put(Moves moves, int n, int base, u64 members) noexcept
