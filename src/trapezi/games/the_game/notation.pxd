# header only
cdef enum:
    FIRST = 2
    LAST = 99
    END = 400
    START = 5
    FIRST_MOVE = 8
    PILE_SIGNAL = 401
    COMMAND_SIGNAL = 417
    DRAW = 431
