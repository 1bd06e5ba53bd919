cimport cython
from trapezi.games.the_game.cards cimport Cards
from trapezi.games.the_game cimport command_bits, endings, notation, phases, piles
from trapezi.core cimport bits, cloning, special_seats
from trapezi.core.state cimport Moves, State
from trapezi.core.random cimport Stream, u64

cdef const int CARDS
cdef const u64 LOW, HIGH

cdef class Position(State):
    cdef Cards cards
    cdef public u64[10] hands
    cdef public u64[2] draw_pile
    cdef public int[5] signals
    cdef public int[5] signalled
    cdef public int tops, previous_tops, last_move, active, laid, open_piles, fires, cards_to_draw, phase, ending
    cdef public int[5] wishes
    cdef public bint under_three
    cdef int[5] hand_sizes
    cdef int hand_size, normal_minimum, draw_count, cards_left, visible, trick_distance
    cdef bint has_signals, starts_by_agreement

    cpdef long chance_count(self) except -1
    @cython.locals(low=int)
    cpdef int chance_outcome(self, long k) except -1
    @cython.final
    cdef inline int receiving_seat(self) noexcept
    @cython.final
    @cython.locals(seat=int)
    cdef void give_drawn_card(self, int card) noexcept
    @cython.final
    cdef inline void move_from_draw_pile(self, int seat, int card) noexcept
    @cython.final
    cdef bint holds(self, int seat, int card) noexcept
    @cython.final
    @cython.locals(distance=int)
    cdef inline bint fits(self, int card, int pile) noexcept
    @cython.final
    cdef inline int turn_minimum(self) noexcept
    @cython.final
    cdef inline bint has_pending_command(self) noexcept
    @cython.locals(n=int, move=int, half=int, hand=u64, card=int, pile=int)
    cpdef int generate_moves(self, int seat, Moves moves) except -1
    cpdef bint is_legal(self, int seat, int move) except -1
    @cython.locals(pile=int, command=int, signal=int)
    cpdef int generate_signals(self, int seat, Moves moves) except -1
    cpdef bint _apply(self, int seat, int move) except -1
    cdef void ask_who_starts(self) noexcept
    @cython.locals(other=int)
    cdef bint state_wish(self, int seat, int wish) noexcept
    @cython.final
    cdef void begin_turn_or_lose(self) noexcept
    @cython.final
    @cython.locals(low=u64, high=u64, three=bint)
    cdef bint can_finish_turn(self, int lightning, int fires, int minimum) noexcept
    @cython.final
    @cython.locals(broken=int)
    cdef void lay_card_and_check_end(self, int move) noexcept
    @cython.final
    @cython.locals(card=int, pile=int, command=int, seat=int)
    cdef inline void place_card(self, int move) noexcept
    @cython.final
    @cython.locals(pile=int)
    cdef inline void update_visible_commands(self) noexcept
    @cython.final
    @cython.locals(is_stop=bint)
    cdef bint turn_ends_with(self, int card) noexcept
    cdef int ending_if_commands_unobeyable(self) noexcept
    @cython.final
    cdef void end_turn(self) noexcept
    cdef void pass_turn(self) noexcept
    cdef void give_signal(self, int seat, int move) noexcept
    cdef void finish_game(self, int ending) noexcept
    cpdef int score(self, int seat) except? -999999
    cpdef dict preview(self, int seat, int move)
    cdef int piles_to_cover(self) noexcept
    @cython.final
    @cython.locals(cards=u64, other=int)
    cdef inline u64 unseen_cards(self, int seat, int half) noexcept
    cdef int upcoming_draws(self) noexcept
    @cython.locals(low=u64, high=u64, other=int)
    cpdef resample_hidden(self, int seat, Stream rng)
    @cython.locals(n=int, _=int)
    cdef void redeal_hand(self, int seat, Stream rng) noexcept
    @cython.locals(low=u64, high=u64, tops=int, card=int)
    cdef bint is_active_hand_possible(self) noexcept
    @cython.locals(new=Position)
    cpdef State clone(self)
    @cython.locals(seat=int)
    cpdef load(self, list values)
