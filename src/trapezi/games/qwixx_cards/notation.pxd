# header only
cdef enum:
    TAKE = 45
    DROP = 59
    CROSSING = 84
    PLAYS_PER_COLOUR = 105
    LOT = 504
    DRAW = 509
