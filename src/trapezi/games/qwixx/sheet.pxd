# header only
cdef enum:
    ROWS = 4
    CELLS = 11
    LAST = 10
    ROW = 0x7FF
    NUMBERS = 0x3FF
    LOCKS = 44
    PASS = 44
    UNDECIDED = 45

cdef inline int positions_in_row(unsigned long long cells, int row) noexcept nogil:
    return cells >> (row * CELLS) & ROW
