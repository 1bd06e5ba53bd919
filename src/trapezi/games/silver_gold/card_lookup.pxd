cimport cython
from trapezi.core cimport bits
from trapezi.core.bits cimport u64
from trapezi.games.silver_gold cimport constants, notation

@cython.final
cdef class CardLookup:
    cdef public object deck
    cdef public list placements, square_names, square_numbers
    cdef public dict index
    cdef public int size, expedition, treasure, limit
    cdef u64 all
    cdef int[65] squares
    cdef int[65] crosses
    cdef int[65] coins
    cdef int[65] palms
    cdef u64[4] of_colour
    cdef u64[4] of_seal
    cdef int[4] seal_points
    cdef int[400] cells
    cdef int[8] first
    cdef int[8] designs
    cdef u64[2048] fits_above
    cdef u64[2048] fits_below
