# header only
cdef enum:
    ROLL = 45
    ROLLS = 117649
