# header only
cdef enum:
    STATES = 64
    CELLS = 16
    ROLLS = 40
