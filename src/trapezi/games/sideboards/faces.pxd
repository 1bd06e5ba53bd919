# header only
cdef enum:
    COUNT = 120
    ROWS = 5
    LENGTH = 8
    BITS = 7

cdef inline int face_at(unsigned long long board, int column) noexcept nogil:
    return board >> BITS * column & 127
