cimport cython
from trapezi.core cimport bits, cloning, special_seats
from trapezi.core.random cimport Stream, u64
from trapezi.core.state cimport Moves, State
from trapezi.games.qwixx cimport sheet, sheet_rules
from trapezi.games.qwixx.layout cimport Layout
from trapezi.games.qwixx_cards cimport deck, notation, phases
from trapezi.games.qwixx_cards.play_lookup cimport PlayLookup

cdef const int JOKER, SLOTS, EVERY_COLOUR, SHAPES
cdef const u64 LAST_CELLS, SAME_NUMBER

cdef class Position(State):
    cdef public Layout layout
    cdef PlayLookup plays
    cdef public int[4] display
    cdef public u64 pile, discards, last_cards
    cdef public int cards, top, active, phase, last_seat, last_colour, last_cells
    cdef public int[25] hands
    cdef public int[5] sizes
    cdef public u64[5] marks
    cdef public u64[5] crossable
    cdef public int[5] misses
    cdef public int[5] choice

    cpdef long chance_count(self) except -1
    cpdef int chance_outcome(self, long k) except -1
    @cython.final
    cdef bint is_possible_outcome(self, int outcome) noexcept
    @cython.final
    cdef u64 announced_number_choices(self, int seat) noexcept
    @cython.final
    @cython.locals(slots=int, slot=int, suit=int)
    cdef inline int playable_slots_by_colour(self, int seat) noexcept
    @cython.final
    @cython.locals(mask=u64, row=int)
    cdef inline u64 plays_without_cross_mask(self, int playable) noexcept
    @cython.final
    @cython.locals(from_left=int)
    cdef inline int row_position_of_card(self, int seat, int row, int slot) noexcept
    @cython.final
    @cython.locals(positions=int)
    cdef inline int row_positions_of_cards(self, int seat, int row, int slots) noexcept
    @cython.final
    cdef inline int positions_right_of_last_cross(self, int seat, int row) noexcept
    @cython.final
    @cython.locals(shape=int, crossed=int)
    cdef bint can_cross_together(self, int seat, int row, int positions) noexcept
    @cython.final
    @cython.locals(later=int, slot=int)
    cdef int drop_duplicates_before_crossed(self, int seat, int slots, int crossed_slots) noexcept
    @cython.locals(places=int)
    cpdef int generate_moves(self, int seat, Moves moves) except -1
    @cython.final
    @cython.locals(n=int, playable=int, mask=u64, row=int, start=int, slots=int, open_positions=int, crossable_slots=int,
                   slot=int, crossed=int)
    cdef int generate_plays(self, int seat, Moves moves) noexcept
    @cython.locals(row=int, pair=int, played=int, crossed=int)
    cpdef bint is_legal(self, int seat, int move) except -1
    @cython.locals(row=int, pair=int)
    cpdef bint _apply(self, int seat, int move) except -1
    @cython.final
    cdef void apply_outcome(self, int outcome) noexcept
    @cython.locals(seat=int)
    cpdef int next_seat_to_be_dealt(self) noexcept
    @cython.final
    cdef inline void add_to_hand(self, int seat, int card) noexcept
    @cython.final
    @cython.locals(place=int)
    cdef void refill_one_place_or_begin_step(self) noexcept
    @cython.final
    @cython.locals(place=int)
    cdef void take_from_display(self, int places) noexcept
    @cython.final
    @cython.locals(seat=int)
    cdef void resolve_announced_number_choices(self) noexcept
    @cython.final
    @cython.locals(seat=int, size=int, slot=int, card=int, other=int, mask=u64)
    cdef void play_cards_and_finish_turn(self, int played, int crossed, int colour) noexcept
    @cython.final
    cdef void cross(self, int seat, int row, int positions) noexcept
    @cython.final
    cdef inline void clear_last_play(self) noexcept
    @cython.final
    cdef int count_completed_rows(self, int seat) noexcept
    @cython.final
    cdef void end_game(self) noexcept
    cpdef int score(self, int seat) except? -999999
    @cython.locals(then=Position)
    cpdef dict preview(self, int seat, int move)
    @cython.locals(unseen=u64, i=int, place=int, size=int, card=int, other=int, mask=u64)
    cpdef resample_hidden(self, int seat, Stream rng)
    @cython.final
    @cython.locals(mask=u64)
    cdef int random_card_with_same_number(self, int card, u64 unseen_cards, Stream rng) noexcept
    @cython.locals(new=Position)
    cpdef State clone(self)
    cpdef load(self, list values)
