# header only
cdef enum:
    LAY = 48
    EXCHANGE = 60
    UNDECIDED = 61
    DRAW = 61
    GOAL = 120
    FIRST_SLOTS = 16665168
    SECOND_SLOTS = 9696393
