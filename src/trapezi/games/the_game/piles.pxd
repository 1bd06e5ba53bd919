# header only
cdef enum:
    COUNT = 4
    ALL = 15
    START = 211353729
    TRICK = -10

cdef inline int top(int tops, int pile) noexcept nogil:
    return tops >> 7 * pile & 127

cdef inline int tops_after(int tops, int pile, int card) noexcept nogil:
    return tops & ~(127 << 7 * pile) | card << 7 * pile

cdef inline int distance(int tops, int pile, int card) noexcept nogil:
    return card - top(tops, pile) if pile < 2 else top(tops, pile) - card
