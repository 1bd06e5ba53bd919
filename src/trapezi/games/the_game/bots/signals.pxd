cimport cython
from trapezi.games.the_game.rules cimport Position
from trapezi.core.random cimport Stream, u64

cdef const u64 ONE
cdef const int PILES, PILE_SIGNAL, HANDS_OFF, GOOD, TRICK, FREE, CLOSE, NEAR, NOBODY, GONE

@cython.locals(word=int, pile=int)
cpdef int to_say(Position position, int seat) except -2
@cython.locals(distance=int, card=int)
cpdef int word_for(Position position, int seat, int pile) noexcept
@cython.locals(top=int, card=int)
cdef int beyond(Position position, int pile, int distance) noexcept
@cython.locals(promised=list, other=int, pile=int, word=int, meant=list, held=list, distance=int, card=int)
cpdef heed(Position world, int seat, Stream rng)
@cython.locals(seat=int)
cdef int holder(Position world, int card) noexcept
@cython.locals(spare=list, mine=int, given=int, owner=int)
cdef bint trade(Position world, int seat, int card, list promised, Stream rng) except -1
@cython.locals(half=int, bit=u64)
cdef void move(Position world, int giver, int taker, int card) noexcept
