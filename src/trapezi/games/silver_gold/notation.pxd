# header only
cdef enum:
    TAKE = 6
    PILE = 10
    MARK = 11
    UNDECIDED = 6
