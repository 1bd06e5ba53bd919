cimport cython
from trapezi.core cimport bits, cloning, special_seats
from trapezi.core.random cimport Stream, u64
from trapezi.core.state cimport Moves, State
from trapezi.games.qwixx cimport notation, phases, sheet, sheet_rules
from trapezi.games.qwixx.layout cimport Layout

ctypedef unsigned int uint

cdef const int DICE

cdef class Position(State):
    cdef public Layout layout
    cdef public u64[5] marks
    cdef public u64[5] crossable
    cdef public int[5] misses
    cdef public int[5] choice
    cdef public int[6] dice
    cdef public int closed, gone, active, phase

    @cython.locals(n=uint, _=int)
    cpdef long chance_count(self) except -1
    @cython.locals(rest=uint, roll=uint, weight=uint, i=int)
    cpdef int chance_outcome(self, long k) except -1
    @cython.final
    cdef inline bint is_die_removed(self, int die) noexcept
    @cython.final
    @cython.locals(i=int)
    cdef bint is_possible_roll(self, int outcome) noexcept
    @cython.final
    @cython.locals(cells=u64)
    cdef inline u64 legal_moves_mask(self, int seat) noexcept
    @cython.final
    cdef inline u64 white_sum_cells(self) noexcept
    @cython.final
    @cython.locals(cells=u64, colour=int, die=int)
    cdef inline u64 coloured_sum_cells(self, int removed_dice) noexcept
    cpdef int generate_moves(self, int seat, Moves moves) except -1
    @cython.locals(s=int)
    cpdef list legal(self, object seat)
    cpdef int choose(self, int seat, Stream rng) except -1
    @cython.final
    @cython.locals(mask=u64)
    cdef inline int random_legal_move(self, int seat, Stream rng) noexcept
    cpdef bint is_legal(self, int seat, int move) except -1
    cpdef bint _apply(self, int seat, int move) except -1
    @cython.final
    @cython.locals(rest=uint, seat=int)
    cdef void apply_roll(self, int outcome) noexcept
    @cython.final
    @cython.locals(row=uint)
    cdef inline void cross(self, int seat, uint cell) noexcept
    @cython.final
    cdef inline int rows_closed_by(self, uint cell) noexcept
    @cython.final
    @cython.locals(closing=int, seat=int)
    cdef void resolve_white_choices(self) noexcept
    @cython.final
    @cython.locals(closing=int)
    cdef void finish_turn(self, int colour_move) noexcept
    @cython.final
    @cython.locals(row=int, seat=int)
    cdef void close_rows_and_remove_dice(self, int rows) noexcept
    @cython.final
    cdef void end_game(self) noexcept
    cpdef int score(self, int seat) except? -999999
    @cython.locals(then=Position)
    cpdef dict preview(self, int seat, int move)
    @cython.locals(other=int)
    cpdef resample_hidden(self, int seat, Stream rng)
    @cython.locals(new=Position)
    cpdef State clone(self)
