cimport cython
from trapezi.games.the_game.cards cimport Cards
from trapezi.core cimport bits
from trapezi.core.state cimport Moves, State
from trapezi.core.random cimport Stream, u64

cdef const int PILES, ALL_PILES, CARDS, START, PILE_SIGNAL, COMMAND_SIGNAL, DRAW, SILENCE, NO_TRICK, TRICK, SUBJECTS
cdef const int DEALING, TURN, OVER, FATES
cdef const u64 ONE, LOW, HIGH

cdef class Table(State):
    cdef Cards cards
    cdef u64[10] hands
    cdef u64[2] unseen
    cdef int[5] sizes
    cdef int[5] signals
    cdef int[5] told
    cdef int full, usual, left, rest, tops, before, last, seen, back, active, laid, open, due, owed, phase, fate
    cdef bint three, talk

    cpdef long chance_count(self) except -1
    @cython.locals(low=int)
    cpdef int chance_outcome(self, long k) except -1
    @cython.final
    @cython.locals(card=int, n=int, _=int)
    cdef void regive(self, int seat, Stream rng) noexcept
    @cython.final
    cdef bint holds(self, int seat, int card) noexcept
    @cython.final
    @cython.locals(held=u64, seat=int)
    cdef bint gone(self, int card) noexcept
    @cython.locals(pile=int, command=int, word=int)
    cpdef int generate_signals(self, int seat, Moves moves) except -1
    @cython.final
    cdef void translate(self, int seat, int move) noexcept
    @cython.final
    cdef void copy_to(self, Table new) noexcept
    cpdef list save(self)
    @cython.locals(each=int, seat=int)
    cpdef load(self, list fields)
