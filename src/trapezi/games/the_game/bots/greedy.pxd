cimport cython
from trapezi.bots.policy cimport Policy
from trapezi.games.the_game cimport command_bits, endings, notation, phases, piles
from trapezi.games.the_game.bots.signals cimport honest_signal
from trapezi.games.the_game.rules cimport Position
from trapezi.core cimport bits
from trapezi.core.state cimport State
from trapezi.core.random cimport Stream, u64

cdef const u64 ALL
cdef tuple WEIGHTS
cdef const int NODES, IMPOSSIBLE, GOOD_START, FAIR_START, CONTINUATIONS, TRICK, NEAREST, PAIR, CARD, LOST

cdef class Greedy(Policy):
    cdef u64 hand_low, hand_high, unseen_low, unseen_high
    cdef int[5] values
    cdef int[5] own_values
    cdef int[102] value_below
    cdef int[12] continuation_cards
    cdef int[12] continuation_costs
    cdef int[4] cheapest
    cdef int[4] signal_costs
    cdef public int[5] signal_penalties
    cdef public bint assume_signals
    cdef public int extra_card_limit, pair_cost, trick_gain, trick_hope, new_trick_hope, search_margin, second_card_weight
    cdef public int stop_gain, no_trick_cost, one_pile_cost, draw_one_cost, weights
    cdef int nodes

    @cython.locals(kind=int, values=tuple, own_values=tuple, n=int)
    cdef use_weights_for(self, Position position)
    @cython.locals(position=Position, move=int, has_commands=bint)
    cpdef int pick(self, State state, int seat, Stream rng) except -1
    @cython.final
    cdef int read_position(self, Position position, int seat) except -1
    @cython.final
    @cython.locals(
        first=int, second=int, third=int, fourth=int, stops=u64, stops_high=u64, pile=int, top=int, takers=int, total=int, half=int,
        cards=u64, bit=int, between=u64, number=int,
    )
    cdef void fill_value_below(self, u64 low, u64 high, int tops) noexcept
    @cython.locals(pile=int, cost=int, other=int, signal=int)
    cdef void set_signal_costs(self, Position position, int seat) noexcept
    @cython.locals(half=int, hand=u64, card=int, pile=int, then=Position)
    cdef int first_winning_move(self, Position position) except -2
    @cython.final
    @cython.locals(needed=int, best=int, best_cost=int, pair=int, pair_cost=int, n=int, card=int, cost=int, pile=int)
    cdef int pick_without_commands(self, Position position) noexcept
    @cython.final
    @cython.locals(pile=int, top=int, trick=int, nearest=int, pair=int, trick_cost=int, nearest_cost=int, pair_cost=int)
    cdef void price_continuations(self, int tops) noexcept
    @cython.locals(n=int, pile=int, top=int, card=int, next_move=int)
    cdef int first_winning_move_in_plain_game(self, int tops) noexcept
    @cython.final
    cdef inline void toggle_in_hand(self, int card) noexcept
    @cython.final
    @cython.locals(least=int, pile=int, cost=int)
    cdef int second_card_cost(self, int tops, int first_card, int first_pile) noexcept
    @cython.final
    @cython.locals(nearest=int, pair=int, partner=int)
    cdef inline bint continuations_depend_on(self, int pile, int card) noexcept
    @cython.final
    @cython.locals(least=int, card=int, regained=int)
    cdef int cheapest_continuation_cost(self, int top, int pile, bint just_laid) noexcept
    @cython.final
    @cython.locals(n=int, may_end=bint, _=int, best=int, best_cost=int, k=int, move=int, cost=int)
    cdef int pick_with_commands(self, Position position, int seat) except -1
    @cython.final
    @cython.locals(card=int, pile=int, top=int, command=int, covered=int, distance=int, cost=int, partner=int, cover=int)
    cdef int placement_cost(self, Position position, int move) noexcept
    @cython.final
    @cython.locals(cost=int)
    cdef int visible_command_cost(self, int command) noexcept
    @cython.final
    @cython.locals(command=int, then=Position)
    cdef bint can_finish_after(self, Position position, int move) except -1
    @cython.final
    cdef inline bint holds(self, int card) noexcept
    @cython.final
    @cython.locals(card=int)
    cdef inline int held_trick_card(self, int top, int pile) noexcept
    @cython.final
    cdef inline int nearest_held_card(self, int top, int pile) noexcept
    @cython.final
    @cython.locals(low=u64, high=u64)
    cdef inline int first_of_nearest_pair(self, int top, int pile) noexcept
    @cython.final
    cdef inline bint is_unseen(self, int card) noexcept
    @cython.final
    @cython.locals(cost=int)
    cdef int forward_cost(self, int top, int card, int pile) noexcept
    @cython.final
    cdef inline int net_value_lost(self, int top, int card, int pile) noexcept
    @cython.final
    cdef inline int value_lost_between(self, int top, int card) noexcept
    @cython.final
    cdef inline int value_regained_between(self, int top, int card) noexcept
    @cython.final
    cdef inline int packed_value_between(self, int top, int card) noexcept

@cython.locals(low=u64, high=u64, minimum=int, least=int, upward=int, distance=int, top=int, _=int)
cpdef int wish_to_start(Position position, int seat) noexcept
cdef inline int lowest_card_above(u64 low, u64 high, int number) noexcept
cdef inline int highest_card_below(u64 low, u64 high, int number) noexcept
