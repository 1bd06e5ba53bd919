# header only
cdef enum:
    TAKE = 6
    PILE = 10
    MARK = 11
    UNDECIDED = 6
    KEPT_PLACES = 13265235
