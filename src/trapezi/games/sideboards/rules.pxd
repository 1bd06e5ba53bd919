cimport cython
from trapezi.games.sideboards.goal_matching cimport GoalMatcher
from trapezi.games.sideboards cimport notation, phases, sideboard_bits
from trapezi.core cimport bits, cloning, special_seats
from trapezi.core.state cimport Moves, State
from trapezi.core.random cimport Stream, u64

cdef const u64 ALL_CARDS

cdef class Position(State):
    cdef public object deck
    cdef public GoalMatcher matcher
    cdef public int[3] goals
    cdef public bint four_cards
    cdef public u64[6] board
    cdef public u64[6] hand
    cdef public u64[6] known_cards
    cdef public int[6] choice
    cdef public u64 pile, discards
    cdef public int length, drawing_seats, exchange_cards, exchanging, phase

    @cython.final
    cdef inline int first_missing_goal_group(self) noexcept
    @cython.final
    cdef inline u64 drawable_cards(self) noexcept
    cpdef long chance_count(self) except -1
    cpdef int chance_outcome(self, long k) except -1
    @cython.final
    cdef inline int full_hand_size(self) noexcept
    @cython.final
    @cython.locals(seat=int)
    cdef void give_drawn_card(self, int card) noexcept
    @cython.final
    cdef inline void ask_for_choices(self) noexcept
    @cython.final
    cdef inline int start_move_count(self) noexcept
    @cython.final
    cdef inline int lay_move_count(self) noexcept
    @cython.final
    cdef inline bint may_exchange(self, int seat) noexcept
    @cython.locals(n=int, i=int)
    cpdef int generate_moves(self, int seat, Moves moves) except -1
    cpdef bint is_legal(self, int seat, int move) except -1
    cpdef bint _apply(self, int seat, int move) except -1
    @cython.final
    @cython.locals(exchanging=int, seat=int)
    cdef void exchange_or_lay_all(self) noexcept
    @cython.locals(seat=int)
    cdef void exchange_hands(self, int seats) noexcept
    @cython.final
    @cython.locals(card=int, other=int, face=u64)
    cdef void lay_cards(self, int seat, int move) noexcept
    @cython.locals(passed=u64, left=u64, seat=int)
    cdef void pass_or_discard_hands(self) noexcept
    @cython.final
    cdef int count_drawers_in_runs(self, int seat) noexcept
    @cython.final
    @cython.locals(points=int, drawers=int)
    cdef int board_points(self, int seat, int card_count) noexcept
    @cython.locals(least=int)
    cdef int solo_row_bonus(self, int drawers) noexcept
    @cython.locals(own=int, higher=u64, other=int, drawers=int)
    cdef int row_bonus_rank(self, int seat) noexcept
    @cython.locals(rank=int)
    cdef int row_bonus_points(self, int seat) noexcept
    cpdef int score(self, int seat) except? -999999
    @cython.locals(then=Position, n=int)
    cpdef dict preview(self, int seat, int move)
    @cython.locals(unknown=u64, free=u64, new=u64, place=int, i=int, other=int, was=Position, places=Moves)
    cpdef resample_hidden(self, int seat, Stream rng)
    @cython.locals(place=int, holders=int, seat=int)
    cdef int pack_place_and_holders(self, int card) noexcept
    @cython.locals(moves=Moves)
    cdef int random_legal_move(self, int seat, Stream rng) except -1
    @cython.locals(new=Position)
    cpdef State clone(self)
    cpdef load(self, list values)
