cimport cython
from trapezi.games.silver_gold.card_lookup cimport CardLookup
from trapezi.games.silver_gold cimport constants, notation, phases
from trapezi.core cimport bits, cloning, special_seats
from trapezi.core.state cimport Moves, State
from trapezi.core.random cimport Stream, u64

cdef const int PURPLE, ORANGE, GREEN

cdef class Position(State):
    cdef CardLookup cards
    cdef public int[16] hand
    cdef public int[4] choice
    cdef public int[8] treasure
    cdef public int[8] marks
    cdef public int[8] draft
    cdef public int[4] owed
    cdef public int[4] coins
    cdef public int[4] rows
    cdef public int[12] won
    cdef public int[16] palms
    cdef public u64[4] completed
    cdef public int[4] display
    cdef public u64 pile
    cdef public int trophies, used, expedition, round, starter, settled, phase

    cpdef long chance_count(self) except -1
    cpdef int chance_outcome(self, long k) except -1
    cdef bint is_possible_outcome(self, int outcome) noexcept
    @cython.final
    cdef inline int free_squares(self, int seat, int slot) noexcept
    @cython.final
    cdef inline bint has_drafted(self, int seat) noexcept
    @cython.final
    @cython.locals(start=int)
    cdef inline u64 fitting_placements(self, int free) noexcept
    @cython.final
    @cython.locals(sources=int, place=int)
    cdef int new_card_sources(self) noexcept
    @cython.locals(n=int, drafted=bint, base=int, slot=int, free=int, start=int)
    cpdef int generate_moves(self, int seat, Moves moves) except -1
    cpdef int choose(self, int seat, Stream rng) except -1
    @cython.final
    @cython.locals(left=int, right=int, on_left=u64, on_right=u64, k=int, n=int, base=int)
    cdef int random_mark(self, int seat, Stream rng) noexcept
    @cython.locals(slot=int, placement=int)
    cpdef bint is_legal(self, int seat, int move) except -1
    @cython.final
    cdef bint is_expedition_placement(self, int placement) noexcept
    @cython.locals(other=int)
    cpdef bint _apply(self, int seat, int move) except -1
    @cython.final
    @cython.locals(card=int)
    cdef void apply_outcome(self, int outcome) noexcept
    @cython.locals(place=int)
    cdef int dealt_card_count(self) noexcept
    @cython.locals(hand=int, slot=int, place=int, card=int)
    cdef void keep_two_and_return_two(self, int seat) noexcept
    @cython.locals(place=int)
    cdef void fill_display_gap(self, int card) noexcept
    @cython.final
    cdef inline bint must_refill_display(self) noexcept
    @cython.locals(seat=int)
    cdef void turn_up_expedition_card(self, int card) noexcept
    @cython.final
    @cython.locals(several=bint)
    cdef inline bint draft_and_reveal_if_last(self, int seat, int move) noexcept
    @cython.final
    @cython.locals(slot=int, placement=int)
    cdef inline void draft_mark(self, int seat, int move) noexcept
    @cython.final
    cdef inline bint is_draft_complete(self, int seat) noexcept
    @cython.locals(drafts=int, seat=int)
    cdef int count_drafts(self) noexcept
    @cython.final
    @cython.locals(seat=int)
    cdef void reveal_drafts_and_settle(self) noexcept
    @cython.final
    @cython.locals(palm_value=int, slot=int, card=int, _=int)
    cdef void apply_draft(self, int seat) noexcept
    @cython.locals(value=int, place=int)
    cdef int palm_value(self) noexcept
    @cython.locals(box=int)
    cdef void fill_next_palm_box(self, int seat, int value) noexcept
    @cython.final
    cdef void settle_remaining_seats(self) noexcept
    cdef int next_seat_to_settle(self) noexcept
    cdef void award_trophies_for_full_coin_rows(self, int seat) noexcept
    @cython.final
    @cython.locals(left=int, has_both=bint)
    cdef inline bint must_take_card(self, int seat) noexcept
    @cython.locals(card=int)
    cdef void take_new_card(self, int move) noexcept
    @cython.locals(seat=int, left=int)
    cdef void receive_card_and_continue(self, int card) noexcept
    cdef void end_turn(self) noexcept
    cdef int completed_count(self, int seat, int colour) noexcept
    @cython.locals(total=int, row=int, box=int, cards=u64, colour=int, seals=int)
    cpdef int score(self, int seat) except? -999999
    cpdef dict preview(self, int seat, int move)
    cpdef resample_hidden(self, int seat, Stream rng)
    @cython.locals(new=Position)
    cpdef State clone(self)
    cpdef load(self, list values)
