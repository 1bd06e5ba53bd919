cimport cython
from trapezi.games.silver_gold.cards cimport Cards
from trapezi.core cimport bits
from trapezi.core.state cimport State
from trapezi.core.random cimport Stream, u64

cdef const int NONE, UNTURNED, EXPEDITIONS, UNDECIDED, HAND, SLOTS, DISPLAY, COIN_ROWS, PALMS, TROPHIES, ROUNDS, TURNS
cdef const int DEALING, KEEPING, TURNING, MARKING, TAKING, DRAWING, END, PURPLE, ORANGE, GREEN
cdef const u64 ONE

cdef class Table(State):
    cdef Cards cards
    cdef int[16] hand
    cdef int[4] choice
    cdef int[8] held
    cdef int[8] marks
    cdef int[8] draft
    cdef int[4] owed
    cdef int[4] coins
    cdef int[4] rows
    cdef int[12] won
    cdef int[16] palms
    cdef u64[4] done
    cdef int[4] display
    cdef u64 unseen
    cdef int trophies, used, expedition, round, starter, settled, phase

    @cython.locals(place=int)
    cdef int dealt(self) noexcept
    @cython.locals(worth=int, place=int)
    cdef int palm(self) noexcept
    cdef int settler(self) noexcept
    cdef int completed(self, int seat, int colour) noexcept
    @cython.locals(total=int, row=int, box=int, rest=u64, colour=int, seals=int)
    cpdef int score(self, int seat) except? -999999
    @cython.locals(box=int, slot=int)
    cpdef dict gain(self, int seat, Table before)
    @cython.locals(dealt=int, place=int, other=int)
    cdef void redeal_hands(self, int seat, Stream rng) noexcept
    @cython.locals(under=int, same=int, rest=int, _=int)
    cdef void redeal_expeditions(self, Stream rng) noexcept
    cdef void copy(self, Table other) noexcept
    cpdef list save(self)
    cpdef load(self, list fields)
