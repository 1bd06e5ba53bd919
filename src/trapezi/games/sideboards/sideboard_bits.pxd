# header only
cdef enum:
    FACES = 120
    ROWS = 5
    LENGTH = 8
    FACE_BITS = 7

cdef inline int face_at(unsigned long long board, int column) noexcept nogil:
    return board >> FACE_BITS * column & 127
