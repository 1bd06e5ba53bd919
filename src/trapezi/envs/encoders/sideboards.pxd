cimport cython
from trapezi.envs.page cimport Encoder, Page
from trapezi.games.sideboards.rules cimport Position
from trapezi.law cimport bits
from trapezi.law.contract cimport State
from trapezi.law.random cimport u64

cdef const int LENGTH, HAND, ROWS, FACES, BITS, FACE, PHASES, DRAWING, CHOICES

cdef class Sideboards(Encoder):
    @cython.locals(p=Position, n=int, k=int, s=int, column=int, hand=u64, _=int)
    cpdef int write(self, State state, int seat, Page page) except -1
    @cython.locals(row=int)
    cdef int face(self, Position p, int face, Page page) except -1
